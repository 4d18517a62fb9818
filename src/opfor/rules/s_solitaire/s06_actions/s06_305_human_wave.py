"""S6.305: a Human Wave moves."""

from opfor.core.rule import rule
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("S6.305", "A Human Wave moves", cites=("S4.321",))
def human_wave(_look: GameView, unit: Unit) -> Automatic | None:
    """Infantry in a Human Wave moves, SMC as well."""
    return Automatic("S6.305", "Move") if unit.wave else None
