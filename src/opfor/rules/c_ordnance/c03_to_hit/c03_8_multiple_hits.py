"""C3.8: Multiple Hits."""

from opfor.core.dice import DR
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c03_to_hit.to_hit import SHORT, ToHit


@rule("C3.8", "Multiple Hits", cites=("C3.31", "C3.32"))
def twice(shot: ToHit, dice: DR) -> bool:
    """Whether a Gun of 15 to 40mm hits twice: with Original doubles.

    Not with the Area Target Type. Two Effects or To Kill DR follow, of which the
    better one counts.
    """
    gun = shot.type != "area" and not shot.piece.th
    return gun and SMALL <= shot.piece.calibre <= SHORT and dice.doubles


def to_kill_drs(shot: ToHit, dice: DR) -> int:
    """How many To Kill DR a hit makes, of which one counts (C3.8, D-375)."""
    return max(2 if twice(shot, dice) else 1, shot.piece.notes.to_kill_dr)


SMALL = 15
"""Calibre in mm from which on a Gun can hit twice; up to that of SHORT."""
