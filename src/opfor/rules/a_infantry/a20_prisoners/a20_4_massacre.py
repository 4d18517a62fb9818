"""A20.4: Guards who massacre their prisoners, and what the other side makes of it."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import piece
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import eliminate
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.a_infantry.a20_prisoners.a20_3_no_quarter import no_quarter
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import prisoners
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import Massacre
from opfor.state.events import LossesChanged, UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit

ARMIES = ("ss", "japanese", "partisan")
"""Nations whose Guards massacre, beside all Russian ones."""


@rule(
    "A20.4",
    "Massacre",
    exc=("not by those whose army does not",),
    cites=("A20.3", "A25"),
)
def may_massacre(view: GameView, guard: Unit) -> bool:
    """Whether a Guard may massacre its prisoners.

    EXC: only SS, Japanese, partisan, Russian and berserk ones do.
    """
    nation = piece(view, guard).nation
    able = nation in ARMIES or nation.startswith("russian")
    return bool(prisoners(view, guard.id)) and (able or guard.berserk)


def check_massacre(view: GameView, side: Side, order: Massacre) -> None:
    """Raise Illegal if that unit cannot massacre its prisoners now."""
    guard = view.state.units.get(order.unit)
    if guard is None or guard.side != side or not guard.location:
        raise Illegal("A20.4", f"you have no unit {order.unit} on the map")
    if not may_massacre(view, guard):
        raise Illegal("A20.4", f"{guard.id} holds nobody whom it would massacre")
    if not (guard.good_order or guard.berserk) or guard.fired or guard.ti:
        raise Illegal("A20.4", f"{guard.id} could not fire now either")


def offer_massacre(view: GameView, side: Side) -> Iterator[Offer]:
    """Each Guard that may massacre its prisoners."""
    held = {unit.guard for unit in view.state.units.values() if unit.guard}
    for id_ in [id_ for id_ in view.state.units if id_ in held]:
        if allows(view, side, Massacre(id_), check_massacre):
            where = view.state.units[id_].location
            yield Offer(Massacre(id_), f"{id_} massacres its prisoners", (where,))


@rule("A20.4/order", "What a massacre brings", cites=("A20.3", "A19.1", "A26.22"))
def do_massacre(play: Play, side: Side, order: Massacre) -> None:
    """All prisoners of a Guard are eliminated, in place of its fire (D-221).

    They have been paid for (D-130). Their side surrenders no more, and its ELR goes up
    by one, once in a game.
    """
    guard = play.state.units[order.unit]
    victims = prisoners(play, guard.id)
    fired = "prep" if side == play.state.side else "final"
    play.emit(UnitChanged(replace(guard, fired=fired), fact("massacres_its_prisoners")))
    lose_by(play, guard.id, "other action")
    # A20.4: all are eliminated
    for victim in victims:
        eliminate(play, victim.id, fact("massacred"))
    # A20.3: No Quarter
    no_quarter(play, victims[0].side)
    # A20.4: the ELR of their side rises, once
    toll = play.state.toll(victims[0].side)
    if not toll.elr:
        play.emit(
            LossesChanged(
                victims[0].side, replace(toll, elr=1), fact("elr_by_massacre", change=1)
            )
        )
