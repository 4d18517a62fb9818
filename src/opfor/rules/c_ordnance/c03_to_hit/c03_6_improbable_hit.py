"""C3.6: an Improbable Hit."""

from opfor.core.rule import rule
from opfor.rules.c_ordnance.c03_to_hit.to_hit import Verdict


@rule("C3.6", "Improbable Hit")
def improbable(extra: int) -> Verdict:
    """An Original 2 that misses hits on a dr of 1 to 3 after all; 1 is a CH.

    On a vehicle 2 is a turret hit, 3 a hull hit.
    """
    return "critical" if extra == 1 else "hit" if extra <= 3 else "miss"
