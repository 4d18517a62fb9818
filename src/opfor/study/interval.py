"""How well something is known: intervals that hold however often one looks, and others.

An interval made for a fixed number of games is wrong too often once one looks at it
after each game and stops when it pleases. The first two here hold at all numbers of
games together, with a chance of `SURE`: they are confidence sequences.

`share_interval` is for wins. Each possible rate p is tried by how much better the games
so far are told by rates drawn from Beta(mp, m(1 - p)) than by p itself. Were p the true
rate, that likelihood ratio would be a martingale that begins at 1, and by Ville's
inequality it would ever reach 1 / (1 - SURE) with a chance of no more than 1 - SURE;
so p is given up when it does. This is the beta-binomial mixture of Robbins (1970), as
in Howard, Ramdas, McAuliffe and Sekhon, "Time-uniform, nonparametric, nonasymptotic
confidence sequences", Annals of Statistics 49 (2021), section 3.

`mean_interval` is for any other figure, such as VP or the difference of two games of a
pair: the same mixture in its normal limit, which holds for large numbers of games
(Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
asymptotic confidence sequences", Annals of Statistics 52 (2024), theorem 2.2).

Where the number of games was fixed before the first of them, about half that width
will do: `paired_interval` for who won in pairs, `student_interval` for other figures.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf, lgamma, log, log1p, sqrt
from typing import NamedTuple

from opfor.sim.summary import Z95

SURE = 0.95
"""The chance that an interval holds at every moment."""

LIMIT = -log(1 - SURE)
"""The logarithm of the likelihood ratio at which a rate is given up."""

TUNED = 0.2805
"""m times the square of the half-width for which an interval is to be narrowest.

With m games in the mixture an interval around p = 1/2 has the half-width h after
n games with n² h² = (n + m) p(1 - p) (2 LIMIT + log(1 + n / m)); n is least for a given
h at n = 8.21 m, which is m h² = 0.2805.
"""

EVEN = 2.3
"""Games times the square of the half-width, at even odds."""

HALVINGS = 40
"""Steps of the search for an end of an interval."""

PAIRS = 25.0
"""m for means: narrowest after some 200 games."""

LEAST = 8
"""Games below which nothing is said of a mean."""


class Interval(NamedTuple):
    """A figure with what it lies between."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2


def share_interval(won: int, games: int, *, half: float = 0.03) -> Interval:
    """A rate of wins that holds at any number of games.

    Args:
        won: how many games were won.
        games: of how many.
        half: the half-width for which it is to be narrowest; fixed beforehand.
    """
    if not games:
        return Interval(0.5, 0.0, 1.0)
    mass, share = TUNED / half**2, won / games

    def kept(rate: float) -> bool:
        return _ratio(won, games - won, rate, mass) < LIMIT

    low = _edge(kept, share, 0.0) if won else 0.0
    high = _edge(kept, share, 1.0) if won < games else 1.0
    return Interval(share, low, high)


def games_for(half: float) -> int:
    """About how many games it takes at even odds to know a rate to ± `half`."""
    return round(EVEN / half**2)


def half_of(games: int) -> float:
    """About how well a rate is known at even odds after so many games."""
    return min(0.5, sqrt(EVEN / games))


def _edge(kept: Callable[[float], bool], inside: float, outside: float) -> float:
    """The last rate that is kept, on the way from one inside to an end of all rates."""
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        if kept(middle):
            inside = middle
        else:
            outside = middle
    return outside


def _ratio(won: int, lost: int, rate: float, mass: float) -> float:
    """The logarithm of how much better the mixture tells the games than the rate."""
    a, b = mass * rate, mass * (1 - rate)
    mixed = _log_beta(a + won, b + lost) - _log_beta(a, b)
    return mixed - won * log(rate) - lost * log1p(-rate)


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def mean_interval(values: Sequence[float], *, spread: float = 0.0) -> Interval:
    """A mean that holds at any number of games, for large numbers of them.

    Args:
        values: what each game gave.
        spread: for what is mostly equal, such as who won in two games of a pair: two
            values so far off the mean are taken into the variance, so that a few equal
            games are not taken for certainty.
    """
    games = len(values)
    if games < LEAST:
        return _mean_of(values)
    mean = sum(values) / games
    squares = sum((value - mean) ** 2 for value in values) + 2 * spread**2
    half = mean_half(squares / games, games)
    return Interval(mean, mean - half, mean + half)


def paired_interval(values: Sequence[float]) -> Interval:
    """What a change adds to a share, by so many pairs as were fixed beforehand.

    The adjusted Wald interval of Bonett and Price (Journal of Educational and
    Behavioral Statistics 37, 2012): a pair of +1 and one of -1 are added to those there
    are, so that pairs which are all alike are not taken for certainty. Halves count as
    they are.

    Args:
        values: the difference of each pair, from -1 to 1.
    """
    known = _mean_of(values)
    if len(values) < LEAST:
        return known
    middle, variance = _moments([*values, 1.0, -1.0])
    half = Z95 * sqrt(variance / (len(values) + 2))
    return within(known._replace(low=middle - half, high=middle + half), 1.0)


def student_interval(values: Sequence[float]) -> Interval:
    """A mean of so many games as were fixed beforehand, by Student's t."""
    known, games = _mean_of(values), len(values)
    if games < LEAST:
        return known
    _, variance = _moments(values)
    half = student_t(games - 1) * sqrt(variance / (games - 1))
    return known._replace(low=known.value - half, high=known.value + half)


def student_t(freedom: int) -> float:
    """The deviate of a 95 % interval by Student's t, for seven degrees or more.

    It is the expansion about the normal one (Abramowitz and Stegun, 26.7.5), which is
    too low by no more than 0.001 there.
    """
    z, v = Z95, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / v**power for power, term in enumerate(terms, 1))


def _mean_of(values: Sequence[float]) -> Interval:
    """The mean, of which nothing more is said yet."""
    return Interval(sum(values) / len(values) if values else 0.0, -inf, inf)


def _moments(values: Sequence[float]) -> tuple[float, float]:
    """The mean and the mean square from it."""
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / len(values)


def within(known: Interval, most: float) -> Interval:
    """An interval of what cannot be more than `most` either way, if it has ends."""
    if known.half == inf:
        return known
    return known._replace(low=max(known.low, -most), high=min(known.high, most))


def mean_half(variance: float, games: int) -> float:
    """Half the width of the interval of a mean."""
    surplus = 2 * LIMIT + log1p(games / PAIRS)
    return sqrt((games + PAIRS) / games**2 * variance * surplus)


# -- how many games are still needed -------------------------------------------------


@lru_cache(4096)  # each cell of a sweep is asked again and again
def games_needed(won: int, games: int, half: float) -> int:
    """About how many games in all it takes to know a rate to ± `half`.

    Args:
        won: how many games were won so far.
        games: of how many.
        half: the half-width that is wanted.
    """
    share = (won + 2) / (games + 4)  # so a few games are not taken for the rate

    def known(count: int) -> bool:
        return share_interval(round(share * count), count, half=half).half <= half

    return _fewest(known, games)


def pairs_needed(values: Sequence[float], half: float, *, spread: float = 0.0) -> int:
    """About how many games in all it takes to know a mean to ± `half`.

    Args:
        values: what each game gave so far.
        half: the half-width that is wanted.
        spread: as in `mean_interval`.
    """
    games = len(values)
    _, variance = _moments(values)

    def known(count: int) -> bool:
        return mean_half(variance + 2 * spread**2 / count, count) <= half

    return _fewest(known, games)


MOST = 10**9
"""Games beyond which it does not matter how many."""


def _fewest(known: Callable[[int], bool], games: int) -> int:
    """The fewest games, of these or more, after which it is known."""
    low, high = max(1, games) - 1, max(1, games)
    while high < MOST and not known(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if known(middle) else (middle, high)
    return high
