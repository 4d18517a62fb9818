"""A4.6 and A4.62: what movement costs those who are fired at."""

from collections.abc import Sequence

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_34_bypass_los import bypassing
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit

FFMO = "moving in the open (FFMO)"


FFNAM = "not Assault Moving (FFNAM)"


HAZARD = Mod("Hazardous Movement", -2, "A4.62")


@rule("A4.62", "Hazardous Movement", cites=("B24.7",))
def motion_of(unit: Unit, motion: Sequence[Mod]) -> tuple[Mod, ...]:
    """What the movement of one target gives: -2 in place of FFMO and FFNAM.

    In any phase, for a unit whose task counts as Hazardous Movement. Reading: D-215.
    """
    return (HAZARD,) if unit.hazardous else tuple(motion)


@rule("A4.6", "FFNAM and FFMO", cites=("A4.62",))
def motion_drm(
    view: GameView, target: LocationName, move: Move | None, *, open_: bool
) -> list[Mod]:
    """What First Fire gains by how Infantry moves; nothing if it does not.

    FFMO in Open Ground without TEM or Hindrance (`open_`), not in Armored Assault
    (D9.31); FFNAM unless they use Assault Movement; -2 in place of both for Hazardous
    Movement. Neither against those who move along connected trenches (B27.54), nor
    against a vehicle.
    """
    if move is None or move.trench:
        return []
    if move.hazardous:
        return [HAZARD]
    if move.driven and not move.foot:
        return []
    mods = []
    world = view.world
    bare = world.ground.open_ground(world.locate(target))
    if open_ and not move.foot and (bare or bypassing(view, target, move)):
        mods.append(Mod(FFMO, -1, "A4.6", "FFMO"))
    if not move.assault:
        mods.append(Mod(FFNAM, -1, "A4.6", "FFNAM"))
    return mods
