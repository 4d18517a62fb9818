"""A game with an airplane overhead (E7)."""

from collections.abc import Callable
from typing import Any

from opfor.core.game import Game
from opfor.state.artillery import Aircraft
from opfor.state.events import AircraftChanged, PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Phase, Side
from tests.rules.given.world import game

BOARD = """
board: t
size: 20x10
woods: H5
stone building 1: O6
"""
FOE = {"e": ("russian/4-4-7", "tJ3")}


def flown(
    *dice: str,
    run: Callable[[Play], object],
    plane: dict[str, Any] | None = None,
    phase: Phase = "PFPh",
    mover: Side = "FRIENDLY",
    **more: Any,
) -> Game[State]:
    """A game with a FRIENDLY FB `p` overhead."""
    made = {"id": "p", "side": "FRIENDLY", "overhead": True} | (plane or {})

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, mover, phase))
        play.emit(AircraftChanged(Aircraft(**made), "is there"))
        run(play)

    return game(*dice, **({"board": BOARD, "enemies": FOE, "run": once} | more))


def asked(what: Callable[[Play, Aircraft], Any], **more: Any) -> Any:
    """What a question about the airplane gives."""
    found: list[Any] = []
    flown(run=lambda play: found.append(what(play, play.state.planes["p"])), **more)
    return found[0]
