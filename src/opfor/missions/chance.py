"""Draws that follow from a seed alone, the same on every machine."""

from collections.abc import Sequence
from typing import TypeVar

from opfor.core.dice import uniform

Item = TypeVar("Item")

DIE = 6


class Chance:
    """One draw after another; the same seed gives the same draws.

    Args:
        seed: what they follow from.
    """

    def __init__(self, seed: int | str) -> None:
        self._seed, self._drawn = str(seed), 0

    def below(self, count: int) -> int:
        """A number from 0 to one less than a count, each as likely."""
        self._drawn += 1
        return uniform(self._seed, "roll", self._drawn, count)

    def of(self, items: Sequence[Item]) -> Item:
        """One of some things."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """All of them in some order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]

    def dr(self) -> int:
        """Two dice."""
        return 2 + self.below(DIE) + self.below(DIE)
