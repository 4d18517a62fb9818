"""S8: IFE where it is better."""

from opfor.core.rule import rule
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import ordnance
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s08_fire.planned_attack import planned
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.state.play import GameView
from opfor.state.units import LocationName


@rule("S8.p9/ife", "IFE where it is better", cites=("C2.29", "S8.p9"))
def at_personnel(
    view: GameView, thing: str, target: LocationName
) -> RatedAttack | None:
    """The attack of one thing at what is no vehicle; by IFE if its p(NMC+) is greater.

    Reading: D-347.
    """
    plain = planned(view, Fire((thing,), target))
    weapon = view.state.weapons.get(thing)
    piece = ordnance(view, weapon) if weapon else None
    if piece is None or not piece.ife:
        return plain
    ife = planned(view, Fire((thing,), target, ammo="IFE"))
    if ife is None or (plain is not None and plain.chance >= ife.chance):
        return plain
    return ife
