"""The best guess by a few games."""

import pytest

from opfor.missions.guess import LEAP, Score, best_rung, expected

RUNGS = range(-10, 11)


@pytest.mark.parametrize(
    ("won", "low", "high"), [(0, 4, LEAP), (3, 1, 4), (5, 0, 0), (10, -LEAP, -4)]
)
def test_far_off_is_met_with_more(won: int, low: int, high: int) -> None:
    """Ten games say how far to go: the farther off, the more rungs at once."""
    found = best_rung({0: Score(won, 10)}, RUNGS, 0.5, 0)
    assert found is not None
    assert low <= found <= high


def test_between_two() -> None:
    """What is too hard on one rung and too easy on another lies in between."""
    played = {0: Score(1, 10), 6: Score(9, 10)}
    assert best_rung(played, RUNGS, 0.5, 6) == 3


def test_all_games_count() -> None:
    """Rates grow along the rungs, and lie near to what many games say."""
    rates = expected({0: Score(20, 100), 4: Score(80, 100)}, RUNGS)
    assert list(rates.values()) == sorted(rates.values())
    assert rates[0] == pytest.approx(0.2, abs=0.05)
    assert rates[2] == pytest.approx(0.5, abs=0.05)


def test_none_left() -> None:
    """No rung, no guess."""
    assert best_rung({}, [], 0.5, 0) is None
