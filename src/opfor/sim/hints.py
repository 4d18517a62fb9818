"""What opfor would do in the player's place: he takes it, or does otherwise."""

from typing import Any

from opfor.core.ask import Adjudicate, Asked, Context
from opfor.core.errors import OpforError
from opfor.ports.session import Session
from opfor.sim.steady import Steady

SEED = "a hint"
"""What the few arbitrary choices of the steady player follow from."""


def hint(session: Session) -> tuple[Asked, Any]:
    """The open request, and what a steady player would answer to it.

    Errors:
        OpforError: nothing is asked of the player that such a player can answer.
    """
    asked = session.game.pending
    if asked is None or asked.stream or isinstance(asked.request, Adjudicate):
        raise OpforError("there is nothing to suggest now")
    value = session.usual()
    if value is not None:
        return asked, value
    steady = Steady(session.world, SEED)
    return asked, steady.answer(asked, Context(session.game.state))
