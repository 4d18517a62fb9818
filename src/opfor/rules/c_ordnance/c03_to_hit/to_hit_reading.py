"""All that a To Hit DR is read by."""

from typing import NamedTuple

from opfor.core.dice import DR


class ToHitReading(NamedTuple):
    """All that a To Hit DR against one target is read by.

    Args:
        number: the Modified To Hit number.
        drm: to the DR.
        infantry: the Infantry Target Type, and no LATW.
        unsteady: the lower dr counts double (C5.34).
        bullets: it is a MG's, which never makes a CH (A9.61).
    """

    number: int
    drm: int
    infantry: bool
    unsteady: bool = False
    bullets: bool = False

    def final(self, dice: DR) -> int:
        """The Final DR."""
        found = dice.coloured + dice.white + self.drm
        return found + min(dice) if self.unsteady else found

    def missed(self, dice: DR) -> bool:
        """Whether it is above the Modified To Hit number."""
        return self.final(dice) > self.number


SNAKE_EYES = 2
"""The Original DR that may be a CH."""


TURRET_DR = 2
"""The dr of an Improbable Hit on the turret of a vehicle; 3 is one on its hull."""
