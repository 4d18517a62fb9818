"""C3.32: the Infantry Target Type."""

from opfor.core.rule import rule
from opfor.rules.c_ordnance.c03_to_hit.to_hit_reading import ToHitReading


@rule("C3.32", "Infantry Target Type")
def deadly(read: ToHitReading, final: int) -> bool:
    """Whether a Final DR is below half of the To Hit number, which is a CH."""
    return read.infantry and 2 * final < read.number
