"""B23.9: Fortified Building Locations."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import mmc
from opfor.rules.a_infantry.a04_movement.standing import Standing
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side


@rule("B23.9", "Fortified Building Locations")
def fortified_tem(view: GameView, location: LocationName) -> bool:
    """Whether a building Location is Fortified, which adds one to its TEM."""
    if not view.state.fortifications:
        return False
    forts = view.state.fortifications_at(location)
    return any(fort.kind == "fortified building" for fort in forts)


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
