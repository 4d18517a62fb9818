"""C6.1: the DRM that the target brings to a To Hit DR, case by case.

Those of the Location count for all in it; those of `own_drm` for one unit. Vehicles,
with Cases J1, J2 and P, are not here yet.
"""

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_34_bypass_los import bypassing
from opfor.rules.a_infantry.a05_stacking import overstacked
from opfor.rules.a_infantry.a06_los import hindrance
from opfor.rules.c_ordnance.c06_target_drm.c06_2_concealed_target import unseen
from opfor.rules.c_ordnance.c06_target_drm.c06_6_hazardous_movement import hazardous
from opfor.rules.c_ordnance.c06_target_drm.c06_7_gun_size import gun_size
from opfor.rules.c_ordnance.c06_target_drm.c06_8_tem import best_tem, location_tem, tem
from opfor.rules.c_ordnance.c06_target_drm.case_values import value
from opfor.rules.e_miscellaneous.e03_weather import low_visibility
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit

# -- of the Location ---------------------------------------------------------------


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
    *,
    los: int | None = None,
) -> tuple[Mod, ...]:
    """What only this target of a shot by the Infantry Target Type brings.

    Args:
        view: the game.
        unit: the target.
        start: the Location of the firer.
        target: the Location fired at.
        move: how the target moves, if it does.
        los: the LOS Hindrance of the shot, if it is not that between the Locations.
    """
    cover = tem(view, unit, start, target, beside=bypassing(view, target, move))
    task = hazardous(view, None, unit)
    moves = moving(view, start, target, move, covered=cover is not None, los=los)
    found = [
        cover,
        *([task] if task else moves),
        unseen(view, unit, start),
        gun_size(view, unit),
    ]
    return tuple(mod for mod in found if mod is not None)


def unknown_drm(
    view: GameView,
    start: LocationName,
    target: LocationName,
    move: Move | None = None,
    *,
    los: int | None = None,
) -> tuple[Mod, ...]:
    """What a S? of the Location brings, a concealed unit for all that is known."""
    found = location_tem(view, "ENEMY", start, target)
    cover = best_tem(view, found, start, target)
    hidden = Mod("Case K: concealed", value(view, "K"), "C6.2")
    moves = moving(view, start, target, move, covered=cover is not None, los=los)
    return (*filter(None, (cover,)), *moves, hidden)


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
    los: int | None = None,
) -> list[Mod]:
    """Cases J, J3, J4 and O: how the target moves, as it moves (First Fire).

    Of a vehicle at a corner it is its own LOS that may deny Open Ground (D-386).
    """
    if move is None:
        return []
    if reckless := hazardous(view, move):
        return [reckless]
    if move.trench:
        return []
    drm = hindrance(view, start, target) if los is None else los
    hidden = drm or low_visibility(view, start, target)
    open_ground = not (covered or move.foot or hidden)
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
