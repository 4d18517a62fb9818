"""How the dice fell: their distribution beside what was to be expected, and luck.

In ASL a low DR is nearly always the better one for whoever rolls it, so luck is told by
the sum of all DR: how likely is one as low, or as high, with fair dice?
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from opfor.core.ask import Roll
from opfor.core.journal import Entry

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""In how many of 36 ways a DR falls."""

MEAN, VARIANCE = 7.0, 35 / 6
"""Of one DR."""

UNUSUAL = 0.05
"""A chance below which dice are called unusual."""

_SIDES = {"FRIENDLY": "FRIENDLY DR", "ENEMY": "ENEMY DR", "": "DR of neither side"}

Column = tuple[int, int, float]
"""A total, how often it fell, and how often it was to be expected."""


class DiceLuck(Struct, frozen=True):
    """The DR of one side, or all of them.

    Args:
        name: whose they are.
        count: how many.
        mean: of them.
        sigma: by how many standard deviations their sum lies above (+) or below.
        lower, higher: the chance of a sum as low or lower, as high or higher.
        columns: how often each total fell, and how often it should have.
    """

    name: str
    count: int
    mean: float
    sigma: float
    lower: float
    higher: float
    columns: tuple[Column, ...]

    @property
    def verdict(self) -> str:
        """It in words."""
        if self.lower < UNUSUAL:
            return f"low: fair dice are as low in {100 * self.lower:.1f} % of games"
        if self.higher < UNUSUAL:
            return f"high: fair dice are as high in {100 * self.higher:.1f} % of games"
        return "as fair dice fall"


def luck_of(entries: Iterable[Entry]) -> tuple[DiceLuck, ...]:
    """The DR of a game by side, and all together."""
    found: dict[str, list[int]] = {side: [] for side in _SIDES}
    for entry in entries:
        request = entry.asked.request
        if isinstance(request, Roll) and request.kind == "DR":
            found.setdefault(request.side, []).append(sum(entry.answer))
    every = [total for totals in found.values() for total in totals]
    parts = [
        _luck(_SIDES.get(side, side), totals)
        for side, totals in found.items()
        if totals
    ]
    return (*parts, _luck("all DR", every)) if len(parts) > 1 else tuple(parts)


def _luck(name: str, totals: Sequence[int]) -> DiceLuck:
    count, most = len(totals), sum(totals)
    fell = Counter(totals)
    chances = sums(count)
    at = most - 2 * count
    return DiceLuck(
        name=name,
        count=count,
        mean=most / count,
        sigma=(most - MEAN * count) / sqrt(VARIANCE * count),
        lower=float(chances[: at + 1].sum()),
        higher=float(chances[at:].sum()),
        columns=tuple(
            (total, fell[total], count * ways / 36) for total, ways in WAYS.items()
        ),
    )


def sums(count: int) -> NDArray[np.float64]:
    """The chance of each sum of so many DR, from the lowest sum on."""
    power = np.array([ways / 36 for ways in WAYS.values()])
    found = np.ones(1)
    while count:
        if count & 1:
            found = np.convolve(found, power)
        power = np.convolve(power, power)
        count >>= 1
    return found


def dice_of(entries: Iterable[Entry]) -> tuple[Column, ...]:
    """How often each face of a single die fell, in all rolls."""
    dice = [
        die
        for entry in entries
        if isinstance(entry.asked.request, Roll)
        for die in entry.answer
    ]
    fell = Counter(dice)
    return tuple((face, fell[face], len(dice) / 6) for face in range(1, 7))
