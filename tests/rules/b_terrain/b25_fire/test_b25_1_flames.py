"""B25: Flames and Blazes: what burns, and how likely a fire grows and spreads."""

from opfor.rules.b_terrain.b25_fire.b25_1_flames import burning, burns
from opfor.state.events import MarkerAdded
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.flames import fire, weathered

L = LocationName

CALM = Weather()


class TestB25_1Burns:
    """B25.1."""

    def test_terrain(self) -> None:
        """Woods, brush and buildings burn, Open Ground does not, nor what burns."""

        def run(play: Play) -> None:
            found = {at: burns(play, L(f"t{at}")) for at in ("D4", "P5", "K4/1", "A1")}
            numbers = {at: kind.kindling if kind else 0 for at, kind in found.items()}
            assert numbers == {"D4": 9, "P5": 9, "K4/1": 7, "A1": 0}
            play.emit(MarkerAdded(fire("flame", "tD4")))
            assert burns(play, L("tD4")) is None
            assert burning(play, L("tD4"))

        weathered(CALM, run)
