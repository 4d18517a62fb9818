"""Orders in words: `fire 467A,mmgA Q5 by 81A`, as the fields of an order.

A verb has slots that are filled in order: ids of things, or a Location. Some slots
have a word before them, such as `by` before the leaders; flags may stand anywhere
behind. `adjust` takes field=value pairs.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from opfor.core.errors import OpforError
from opfor.geo.hexes import SIDES as HEXSIDES
from opfor.ports.commands import COMMANDS, read_place
from opfor.ports.order_verbs import VERBS
from opfor.ports.read_answer import pick
from opfor.rules.choices.orders import Command, MoveTo
from opfor.rules.orders.adjust import KINDS
from opfor.rules.orders.judge import JUDGED
from opfor.rules.orders.verbs import Slot, Verb, shown
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD
from opfor.state.world import World

FILLERS = ("at", "to", "in", "into", "with", "and")
"""Words that may stand between slots and mean nothing."""


STARTS = {"assault": "assault", "double_time": "double"}
"""The commands that a move begins with, by what it is besides."""


def verb_of(word: str) -> Verb | None:
    """The verb that a word is, or begins if no command begins so; None if neither."""
    folded = word.casefold()
    if folded in VERBS:
        return VERBS[folded]
    if not folded or any(name.startswith(folded) for name in COMMANDS):
        return None
    found = [name for name in VERBS if name.startswith(folded)]
    least = min(found, key=len, default="")  # drive, not driveoff
    return VERBS[least] if found and all(n.startswith(least) for n in found) else None


def word_of(order: Command) -> str:
    """The word that an order is typed with; its tag if none is.

    Of several the one that says most of the order by itself.
    """
    if begin := beginning(order):
        return begin
    tag, said = str(type(order).__struct_config__.tag), _said(order)
    found = {
        name: len(verb.fixed) + len(verb.needed)
        for name, verb in VERBS.items()
        if verb.type == tag
        and all(getattr(order, field) == value for field, value in verb.fixed.items())
        and verb.needed <= said
    }
    return max(found, key=lambda name: found[name], default=tag)


def beginning(order: Command) -> str:
    """The command that a plain move is typed with; empty for any other order."""
    said = _said(order)
    if not isinstance(order, MoveTo) or "to" not in said:
        return ""
    match tuple(said - {"units", "to"}):
        case ():
            return "move"
        case (way,):
            return STARTS.get(way, "")
    return ""


def _said(order: Command) -> set[str]:
    """The fields of an order of which something is said."""
    fields = {each.name: each.default for each in msgspec.structs.fields(order)}
    values = {name: getattr(order, name) for name in fields}
    return {name for name in fields if values[name] not in (fields[name], OFFBOARD)}


def read_words_order(
    view: GameView, verb: Verb, words: Sequence[str]
) -> dict[str, Any]:
    """The order that the words after a verb mean.

    Errors:
        OpforError: naming what is wrong or missing.
    """
    order: dict[str, Any] = {"type": verb.type, **verb.fixed}
    left = [word for word in words if word.casefold() not in FILLERS]
    for word, slot in verb.after.items():
        folded = [each.casefold() for each in left]
        if word in folded:
            at = folded.index(word)
            order[slot.field] = _filled(view, slot, left[at + 1 : at + 2])
            left = left[:at] + left[at + 2 :]
    for word in [word for word in left if word.casefold() in verb.flags]:
        field, value = verb.flags[word.casefold()]
        left.remove(word)
        order[field] = value
    for slot in verb.slots:
        if not (slot.needed or left):
            continue
        order[slot.field] = _filled(view, slot, left[:1])
        left = left[1:]
    if left:
        raise OpforError(f"{left[0]!r} is too much", do=f"write {verb.words}")
    return order


def _filled(view: GameView, slot: Slot, words: Sequence[str]) -> Any:
    if not words:
        raise OpforError(f"{shown(slot)} is not named", do="? lists what is legal")
    if slot.kind == "place":
        return read_place(view.world, words[0])
    if slot.kind == "number":
        if not words[0].isdecimal():
            raise OpforError(f"{words[0]!r} is no number", do="write it in digits")
        return int(words[0])
    if slot.kind == "hexsides":
        known = {str(side): str(side) for side in range(HEXSIDES)}
        return [int(pick(word, known, "hexside")) for word in words[0].split(",")]
    known = _KNOWN[slot.kind](view)
    each = dict.fromkeys(known.values())
    ids = [pick(word, known, slot.kind, each) for word in words[0].split(",") if word]
    if slot.many:
        return list(dict.fromkeys(ids))
    if len(ids) != 1:
        raise OpforError(f"one {slot.kind} is wanted, not {words[0]}")
    return ids[0]


def _units(view: GameView) -> dict[str, str]:
    return {u.id: u.id for u in view.state.units.values() if u.side == "FRIENDLY"}


def _enemies(view: GameView) -> dict[str, str]:
    """With the e that their ids begin with, and without."""
    ids = [u.id for u in view.state.units.values() if u.side == "ENEMY"]
    return {id_.removeprefix("e"): id_ for id_ in ids} | {id_: id_ for id_ in ids}


def _hulks(view: GameView) -> dict[str, str]:
    """The Abandoned vehicles of either side."""
    units = view.state.units.values()
    return {u.id: u.id for u in units if u.vehicle and u.vehicle.abandoned}


def _weapons(view: GameView) -> dict[str, str]:
    """The SW that the player's units have, and those that nobody has."""
    own = _units(view)
    return {
        weapon.id: weapon.id
        for weapon in view.state.weapons.values()
        if not weapon.owner or weapon.owner in own
    }


def _firers(view: GameView) -> dict[str, str]:
    """Units, SW, and DC that are set."""
    charges = {m.id: m.id for m in view.state.markers.values() if m.kind == "DC"}
    return _units(view) | _weapons(view) | charges


def _markers(view: GameView) -> dict[str, str]:
    return {id_: id_ for id_ in view.state.markers}


def _batteries(view: GameView) -> dict[str, str]:
    return {b.id: b.id for b in view.state.batteries.values() if b.side == "FRIENDLY"}


def _planes(view: GameView) -> dict[str, str]:
    return {a.id: a.id for a in view.state.planes.values() if a.side == "FRIENDLY"}


def _fortifications(view: GameView) -> dict[str, str]:
    return {id_: id_ for id_ in view.state.fortifications}


_KNOWN: Mapping[str, Callable[[GameView], dict[str, str]]] = MappingProxyType(
    {
        "unit": _units,
        "enemy": _enemies,
        "hulk": _hulks,
        "weapon": _weapons,
        "firer": _firers,
        "fortification": _fortifications,
        "marker": _markers,
        "battery": _batteries,
        "plane": _planes,
    }
)


# -- adjust ------------------------------------------------------------------------

THINGS = (*KINDS, "control", "game", *JUDGED)
GONE = "gone"


def read_adjust(view: GameView, words: Sequence[str]) -> dict[str, Any]:
    """`adjust unit 467A broken=yes location=Q5`, `adjust los O5 Q7 blocked`.

    Errors:
        OpforError: it is not written so.
    """
    if len(words) < 3:
        raise OpforError("adjust what, which, and how?", do=ADJUST_HOW)
    what, id_, *rest = words
    what = pick(what, {thing: thing for thing in THINGS}, "thing to adjust")
    if what in JUDGED:
        return read_judged(view.world, what, words[1:])
    gone = [word.casefold() for word in rest] == [GONE]
    fields = {} if gone else dict(map(_pair, rest))
    id_ = _adjusted_id(view, what, id_)
    return {"type": "adjust", "what": what, "id": id_, "set": None if gone else fields}


def read_judged(world: World, what: str, words: Sequence[str]) -> dict[str, Any]:
    """`adjust los O5 Q7 hindrance 2`, `adjust terrain Q6 stone building level=1`.

    Errors:
        OpforError: it is not written so.
    """
    ends = 1 if what == "terrain" else 2
    places, rest = words[:ends], words[ends:]
    if not rest:
        raise OpforError(f"adjust {what} how?", do=JUDGE_HOW[what])
    id_ = " ".join(str(read_place(world, word)) for word in places)
    found: dict[str, Any] = {"type": "adjust", "what": what, "id": id_, "set": None}
    if [word.casefold() for word in rest] == [GONE]:
        return found
    pairs = dict(_pair(word) for word in rest if "=" in word)
    said = " ".join(word for word in rest if "=" not in word).casefold()
    if what == "los" and said:
        pairs["hindrance"] = _hindrance(said)
    elif said:
        pairs["terrain"] = said
    return found | {"set": pairs}


def _hindrance(said: str) -> int:
    number = said.removeprefix("hindrance").strip().removeprefix("+")
    if said in SIGHTS:
        return SIGHTS[said]
    if number.isdecimal():
        return int(number)
    raise OpforError(f"{said[:40]!r} says nothing of LOS", do=JUDGE_HOW["los"])


SIGHTS = {"clear": 0, "blocked": -1}

JUDGE_HOW = {
    "los": "write adjust los O5 Q7 clear, blocked, hindrance 2, or gone",
    "terrain": "write adjust terrain Q6 woods, level=1, or gone",
    "hexside": "write adjust hexside Q6 Q7 wall, none, or gone",
}


def _pair(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise OpforError(f"{text!r} is no field=value", do=ADJUST_HOW)
    return name, _value(value)


def _adjusted_id(view: GameView, what: str, word: str) -> str:
    """The id of a thing that is there, in any case; else the word, for a new one."""
    if what not in KINDS:
        return word
    known = getattr(view.state, KINDS[what].among)
    found = [id_ for id_ in known if id_.casefold() == word.casefold()]
    return word if word in known or not found else found[0]


ADJUST_HOW = "write adjust unit 467A broken=yes location=Q5, or adjust suspect S3 gone"


def _value(text: str) -> Any:
    if text in ("yes", "no"):
        return text == "yes"
    if text.lstrip("-").isdecimal():
        return int(text)
    if "," in text:
        return [_value(part) for part in text.split(",") if part]
    return text
