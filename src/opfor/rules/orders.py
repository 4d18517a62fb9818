"""What the player may command, and how an answer to an Order is read."""

from typing import Any

import msgspec
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.state.units import LocationName


class MoveTo(Struct, frozen=True, tag="move"):
    """Move units as one stack into the next Location.

    Args:
        units: ids of the units, all in one Location.
        to: where to.
        assault: by Assault Movement, declared as the move begins.
        double_time: by Double Time, declared as the move begins.
    """

    units: tuple[str, ...]
    to: LocationName
    assault: bool = False
    double_time: bool = False


class EndMove(Struct, frozen=True, tag="halt"):
    """End the move in hand where the stack is."""


class EndPhase(Struct, frozen=True, tag="end"):
    """End the phase; the move in hand ends with it."""


Command = MoveTo | EndMove | EndPhase


def read_order(answer: Any) -> Command:
    """The command that an answer means.

    Errors:
        OpforError: it is no command.
    """
    try:
        order: Command = msgspec.convert(answer, Command)
    except msgspec.ValidationError as error:
        raise OpforError(
            f"this is no order ({error})", do='send {"type": "move", …} or the like'
        ) from error
    return order
