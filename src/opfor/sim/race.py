"""Which of some plans is best, by playouts: poor ones are dropped early.

Sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed
bandits", ICML 2013): in each round all plans that are left get the same playouts, and
the worse half is dropped. The playouts of one number have the same unknowns and dice
for all plans, so plans are compared in pairs.
"""

from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt
from time import monotonic
from typing import NamedTuple

LEAST = 4
"""Playouts of each plan in the first round, at the least."""

SURER = 1.0
"""Standard errors by which a plan must be better to take the usual one's place."""

TWO_SIDED = 1.96
"""Standard errors on each side of an interval of 95 %."""

Play = Callable[[int, int], float | None]
"""What playout number n of plan number k comes to; None if it cannot be played."""


class Budget(NamedTuple):
    """What a decision may cost.

    Args:
        games: playouts, of all plans together.
        seconds: time after which no further round is begun; 0: no end.
    """

    games: int = 64
    seconds: float = 0.0


class Found(NamedTuple):
    """What is known of a plan: the chance to win with it, and its interval of 95 %."""

    chance: float
    low: float
    high: float
    games: int


def race(
    plans: int,
    play: Play,
    budget: Budget,
    *,
    stop: Callable[[], bool] = lambda: False,
    drop_same: bool = False,
    drop_behind: bool = False,
) -> list[list[float | None]]:
    """What each playout of each plan came to; the plan of number 0 is never dropped.

    Args:
        plans: how many there are.
        play: plays one out.
        budget: when it is enough.
        stop: asked before each playout, whether nobody wants to know any more.
        drop_same: end with plans that come to the very same as number 0 each time:
            they are most likely the same plan.
        drop_behind: end with plans that are not ahead of number 0; in two rounds at the
            least, so that most cost but the first.
    """
    begun = monotonic()
    made: list[list[float | None]] = [[] for _ in range(plans)]
    left = list(range(plans))
    rounds = max(1 + drop_behind, ceil(log2(plans)))
    for nth in range(rounds):
        share = budget.games // rounds // len(left)
        for number in range(len(made[0]), len(made[0]) + max(LEAST, share)):
            for plan in left:
                if stop():
                    return made
                made[plan].append(play(plan, number))
        if budget.seconds and monotonic() - begun > budget.seconds:
            break
        if nth + 1 < rounds:
            others = [k for k in left[1:] if not drop_same or made[k] != made[0]]
            if drop_behind:
                others = [k for k in others if gain(made[k], made[0])[0] > 0]
            others.sort(key=lambda k: -gain(made[k], made[0])[0])
            left = [0, *others[: max(1, ceil(len(left) / 2) - 1)]]
            if not others:
                break
    return made


def gain(
    one: Sequence[float | None], usual: Sequence[float | None]
) -> tuple[float, float]:
    """How much better one plan is than the usual one, with its standard error."""
    pairs = zip(one, usual, strict=False)
    apart = [a - b for a, b in pairs if a is not None and b is not None]
    if len(apart) < LEAST:
        return -1.0, 0.0
    mean = sum(apart) / len(apart)
    squares = sum((value - mean) ** 2 for value in apart)
    return mean, sqrt(squares / (len(apart) - 1) / len(apart))


def best(made: Sequence[Sequence[float | None]]) -> int:
    """The plan that is best, if that is clear; else the usual one."""
    gains = {k: gain(one, made[0]) for k, one in enumerate(made) if k}
    clear = [k for k, (mean, error) in gains.items() if mean > SURER * error]
    return max(clear, key=lambda k: (len(made[k]), gains[k][0]), default=0)


def found(values: Sequence[float | None]) -> Found:
    """The chance to win by some playouts.

    The interval is Wilson's, as for as many games won and lost: playouts that are cut
    vary less, so it is rather too wide than too narrow.
    """
    known = [value for value in values if value is not None]
    games = len(known)
    if not games:
        return Found(0.5, 0.0, 1.0, 0)
    rate, z = sum(known) / games, TWO_SIDED
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    spread = z * sqrt(rate * (1 - rate) / games + (z / (2 * games)) ** 2)
    half = spread / (1 + z * z / games)
    return Found(rate, max(0.0, middle - half), min(1.0, middle + half), games)
