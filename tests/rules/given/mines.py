"""A squad and a minefield (B28)."""

from collections.abc import Callable
from typing import Any

from opfor.state.events import FortificationAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, FortificationKind, LocationName
from tests.rules.given.world import game

HERE = LocationName("tE5")


def field(**given: Any) -> Fortification:
    """A minefield."""
    return Fortification(id="m", kind="minefield", location=HERE, **given)


L = LocationName
BOARD = """
board: t
size: 20x10
woods: D5
stone building: K4
"""


def fort(
    at: str, *, kind: FortificationKind = "minefield", **given: Any
) -> Fortification:
    """A minefield of 6 FP, or another fortification."""
    fp = 6 if kind == "minefield" else 0
    return Fortification(id="m", kind=kind, location=L(at), **{"fp": fp} | given)


def played(
    run: Callable[[Play], object],
    *dice: str,
    at: str = "tD4",
    mined: str = "tD5",
    **given: Any,
) -> State:
    """A squad V, a minefield, and what is done."""

    def once(play: Play) -> None:
        play.emit(FortificationAdded(fort(mined, **given)))
        run(play)

    units = {"V": ("german/4-6-7", at)}
    return game(*dice, board=BOARD, units=units, run=once).state
