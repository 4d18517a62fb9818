"""Games in one phase for tests: what stands where, and the orders of both sides."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from opfor.core.game import Game
from opfor.rules.choices.orders import Command, EndPhase
from opfor.rules.sequence import legal_orders
from opfor.rules.sequence.player_turn import OF_PHASE
from opfor.state.events import (
    PartEnded,
    PhaseBegan,
    UnitAdded,
    WeaponAdded,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Side, Unit, Weapon
from tests.rules.given.world import game

FIELD = """
board: t
size: 17x10
woods: E5 E6 I2 D8
stone building 1: L4+L5
wooden building: H8
marsh: H7
"""
"""Open Ground, woods and a few buildings."""

CALM = "B25.65 DR 3,4"
"""A Wind Change DR that changes nothing."""

GERMAN, RUSSIAN = "german/4-6-7", "russian/4-4-7"
Ordered = tuple[Side, Command] | Literal["ends"]


def unit(id_: str, at: str, counter: str = "", **states: Any) -> Unit:
    """A unit; ids with a small e first are the ENEMY's."""
    side: Side = "ENEMY" if id_.startswith("e") else "FRIENDLY"
    kind = counter or (RUSSIAN if side == "ENEMY" else GERMAN)
    return Unit(id=id_, side=side, counter=kind, location=LocationName(at), **states)


def phase(
    name: str,
    *orders: Ordered | Callable[[Play], object],
    units: Sequence[Unit],
    dice: Sequence[str] = (),
    weapons: Sequence[Weapon] = (),
    board: str = FIELD,
    attacker: Side = "FRIENDLY",
    **more: Any,
) -> Game[State]:
    """A phase with what stands there, its orders carried out one after the other.

    In a RPh the Wind Change DR falls first, and changes nothing unless it is given.
    "ends" ends both sides' parts and the phase; a function is called with the Play.
    """

    def run(play: Play) -> None:
        for new in units:
            play.emit(UnitAdded(new))
        for weapon in weapons:
            play.emit(WeaponAdded(weapon))
        play.emit(PhaseBegan(1, attacker, name))  # type: ignore[arg-type] # a test's word
        for automatic in OF_PHASE[name].begins:  # type: ignore[index] # the same
            automatic(play)
        for order in orders:
            _do(play, order)

    wind = name == "RPh" and not any(roll.startswith("B25.65") for roll in dice)
    return game(*[CALM] * wind, *dice, board=board, run=run, **more)


def _do(play: Play, order: Any) -> None:
    if order == "ends":
        for automatic in OF_PHASE[play.state.phase].ends:  # type: ignore[index] # in play
            automatic(play)
    elif callable(order):
        order(play)
    else:
        side, command = order
        if legal_orders.acting(play.state) != side:
            play.emit(PartEnded(play.state.side))
        legal_orders.check(play, side, command)
        if isinstance(command, EndPhase):
            play.emit(PartEnded(side))
        else:
            legal_orders.carry_out(play, side, command)


def offered(side: Side, kind: type) -> Callable[[Play], list[Any]]:
    """The orders of one kind that are offered to a side."""

    def offers(play: Play) -> list[Any]:
        found = [offer.order for offer in legal_orders.legal(play, side)]
        return [order for order in found if isinstance(order, kind)]

    return offers
