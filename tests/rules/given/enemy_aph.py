"""An ENEMY APh."""

from typing import Any

from opfor.core.game import Game
from opfor.state.state import State
from opfor.state.units import LocationName, Unit, Weapon
from tests.rules.given.enemy_part import enemy_part
from tests.rules.given.stack import unit as one

BOARD = """
board: t
size: 17x10
woods: E5 I2 D8 H5
stone building 1: L4
wooden building: H8
wall: G6/1
"""


def aph(*units: Unit, attitude: str = "Hold", **more: Any) -> Game[State]:
    """An ENEMY APh."""
    board = more.pop("board", BOARD)
    return enemy_part("APh", *units, board=board, attitude=attitude, **more)


def at(played: Game[State], id_: str) -> str:
    """Where a unit is."""
    return one(played, id_).location


def sw(id_: str, counter: str, owner: str = "", where: str = "") -> Weapon:
    """A Weapon."""
    return Weapon(id=id_, counter=counter, owner=owner, location=LocationName(where))
