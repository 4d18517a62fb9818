"""What opfor would do in the player's place: he takes it, or does otherwise."""

from typing import Any

import msgspec

from opfor.core.ask import Asked, Choose, Order, Place
from opfor.ports.session import Session
from opfor.rules.a_infantry.a05_stacking import excess
from opfor.rules.choices.orders import MoveTo, Rout, read_order
from opfor.views.text.called import names_of
from opfor.views.text.names import plain
from opfor.views.text.orders import order_words
from opfor.web.game import messages as m
from opfor.web.game.named import FRIENDLY
from opfor.web.game.rout_ways import whole_routs


def suggest(session: Session, _request: m.Suggest) -> dict[str, Any]:
    """What a practised player would answer now, in words, and where it is.

    A rout is suggested as a whole: then `orders` has its steps and its end.

    Errors:
        OpforError: nothing is asked of the player that such a player can answer.
    """
    from opfor.sim.hints import hint  # noqa: PLC0415 - no start waits for it

    asked, value, why = hint(session)
    text, hexes = said_of(session, asked, value, why)
    found = {"number": asked.number, "value": value, "text": text, "hexes": hexes}
    order = read_order(value) if isinstance(asked.request, Order) else None
    return found | (_whole_rout(session, order) if isinstance(order, Rout) else {})


def _whole_rout(session: Session, first: Rout) -> dict[str, Any]:
    """The rout with least to be feared that begins with a step, if one does."""
    state = session.game.state
    begun = msgspec.to_builtins(first)
    routs = whole_routs(session, FRIENDLY, state.units[first.unit])
    found = next((each for each in routs if each["orders"][0] == begun), None)
    if found is None:
        return {}
    way = ", ".join(found["route"][:-1])
    how = "Low Crawl" if found["crawl"] else "rout"
    told = f"{first.unit}: {how} to {found['at']}" + (f" by {way}" if way else "")
    shelter = "cover to rally in" if found["cover"] else "no cover to rally in"
    told += f" – {found['terrain']}, {shelter}"
    told += f"; {found['warning']}" * bool(found["warning"])
    hexes = [session.world.locate(place).hex for place in found["route"]]
    text = names_of(session.world, state).told(plain(session.world.map, told))
    return {"text": text, "hexes": hexes, "orders": found["orders"]}


def said_of(
    session: Session, asked: Asked, value: Any, why: str = ""
) -> tuple[str, tuple[int, ...]]:
    """An answer in the player's words, with its reason, and the hexes it is about."""
    text, places = _said(session, asked, value)
    text += f" – {why}" if why else ""
    text += _crowded(session, asked, value)
    names = names_of(session.world, session.game.state)
    hexes = (session.world.locate(place).hex for place in places if place)
    told = names.told(plain(session.world.map, text))
    return told, tuple(dict.fromkeys(hexes))


def _crowded(session: Session, asked: Asked, value: Any) -> str:
    """A remark where a suggested move would Overstack its Location (A5.1)."""
    order = read_order(value) if isinstance(asked.request, Order) else None
    if not isinstance(order, MoveTo):
        return ""
    state = session.game.state
    there = {unit.id: unit for unit in state.units_at(order.to, "FRIENDLY")}
    there |= {id_: state.units[id_] for id_ in order.units}
    return ". It Overstacks it (A5.1)" * bool(excess(session.play, there.values()))


def _said(session: Session, asked: Asked, value: Any) -> tuple[str, Any]:
    """An answer in words, and the Locations that it is about."""
    match asked.request:
        case Choose(options=options):
            option = next(each for each in options if each.key == value)
            return option.label or option.key, option.hexes
        case Place():
            return "this set-up", tuple(value.values())
        case Order():
            return order_words(session.play, value)
    return str(value), ()
