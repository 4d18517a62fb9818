"""Orders in an example's words: "V fire K6 by L", "ENEMY E advance N6".

The verbs are those of the console; who acts may stand before the verb, as in a
sentence, or behind it, as the console has it.
"""

import re
from collections.abc import Mapping
from typing import Any

from opfor.core.errors import OpforError
from opfor.ports.examples.places import location
from opfor.ports.order_verbs import VERBS
from opfor.ports.order_words import FILLERS
from opfor.rules.orders.verbs import TO, UNITS, Slot, Verb, shown
from opfor.state.world import World

ENEMY = "ENEMY"
"""The word before an order of the ENEMY."""

SAID: Mapping[str, Verb] = {
    **VERBS,
    "move": Verb(
        (UNITS, TO),
        "move, with what may be said of any move",
        after=VERBS["dash"].after,
        flags={**VERBS["dash"].flags, "dash": ("dash", True)},
        type=VERBS["dash"].type,
    ),
}
"""Every verb by its word."""


def said_order(text: str, world: World, where: str) -> dict[str, Any] | None:
    """The order that a verb and what stands around it mean; None without a verb.

    Errors:
        OpforError: something is missing or too much.
    """
    words = re.sub(r"\s*[+,]\s*", ",", text).split()
    for at in (1, 0):
        if len(words) > at and (verb := SAID.get(words[at].casefold())):
            left = words[:at] + words[at + 1 :]
            return _read(verb, left, world, where, text)
    return None


def _read(
    verb: Verb, words: list[str], world: World, where: str, text: str
) -> dict[str, Any]:
    order: dict[str, Any] = {"type": verb.type, **verb.fixed}
    left = [word for word in words if word.casefold() not in FILLERS]
    for word, slot in verb.after.items():
        folded = [each.casefold() for each in left]
        if word in folded:
            at = folded.index(word)
            order[slot.field] = _filled(slot, left[at + 1 : at + 2], world, where)
            left = left[:at] + left[at + 2 :]
    for word in [word for word in left if word.casefold() in verb.flags]:
        field, value = verb.flags[word.casefold()]
        left.remove(word)
        order[field] = value
    for slot in verb.slots:
        if slot.needed or left:
            order[slot.field] = _filled(slot, left[:1], world, where)
            left = left[1:]
    if left:
        do = f"what may be said is {verb.words}"
        raise OpforError(f"{left[0]!r} is too much in {text[:60]!r}", where, do)
    return order


def _filled(slot: Slot, words: list[str], world: World, where: str) -> Any:
    """What stands in a slot: a Location, a number, hexsides, ids."""
    if not words:
        raise OpforError(f"{shown(slot)} is not named", where, "name it")
    if slot.kind == "place":
        return location(world, words[0], where)
    if slot.kind in ("number", "hexsides"):
        parts = words[0].split(",") if slot.many else [words[0]]
        if not all(part.isdecimal() for part in parts):
            raise OpforError(f"{words[0]!r} is no number", where, "write it in digits")
        return [int(part) for part in parts] if slot.many else int(words[0])
    ids = [word for word in words[0].split(",") if word]
    if slot.many:
        return ids
    if len(ids) != 1:
        raise OpforError(f"one {slot.kind} is wanted, not {words[0]}", where)
    return ids[0]
