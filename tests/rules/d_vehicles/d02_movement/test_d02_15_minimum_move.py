"""D2.15: Minimum Move."""

from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.state.units import LocationName
from tests.rules.given.driving import (
    START,
    move,
)

L = LocationName


class TestD2_15Minimum:
    """D2.15."""

    def test_too_dear(self) -> None:
        """All MP for one hex that costs more than there are."""
        least = DriveOrder("tank", L("tK6"), reverse=True, minimum=True)
        move(START, least, fails="MP are enough")
