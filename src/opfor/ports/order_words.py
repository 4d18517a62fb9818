"""Orders in words: `fire 467A,mmgA Q5 by 81A`, as the fields of rules/orders.py.

A verb has slots that are filled in order: ids of things, or a Location. Some slots
have a word before them, such as `by` before the leaders; flags may stand anywhere
behind. `adjust` takes field=value pairs.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from opfor.core.errors import OpforError
from opfor.geo.hexes import SIDES as HEXSIDES
from opfor.ports.commands import COMMANDS, read_place
from opfor.ports.typed import pick
from opfor.rules.adjusting import KINDS
from opfor.rules.orders import Command, Fire, MoveTo
from opfor.state.artillery import Shells
from opfor.state.play import Look
from opfor.state.units import OFFBOARD

FILLERS = ("at", "to", "in", "into", "with", "and")
"""Words that may stand between slots and mean nothing."""


class Slot(NamedTuple):
    """One thing that an order names: its field, what it is, whether several."""

    field: str
    kind: str = "unit"
    many: bool = False
    needed: bool = True


class Verb(NamedTuple):
    """A word for an order.

    Args:
        type: the order's tag.
        slots: what it names, in order.
        after: slots by the word that stands before them; none is needed.
        flags: words that set a field.
        does: what it does, for the help.
        fixed: fields that the word itself sets.
    """

    type: str
    slots: tuple[Slot, ...]
    does: str
    after: Mapping[str, Slot] = MappingProxyType({})
    flags: Mapping[str, tuple[str, Any]] = MappingProxyType({})
    fixed: Mapping[str, Any] = MappingProxyType({})

    @property
    def needed(self) -> set[str]:
        """The fields that it names in any case."""
        return {slot.field for slot in self.slots if slot.needed}

    @property
    def words(self) -> str:
        """How it is written, for the help."""
        parts = [_shown(slot) for slot in self.slots]
        parts += [f"[{word} {_shown(slot)}]" for word, slot in self.after.items()]
        parts += [f"[{' | '.join(self.flags)}]"] if self.flags else []
        return " ".join(parts)


def _shown(slot: Slot) -> str:
    name = {"place": "HEX", "side": "SIDE"}.get(slot.kind, slot.kind.upper())
    name += f",{name}…" if slot.many else ""
    return name if slot.needed else f"[{name}]"


UNIT, UNITS = Slot("unit"), Slot("units", many=True)
WEAPON, TO = Slot("weapon", "weapon"), Slot("to", "place")
BY = {"by": Slot("leader")}
SECOND = Slot("second", "place", needed=False)
"""The other Location of Spraying Fire."""

BESIDE = Slot("units", many=True, needed=False)
"""Who spends the MF with the unit, to move on together."""

SIDES = Slot("bypass", "hexsides", many=True)
ESCORT = Slot("escort", many=True)
FORTIFICATION = Slot("inside", "fortification")

AMMO = tuple(word for word in get_args(get_type_hints(Fire)["ammo"]) if word)
"""What ordnance fires, as the order names it."""

STARTS = {"assault": "assault", "double_time": "double"}
"""The commands that a move begins with, by what it is besides."""

ASSAULT = {"assault": ("assault", True)}

PLANE = Slot("aircraft", "plane")
OBA = Slot("battery", "battery")
SHELLS = {word.casefold(): ("kind", word) for word in get_args(Shells)}

WAYS = {"assault": "assault", "double": "double_time"} | {
    way: way for way in ("dash", "minimum", "overrun")
}
"""How a stack moves, by the word for it."""


def _going(way: str, slots: tuple[Slot, ...], does: str, **fixed: Any) -> Verb:
    """A verb of moving: all that can be said of a move beside it."""
    named = {slot.field for slot in slots}
    after = {"past": SIDES, "inside": FORTIFICATION}
    return Verb(
        "move",
        slots,
        does,
        after={word: slot for word, slot in after.items() if slot.field not in named},
        flags={word: (field, True) for word, field in WAYS.items() if field != way},
        fixed=({way: True} if way else {}) | fixed,
    )


DRIVING = {
    "reverse": ("reverse", True),
    "least": ("minimum", True),
    "slow": ("slow", True),
    "overrun": ("overrun", True),
    "offroad": ("road", False),
}
"""How a vehicle is driven, by the word for it."""

VERBS: Mapping[str, Verb] = MappingProxyType(
    {
        "fire": Verb(
            "fire",
            (Slot("firers", "firer", many=True), Slot("target", "place"), SECOND),
            "attack a Location with units and SW",
            after={
                "by": Slot("leaders", many=True),
                "spotter": Slot("spotter"),
                "aim": Slot("at", "enemy"),
            },
            flags={
                "lane": ("lane", True),
                "mol": ("mol", True),
                "snap": ("snap", True),
                "area": ("area", True),
                "backblast": ("backblast", True),
                "tracks": ("tracks", True),
                **{word.casefold(): ("ammo", word) for word in AMMO},
            },
        ),
        "hold": Verb("hold fire", (), "let what moves go on"),
        "dash": _going("dash", (UNITS, TO), "Dash over a road"),
        "minimum": _going("minimum", (UNITS, TO), "make a Minimum Move"),
        "bypass": _going(
            "", (UNITS, TO, SIDES), "move along some hexsides of a hex, by Bypass"
        ),
        "overrun": _going("overrun", (UNITS, TO), "Infantry OVR of a lone SMC"),
        "trench": _going(
            "", (UNITS, TO, FORTIFICATION), "move along connected trenches"
        ),
        "exit": _going("", (UNITS,), "move off the map", to=OFFBOARD),
        "opportunity": Verb("opportunity", (UNITS,), "wait for Opportunity Fire"),
        "rally": Verb("rally", (UNIT,), "try to rally a broken unit", after=BY),
        "keep": Verb("keep DM", (UNIT,), "keep a broken unit under DM, to rout"),
        "repair": Verb("repair", (WEAPON,), "try to repair a SW"),
        "recover": Verb("recover", (UNIT, WEAPON), "try to recover a SW or Gun"),
        "transfer": Verb(
            "transfer", (WEAPON, Slot("to", "unit")), "give a SW to a unit"
        ),
        "drop": Verb("drop", (WEAPON,), "leave a SW or Gun here"),
        "deploy": Verb("deploy", (UNIT,), "make two HS of a squad", after=BY),
        "recombine": Verb("recombine", (UNITS,), "make a squad of two HS", after=BY),
        "assemble": Verb("assemble", (WEAPON,), "assemble a dm SW"),
        "dismantle": Verb("assemble", (WEAPON,), "dismantle a SW", fixed={"dm": True}),
        "wall": Verb("wall", (Slot("at", "place"),), "claim Wall Advantage"),
        "unwall": Verb(
            "wall",
            (Slot("at", "place"),),
            "give Wall Advantage up",
            fixed={"claim": False},
        ),
        "entrench": Verb("entrench", (UNIT,), "try to dig a foxhole", after=BY),
        "mopup": Verb("mop up", (UNIT,), "mop up the building"),
        "search": Verb("search", (UNIT,), "search the hexes around"),
        "shelter": Verb(
            "shelter",
            (UNITS, FORTIFICATION),
            "enter a fortification of the Location",
            flags=ASSAULT,
        ),
        "leave": Verb("shelter", (UNITS,), "leave the fortification", flags=ASSAULT),
        "grenade": Verb(
            "smoke",
            (UNIT, TO, BESIDE),
            "try to place SMOKE grenades",
            flags={"wp": ("wp", True)},
        ),
        "charge": Verb("DC", (WEAPON, TO, BESIDE), "place a DC"),
        "set": Verb("set DC", (WEAPON,), "set a DC here, to be fired later"),
        "extinguish": Verb(
            "extinguish",
            (UNIT, Slot("marker", "marker")),
            "try to put out a Flame, or to clear mines",
            after=BY,
        ),
        "kindle": Verb("kindle", (UNITS,), "try to set the Location ablaze", after=BY),
        "massacre": Verb("massacre", (UNIT,), "massacre the prisoners of a Guard"),
        "rout": Verb(
            "rout",
            (UNIT, TO),
            "rout into the next Location, or a fortification",
            after={"inside": FORTIFICATION},
        ),
        "crawl": Verb(
            "rout",
            (UNIT, TO),
            "rout by Low Crawl",
            fixed={"low_crawl": True},
            after={"inside": FORTIFICATION},
        ),
        "break": Verb("break", (UNIT,), "break voluntarily"),
        "advance": Verb(
            "advance",
            (UNITS, TO),
            "advance into an ADJACENT Location, or a fortification",
            after={"inside": FORTIFICATION},
        ),
        "cc": Verb(
            "CC",
            (
                Slot("attackers", many=True),
                Slot("defenders", "enemy", many=True),
            ),
            "attack in Close Combat",
            flags={
                "capture": ("capture", True),
                "hth": ("hand_to_hand", True),
                "atmm": ("atmm", True),
            },
        ),
        "start": Verb("start", (UNIT,), "start a vehicle"),
        "stop": Verb("stop", (UNIT,), "stop a vehicle"),
        "drive": Verb(
            "drive",
            (UNIT, TO),
            "drive a vehicle into the next hex, or past it by VBM",
            after={"past": SIDES, "beside": ESCORT},
            flags=DRIVING | ASSAULT,
        ),
        "driveoff": Verb(
            "drive",
            (UNIT,),
            "drive off the map",
            after={"past": SIDES},
            flags=DRIVING,
            fixed={"to": OFFBOARD},
        ),
        "turn": Verb(
            "turn",
            (UNIT, Slot("spine", "number")),
            "turn a vehicle to a hexspine, 0 to 5, or its turret",
            flags={"turret": ("turret", True)},
        ),
        "hook": Verb(
            "hook",
            (Slot("vehicle", "unit"), WEAPON),
            "hook a Gun up, or unhook the one in tow",
        ),
        "limber": Verb("limber", (WEAPON,), "limber a Gun"),
        "unlimber": Verb(
            "limber", (WEAPON,), "unlimber a Gun", fixed={"limber": False}
        ),
        "push": Verb("push", (UNITS, WEAPON, TO), "push a Gun into the next hex"),
        "swing": Verb(
            "turn gun",
            (WEAPON, Slot("spine", "number")),
            "turn a Gun to a hexspine, 0 to 5, instead of firing it",
        ),
        "delay": Verb(
            "delay",
            (UNIT, Slot("mp", "number", needed=False)),
            "spend MP where a Stopped vehicle is",
        ),
        "ce": Verb("expose", (UNIT,), "have a crew go CE"),
        "bu": Verb("expose", (UNIT,), "have a crew go BU", fixed={"ce": False}),
        "embark": Verb(
            "embark",
            (UNITS, Slot("vehicle", "unit")),
            "load Infantry onto a vehicle",
            flags={"riders": ("rides", True)},
        ),
        "dismount": Verb("dismount", (UNITS,), "unload Passengers or Riders"),
        "discharge": Verb(
            "discharge",
            (UNIT, Slot("to", "place", needed=False)),
            "try a smoke dispenser, or the crew's grenades",
            flags={"grenades": ("grenades", True)},
        ),
        "speed": Verb(
            "speed",
            (UNIT, Slot("mp", "number", needed=False)),
            "gain MP by Excessive Speed, which may break the vehicle",
        ),
        "hulldown": Verb("hull down", (UNIT,), "try for hull down status"),
        "motion": Verb("motion", (UNIT,), "try for Motion as the enemy moves"),
        "abandon": Verb("abandon", (UNIT,), "have a crew leave its vehicle"),
        "man": Verb(
            "man",
            (UNIT, Slot("vehicle", "hulk")),
            "have a crew or HS man an Abandoned vehicle",
        ),
        "seize": Verb(
            "seize",
            (UNIT, Slot("vehicle", "hulk")),
            "capture an Abandoned vehicle of the enemy in the CCPh",
        ),
        "unbog": Verb("unbog", (UNIT,), "try to free a bogged vehicle"),
        "contact": Verb(
            "radio", (OBA,), "try for Radio Contact", fixed={"step": "contact"}
        ),
        "spot": Verb(
            "radio",
            (OBA, TO),
            "place a SR of OBA",
            fixed={"step": "place"},
            flags=SHELLS,
        ),
        "correct": Verb(
            "radio", (OBA, TO), "correct a SR or a FFE:1", fixed={"step": "correct"}
        ),
        "ffe": Verb(
            "radio",
            (OBA,),
            "convert a SR into a FFE, or let a FFE go on",
            fixed={"step": "convert"},
            flags=SHELLS,
        ),
        "cancel": Verb(
            "radio", (OBA,), "cancel a mission of OBA", fixed={"step": "cancel"}
        ),
        "strafe": Verb(
            "sortie",
            (PLANE, TO, SECOND),
            "have an airplane strafe a hex, and the next one",
        ),
        "bomb": Verb(
            "sortie", (PLANE, TO), "have an airplane bomb a hex", fixed={"bombs": True}
        ),
        "withdraw": Verb("withdraw", (UNITS, TO), "withdraw from Melee"),
    }
)


def verb_of(word: str) -> Verb | None:
    """The verb that a word is, or begins if no command begins so; None if neither."""
    folded = word.casefold()
    if folded in VERBS:
        return VERBS[folded]
    if not folded or any(name.startswith(folded) for name in COMMANDS):
        return None
    found = [verb for name, verb in VERBS.items() if name.startswith(folded)]
    return found[0] if len(found) == 1 else None


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


def read_words_order(look: Look, verb: Verb, words: Sequence[str]) -> dict[str, Any]:
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
            order[slot.field] = _filled(look, slot, left[at + 1 : at + 2])
            left = left[:at] + left[at + 2 :]
    for word in [word for word in left if word.casefold() in verb.flags]:
        field, value = verb.flags[word.casefold()]
        left.remove(word)
        order[field] = value
    for slot in verb.slots:
        if not (slot.needed or left):
            continue
        order[slot.field] = _filled(look, slot, left[:1])
        left = left[1:]
    if left:
        raise OpforError(f"{left[0]!r} is too much", do=f"write {verb.words}")
    return order


def _filled(look: Look, slot: Slot, words: Sequence[str]) -> Any:
    if not words:
        raise OpforError(f"{_shown(slot)} is not named", do="? lists what is legal")
    if slot.kind == "place":
        return read_place(look.world, words[0])
    if slot.kind == "number":
        if not words[0].isdecimal():
            raise OpforError(f"{words[0]!r} is no number", do="write it in digits")
        return int(words[0])
    if slot.kind == "hexsides":
        known = {str(side): str(side) for side in range(HEXSIDES)}
        return [int(pick(word, known, "hexside")) for word in words[0].split(",")]
    known = _KNOWN[slot.kind](look)
    shown = dict.fromkeys(known.values())
    ids = [pick(word, known, slot.kind, shown) for word in words[0].split(",") if word]
    if slot.many:
        return list(dict.fromkeys(ids))
    if len(ids) != 1:
        raise OpforError(f"one {slot.kind} is wanted, not {words[0]}")
    return ids[0]


def _units(look: Look) -> dict[str, str]:
    return {u.id: u.id for u in look.state.units.values() if u.side == "FRIENDLY"}


def _enemies(look: Look) -> dict[str, str]:
    """With the e that their ids begin with, and without."""
    ids = [u.id for u in look.state.units.values() if u.side == "ENEMY"]
    return {id_.removeprefix("e"): id_ for id_ in ids} | {id_: id_ for id_ in ids}


def _hulks(look: Look) -> dict[str, str]:
    """The Abandoned vehicles of either side."""
    units = look.state.units.values()
    return {u.id: u.id for u in units if u.vehicle and u.vehicle.abandoned}


def _weapons(look: Look) -> dict[str, str]:
    """The SW that the player's units have, and those that nobody has."""
    own = _units(look)
    return {
        weapon.id: weapon.id
        for weapon in look.state.weapons.values()
        if not weapon.owner or weapon.owner in own
    }


def _firers(look: Look) -> dict[str, str]:
    """Units, SW, and DC that are set."""
    charges = {m.id: m.id for m in look.state.markers.values() if m.kind == "DC"}
    return _units(look) | _weapons(look) | charges


def _markers(look: Look) -> dict[str, str]:
    return {id_: id_ for id_ in look.state.markers}


def _batteries(look: Look) -> dict[str, str]:
    return {b.id: b.id for b in look.state.batteries.values() if b.side == "FRIENDLY"}


def _planes(look: Look) -> dict[str, str]:
    return {a.id: a.id for a in look.state.planes.values() if a.side == "FRIENDLY"}


def _fortifications(look: Look) -> dict[str, str]:
    return {id_: id_ for id_ in look.state.fortifications}


_KNOWN: Mapping[str, Callable[[Look], dict[str, str]]] = MappingProxyType(
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

THINGS = (*KINDS, "control", "game")
GONE = "gone"


def read_adjust(look: Look, words: Sequence[str]) -> dict[str, Any]:
    """`adjust unit 467A broken=yes location=Q5`, `adjust suspect S3 gone`.

    Errors:
        OpforError: it is not written so.
    """
    if len(words) < 3:
        raise OpforError("adjust what, which, and how?", do=ADJUST_HOW)
    what, id_, *rest = words
    what = pick(what, {thing: thing for thing in THINGS}, "thing to adjust")
    gone = [word.casefold() for word in rest] == [GONE]
    fields = {} if gone else dict(map(_pair, rest))
    id_ = _adjusted_id(look, what, id_)
    return {"type": "adjust", "what": what, "id": id_, "set": None if gone else fields}


def _pair(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise OpforError(f"{text!r} is no field=value", do=ADJUST_HOW)
    return name, _value(value)


def _adjusted_id(look: Look, what: str, word: str) -> str:
    """The id of a thing that is there, in any case; else the word, for a new one."""
    if what not in KINDS:
        return word
    known = getattr(look.state, KINDS[what].among)
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
