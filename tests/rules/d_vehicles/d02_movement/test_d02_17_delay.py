"""D2.17: Delay."""

from opfor.rules.choices.vehicle_orders import Delay
from opfor.state.units import LocationName
from tests.rules.given.driving import (
    START,
    STOP,
    TO_K4,
    after,
    move,
)

L = LocationName


class TestD2_17Delay:
    """D2.17."""

    def test_stopped(self) -> None:
        """MP spent where a Stopped vehicle is count for its aim."""
        found = after(START, TO_K4, STOP, Delay("tank", 3))
        assert found.trail[-1] == (L("tK4"), 12)

    def test_in_motion(self) -> None:
        """Not in Motion."""
        move(START, Delay("tank"), fails="only while Stopped")
