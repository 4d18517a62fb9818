"""B25.62: a Blaze spreads."""

import pytest

from opfor.rules.orders.infantry.b25_62_spread import spread
from opfor.state.events import MarkerAdded
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from tests.rules.given.flames import fire, weathered

CALM = Weather()


class TestB25_62Spread:
    """B25.62."""

    @pytest.mark.parametrize(("dice", "spreads"), [("3,3", False), ("3,4", True)])
    def test_number(self, dice: str, spreads: bool) -> None:
        """The Spread number of woods is 7."""

        def run(play: Play) -> None:
            blaze = fire("blaze", "tD4")
            play.emit(MarkerAdded(blaze))
            spread(play, blaze)

        state = weathered(CALM, run, f"B25.62 DR {dice}")
        assert (len(state.markers) == 2) is spreads
