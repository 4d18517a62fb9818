"""A11.18: who is Lax, and for which army a unit fights."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import piece
from opfor.rules.a_infantry.a19_unit_substitution.a19_3_inexperienced import (
    inexperienced,
)
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("A11.18", "Lax", cites=("A15.42", "A19.3", "A25.23", "A25.6"))
def lax(view: GameView, unit: Unit) -> bool:
    """Whether a unit is Lax: berserk, in a Human Wave, Inexperienced, or by nation."""
    loose = unit.berserk or unit.wave or inexperienced(view, unit)
    return bool(loose) or bool(view.world.national(army(view, unit), "Lax"))


def army(view: GameView, unit: Unit) -> str:
    """The nation a unit fights for: its side's, if that is played with its counters.

    ANZAC, for one, have British counters.
    """
    mission = view.state.mission
    own = mission.friendly if unit.side == "FRIENDLY" else mission.enemy
    made = piece(view, unit).nation
    return own if view.world.national(own, "base") == made else made
