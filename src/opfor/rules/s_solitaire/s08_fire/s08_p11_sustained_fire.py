"""S8: Sustained Fire only for good odds."""

from fractions import Fraction

from opfor.core.rule import rule
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.state.counters import SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import Unit, Weapon

SURE = Fraction(7, 12)
"""The chance for which a MG that breaks down easily uses Sustained Fire (S8.p11)."""


FRAIL = 11
"""The B# up to which a MG counts as breaking down easily."""


@rule(
    "S8.p11",
    "Sustained Fire only for good odds",
    exc=("Panic and TPBF",),
    cites=("A9.3", "S6.212"),
)
def spared(view: GameView, unit: Unit, weapon: Weapon, shot: RatedAttack) -> bool:
    """Whether a MG may fire at that risk: Sustained Fire of a MG with a low B#.

    Such a MG, with a printed B# of 11 or less, needs a p(NMC+) of 7/12.
    EXC: not in Panic or at TPBF.
    """
    piece = view.world.counter(weapon.counter)
    sustained = weapon.fired in ("first", "final") and not weapon.rof
    if not sustained or not isinstance(piece, SupportWeapon):
        return True
    if piece.breakdown > FRAIL or unit.panic or unit.location == shot.attack.target:
        return True
    when = way(view, "S8.p11 Sustained Fire")
    return when == "always" or (when != "never" and shot.chance >= SURE)
