"""A concealed squad, who may see it, and what is done (A12.1)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Unit
from tests.rules.given.world import game

LONG_FIELD = """
board: t
size: 40x10
woods: D5 V5 Y5
brush: F5
stone building: D7
"""

SQUAD, RUSSIAN = "german/4-6-7", "russian/4-4-7"


def play_with(
    run: Callable[[Play], object],
    *dice: str,
    at: str = "D4",
    enemy: str = "F4",
    suspect: str = "",
    state: dict[str, Any] | None = None,
    theirs: dict[str, Any] | None = None,
    counter: str = SQUAD,
) -> State:
    """A concealed squad V, an enemy R or a S?, and what is done."""

    def once(play: Play) -> None:
        start = {"concealed": True} | (state or {})
        play.emit(UnitChanged(replace(play.state.units["V"], **start), "so"))
        if enemy and theirs:
            play.emit(UnitChanged(replace(play.state.units["R"], **theirs), "so"))
        run(play)

    return game(
        *dice,
        board=LONG_FIELD,
        units={"V": (counter, at)},
        enemies={"R": (RUSSIAN, enemy)} if enemy else None,
        suspects={"S1": suspect} if suspect else None,
        run=once,
    ).state


PZ4 = "german/pzkpfw-ivf2"


TOWN = """
board: t
size: 20x10
woods: D4
stone building 2: F4
"""


def tank(run: Any, at: str = "tD4", enemy: str = "", **state: Any) -> Unit:
    """A tank afterwards; an ENEMY squad is on the map if it has a place."""

    def once(play: Play) -> None:
        concealed: bool = state.pop("concealed", False)
        if concealed:
            unit = play.state.units["tank"]
            play.emit(UnitChanged(replace(unit, concealed=True), "test"))
        run(play)

    fields = {name: value for name, value in state.items() if name != "concealed"}
    played = game(
        board=TOWN,
        vehicles={"tank": (PZ4, at, {"vca": 1, "tca": 1} | fields)},
        enemies={"R": ("russian/4-4-7", enemy)} if enemy else {},
        run=once,
    )
    return played.state.units["tank"]
