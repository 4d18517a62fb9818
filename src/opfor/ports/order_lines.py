"""What a player types to give an answer: the way back of `read_words_order`."""

from typing import Any

import msgspec

from opfor.core.ask import AnyRequest, Choose, Order, Place
from opfor.core.errors import OpforError
from opfor.ports.order_verbs import VERBS
from opfor.ports.order_words import GONE, SIGHTS, beginning, word_of
from opfor.rules.choices.orders import Adjust, Command, read_order
from opfor.rules.orders.judge import JUDGED
from opfor.rules.orders.verbs import Slot, Verb

ALONE = ("end", "halt")
"""Orders that are one word."""


def answer_line(request: AnyRequest, answer: Any) -> str:
    """The line that gives an answer to a request for an order, a choice or places."""
    match request:
        case Order():
            return order_line(read_order(answer))
        case Choose(options=options):
            option = next(each for each in options if each.key == answer)
            return option.label or option.key
        case Place():
            return ", ".join(f"{thing} {place}" for thing, place in answer.items())
    return str(answer)


def order_line(order: Command) -> str:
    """The line that gives this order.

    Errors:
        OpforError: no words do.
    """
    if isinstance(order, Adjust):
        return _adjust_line(order)
    fields: dict[str, Any] = msgspec.to_builtins(order)
    tag = fields.pop("type")
    if tag in ALONE:
        return str(tag)
    if begin := beginning(order):
        return f"{begin} {','.join(fields['units'])} {fields['to']}"
    word = word_of(order)
    line = _by(word, VERBS[word], fields, _changed(order)) if word in VERBS else ""
    if not line:
        raise OpforError(f"there are no words for this order to {tag}", str(fields))
    return line


def _adjust_line(order: Adjust) -> str:
    """The field=value pairs of an adjustment."""
    if order.set is None:
        return f"adjust {order.what} {order.id} {GONE}"
    if order.what == "los":
        return f"adjust los {order.id} {_sight(order.set.get('hindrance', 0))}"
    pairs = (f"{name}={_adjusted(value)}" for name, value in order.set.items())
    if order.what in JUDGED:
        named = {"": str(order.set.get("terrain", "")), **order.set}
        named.pop("terrain", None)
        rest = (f"{name}={value}" if name else value for name, value in named.items())
        pairs = (word for word in rest if word)
    return f"adjust {order.what} {order.id} {' '.join(pairs)}"


def _sight(hindrance: int) -> str:
    """LOS as `adjust los` reads it."""
    words = {drm: word for word, drm in SIGHTS.items()}
    return words.get(hindrance, f"hindrance {hindrance}")


def _adjusted(value: Any) -> str:
    """A value as `adjust` reads it; a list of one has a comma behind it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            listed = ",".join(map(_adjusted, value))
            return listed if len(value) > 1 else f"{listed},"
    return str(value)


def _by(word: str, verb: Verb, fields: dict[str, Any], changed: set[str]) -> str:
    """The line with one verb; nothing if it cannot say all of the order."""
    parts, told = [word], set(verb.fixed)
    for slot in verb.slots:
        if slot.needed or slot.field in changed:
            parts.append(_shown(slot, fields[slot.field]))
        told.add(slot.field)
    for before, slot in verb.after.items():
        if slot.field in changed:
            parts += [before, _shown(slot, fields[slot.field])]
        told.add(slot.field)
    for flag, (field, value) in verb.flags.items():
        if field in changed and fields[field] == value:
            parts.append(flag)
            told.add(field)
    return " ".join(parts) if changed <= told else ""


def _changed(order: Command) -> set[str]:
    """The fields of an order that are not as they are if nothing is said of them."""
    return {
        field.name
        for field in msgspec.structs.fields(order)
        if getattr(order, field.name) != field.default
    }


def _shown(slot: Slot, value: Any) -> str:
    return ",".join(map(str, value)) if slot.many else str(value)
