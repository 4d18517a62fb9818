"""A25.22: commissars and the units that they rally."""

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_23_morale_level import commissar_with
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, piece
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import (
    casualty_reduction,
    eliminate,
)
from opfor.rules.a_infantry.a10_morale.a10_63_may_rally import check_rally
from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import demote
from opfor.rules.choices.offer import allows
from opfor.rules.choices.orders import Rally
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit


@rule(
    "A25.221",
    "Who must try to rally under a commissar",
    exc=("a unit that may not rally now",),
    cites=("A10.6",),
)
def must_try(view: GameView, side: Side) -> list[Rally]:
    """The tries that a side still owes in this RPh: broken units with a commissar.

    With him or by themselves, as they may. EXC: not of who may not rally now.
    """
    if view.state.phase != "RPh":
        return []
    found = []
    for unit in view.state.units.values():
        if unit.side == side and unit.broken and unit.location:
            by = None if unit.did("rally") else commissar_with(view, unit)
            order = Rally(unit.id, by.id if by else "")
            if by and allows(view, side, order, check_rally):
                found.append(order)
    return found


@rule("A25.222", "Failing to rally under a commissar", cites=("A19.13",))
def shoot(play: Play, unit: Unit) -> None:
    """The next lower class takes the place of a unit that a commissar did not rally.

    A squad of the lowest is reduced; a HS, crew or SMC of the lowest is eliminated.
    """
    # A19.13: the next lower class
    if getattr(piece(play, unit), "replaced_by", ()):
        demote(play, unit)
        return
    # A25.222: of the lowest a squad is reduced, others die
    found = mmc(play, unit)
    if found is not None and found.size == "squad":
        casualty_reduction(play, unit.id)
    else:
        eliminate(play, unit.id, fact("eliminated_by_the_commissar"))
