"""How often the reference player wins: data of the Mission cards."""

from opfor.state.mission import missions
from opfor.views.reference import Odds, all_odds, as_shown

ENOUGH = 100
"""Games below which a rate says too little to be shown."""


class TestReference:
    """The data that the start page and the Mission's card show."""

    def test_every(self) -> None:
        """None that does not ship, and none that was played a few times only."""
        assert all_odds().keys() <= missions().keys()
        for odds in all_odds().values():
            assert odds.games >= ENOUGH
            assert 0 < odds.won < odds.games

    def test_level(self) -> None:
        """A Mission that is won more seldom is harder; one never played has no odds."""
        levels = [Odds(100, won).level for won in (70, 62, 61, 52, 51, 44, 43, 1)]
        assert levels == [1, 1, 2, 2, 3, 3, 4, 4]
        assert Odds(999, 613).rate == 61
        assert as_shown("mine") is None
