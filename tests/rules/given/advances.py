"""Orders to advance, carried out in an APh."""

from typing import Any

from opfor.rules.choices.orders import Advance
from opfor.state.units import LocationName
from tests.rules.given.phases import phase

BOARD = """
board: t
size: 17x10
woods: E5
marsh: H7
stone building 1: L4+L5
deep stream: B8 > C8
wall: D2/E2
"""


def advance(*ids: str, to: str, inside: str = "") -> tuple[Any, Advance]:
    """An order to advance."""
    side = "ENEMY" if ids[0].startswith("e") else "FRIENDLY"
    return side, Advance(ids, LocationName(to), inside)


def aph(*orders: Any, **more: Any) -> Any:
    """An APh on the board."""
    return phase("APh", *orders, board=BOARD, **more)
