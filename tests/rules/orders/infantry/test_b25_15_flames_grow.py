"""B25 in play: Flames that grow, Blazes that spread, and who burns; S? among them."""

import pytest

from opfor.rules.orders.infantry.b25_15_flames_grow import fires_grow, grow
from opfor.state.events import MarkerAdded
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from tests.rules.given.flames import fire, weathered

CALM = Weather()


class TestB25_151Growth:
    """B25.151."""

    @pytest.mark.parametrize(("dice", "kind"), [("4,4", "flame"), ("4,5", "blaze")])
    def test_number(self, dice: str, kind: str) -> None:
        """A Flame in woods becomes a Blaze on 9, and takes the S? with it."""

        def run(play: Play) -> None:
            flame = fire("flame", "tD4")
            play.emit(MarkerAdded(flame))
            grow(play, flame)

        state = weathered(CALM, run, f"B25.151 DR {dice}", suspects={"S1": "tD4"})
        assert [marker.kind for marker in state.markers.values()] == [kind]
        assert bool(state.suspects) is (kind == "flame")


class TestB25_15EachAFPh:
    """B25.15."""

    def run(self, play: Play) -> None:
        """A Flame in a building, a Blaze in woods, and an AFPh."""
        play.emit(MarkerAdded(fire("flame", "tP5")))
        play.emit(MarkerAdded(fire("blaze", "tD4")))
        fires_grow(play)

    def test_order(self) -> None:
        """Blazes first; a new Flame does not grow in the same phase."""
        state = weathered(CALM, self.run, "B25.62 DR 6,6", "B25.151 DR 1,1")
        assert sorted(m.kind for m in state.markers.values()) == [
            "blaze",
            "flame",
            "flame",
        ]

    def test_exc1_rain(self) -> None:
        """Neither in rain."""
        assert len(weathered(Weather(sky="heavy rain"), self.run).markers) == 2
