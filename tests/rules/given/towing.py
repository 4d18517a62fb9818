"""A truck and a Gun with its crew in one hex (C10)."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.rules.sequence.legal_orders import carry_out, check
from opfor.state.events import PhaseBegan, UnitChanged, WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import GunState, Phase, Unit, Weapon
from tests.rules.given.world import game

OPEL, TANK = "german/opel-6700", "german/pzkpfw-ivf2"
PAK, HOWITZER = "german/50l-at-pak-38", "german/105-art-lefh-18"
CREW = "german/2-2-8"

FIELD = """
board: t
size: 20x10
hedge: K5/K4
brush: J5
"""


def scene(
    *orders: Any,
    dice: tuple[str, ...] = (),
    gun: str = PAK,
    at: str = "tK5",
    state: dict[str, Any] | None = None,
    piece: dict[str, Any] | None = None,
    crew: dict[str, Any] | None = None,
    counter: str = OPEL,
    phase: Phase = "MPh",
    fails: str = "",
    **more: Any,
) -> Game[State]:
    """A truck and a Gun with its crew in K5; the last order is refused if `fails`."""

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", phase))
        held = GunState(ca=1, emplaced=True)
        made = Weapon(
            id="gun", counter=gun, owner="c", gun=replace(held, **piece or {})
        )
        play.emit(WeaponAdded(made))
        play.emit(UnitChanged(replace(play.state.units["c"], **crew or {}), "test"))
        for order in orders[:-1] if fails else orders:
            if callable(order):
                order(play)
                continue
            check(play, "FRIENDLY", order)
            carry_out(play, "FRIENDLY", order)
        if fails:
            with pytest.raises(Illegal, match=fails):
                check(play, "FRIENDLY", orders[-1])

    vehicles = {"truck": (counter, "tK5", {"vca": 1, "tca": 1} | (state or {}))}
    units = {"c": (CREW, at), "o": ("german/4-6-7", "tK5")}
    return game(*dice, board=FIELD, units=units, vehicles=vehicles, run=run, **more)


def truck(played: Game[State]) -> Unit:
    """The truck afterwards."""
    return played.state.units["truck"]


def next_turn(play: Play) -> None:
    """All are as at the start of their next MPh."""
    for unit in list(play.state.units.values()):
        play.emit(UnitChanged(replace(unit, ti=False, moved=False), "test"))
