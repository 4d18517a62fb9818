"""Orders in words, as the player who may give them reads them."""

from collections.abc import Iterator
from typing import Any

import msgspec

from opfor.rules.choices.offer import units_of
from opfor.rules.choices.orders import MoveTo, read_order
from opfor.rules.sequence import legal_orders
from opfor.state.play import GameView
from opfor.state.units import LocationName


def order_words(view: GameView, value: Any) -> tuple[str, tuple[LocationName, ...]]:
    """An order of FRIENDLY, given as JSON, in words, and the Locations it is about."""
    order = read_order(value)
    state = view.state
    units = (state.units[id_] for id_ in units_of(order) if id_ in state.units)
    own = tuple(unit.location for unit in units)
    for offer in legal_orders.legal(view, "FRIENDLY", type(order)):
        if offer.order == order:
            return offer.label, (*offer.hexes, *own)
    if isinstance(order, MoveTo):
        return f"{' + '.join(order.units)} to {order.to}", (order.to, *own)
    fields = msgspec.to_builtins(order)
    named = [part for name in fields if name != "type" for part in _words(fields[name])]
    return f"{fields['type']}: {' '.join(named)}", own


def _words(value: Any) -> Iterator[str]:
    """What a field of an order names."""
    if isinstance(value, str) and value:
        yield value
    elif isinstance(value, list | tuple):
        yield ", ".join(map(str, value))
