"""S6.309: vehicles in Motion move on."""

from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.state.units import VehicleState
from tests.rules.given.automatic_actions import own
from tests.rules.given.enemies import enemy, played

STOPPED = VehicleState()
TANK = "t-34-m41"


class TestS6_309MotionVehicle:
    """S6.309."""

    def test_moves_on(self) -> None:
        """One in Motion moves; a stopped one has no such Action."""
        tank = enemy("e1", "J6", TANK, vehicle=VehicleState(motion=True))
        assert own(tank) == Automatic("S6.309", "Move")
        assert own(enemy("e1", "J6", TANK, vehicle=STOPPED)) is None

    def test_exc1_panic(self) -> None:
        """EXC: one in Panic has none; it keeps its Motion until it stops in the MPh."""
        tank = enemy("e1", "J6", TANK, vehicle=VehicleState(motion=True))
        unit = played("S6.11 DR 6,6", things=[tank]).state.units["e1"]
        assert (unit.action, unit.automatic) == ("Panic", "")
        assert unit.vehicle is not None
        assert unit.vehicle.motion
