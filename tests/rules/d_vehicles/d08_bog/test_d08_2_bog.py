"""D8.2 and D8.3: Bog."""

from typing import Any

import pytest

from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.state.units import LocationName
from tests.rules.given.armor import PZ4
from tests.rules.given.driving import START, after

L = LocationName


class TestD8_2Bog:
    """D8.2, D8.21."""

    def fast(self, dr: str) -> Any:
        """The tank goes into woods at half of its MP: +1 and +3."""
        into = DriveOrder("tank", L("tK3"))
        return after(START, into, at="tK4", dice=(f"D8.2 DR {dr}",))

    def test_bogged(self) -> None:
        """A Final 12 bogs it, and ends its move."""
        found = self.fast("4,4")
        assert (found.bogged, found.motion) == (True, False)

    def test_not(self) -> None:
        """A Final 11 does not."""
        assert not self.fast("3,4").bogged


class TestD8_21Drm:
    """D8.21."""

    @pytest.mark.parametrize(
        ("counter", "dr", "bogged"),
        [("german/pzkpfw-iia", "4,4", False), (PZ4, "4,4", True)],
    )
    def test_ground_pressure(self, counter: str, dr: str, *, bogged: bool) -> None:
        """+1 normal, none for low ground pressure."""
        into = DriveOrder("tank", L("tK3"))
        found = after(START, into, at="tK4", counter=counter, dice=(f"D8.2 DR {dr}",))
        assert found.bogged is bogged
