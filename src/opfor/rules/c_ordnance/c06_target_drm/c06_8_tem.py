"""C6.8: Case Q, TEM."""

from collections.abc import Sequence

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.b_terrain.b09_walls.b09_3_walls import wall_tem
from opfor.rules.b_terrain.b23_9_fortified_buildings import terrain_tem
from opfor.rules.b_terrain.b30_pillboxes import protection
from opfor.rules.c_ordnance.c11_guns_as_targets.c11_2_emplacement import emplaced
from opfor.rules.c_ordnance.c11_guns_as_targets.c11_5_gunshield import gunshield
from opfor.rules.d_vehicles.d09_cover.d09_3_cover import afv_tem
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit


@rule("C6.8", "Case Q: TEM", cites=("B9.3", "B27.3", "B30.31", "C11.2"))
def tem(
    view: GameView,
    unit: Unit,
    start: LocationName,
    target: LocationName,
    *,
    indirect: bool = False,
    beside: bool = False,
) -> Mod | None:
    """The best TEM that protects a unit; None if there is none.

    Terrain, unless it bypasses that (`beside`), hexside, what it is inside of, its
    Gun's emplacement or shield; a negative one, of air bursts, only if no other helps.
    """
    found = location_tem(view, unit.side, start, target, indirect=indirect)
    if beside:
        found[0] = Mod("Bypass", 0, "A4.34")
    found += [
        mod
        for mod in (
            protection(view, unit, start),
            emplaced(view, unit),
            afv_tem(view, unit, (start,)),
            None if indirect else gunshield(view, unit, (start,)),
        )
        if mod is not None
    ]
    return best_tem(view, found, start, target, indirect=indirect)


def location_tem(
    view: GameView,
    side: Side,
    start: LocationName,
    target: LocationName,
    *,
    indirect: bool = False,
) -> list[Mod]:
    """The TEM of a Location's terrain, and of the hexside that the LOS crosses."""
    found = [Mod(*terrain_tem(view, target, indirect=indirect), "C6.8")]
    wall = wall_tem(view, start, target, side, indirect=indirect)
    return [*found, wall] if wall else found


def best_tem(
    view: GameView,
    found: Sequence[Mod],
    start: LocationName,
    target: LocationName,
    *,
    indirect: bool = False,
) -> Mod | None:
    """The best of some TEM, since they do not add up; else Height Advantage.

    That is none against Indirect Fire (B10.31).
    """
    best = max(found, key=lambda mod: mod.value)
    if best.value <= 0 and not indirect and above(view, start, target):
        return Mod("Height Advantage", 1, "B10.31")
    return best if best.value else None


def above(view: GameView, start: LocationName, target: LocationName) -> bool:
    """Whether the target is on higher ground than the firer (B10.31)."""
    world = view.world
    base = world.locate(target).level == 0
    return base and world.height(target) > world.height(start)
