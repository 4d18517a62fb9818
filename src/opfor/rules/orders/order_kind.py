"""An order as one record: when it may be given, what it does, how it is said.

Each module below `rules/orders` defines the records of its orders; `sequence` finds
them there. So a new order is one module, and nothing else names it.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from opfor.rules.a_infantry.a03_9_phases import Role
from opfor.rules.choices.offer import Offer
from opfor.rules.orders.verbs import Verb
from opfor.state.play import GameView, Play
from opfor.state.units import Phase, Side

ATTACKER: tuple[Role, ...] = ("attacker",)
DEFENDER: tuple[Role, ...] = ("defender",)
BOTH: tuple[Role, ...] = ("attacker", "defender")
WINDOW: tuple[Role, ...] = ("window",)
"""The DEFENDER while the ATTACKER moves (A8.1)."""


class When(NamedTuple):
    """A moment at which an order may be given.

    Args:
        phase: in which phase.
        by: whose order it is then.
        place: where it stands among the orders of that moment, each at its own.
        minor: it is no reason by itself to ask the side (see `State.stops`).
    """

    phase: Phase
    by: tuple[Role, ...]
    place: int
    minor: bool = False


class OrderKind(NamedTuple):
    """One kind of order.

    An order that goes by other rules at another moment has a record for each; the
    first of them says how it is typed and shown, and the others leave that out.

    Args:
        order: its type.
        rule: by which rule it is given: the cause of what no finer rule brings about.
        when: the moments for it.
        offer: every such order that is legal now; of fire the groups that make
            sense, since any part of one may fire as well.
        check: raises Illegal if the order breaks a rule.
        do: carries it out, after `check` has passed.
        label: what the page calls orders of this kind.
        verbs: by each word of the terminal, what it names.
        listed: where the words stand in the terminal's help.
    """

    order: type[Any]
    rule: str
    when: tuple[When, ...]
    offer: Callable[[GameView, Side], Iterable[Offer]]
    check: Callable[[GameView, Side, Any], object]
    do: Callable[[Play, Side, Any], object]
    label: str = ""
    verbs: Mapping[str, Verb] = MappingProxyType({})
    listed: int = 0
