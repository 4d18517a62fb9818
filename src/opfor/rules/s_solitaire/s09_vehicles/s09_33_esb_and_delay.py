"""S9.33: how a platoon comes to a halt: by ESB, and the Delay MP it spends."""

from opfor.core.rule import rule
from opfor.rules.s_solitaire.s09_vehicles.drive_in_hand import DriveInHand
from opfor.rules.s_solitaire.s09_vehicles.s09_33_platoon_movement import mates_of
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ca_and_targets import moved_to
from opfor.rules.s_solitaire.s09_vehicles.s09_331_entry_and_release import (
    PLATOON,
    lead_of,
    platoon_of,
    sees_target,
)
from opfor.rules.s_solitaire.s09_vehicles.steps import MP, kind_of
from opfor.state.in_progress import VehicleAct
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


@rule("S9.33/esb", "By ESB to a halt", cites=("S9.33", "D2.5"))
def gains(view: GameView, drive: DriveInHand, to: LocationName, spent: int) -> bool:
    """Whether the lead of a platoon uses ESB to be able to stop in the next hex.

    It is to have a Target there, and would lack the Stop MP.
    Reading: D-348.

    Args:
        view: the game.
        drive: the drive.
        to: the next hex.
        spent: quarters of MP that are spent once it is there.
    """
    short = spent + MP > kind_of(view, drive.unit).mp * MP
    return short and leads_platoon(view, drive.unit) and _would_see(view, drive, to)


def _would_see(view: GameView, drive: DriveInHand, to: LocationName) -> bool:
    return sees_target(view, moved_to(drive.unit, to))


def leads_platoon(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle is the lead of a platoon."""
    mates = mates_of(view, unit)
    return bool(mates) and lead_of(view, [unit, *mates]).id == unit.id


@rule("S9.33/delay", "Delay MP before bounding fire", cites=("S9.33", "D2.17"))
def delays(view: GameView, unit: Unit, left: int, *, moving: bool) -> list[VehicleAct]:
    """The Delay MP that a Stopped vehicle of a platoon spends with a Target in LOS.

    All but one, with which its move goes on.
    Reading: D-348, D-401 also where its bounding fire is that of the AFPh.
    """
    whole = (left // MP - 1) * MP
    alone = len(platoon_of(view, unit)) < PLATOON
    if moving or whole <= 0 or alone or not sees_target(view, unit):
        return []
    return [VehicleAct(kind="delay", at=unit.location, quarters=whole)]
