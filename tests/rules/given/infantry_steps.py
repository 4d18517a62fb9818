"""Shared by the tests of infantry steps."""

from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.a_infantry.a04_movement.a04_11_allotment import allotment
from opfor.rules.choices.orders import MoveTo
from opfor.state.events import MoveChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.world import game

BOARD = """
board: t
size: 17x10
woods: H5
marsh: H7
road: A5 > B5 > C5 > D5 > E5
path: A9 > B9 > C9 > D9 > E9 > F9 > G9
stone building 1: L4+L5
wall: D8/D9
"""


SQUAD = {"V": ("german/4-6-7", "tG5")}


def at(where: str, counter: str = "german/4-6-7") -> dict[str, tuple[str, str]]:
    """One unit, V, in a Location."""
    return {"V": (counter, where)}


def planned(
    to: str, units: dict[str, tuple[str, str]], *, spent: int = 0, **order: bool
) -> Move:
    """The move in hand after an order; `spent` quarters are gone before it."""
    found: list[Move] = []

    def run(play: Play) -> None:
        command = MoveTo(tuple(units), LocationName(to), **order)
        if spent:
            ids = [play.state.units[id_] for id_ in units]
            full = allotment(play, ids, command)
            begun = Move(units=tuple(units), allotment=full, spent=spent, steps=1)
            play.emit(MoveChanged(begun))
        found.append(plan(play, command))

    game(board=BOARD, units=units, run=run)
    return found[0]
