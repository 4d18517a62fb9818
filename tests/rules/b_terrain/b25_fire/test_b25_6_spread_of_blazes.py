"""B25.6: where a Blaze spreads."""

import pytest
from msgspec.structs import replace

from opfor.rules.b_terrain.b25_fire.b25_6_spread_of_blazes import spreads_to, wind_drm
from opfor.state.events import WeatherChanged
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.flames import weathered

L = LocationName


CALM = Weather()


class TestB25_6Where:
    """B25.6."""

    def test_adjacent(self) -> None:
        """Into what burns next to it, and up and down in a building."""

        def run(play: Play) -> None:
            assert set(spreads_to(play, L("tD4"))) == {"tD5"}
            assert list(spreads_to(play, L("tK4"))) == ["tK4/1"]

        weathered(CALM, run)


class TestB25_61Wind:
    """B25.61."""

    @pytest.mark.parametrize(
        ("weather", "drm"),
        [
            (Weather(), 0),
            (Weather(wind="mild", direction=0), 1),
            (Weather(wind="heavy", direction=1), 2),
            (Weather(wind="mild", direction=3), -1),
            (Weather(gusts=True, direction=0), 1),
        ],
    )
    def test_ways(self, weather: Weather, drm: int) -> None:
        """Up the map: with the wind or beside it, and against it."""

        def run(play: Play) -> None:
            found = wind_drm(play, L("tD5"), L("tD4"))
            assert sum(mod.value for mod in found) == drm

        # The side is counted from the Location entered, so look the way it blows.
        def turned(play: Play) -> None:
            side = play.world.side_between(L("tD5"), L("tD4"))
            off = replace(weather, direction=(weather.direction + side) % 6)
            play.emit(WeatherChanged(off, "so"))
            run(play)

        weathered(weather, turned)
