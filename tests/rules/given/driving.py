"""A FRIENDLY tank that drives as it is ordered."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.vehicle_orders import DriveOrder, StartUp, StopOrder
from opfor.rules.sequence.legal_orders import carry_out, check
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Unit
from tests.rules.given.armor import PZ4
from tests.rules.given.world import game

L = LocationName
PSW = "german/psw-222"
TRACK_MP = 14

FIELD = """
board: t
size: 30x10
woods: K3
brush: J5
marsh: L5
"""
"""The tank stands in K5 and looks along spine 1, so that K4 and L4 lie ahead."""


def move(
    *orders: Any,
    dice: tuple[str, ...] = (),
    counter: str = PZ4,
    at: str = "tK5",
    state: dict[str, Any] | None = None,
    board: str = FIELD,
    fails: str = "",
    **more: Any,
) -> Game[State]:
    """A FRIENDLY tank carries out some orders; the last one is refused if `fails`."""

    def run(play: Play) -> None:
        for order in orders[:-1] if fails else orders:
            check(play, "FRIENDLY", order)
            carry_out(play, "FRIENDLY", order)
        if fails:
            with pytest.raises(Illegal, match=fails):
                check(play, "FRIENDLY", orders[-1])

    vehicles = {"tank": (counter, at, {"vca": 1, "tca": 1} | (state or {}))}
    more["vehicles"] = vehicles | more.get("vehicles", {})
    return game(*dice, board=board, run=run, **more)


def tank(played: Game[State]) -> Unit:
    """The tank afterwards."""
    return played.state.units["tank"]


def after(*orders: Any, **scene: Any) -> Any:
    """What the tank has as a vehicle afterwards."""
    return tank(move(*orders, **scene)).vehicle


START, TO_K4, STOP = StartUp("tank"), DriveOrder("tank", L("tK4")), StopOrder("tank")


def left(played: Game[State]) -> float:
    """MP spent in the move in hand."""
    assert played.state.move is not None
    return played.state.move.spent / MF
