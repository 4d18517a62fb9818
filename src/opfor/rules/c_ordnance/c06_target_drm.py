"""C6: the DRM that the target brings to a To Hit DR, case by case.

Those of the Location count for all in it; those of `own_drm` for one unit. Vehicles,
with Cases J1, J2 and P, are not here yet.
"""

from collections.abc import Sequence

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import known_to_other_side
from opfor.rules.a_infantry.a04_movement.bypass_los import bypassing
from opfor.rules.a_infantry.a05_stacking import overstacked
from opfor.rules.a_infantry.a06_los import hindrance
from opfor.rules.a_infantry.a24_smoke_hindrance import out_of_smoke
from opfor.rules.b_terrain.b09_walls import wall_tem
from opfor.rules.b_terrain.b30_pillboxes import protection
from opfor.rules.c_ordnance.c11_gunshield import emplaced, guns_manned, gunshield
from opfor.rules.d_vehicles.d09_cover import afv_tem
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView
from opfor.state.units import (
    LocationName,
    Side,
    Unit,
)

FAR = 16
"""Hexes beyond which Infantry counts as concealed (A9.4)."""

POINT_BLANK = {1: "L adjacent", 2: "L near"}


def value(view: GameView, case: str) -> int:
    """The DRM of a case."""
    return int(view.world.enemy.table("C6").look_up(case=case).result)


# -- of the Location ---------------------------------------------------------------


@rule("C6.9", "Case R: LOS Hindrance", cites=("A6.7", "A24.8"))
def hindered(view: GameView, drm: int, start: LocationName) -> list[Mod]:
    """The Hindrance DRM of so much, and +1 for fire out of SMOKE."""
    found = [Mod("Case R: LOS Hindrance", drm, "C6.9")] if drm > 0 else []
    return [*found, *out_of_smoke(view, start)]


@rule("C6.3", "Case L: point blank", exc=("not with the Area Target Type",))
def point_blank(
    view: GameView, start: LocationName, target: LocationName, *, area: bool = False
) -> Mod | None:
    """-2 at an adjacent hex, -1 at two hexes.

    EXC: not with the Area Target Type, which aims at ground (D-141).
    """
    case = POINT_BLANK.get(view.world.range(start, target), "")
    if area or not case:
        return None
    return Mod("Case L: point blank", value(view, case), "C6.3")


def crowd(view: GameView, target: LocationName, side: Side) -> Mod | None:
    """-1 for each squad too many in the Location (A5.131)."""
    excess = overstacked(view, side, target)
    if not excess:
        return None
    return Mod("overstacked target", excess * value(view, "overstacked"), "A5.131")


# -- of one target -----------------------------------------------------------------


def own_drm(
    view: GameView,
    unit: Unit,
    start: LocationName,
    target: LocationName,
    move: Move | None,
) -> tuple[Mod, ...]:
    """What only this target of a shot by the Infantry Target Type brings."""
    cover = tem(view, unit, start, target, beside=bypassing(view, target, move))
    task = hazardous(view, None, unit)
    moves = moving(view, start, target, move, covered=cover is not None)
    found = [
        cover,
        *([task] if task else moves),
        unseen(view, unit, start),
        gun_size(view, unit),
    ]
    return tuple(mod for mod in found if mod is not None)


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
    return best_tem(view, found, start, target)


def location_tem(
    view: GameView,
    side: Side,
    start: LocationName,
    target: LocationName,
    *,
    indirect: bool = False,
) -> list[Mod]:
    """The TEM of a Location's terrain, and of the hexside that the LOS crosses."""
    ground, at = view.world.ground, view.world.locate(target)
    found = [Mod(ground.cover(at).name, ground.tem(at, indirect=indirect), "C6.8")]
    wall = wall_tem(view, start, target, side, indirect=indirect)
    return [*found, wall] if wall else found


def best_tem(
    view: GameView, found: Sequence[Mod], start: LocationName, target: LocationName
) -> Mod | None:
    """The best of some TEM, since they do not add up; else Height Advantage."""
    best = max(found, key=lambda mod: mod.value)
    if best.value <= 0 and above(view, start, target):
        return Mod("Height Advantage", 1, "B10.31")
    return best if best.value else None


def unknown_drm(
    view: GameView, start: LocationName, target: LocationName
) -> tuple[Mod, ...]:
    """What a S? of the Location brings, a concealed unit for all that is known."""
    found = location_tem(view, "ENEMY", start, target)
    cover = best_tem(view, found, start, target)
    hidden = Mod("Case K: concealed", value(view, "K"), "C6.2")
    return (cover, hidden) if cover else (hidden,)


def above(view: GameView, start: LocationName, target: LocationName) -> bool:
    """Whether the target is on higher ground than the firer (B10.31)."""
    world = view.world
    base = world.locate(target).level == 0
    return base and world.height(target) > world.height(start)


@rule("C6.1", "Case J: moving vehicle, or Dashing Infantry", cites=("A4.63",))
def dashing(view: GameView, move: Move | None) -> Mod | None:
    """+2 against Infantry that Dashes across a road."""
    if move is None or not move.dash:
        return None
    return Mod("Case J: Dash", value(view, "J"), "C6.1")


def moving(
    view: GameView,
    start: LocationName,
    target: LocationName,
    move: Move | None,
    *,
    covered: bool,
) -> list[Mod]:
    """Cases J, J3, J4 and O: how the target moves, as it moves (First Fire)."""
    if move is None:
        return []
    if reckless := hazardous(view, move):
        return [reckless]
    if move.trench:
        return []
    open_ground = not (covered or move.foot) and not hindrance(view, start, target)
    found = [dashing(view, move), not_assault(view, move)]
    if open_ground:
        found.append(in_the_open(view, target, beside=bypassing(view, target, move)))
    return [mod for mod in found if mod is not None]


@rule("C6.13", "Case J3: FFNAM", cites=("A4.6",))
def not_assault(view: GameView, move: Move) -> Mod | None:
    """-1 against Infantry that moves without Assault Movement."""
    if move.assault:
        return None
    return Mod("Case J3: FFNAM", value(view, "J3"), "C6.13")


@rule("C6.14", "Case J4: FFMO", cites=("A4.6",))
def in_the_open(
    view: GameView, target: LocationName, *, beside: bool = False
) -> Mod | None:
    """-1 against Infantry that moves in Open Ground, as it does in Bypass."""
    if not (beside or view.world.ground.open_ground(view.world.locate(target))):
        return None
    return Mod("Case J4: FFMO", value(view, "J4"), "C6.14")


@rule("C6.6", "Case O: Hazardous Movement", cites=("A4.62",))
def hazardous(
    view: GameView, move: Move | None, unit: Unit | None = None
) -> Mod | None:
    """-2 in place of Cases J3 and J4: for a move, or for a unit's task at any time."""
    by_move = move is not None and move.hazardous
    if not by_move and not (unit is not None and unit.hazardous):
        return None
    return Mod("Case O: Hazardous Movement", value(view, "O"), "C6.6")


@rule(
    "C6.2",
    "Case K: concealed target",
    exc=("broken and berserk units are seen at any distance",),
    cites=("A9.4", "A12.1"),
)
def unseen(view: GameView, unit: Unit, start: LocationName) -> Mod | None:
    """+2 against concealed units, and against all beyond 16 hexes.

    EXC: broken and berserk units count as seen at any distance.
    """
    far = view.world.range(start, unit.location) > FAR
    hidden = not known_to_other_side(unit)
    if not hidden and (not far or unit.broken or unit.berserk):
        return None
    return Mod("Case K: concealed", value(view, "K"), "C6.2")


@rule("C6.7/gun", "Case P: size of a Gun", cites=("C6.7",))
def gun_size(view: GameView, unit: Unit) -> Mod | None:
    """+1 for the crew of a small Gun, -1 for that of a large one."""
    sizes = [piece.size for piece, gun in guns_manned(view, unit) if not gun.limbered]
    if not any(sizes):
        return None
    return Mod("Case P: size of the Gun", sizes[0], "C6.7")
