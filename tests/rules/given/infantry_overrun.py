"""Infantry that overruns a leader."""

from typing import Any

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.choices.orders import MoveTo
from opfor.rules.sequence.legal_orders import carry_out, check
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.rules.given.world import game

BOARD = "board: t\nsize: 17x10\nwoods: H5\nstone building: G4\n"
SQUAD = {"V": ("german/4-6-7", "tG5")}
SMC = {"e": ("russian/8-1", "tG6")}


def overrun(
    *dice: str,
    to: str = "tG6",
    units: dict[str, tuple[str, str]] = SQUAD,
    enemies: dict[str, tuple[str, str]] = SMC,
    states: dict[str, dict[str, Any]] | None = None,
    choice: str = "stays",
    suspects: dict[str, str] | None = None,
    **how: Any,
) -> Game[State]:
    """The game after the units have tried to overrun whoever is in a Location."""

    def run(play: Play) -> None:
        for id_, changes in (states or {}).items():
            play.emit(UnitChanged(replace(play.state.units[id_], **changes), "set"))
        order = MoveTo(tuple(units), LocationName(to), overrun=True, **how)
        check(play, "FRIENDLY", order)
        carry_out(play, "FRIENDLY", order)

    choices = (choice,) if choice else ()
    return game(
        *dice,
        board=BOARD,
        units=units,
        enemies=enemies,
        suspects=suspects,
        run=run,
        choices=choices,
    )
