"""A11.2: the order to withdraw from Melee."""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a11_close_combat.a11_2_withdrawal import (
    leave,
    plan_withdrawal,
    ways_out,
)
from opfor.rules.a_infantry.a11_close_combat.a11_15_melee import contested
from opfor.rules.a_infantry.a11_close_combat.sides_in import sides_in
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import Withdraw
from opfor.rules.orders.infantry.a03_8_close_combat import mark_deed
from opfor.rules.orders.order_kind import BOTH, OrderKind, When
from opfor.rules.orders.verbs import TO, UNITS, Verb
from opfor.state.events import CloseCombatDeclared
from opfor.state.play import GameView, Play
from opfor.state.units import Side


def offer_withdraw(view: GameView, side: Side) -> Iterator[Offer]:
    """Each unit that may withdraw, to each Location that it can reach."""
    for location in contested(view):
        for unit in sides_in(view, location)[side]:
            if not (unit.melee or unit.did("ambusher")):
                continue
            for to in ways_out(view, [unit]):
                order = Withdraw((unit.id,), to)
                try:
                    plan_withdrawal(view, side, order)
                except Illegal:
                    break
                yield Offer(order, f"{unit.id} withdraws to {to}", (to, location))


def check_withdraw(view: GameView, side: Side, order: Withdraw) -> None:
    """Raise Illegal if those units cannot withdraw there."""
    plan_withdrawal(view, side, order)


@rule("A11.2/order", "Withdrawal is declared before the attacks", cites=("A11.41",))
def do_withdraw(play: Play, side: Side, order: Withdraw) -> None:
    """Declare a withdrawal, which follows the attacks; ambushers go at once."""
    clash = plan_withdrawal(play, side, order)
    units = [play.state.units[id_] for id_ in order.units]
    # A11.4: ambushers go at once; the others after the attacks (A11.41)
    if all(unit.did("ambusher") for unit in units):
        leave(play, order.units, order.to)
        return
    mark_deed(play, order.units, "withdrawing")
    play.emit(CloseCombatDeclared(clash))


WITHDRAW = OrderKind(
    order=Withdraw,
    rule="A11.2",
    when=(When("CCPh", BOTH, 20),),
    offer=offer_withdraw,
    check=check_withdraw,
    do=do_withdraw,
    label="Withdraw",
    verbs={"withdraw": Verb((UNITS, TO), "withdraw from Melee")},
    listed=510,
)
