"""Figures over many games that are right."""

import pytest
from msgspec.structs import replace

from opfor.sim.series import GameOutcome
from opfor.sim.summary import summary, wilson


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(0, 10, 0.0, 0.278), (5, 10, 0.237, 0.763), (10, 10, 0.722, 1.0)],
)
def test_wilson(won: int, games: int, low: float, high: float) -> None:
    """The interval is Wilson's, to three digits."""
    assert wilson(won, games) == pytest.approx((low, high), abs=0.0006)


def ended(index: int, winner: str) -> GameOutcome:
    """A game that somebody won, with two losses of the ENEMY on turn 2."""
    return GameOutcome(
        index=index,
        winner=winner,  # type: ignore[arg-type] # a side
        vp={"FRIENDLY": 4, "ENEMY": 2},
        losses={"FRIENDLY": [0, 0], "ENEMY": [0, 2]},
        rules={"A7.3": 5},
        seconds=2.0,
        enemy_turns_s=[0.1, 0.3],
    )


class TestSummary:
    """Figures over games."""

    def test_figures(self) -> None:
        """Shares, means and rates."""
        games = [ended(0, "FRIENDLY"), ended(1, "ENEMY"), ended(2, "")]
        found = summary(games)
        assert (found.games, found.won, found.draws) == (3, 1, 1)
        assert found.losses == {"FRIENDLY": [0, 0], "ENEMY": [0, 2]}
        assert found.rules == {"A7.3": 3}
        assert found.missions_per_s == pytest.approx(0.5)
        slow = replace(ended(3, ""), first=True, seconds=9.0)
        assert summary([*games, slow]).missions_per_s == pytest.approx(0.5)

    def test_too_few_for_a_rate(self) -> None:
        """The first of a process, and those of a file, do not tell how fast it is."""
        kept = replace(ended(0, ""), seconds=0.0)
        first = replace(ended(1, ""), first=True)
        found = summary([kept, kept, kept, first, ended(2, ""), ended(3, "")])
        assert found.missions_per_s == 0

    def test_faults(self) -> None:
        """A game with a fault counts as such alone."""
        found = summary(
            [ended(0, "FRIENDLY"), GameOutcome(index=1, fault="KeyError: x")]
        )
        assert (found.games, found.faults) == (1, {1: "KeyError: x"})

    def test_nothing(self) -> None:
        """Of no game at all nothing is known."""
        found = summary([])
        assert (found.games, found.low, found.high) == (0, 0.0, 1.0)
