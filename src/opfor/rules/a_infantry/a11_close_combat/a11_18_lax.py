"""A11.18: who is Lax."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import national
from opfor.rules.a_infantry.a19_unit_substitution.a19_3_inexperienced import (
    inexperienced,
)
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("A11.18", "Lax", cites=("A15.42", "A19.3", "A25.23", "A25.6"))
def lax(view: GameView, unit: Unit) -> bool:
    """Whether a unit is Lax: berserk, in a Human Wave, Inexperienced, or by nation."""
    loose = unit.berserk or unit.wave or inexperienced(view, unit)
    return bool(loose) or bool(national(view, unit, "Lax"))
