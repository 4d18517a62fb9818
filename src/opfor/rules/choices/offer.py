"""What an order is to the sequence of play: when it may be given, and what it does.

A module of a rule offers its orders and carries them out;
`sequence/orders_by_phase.py` lists the modules. So `legal` is the sum of all offers,
and a new order is one more `OrderKind`.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a03_phases import Role
from opfor.rules.choices.orders import Command
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Phase, Side

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


class OrderKind(NamedTuple):
    """One kind of order.

    Args:
        order: its type.
        phases: in which it may be given.
        by: whose order it is; "window": the DEFENDER's while the ATTACKER moves.
        offers: every such order that is legal now; of fire the groups that make
            sense, since any part of one may fire as well.
        check: raises Illegal if the order breaks a rule.
        carry_out: does it, after `check` has passed.
        minor: it is no reason by itself to ask the side (see `State.stops`).
    """

    order: type[Any]
    phases: tuple[Phase, ...]
    by: tuple[Role, ...]
    offers: Callable[[GameView, Side], Iterable[Offer]]
    check: Callable[[GameView, Side, Any], object]
    carry_out: Callable[[Play, Side, Any], object]
    minor: bool = False


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
