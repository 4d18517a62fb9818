"""S6.23: who can fire."""

from opfor.core.rule import rule
from opfor.rules.s_solitaire.s01_terms.s01_terms import has_target
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule(
    "S6.23",
    "Fire",
    exc=("no Target",),
    cites=("S6.13", "S6.23/command", "S8.p1"),
)
def can_fire(view: GameView, unit: Unit) -> bool:
    """Whether a unit with a Fire Action fires, by a Fire Command of {A3a} to {A3d}.

    EXC: without a Target it has an alternate Action.
    """
    return has_target(view, [unit])
