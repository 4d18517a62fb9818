"""Intervals, most of which hold however often one looks: tried on coins."""

from collections.abc import Callable
from math import inf, sqrt

import numpy as np
import pytest

from opfor.study.interval import (
    Interval,
    games_for,
    half_of,
    mean_interval,
    paired_interval,
    share_interval,
    student_interval,
    student_t,
    within,
)

COINS = 200
"""Coins that are thrown of each kind."""

MISSES = 0.05 + 3 * sqrt(0.05 * 0.95 / COINS)
"""The share of coins that may leave their interval: 5 %, and three deviations."""


class TestShare:
    """The rate of wins."""

    def test_no_games(self) -> None:
        """Of no game nothing is known."""
        assert share_interval(0, 0)[1:] == (0, 1)

    @pytest.mark.parametrize("rate", [0.02, 0.3, 0.5, 0.8])
    def test_coverage(self, rate: float) -> None:
        """A coin looked at after every tenth throw, up to 1000, is seldom missed."""
        thrown = np.random.default_rng(5).random((COINS, 1000)) < rate
        heads = thrown.cumsum(axis=1)
        missed = sum(
            any(
                not low <= rate <= high
                for games in range(10, 1001, 10)
                for _, low, high in [share_interval(int(row[games - 1]), games)]
            )
            for row in heads
        )
        assert missed / COINS <= MISSES

    def test_usual_interval_fails(self) -> None:
        """The same look after each game, with Wilson's interval, misses often."""
        from opfor.sim.summary import wilson  # noqa: PLC0415 - beside its use

        thrown = np.random.default_rng(5).random((100, 1000)) < 0.5
        heads = thrown.cumsum(axis=1)
        missed = sum(
            any(
                not low <= 0.5 <= high
                for games in range(10, 1001, 10)
                for low, high in [wilson(int(row[games - 1]), games)]
            )
            for row in heads
        )
        assert missed > 20

    @pytest.mark.parametrize(("won", "games"), [(0, 7), (1, 30), (7, 7), (900, 2000)])
    def test_is_an_interval(self, won: int, games: int) -> None:
        """Rates are given up further out once one is given up; the share is inside."""
        value, low, high = share_interval(won, games)
        assert 0 <= low <= value <= high <= 1
        wide = share_interval(won, games, half=0.1)
        assert wide.low <= value <= wide.high

    def test_narrow_enough(self) -> None:
        """Even odds are known to three points after some 2560 games."""
        assert share_interval(1275, 2550).half == pytest.approx(0.03, abs=2e-4)

    def test_games_for(self) -> None:
        """What it will take is told beforehand, about."""
        games = games_for(0.05)
        assert share_interval(games // 2, games, half=0.05).half == pytest.approx(
            0.05, rel=0.02
        )
        assert half_of(games) == pytest.approx(0.05, rel=0.01)

    def test_ends(self) -> None:
        """Games that were all won leave the highest rate open, and the other way."""
        assert share_interval(50, 50).high == 1
        assert share_interval(0, 50).low == 0


class TestMean:
    """Means of any figure."""

    def test_few(self) -> None:
        """Of few games nothing is said."""
        assert mean_interval([1.0] * 3)[1:] == (-inf, inf)

    @pytest.mark.parametrize("even", [0.2, 0.7])
    def test_coverage(self, even: float) -> None:
        """Differences of pairs, mostly equal, looked at all the time from 20 on."""
        generator = np.random.default_rng(6)
        side = (1 - even) / 2
        drawn = generator.choice([-1.0, 0.0, 1.0], (COINS, 300), p=[side, even, side])
        missed = 0
        for row in drawn:
            values = row.tolist()
            missed += any(
                not low <= 0 <= high
                for games in range(20, 301, 10)
                for _, low, high in [mean_interval(values[:games], spread=1.0)]
            )
        assert missed / COINS <= MISSES

    def test_equal_games(self) -> None:
        """Pairs that were all equal are not taken for certainty."""
        assert mean_interval([0.0] * 50, spread=1.0).half > 0.02


def test_within() -> None:
    """A difference of rates is no more than all; what has no ends gets none."""
    assert within(Interval(0.4, -0.9, 1.7), 1.0) == (0.4, -0.9, 1.0)
    assert within(Interval(0.4, 0.1, 0.7), 1.0) == (0.4, 0.1, 0.7)
    assert within(Interval(0.0, -inf, inf), 1.0) == (0.0, -inf, inf)


class TestFixed:
    """Intervals of a number of pairs that was fixed beforehand."""

    PAIRS = (-1.0,) * 2 + (1.0,) * 6 + (0.0,) * 52

    def test_bonett_price(self) -> None:
        """Its formula, of two pairs lost, six gained and 52 alike."""
        gained, lost, pairs = 7 / 62, 3 / 62, 62
        half = 1.959964 * sqrt((gained + lost - (gained - lost) ** 2) / pairs)
        value, low, high = paired_interval(self.PAIRS)
        assert value == pytest.approx(4 / 60)
        assert (low, high) == pytest.approx(
            (gained - lost - half, gained - lost + half)
        )

    def test_half_as_wide(self) -> None:
        """Whoever looks once knows about twice as much."""
        always = mean_interval(self.PAIRS, spread=1.0).half
        assert 1.6 < always / paired_interval(self.PAIRS).half < 2.2

    @pytest.mark.parametrize("games", [10, 40, 200])
    @pytest.mark.parametrize("even", [0.3, 0.8])
    def test_coverage(self, games: int, even: float) -> None:
        """It holds the truth of pairs with wins, losses and draws in 95 of 100."""
        generator = np.random.default_rng(8)
        side = (1 - even) / 6
        shares = [side, side, even, side, 3 * side]
        drawn = generator.choice([-1.0, -0.5, 0.0, 0.5, 1.0], (2000, games), p=shares)
        truth = 2 * side
        held = [
            low <= truth <= high
            for row in drawn
            for _, low, high in [paired_interval(row.tolist())]
        ]
        assert sum(held) / len(held) > 0.935

    def test_nothing_differs(self) -> None:
        """Pairs that are all alike are no certainty; halves count as halves."""
        assert 0.03 < paired_interval([0.0] * 60).half < 0.06
        assert paired_interval([0.5] * 10 + [0.0] * 50).value == pytest.approx(1 / 12)
        assert paired_interval([1.0] * 20).high == 1.0

    @pytest.mark.parametrize(
        ("freedom", "deviate"), [(7, 2.3646), (9, 2.2622), (29, 2.0452), (999, 1.9623)]
    )
    def test_student_t(self, freedom: int, deviate: float) -> None:
        """As in the tables."""
        assert student_t(freedom) == pytest.approx(deviate, abs=1e-3)

    def test_student(self) -> None:
        """The mean of a few figures."""
        value, low, high = student_interval([1.0, 2, 3, 4, 5, 6, 7, 8])
        assert (value, low, high) == pytest.approx((4.5, 2.4521, 6.5479), abs=1e-3)

    @pytest.mark.parametrize("interval", [paired_interval, student_interval])
    def test_few(self, interval: Callable[[list[float]], Interval]) -> None:
        """Of few pairs nothing is said."""
        assert interval([1.0] * 7) == (1.0, -inf, inf)
        assert interval([]) == (0.0, -inf, inf)
