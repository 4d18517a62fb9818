"""Where on a ladder a rate of wins lies, by the games played on some rungs of it.

The chance to win is taken to grow along the rungs as a logistic curve, of which neither
the middle nor the slope is known: each of many curves is as likely as it tells the
games, and the rung is the one whose rate, over all of them, is nearest to the wish.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

MIDDLES = np.linspace(-6, 6, 97)
"""Log odds at rung 0; before any game all within some 2 of even are likely."""

SPREAD = 2.0

SLOPES = np.geomspace(0.05, 1.6, 26)
"""Log odds that a rung is worth; some 0.35, which is 9 points at even odds."""

USUAL, FACTOR = 0.35, 2.0

SURE = 12.0
"""Log odds beyond which a curve is taken as flat."""

LEAP = 6
"""Rungs that are climbed at once at the most."""


class Score(NamedTuple):
    """Games won, of how many."""

    won: int = 0
    games: int = 0


def best_rung(
    played: Mapping[int, Score], rungs: Sequence[int], wish: float, here: int
) -> int | None:
    """The rung on which a Mission is most likely as wished; None if there is none.

    Args:
        played: what was played, by rung.
        rungs: those that it may be.
        wish: the rate of wins that is wished.
        here: where it was played last; no more than so many are climbed from there.
    """
    near = [rung for rung in rungs if abs(rung - here) <= LEAP]
    rates = expected(played, near)
    off = {rung: (abs(rate - wish), abs(rung - here)) for rung, rate in rates.items()}
    return min(off, key=lambda rung: off[rung], default=None)


def expected(played: Mapping[int, Score], rungs: Sequence[int]) -> dict[int, float]:
    """The rate of wins that is to be expected on some rungs."""
    likely = _before().copy()
    for rung, score in played.items():
        rate = _rates(rung)
        likely += score.won * np.log(rate)
        likely += (score.games - score.won) * np.log1p(-rate)
    weight = np.exp(likely - likely.max())
    total = weight.sum()
    return {rung: float((weight * _rates(rung)).sum() / total) for rung in rungs}


@cache
def _rates(rung: int) -> Floats:
    """The rate on a rung by each curve."""
    odds = np.clip(MIDDLES[:, None] + SLOPES[None, :] * rung, -SURE, SURE)
    return np.asarray(1 / (1 + np.exp(-odds)))


@cache
def _before() -> Floats:
    """How likely each curve is before any game, as a logarithm."""
    middle = -0.5 * (MIDDLES / SPREAD) ** 2
    slope = -0.5 * (np.log(SLOPES / USUAL) / np.log(FACTOR)) ** 2
    return np.asarray(middle[:, None] + slope[None, :])
