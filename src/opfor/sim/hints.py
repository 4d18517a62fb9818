"""What opfor would do in the player's place: he takes it, or does otherwise."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from opfor.core.ask import Adjudicate, Asked, Context, Order
from opfor.core.errors import OpforError
from opfor.ports.session import Session
from opfor.rules.choices.orders import MoveTo, read_order
from opfor.sim.advice import ALONE, Option, choices, weighed
from opfor.sim.ground_plan import plan_of
from opfor.sim.judgement import Assessment
from opfor.sim.race import Budget
from opfor.sim.reasons import reason
from opfor.sim.steady import Steady
from opfor.sim.temper import SEASONED
from opfor.state.play import FrozenView

ODDS = Budget(games=120, seconds=8.0)
"""What it may cost to weigh an order while the player waits."""

SEED = "a hint"
"""What the few arbitrary choices of the seasoned player follow from."""


class Hint(NamedTuple):
    """The open request, what a seasoned player would answer, and why if he says so."""

    asked: Asked
    value: Any
    why: str = ""


def hint(session: Session) -> Hint:
    """What a seasoned player would answer now.

    Errors:
        OpforError: nothing is asked of the player that such a player can answer.
    """
    asked = session.game.pending
    if asked is None or asked.stream or isinstance(asked.request, Adjudicate):
        raise OpforError("there is nothing to suggest now")
    value = session.usual()
    if value is not None:
        return Hint(asked, value)
    seasoned = Steady(session.world, SEED, temper=SEASONED, roomy=True)
    answer = seasoned.answer(asked, Context(session.game.state))
    why = seasoned.why or _reason(session, seasoned, asked, answer)
    return Hint(asked, answer, why)


def _reason(session: Session, player: Steady, asked: Asked, answer: Any) -> str:
    """Why he answers so, where it is an order that has a reason."""
    order = read_order(answer) if isinstance(asked.request, Order) else None
    if order is None:
        return ""
    view = FrozenView.of(session.game.state, session.world)
    judge = Assessment(view, "FRIENDLY", plan_of(view.world), SEASONED)
    ids = order.units if isinstance(order, MoveTo) else ()
    return reason(judge, order, player.way(ids))


def to_weigh(session: Session) -> tuple[Any, ...]:
    """The orders that come into question now.

    Errors:
        OpforError: no order is asked for, or there is only one to weigh.
    """
    asked = session.game.pending
    if asked is None or not isinstance(asked.request, Order):
        raise OpforError("there is no order to weigh now")
    orders = choices(session.drawn, session.game.state)
    if len(orders) == 1:
        raise OpforError(ALONE)
    return orders


def odds(session: Session, orders: Sequence[Any]) -> tuple[Option, ...]:
    """Orders with the chance to win with each; what is best first."""
    return weighed(session.drawn, session.game.state, orders, ODDS)
