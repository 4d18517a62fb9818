"""A11.17 and A11.18: who is Stealthy, and who is Lax."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, piece, smc
from opfor.rules.a_infantry.a19_unit_substitution.a19_3_inexperienced import (
    inexperienced,
)
from opfor.state.play import GameView
from opfor.state.units import Unit

BEST = ("elite", "first")
"""Classes of MMC that are Stealthy where a nation's better troops are."""


@rule("A11.18", "Lax", cites=("A15.42", "A19.3", "A25.23", "A25.6"))
def lax(view: GameView, unit: Unit) -> bool:
    """Whether a unit is Lax: berserk, in a Human Wave, Inexperienced, or by nation."""
    loose = unit.berserk or unit.wave or inexperienced(view, unit)
    return bool(loose) or bool(view.world.national(army(view, unit), "Lax"))


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
    who = view.world.national(army(view, unit), "Stealthy")
    if who == "elite and first":
        return squad is None or squad.quality in BEST
    return bool(who == "all")


def army(view: GameView, unit: Unit) -> str:
    """The nation a unit fights for: its side's, if that is played with its counters.

    ANZAC, for one, have British counters.
    """
    mission = view.state.mission
    own = mission.friendly if unit.side == "FRIENDLY" else mission.enemy
    made = piece(view, unit).nation
    return own if view.world.national(own, "base") == made else made
