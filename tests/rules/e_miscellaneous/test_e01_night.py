"""E1: night."""

import pytest

from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.e_miscellaneous.e01_night import seen_at_night
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.flames import weathered

L = LocationName


class TestE1_1Nvr:
    """E1.1."""

    @pytest.mark.parametrize(("nvr", "seen"), [(-1, True), (3, True), (2, False)])
    def test_range(self, nvr: int, seen: bool) -> None:
        """Nothing is seen beyond the NVR."""

        def run(play: Play) -> None:
            assert sees(play, L("tA1"), L("tD2")) is seen
            assert seen_at_night(play, L("tA1"), L("tD2")) is seen

        weathered(Weather(night=nvr), run)

    def test_exc1_adjacent(self) -> None:
        """The next hex is seen in any night."""

        def run(play: Play) -> None:
            assert sees(play, L("tA1"), L("tA2"))
            assert not sees(play, L("tA1"), L("tA3"))

        weathered(Weather(night=0), run)
