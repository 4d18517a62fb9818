"""A11.17: who is Stealthy."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, national, smc
from opfor.rules.a_infantry.a11_close_combat.a11_18_lax import lax
from opfor.state.play import GameView
from opfor.state.units import Unit

BEST = ("elite", "first")
"""Classes of MMC that are Stealthy where a nation's better troops are."""


@rule("A11.17", "Stealthy", exc=("nobody who is Lax or CX",), cites=("A15.21", "A25"))
def stealthy(view: GameView, unit: Unit) -> bool:
    """Whether a unit is Stealthy: heroes, and MMC of some nations by their class.

    EXC: nobody who is Lax or CX.
    Reading: D-200, leaders are where any MMC of their nation are.
    """
    if unit.cx or lax(view, unit):
        return False
    single, squad = smc(view, unit), mmc(view, unit)
    if unit.heroic or (single is not None and single.kind == "hero"):
        return True
    who = national(view, unit, "Stealthy")
    if who == "elite and first":
        return squad is None or squad.quality in BEST
    return bool(who == "all")
