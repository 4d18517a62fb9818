"""Pieces in words: "pinned 4-6-7 with LMG and dm MMG in J6".

The order of the words is fixed: states, the counter, `with` its SW, `in` a Location.
The same words say what stands on the map before and what must stand there after.
"""

import re
from collections.abc import Mapping
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.ports.examples.places import OFF, location, with_full_names
from opfor.ports.examples.read import Origin
from opfor.state.counters import Counter, Gun, SupportWeapon, slug
from opfor.state.state import State
from opfor.state.units import (
    Fortification,
    FortificationKind,
    GunState,
    Marker,
    MarkerKind,
    Suspect,
    Unit,
    Weapon,
)
from opfor.state.world import World

S = TypeVar("S", bound=Struct)

STATES = tuple(
    {"cx": "CX"}.get(name, name.replace("_", " "))
    for name, kind in get_type_hints(Unit).items()
    if kind is bool
)
"""States of a unit, as the words name them: every flag that a unit has."""

IS = "is"
"""The key of the words in a table that gives more fields than words can."""

_PLACE = re.compile(r"(?:(?P<rest>.*?)\s+)?in\s+(?P<place>\S+)\Z|(?P<bare>.*)\Z")
_MARK = re.compile(r"(?P<kind>.+?)(?:\s+(?P<number>\d{1,2}))?")
_FORT = re.compile(r"(?P<kind>.+?)(?:\s+for\s+(?P<room>\d))?(?P<tem>(?:\s*\+\d+)*)\Z")


class UnitWords(Struct, frozen=True):
    """What a text says of a unit.

    Args:
        states: states that it has, "not pinned" one that it has not.
        name: the counter's printed name, or empty if it is not said.
        carries: its SW, `dm` before a dismantled one; None if it is not said.
        place: the Location, or empty if it is not said.
    """

    states: tuple[str, ...]
    name: str
    carries: tuple[str, ...] | None
    place: str


def unit_words(text: str) -> UnitWords:
    """Take a text about a unit apart."""
    rest, place = placed(text)
    head, has, tail = _split(rest, "with")
    carries: tuple[str, ...] | None = None
    if has:
        carries = tuple(part for part in re.split(r"\s+and\s+", tail) if part)
        carries = () if carries == ("nothing",) else carries
    states = []
    while match := re.match(rf"((?:not )?(?:{'|'.join(STATES)}))(?:,?\s+|\Z)", head):
        states.append(match[1])
        head = head[match.end() :]
    return UnitWords(tuple(states), head, carries, place)


def _flag(word: str) -> str:
    """The field of a state: its word in small letters."""
    return word.lower().replace(" ", "_")


def said(value: object, where: str) -> tuple[str, dict[str, Any]]:
    """The words about a piece, and the fields that stand beside them in a table.

    Errors:
        OpforError: it is neither a text nor a table with one.
    """
    fields: dict[str, Any] = {}
    if isinstance(value, dict):
        fields = {key: value[key] for key in value if key != IS}
        value = value.get(IS)
    if not isinstance(value, str) or not value.strip():
        raise OpforError("this must be a text", where, 'write "4-6-7 in J6"')
    return value, fields


def with_fields(
    piece: S, fields: Mapping[str, Any], where: str, world: World | None = None
) -> S:
    """A piece, or a Mission, with some of its fields as they are given.

    Errors:
        OpforError: it has no such field, or the value is none for it.
    """
    made = type(piece)
    hints = get_type_hints(made)
    given: dict[str, Any] = {}
    for key, value in fields.items():
        if key not in hints or key == "id":
            known = [name for name in hints if name != "id"]
            do = did_you_mean(key, known) or f"there are {', '.join(known)}"
            raise OpforError(f"there is no {key[:40]!r}", where, do)
        given[key] = value
        if world is not None:
            given[key] = with_full_names(world, value, hints[key], where)
    try:
        return msgspec.convert(msgspec.to_builtins(piece) | given, made)
    except msgspec.ValidationError as error:
        raise OpforError(str(error), where) from None


def placed(text: str) -> tuple[str, str]:
    """A text without its "in LOCATION", and the Location."""
    match = _PLACE.match(" ".join(text.split()))
    if match is None or match["place"] is None:
        return " ".join(text.split()), ""
    return match["rest"] or "", match["place"]


def _split(text: str, word: str) -> tuple[str, bool, str]:
    head, found, tail = f" {text} ".partition(f" {word} ")
    return head.strip(), bool(found), tail.strip()


class Maker(Struct, frozen=True):
    """Makes pieces out of words.

    Args:
        world: the map they stand on.
        friendly: the FRIENDLY nation.
        origin: where the words are written.
    """

    world: World
    friendly: str
    origin: Origin

    def unit(self, id_: str, text: object, key: str) -> tuple[Unit, tuple[str, ...]]:
        """A unit, and the SW that it carries."""
        where = self.origin.at(key, id_)
        text, fields = said(text, where)
        words = unit_words(text)
        wrong = [state for state in words.states if state not in STATES]
        if wrong:
            raise OpforError(f"{wrong[0]!r} says nothing here", where, "leave it out")
        if not words.name:
            raise OpforError("no counter is named", where, 'write "4-6-7 in J6"')
        states: dict[str, Any] = {_flag(state): True for state in words.states}
        unit = Unit(
            id=id_,
            side="ENEMY" if key == "enemies" else "FRIENDLY",
            counter=self.counter(key, words.name, where).id,
            location=location(self.world, words.place or OFF, where),
            **states,
        )
        unit = with_fields(unit, fields, where, self.world)
        return unit, words.carries or ()

    def weapon(self, id_: str, text: object, owner: Unit | None, key: str) -> Weapon:
        """A SW or Gun: a unit's, or lying in a Location; a Gun is emplaced there."""
        where = self.origin.at(key, owner.id if owner else id_)
        text, fields = said(text, where)
        rest, place = placed(text)
        dm = rest.startswith("dm ")
        side = "enemies" if owner and owner.side == "ENEMY" else "units"
        kind = self.counter(side, rest.removeprefix("dm "), where)
        if not isinstance(kind, SupportWeapon | Gun):
            raise OpforError(f"{kind.name} is no SW", where, 'write "with LMG"')
        weapon = Weapon(
            id=id_,
            counter=kind.id,
            owner=owner.id if owner else "",
            location=location(self.world, place or OFF, where),
            dm=dm,
            gun=GunState(emplaced=True) if isinstance(kind, Gun) else None,
        )
        return with_fields(weapon, fields, where, self.world)

    def counter(self, key: str, name: str, where: str) -> Counter:
        """A counter of the side that a key stands for."""
        try:
            if key == "enemies":
                return self.world.enemy.counter(name)
            return self.world.counter_of(self.friendly, name)
        except OpforError as error:
            raise OpforError(f"{name!r} is no counter", where, error.do) from None

    def suspect(self, id_: str, text: object, attitude: str) -> Suspect:
        """A S? of "Advance red in O6"; black and of the Attitude given unless said."""
        where = self.origin.at("suspects", id_)
        text, fields = said(text, where)
        rest, place = placed(text)
        if not place:
            raise OpforError("no Location is named", where, 'write "in O6"')
        words = rest.split()
        if words and words[0] in ("Hold", "Advance"):
            attitude = words.pop(0)
        if len(words) > 1:
            do = 'write "in O6" or "Advance red in O6"'
            raise OpforError(f"{rest[:40]!r} is no S?", where, do)
        there = location(self.world, place, where)
        colour = words[0] if words else "black"
        suspect = Suspect(id_, there, attitude, colour)  # type: ignore[arg-type] # one of the two, as just read
        return with_fields(suspect, fields, where, self.world)


def fortification(world: World, id_: str, value: object, where: str) -> Fortification:
    """A fortification of "pillbox for 1 +3+5 in K6": room, TEM, Location."""
    text, fields = said(value, where)
    rest, place = placed(text)
    match = _FORT.match(rest)
    kinds: dict[str, FortificationKind] = {k: k for k in get_args(FortificationKind)}
    if match is None or match["kind"] not in kinds:
        do = did_you_mean(rest, kinds) or f"write one of {', '.join(kinds)}"
        raise OpforError(f"{rest[:40]!r} is no fortification", where, do)
    if not place:
        raise OpforError("no Location is named", where, 'write "foxhole in O6"')
    new = Fortification(
        id=id_,
        kind=kinds[match["kind"]],
        location=location(world, place, where),
        capacity=int(match["room"] or 0),
        defence=tuple(int(part) for part in match["tem"].replace("+", " ").split()),
    )
    return with_fields(new, fields, where, world)


def marker(world: World, id_: str, value: object, where: str) -> Marker:
    """A marker of "residual 4 in K6" (FP) or "smoke 3 in K6" (hindrance)."""
    text, fields = said(value, where)
    rest, place = placed(text)
    match = _MARK.fullmatch(rest)
    kinds: dict[str, MarkerKind] = {kind: kind for kind in get_args(MarkerKind)}
    if match is None or match["kind"] not in kinds:
        do = did_you_mean(rest, kinds) or f"write one of {', '.join(kinds)}"
        raise OpforError(f"{rest[:40]!r} is no marker", where, do)
    if not place:
        raise OpforError("no Location is named", where, 'write "smoke 3 in O6"')
    kind, number = kinds[match["kind"]], int(match["number"] or 0)
    at = location(world, place, where)
    veils = kind in ("smoke", "WP")
    new = Marker(
        id=id_,
        kind=kind,
        location=at,
        fp=0 if veils else number,
        hindrance=number if veils else 0,
    )
    return with_fields(new, fields, where, world)


# -- what stands there now -----------------------------------------------------------


def same_name(name: str, id_: str) -> bool:
    """Whether a counter type has that printed name."""
    return slug(name) == id_.rpartition("/")[2]


def carried(world: World, state: State, unit: str) -> list[str]:
    """The SW of a unit in words."""
    return [weapon_text(world, weapon) for weapon in state.weapons_of(unit)]


def weapon_text(world: World, weapon: Weapon) -> str:
    """A SW in words, `dm` first if it is dismantled."""
    return ("dm " if weapon.dm else "") + world.counter(weapon.counter).name


def fortification_text(fort: Fortification) -> str:
    """A fortification in words, as a file would have it."""
    room = f" for {fort.capacity}" if fort.capacity else ""
    tem = "".join(f"+{number}" for number in fort.defence)
    return f"{fort.kind}{room}{' ' + tem if tem else ''} in {fort.location}"


def marker_text(mark: Marker) -> str:
    """A marker in words, as a file would have it."""
    number = mark.fp or mark.hindrance
    return f"{mark.kind}{f' {number}' if number else ''} in {mark.location}"


def suspect_text(suspect: Suspect) -> str:
    """A S? in words, as a file would have it."""
    return f"{suspect.attitude} {suspect.colour} in {suspect.location}"


def unit_text(world: World, state: State, unit: Unit, *, place: bool = True) -> str:
    """A unit in words, as a file would have it."""
    flags = [word for word in STATES if getattr(unit, _flag(word))]
    words = [*flags, world.counter(unit.counter).name]
    if weapons := carried(world, state, unit.id):
        words += ["with", " and ".join(weapons)]
    if place:
        words += ["in", unit.location or OFF]
    return " ".join(words)


def fits(world: World, state: State, unit: Unit, words: UnitWords, where: str) -> bool:
    """Whether a unit is what the words say; what they leave out may be anything."""
    if words.name and not same_name(words.name, unit.counter):
        return False
    if words.place and location(world, words.place, where) != unit.location:
        return False
    has = {word for word in STATES if getattr(unit, _flag(word))}
    wanted = all(
        (word.removeprefix("not ") in has) != word.startswith("not ")
        for word in words.states
    )
    if words.carries is None:
        return wanted
    return wanted and _alike(words.carries, carried(world, state, unit.id))


def _alike(wanted: tuple[str, ...], got: list[str]) -> bool:
    def plain(name: str) -> str:
        dm, name = name.startswith("dm "), name.removeprefix("dm ")
        return f"{'dm ' if dm else ''}{slug(name)}"

    return sorted(map(plain, wanted)) == sorted(map(plain, got))
