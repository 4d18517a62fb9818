"""What a player types to give an answer: the way back of `read_words_order`."""

from typing import Any

import msgspec

from opfor.core.ask import AnyRequest, Choose, Order, Place
from opfor.ports.order_words import VERBS, Slot, Verb
from opfor.rules.orders import Command, read_order
from opfor.state.units import OFFBOARD

COMMANDS = {"end": "end", "halt": "halt"}
STARTS = {"assault": "assault", "double_time": "double"}

CLAIMED = {"claim"}
"""What `wall` says without a word for it."""


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
    """The shortest line that gives this order."""
    fields: dict[str, Any] = msgspec.to_builtins(order)
    tag = fields.pop("type")
    if tag in COMMANDS:
        return COMMANDS[tag]
    changed = _changed(order)
    odd = {*changed} - {"units", "to"}
    if tag == "move" and odd <= {*STARTS} and fields["to"] != OFFBOARD:
        start = next((STARTS[name] for name in odd), "move")
        return f"{start} {','.join(fields['units'])} {fields['to']}"
    lines = (_by(word, verb, tag, fields, changed) for word, verb in VERBS.items())
    return min(filter(None, lines), key=len)


def _by(
    word: str, verb: Verb, tag: str, fields: dict[str, Any], changed: set[str]
) -> str:
    """The line with one verb; nothing if it cannot say all of the order."""
    if verb.type != tag or any(fields[k] != v for k, v in verb.fixed.items()):
        return ""
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
    return " ".join(parts) if changed <= told | CLAIMED else ""


def _changed(order: Command) -> set[str]:
    """The fields of an order that are not as they are if nothing is said of them."""
    return {
        field.name
        for field in msgspec.structs.fields(order)
        if getattr(order, field.name) != field.default
    }


def _shown(slot: Slot, value: Any) -> str:
    return ",".join(map(str, value)) if slot.many else str(value)
