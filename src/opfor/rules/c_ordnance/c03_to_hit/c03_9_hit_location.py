"""C3.9: Hit location."""

from opfor.core.dice import DR
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c03_to_hit.to_hit import Verdict


@rule("C3.9", "Hit location", cites=("C3.6", "D4.2"))
def hits_turret(dice: DR, verdict: Verdict = "hit") -> bool:
    """Whether a hit on a vehicle is on its turret: the coloured die is the lower one.

    Otherwise the hull is hit, which a hull down vehicle does not show. Where an
    Improbable Hit is, its own dr has told.
    """
    return verdict == "turret hit" or dice.coloured < dice.white
