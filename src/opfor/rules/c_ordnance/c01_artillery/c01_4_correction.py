"""C1.4: how far a Correction may go astray."""

from opfor.core.rule import rule

PER_HEX = 3
"""Hexes of a correction for each hex that it may err."""


@rule("C1.4", "Correction", cites=("C1.32",))
def most_error(hexes: int) -> int:
    """The hexes that a correction errs at the most: a third of its way, rounded up."""
    return -(-hexes // PER_HEX)
