"""The kinds of orders, found in the modules below `rules/orders`.

Nothing lists them: whoever adds an order writes its record into its own module.
"""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pkgutil import walk_packages
from types import MappingProxyType, ModuleType

from opfor.core.errors import OpforError
from opfor.rules import orders
from opfor.rules.a_infantry.a03_9_phases import PHASES, Role
from opfor.rules.orders.order_kind import OrderKind, When
from opfor.state.units import Phase

Moment = tuple[Phase, Role]
Standing = tuple[When, OrderKind]
"""A kind of order, and when: its place there, and whether it is minor."""


def records(package: ModuleType) -> tuple[OrderKind, ...]:
    """The records that the modules below a package define, by phase and place."""
    found: list[OrderKind] = []
    walked = walk_packages(package.__path__, f"{package.__name__}.")
    for name in sorted(each.name for each in walked):
        for value in vars(import_module(name)).values():
            if isinstance(value, OrderKind) and not any(value is k for k in found):
                found.append(value)
    return tuple(sorted(found, key=_first))


def _first(kind: OrderKind) -> tuple[int, int, str]:
    """Where an order comes first in a Player Turn."""
    first = min((PHASES.index(when.phase), when.place) for when in kind.when)
    return *first, kind.do.__name__


def by_moment(kinds: Iterable[OrderKind]) -> Mapping[Moment, tuple[Standing, ...]]:
    """The orders of each phase and role, each at its place.

    Errors:
        OpforError: two have the same place, or are of the same type.
    """
    found: dict[Moment, dict[int, Standing]] = {}
    for moment, when, kind in _moments(kinds):
        there = found.setdefault(moment, {})
        others = (other for _, other in there.values())
        if when.place in there or any(kind.order is other.order for other in others):
            raise OpforError(
                f"{kind.order.__name__} stands where another order does",
                f"place {when.place} of the {' '.join(moment)}",
                "give it a place of its own, and one record a moment",
            )
        there[when.place] = when, kind
    return MappingProxyType(
        {
            moment: tuple(there[place] for place in sorted(there))
            for moment, there in found.items()
        }
    )


def _moments(kinds: Iterable[OrderKind]) -> Iterator[tuple[Moment, When, OrderKind]]:
    for kind in kinds:
        for when in kind.when:
            for role in when.by:
                yield (when.phase, role), when, kind


KINDS = records(orders)
"""Every kind of order but EndPhase, which every part of a phase has, and Adjust."""

AT: Mapping[Moment, tuple[Standing, ...]] = by_moment(KINDS)
"""What may be ordered, by phase and role."""


def tag_of(kind: OrderKind) -> str:
    """What orders of a kind are tagged with."""
    return str(kind.order.__struct_config__.tag)


LABELS: Mapping[str, str] = MappingProxyType(
    {tag_of(kind): kind.label for kind in KINDS if kind.label}
)
"""What the page calls orders, by their tags."""
