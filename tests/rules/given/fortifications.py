"""Fortifications in a Location, and a squad inside of one."""

from collections.abc import Callable

from msgspec.structs import replace

from opfor.state.events import FortificationAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Fortification, FortificationKind, LocationName
from tests.rules.given.world import game

L = LocationName

BOARD = """
board: t
size: 20x10
wall: K5/3
level 1: P5 P6 Q5
level 2: P6
"""

UNITS = {
    "V": ("german/4-6-7", "K5"),
    "H": ("german/2-4-7", "K5"),
    "L": ("german/8-0", "K5"),
    "W": ("german/4-6-7", "K5"),
}


def fort(kind: FortificationKind, at: str = "K5", capacity: int = 1) -> Fortification:
    """A fortification; a pillbox is 1+3+5 and looks up the map."""
    defence = (3, 5) if kind == "pillbox" else ()
    return Fortification(
        id=kind, kind=kind, location=L(at), capacity=capacity, defence=defence, ca=1
    )


def with_forts(
    run: Callable[[Play], object], *forts: Fortification, inside: str = ""
) -> None:
    """A game with fortifications, and the squad V inside of one."""

    def once(play: Play) -> None:
        for one in forts:
            play.emit(FortificationAdded(one))
        if inside:
            unit = replace(play.state.units["V"], inside=inside)
            play.emit(UnitChanged(unit, "inside"))
        run(play)

    game(board=BOARD, units=UNITS, run=once)
