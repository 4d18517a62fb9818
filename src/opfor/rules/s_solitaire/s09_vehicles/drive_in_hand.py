"""A drive in hand: a vehicle, its course, and what it has spent."""

from msgspec import Struct

from opfor.state.in_progress import VehiclePlan
from opfor.state.units import OFFBOARD, LocationName, Unit, VehicleState


class DriveInHand(Struct, frozen=True, kw_only=True):
    """A move in hand: the vehicle where it is by then, and what it has behind it.

    Args:
        unit: the vehicle, with its CA, hatches and Motion.
        driving: what its Move Command has it do.
        spent: quarters of MP.
        entered: Locations entered.
        back: the one just left.
    """

    unit: Unit
    driving: VehiclePlan
    spent: int = 0
    entered: int = 0
    back: LocationName = OFFBOARD

    @property
    def state(self) -> VehicleState:
        """What the vehicle has as one."""
        return self.unit.vehicle or VehicleState()
