"""B23.9: Fortified Building Locations."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a04_movement.standing import Standing
from opfor.state.judgement import BY_WORD
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side


@rule("B23.9", "Fortified Building Locations")
def fortified_tem(view: GameView, location: LocationName) -> bool:
    """Whether a building Location is Fortified, which adds one to its TEM."""
    if not view.state.fortifications:
        return False
    forts = view.state.fortifications_at(location)
    return any(fort.kind == "fortified building" for fort in forts)


def inherent_tem(view: GameView, location: LocationName) -> int:
    """The TEM of a Location itself: of its terrain, one more if it is Fortified."""
    own = view.world.ground.tem(view.world.locate(location))
    return own + fortified_tem(view, location)


def terrain_tem(
    view: GameView, location: LocationName, *, indirect: bool = False
) -> tuple[str, int]:
    """The name and TEM of a Location's terrain, one more if it is Fortified (B23.9)."""
    ground, at = view.world.ground, view.world.locate(location)
    name, value = ground.cover(at).name, ground.tem(at, indirect=indirect)
    if at.hex in view.world.judged_hexes:
        name += BY_WORD
    if fortified_tem(view, location):
        return f"fortified {name}", value + 1
    return name, value


@rule("B23.922", "A Fortified Building keeps the enemy out")
def holds_building(view: GameView, now: Standing, side: Side, to: LocationName) -> bool:
    """Whether the other side holds a Fortified Building Location against Infantry.

    An unpinned, Good Order, armed squad-equivalent of its does.
    """
    if not now.has(to, "fortified building"):
        return False
    inside = [
        found.size
        for unit in now.against(side, to)
        if unit.good_order and not unit.pinned and not unit.unarmed
        if (found := mmc(view, unit))
    ]
    return "squad" in inside or len(inside) > 1
