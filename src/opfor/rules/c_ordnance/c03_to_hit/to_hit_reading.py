"""All that a To Hit DR is read by."""

from typing import NamedTuple


class ToHitReading(NamedTuple):
    """All that a To Hit DR against one target is read by.

    Args:
        number: the Modified To Hit number.
        drm: to the DR.
        infantry: the Infantry Target Type, and no LATW.
    """

    number: int
    drm: int
    infantry: bool


SNAKE_EYES = 2
"""The Original DR that may be a CH."""


TURRET_DR = 2
"""The dr of an Improbable Hit on the turret of a vehicle; 3 is one on its hull."""
