"""Orders given to a stack in one phase, checked and carried out as in play."""

from collections.abc import Callable
from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.rules.choices.orders import Command
from opfor.rules.sequence import legal_orders
from opfor.state.events import PartEnded, PhaseBegan, WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Phase, Side, Weapon
from tests.rules.given.stack import Stack, stack


def ordered(
    orders: Command | list[Command],
    units: Stack,
    *dice: str,
    phase: Phase = "RPh",
    side: Side = "FRIENDLY",
    weapons: tuple[Weapon, ...] = (),
    before: Callable[[Play], object] | None = None,
    **setting: Any,
) -> Game[State]:
    """The game after orders of the FRIENDLY side; `side` is the ATTACKER."""

    def run(play: Play) -> None:
        for weapon in weapons:
            play.emit(WeaponAdded(weapon))
        play.emit(PhaseBegan(1, side, phase))
        if legal_orders.acting(play.state) != "FRIENDLY":
            play.emit(PartEnded("ENEMY"))
        if before is not None:
            before(play)
        for order in orders if isinstance(orders, list) else [orders]:
            legal_orders.check(play, "FRIENDLY", order)
            legal_orders.carry_out(play, "FRIENDLY", order)

    return stack(run, units, *dice, **setting)


def refused(
    number: str,
    order: Command | list[Command],
    units: Stack,
    *dice: str,
    **setting: Any,
) -> None:
    """The order is refused by that rule."""
    with pytest.raises(Illegal) as caught:
        ordered(order, units, *dice, **setting)
    assert caught.value.rule == number


def offers(units: Stack, phase: Phase = "RPh", **setting: Any) -> list[Command]:
    """All that may be ordered, but the end of the phase."""
    found: list[Command] = []

    def look(play: Play) -> None:
        found.extend(offer.order for offer in legal_orders.legal(play, "FRIENDLY"))

    ordered([], units, phase=phase, before=look, **setting)
    return found[:-1]
