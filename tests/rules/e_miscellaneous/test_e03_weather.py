"""E3: what weather does to sight."""

from typing import Any

import pytest

from opfor.rules.e_miscellaneous.e03_weather import low_visibility
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.flames import weathered

L = LocationName


class TestE3_1LowVisibility:
    """E3.1."""

    @pytest.mark.parametrize(
        ("sky", "near", "seven", "thirteen"),
        [
            ("clear", 0, 0, 0),
            ("overcast", 0, 0, 0),
            ("mist", 0, 1, 2),
            ("rain", 0, 1, 2),
            ("snow", 0, 1, 2),
            ("heavy rain", 1, 2, 3),
        ],
    )
    def test_ranges(self, sky: Any, near: int, seven: int, thirteen: int) -> None:
        """One for each six hexes beyond the first six."""

        def run(play: Play) -> None:
            for to, drm in (("G1", near), ("H1", seven), ("N1", thirteen), ("A1", 0)):
                mods = low_visibility(play, L("tA1"), L(f"t{to}"))
                assert sum(mod.value for mod in mods) == drm, to

        weathered(Weather(sky=sky), run)

    def test_night(self) -> None:
        """By night one more, but for the same hex."""

        def run(play: Play) -> None:
            assert sum(m.value for m in low_visibility(play, L("tA1"), L("tB1"))) == 1
            assert not low_visibility(play, L("tA1"), L("tA1"))

        weathered(Weather(night=3), run)
