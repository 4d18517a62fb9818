"""Offers: the legal orders of a side, as they are shown to whoever may give them."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from msgspec import Struct

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Command
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side

Ordered = TypeVar("Ordered")

NAMING = (
    "units",
    "unit",
    "escort",
    "firers",
    "attackers",
    "weapon",
    "leader",
    "leaders",
)
"""Fields of orders that name units and Weapons of the side that orders."""


class Offer(Struct, frozen=True):
    """A legal order, as it is shown to whoever may give it.

    Args:
        order: the order.
        label: what it does, in a few words.
        hexes: the Locations that it concerns, the most telling one first.
        cost: quarters of MF that it takes.
    """

    order: Command
    label: str
    hexes: tuple[LocationName, ...] = ()
    cost: int = 0


class LazyOffers:
    """Offers, found once as far as anybody asks, and then listed from memory."""

    def __init__(self, found: Iterator[Offer]) -> None:
        self._found = found
        self._known: list[Offer] = []

    def __iter__(self) -> Iterator[Offer]:
        at = 0
        while at < len(self._known) or self._further():
            yield self._known[at]
            at += 1

    def _further(self) -> bool:
        """Find one more."""
        for offer in self._found:
            self._known.append(offer)
            return True
        return False


def allows(
    view: GameView,
    side: Side,
    order: Ordered,
    check: Callable[[GameView, Side, Ordered], object],
) -> bool:
    """Whether a check lets an order pass."""
    try:
        check(view, side, order)
    except Illegal:
        return False
    return True


def units_of(order: Command) -> tuple[str, ...]:
    """The ids of the units and Weapons that an order names."""
    named: list[str] = []
    for field in NAMING:
        value = getattr(order, field, ())
        named += [value] if isinstance(value, str) else value
    return tuple(filter(None, named))
