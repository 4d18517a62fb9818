"""What is dug in a PFPh (B27.1)."""

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.choices.orders import Command
from opfor.rules.sequence.legal_orders import carry_out, check, legal
from opfor.state.events import (
    FortificationAdded,
    LossesChanged,
    PhaseBegan,
    UnitChanged,
)
from opfor.state.in_progress import SideLosses
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName
from tests.rules.given.world import game

BOARD = """
board: t
size: 17x10
stone building: G4+G3
road: A9 > B9 > C9
paved road: A1 > B1 > C1
sunken road: E9/4 > E9 > F9 > G9 > G9/1
marsh: H7
stream: J1 > J2 > J3
graveyard: N4
"""
SQUAD = {"V": ("german/4-6-7", "tG6")}


def dug(
    order: Command,
    *dice: str,
    units: dict[str, tuple[str, str]] | None = None,
    enemies: dict[str, tuple[str, str]] | None = None,
    capacity: int = 0,
    hidden: bool = False,
    san: int = 0,
    **changes: object,
) -> Game[State]:
    """The game after an order of the PFPh."""

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", "PFPh"))
        play.emit(UnitChanged(replace(play.state.units["V"], **changes), "set"))
        for id_ in enemies or ():
            enemy = replace(play.state.units[id_], hidden=hidden)
            play.emit(UnitChanged(enemy, "set"))
        if san:
            play.emit(LossesChanged("ENEMY", SideLosses(san=san), "set"))
        if capacity:
            where = LocationName("tG6")
            hole = Fortification(
                id="h", kind="foxhole", location=where, capacity=capacity
            )
            play.emit(FortificationAdded(hole))
        check(play, "FRIENDLY", order)
        assert order in [offer.order for offer in legal(play, "FRIENDLY")]
        carry_out(play, "FRIENDLY", order)

    units = units or SQUAD
    return game(*dice, board=BOARD, units=units, enemies=enemies, run=run)
