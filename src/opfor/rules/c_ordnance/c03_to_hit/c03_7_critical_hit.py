"""C3.7: a Critical Hit."""

from opfor.core.rule import rule
from opfor.rules.c_ordnance.c03_to_hit.c03_32_infantry_target_type import deadly
from opfor.rules.c_ordnance.c03_to_hit.to_hit_reading import ToHitReading


@rule("C3.7", "Critical Hit", exc=("a MG makes none",), cites=("A9.61", "C3.32"))
def critical(read: ToHitReading, final: int, extra: int) -> bool:
    """Whether a hit with an Original 2 is a CH.

    With the Area and the Vehicle Target Type and LATW always, but if nothing else could
    hit only on a dr of 1. With the Infantry Target Type on a Final DR below half of the
    To Hit number, or on a dr of no more than that half, or of 1.
    EXC: a MG makes none (A9.61).
    """
    if read.bullets:
        return False
    if not read.infantry:
        return extra == 1 if final == read.number else True
    return deadly(read, final) or extra == 1 or 2 * extra <= read.number
