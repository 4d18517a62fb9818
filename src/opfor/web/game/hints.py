"""What opfor would do in the player's place: he takes it, or does otherwise."""

from collections.abc import Iterator
from typing import Any

import msgspec

from opfor.core.ask import Asked, Choose, Order, Place
from opfor.ports.session import Session
from opfor.rules.choices.offer import units_of
from opfor.rules.choices.orders import MoveTo, read_order
from opfor.rules.sequence import orders_by_phase
from opfor.views.text.names import plain
from opfor.web.game import messages as m


def suggest(session: Session, _request: m.Suggest) -> dict[str, Any]:
    """What a steady player would answer now, in words, and where it is.

    Errors:
        OpforError: nothing is asked of the player that such a player can answer.
    """
    from opfor.sim.hints import hint  # noqa: PLC0415 - no start waits for it

    asked, value, why = hint(session)
    text, places = _said(session, asked, value)
    text += f" – {why}" if why else ""
    hexes = [session.world.locate(place).hex for place in places if place]
    return {
        "number": asked.number,
        "value": value,
        "text": plain(session.world.map, text),
        "hexes": list(dict.fromkeys(hexes)),
    }


def _said(session: Session, asked: Asked, value: Any) -> tuple[str, Any]:
    """An answer in words, and the Locations that it is about."""
    match asked.request:
        case Choose(options=options):
            option = next(each for each in options if each.key == value)
            return option.label or option.key, option.hexes
        case Place():
            return "this set-up", tuple(value.values())
        case Order():
            return _ordered(session, value)
    return str(value), ()


def _ordered(session: Session, value: Any) -> tuple[str, Any]:
    order = read_order(value)
    state = session.game.state
    own = [state.units[id_].location for id_ in units_of(order) if id_ in state.units]
    for offer in orders_by_phase.legal(session.play, "FRIENDLY", type(order)):
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
