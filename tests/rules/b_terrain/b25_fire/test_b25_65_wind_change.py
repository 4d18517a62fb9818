"""B25.65: the Wind Change DR of each Player Turn, and what it brings."""

from typing import Any

import pytest

from opfor.rules.b_terrain.b25_fire.b25_65_wind_change import change, wind_change
from opfor.state.in_progress import Weather
from tests.rules.given.flames import weathered

CALM = Weather()


class TestB25_65WindChange:
    """B25.65."""

    def test_nothing(self) -> None:
        """Neither 3 nor 11 changes anything."""
        for dice in ("1,2", "5,6"):
            state = weathered(CALM, wind_change, f"B25.65 DR {dice}")
            assert state.weather == CALM

    def test_gusts(self) -> None:
        """A 12 brings Gusts, which are over with the next DR."""
        state = weathered(CALM, wind_change, "B25.65 DR 6,6")
        assert state.weather.gusts
        state = weathered(Weather(gusts=True), wind_change, "B25.65 DR 3,4")
        assert not state.weather.gusts

    def test_change(self) -> None:
        """A 2 changes the wind."""
        dice = ("B25.65 DR 1,1", "B25.651 dr 5")
        assert weathered(CALM, wind_change, *dice).weather.wind == "mild"

    @pytest.mark.parametrize("first", ["FRIENDLY", "ENEMY"])
    def test_each_player_turn(self, first: str) -> None:
        """In the RPh of the first Player Turn and of the second."""
        state = weathered(CALM, wind_change, "B25.65 DR 6,6", first=first)
        assert state.weather.gusts


class TestB25_651Change:
    """B25.651."""

    @pytest.mark.parametrize(
        ("wind", "die", "after"),
        [
            ("none", 5, "mild"),
            ("mild", 5, "heavy"),
            ("heavy", 5, "heavy"),
            ("mild", 6, "none"),
            ("none", 6, "none"),
        ],
    )
    def test_force(self, wind: Any, die: int, after: str) -> None:
        """5 is more, 6 is less wind."""
        state = weathered(Weather(wind=wind), change, f"B25.651 dr {die}")
        assert state.weather.wind == after

    @pytest.mark.parametrize("die", [1, 4])
    def test_direction(self, die: int) -> None:
        """1 to 4 turns it, by a further dr."""
        dice = (f"B25.651 dr {die}", "B25.651 dr 6")
        assert weathered(CALM, change, *dice).weather.direction == 5
