"""Pieces in words: "pinned 4-6-7 with LMG and dm MMG in J6".

The order of the words is fixed: states, the counter, `with` its SW, `in` a Location.
The same words say what stands on the map before and what must stand there after.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.misfit import misfit
from opfor.ports.examples.places import OFF, full_name, location, with_full_names
from opfor.ports.examples.read import Origin
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import spine_name
from opfor.state.counters import (
    DUMMY,
    PHONE,
    RADIO,
    Counter,
    Gun,
    SupportWeapon,
    Vehicle,
    slug,
)
from opfor.state.state import State
from opfor.state.units import (
    OFFBOARD,
    Fortification,
    FortificationKind,
    GunState,
    LocationName,
    Marker,
    MarkerKind,
    Suspect,
    Unit,
    VehicleState,
    Weapon,
)
from opfor.state.world import World

S = TypeVar("S", bound=Struct)

SHOWN = {"cx": "CX", "ce": "CE"}
"""States whose words are not their fields' in small letters."""


def _flags(kind: type[Struct]) -> tuple[str, ...]:
    """The states of a kind of piece, as the words name them: every flag that it has."""
    return tuple(
        SHOWN.get(name, name.replace("_", " "))
        for name, hint in get_type_hints(kind).items()
        if hint is bool
    )


UNIT_STATES = _flags(Unit)

VEHICLE_STATES = (*_flags(VehicleState), "shock", "UK")

STATES = UNIT_STATES + VEHICLE_STATES
"""States of a unit, as the words name them; of a vehicle those of a vehicle too."""

GUN_STATES = _flags(GunState)

WEAPON_STATES = _flags(Weapon) + GUN_STATES

NOT_SHOWN = {"emplaced", "rof"}
"""States of a Weapon that its words need not say."""

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
    states, head = stated(head, STATES)
    return UnitWords(states, head, carries, place)


def stated(text: str, known: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """The states that a text begins with, and the rest of it."""
    states = []
    while match := re.match(rf"((?:not )?(?:{'|'.join(known)}))(?:,?\s+|\Z)", text):
        states.append(match[1])
        text = text[match.end() :]
    return tuple(states), text


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


PARTS: Mapping[type[Struct], tuple[str, type[Struct]]] = {
    Unit: ("vehicle", VehicleState),
    Weapon: ("gun", GunState),
}
"""What a piece has beside its own fields, which may be said like its own."""


def with_parts(piece: S, fields: Mapping[str, Any], where: str, world: World) -> S:
    """A piece with some of its fields, and of those of the vehicle or Gun that it is.

    Errors:
        OpforError: it has no such field, or the value is none for it.
    """
    key, kind = PARTS[type(piece)]
    hints = get_type_hints(kind)
    inner = {name: fields[name] for name in fields if name in hints}
    outer = {name: fields[name] for name in fields if name not in hints}
    piece = with_fields(piece, outer, where, world)
    if not inner:
        return piece
    part = getattr(piece, key)
    if part is None:
        what = f"{next(iter(inner))} is said of no {key}"
        raise OpforError(what, where, "leave it out")
    at = getattr(piece, "location", OFFBOARD)
    arcs = {
        name: spine(world, at, value, where) if name in ARCS else value
        for name, value in inner.items()
    }
    return replace(piece, **{key: with_fields(part, arcs, where, world)})


ARCS = ("vca", "tca", "ca")
"""Fields that hold a CA: a number, or the two hexes that its hexspine runs between."""


def spine(world: World, at: LocationName, value: object, where: str) -> object:
    """The hexspine between two hexes, "K5-K6"; a number as it is.

    Errors:
        OpforError: no hexspine of the hex runs between them.
    """
    if not isinstance(value, str):
        return value
    ends = {full_name(world, part.strip()) for part in value.split("-")}
    spines = range(6) if at else ()
    for number in spines:
        if {full_name(world, e) for e in spine_name(world, at, number).split("-")} == (
            ends
        ):
            return number
    known = ", ".join(f"{n} {spine_name(world, at, n)}" for n in spines)
    raise OpforError(f"{value!r} is no hexspine", where, f"write one of {known}")


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
        found = misfit(error, made)
        raise OpforError(found.told(), where, found.do) from None


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
        counter = self.counter(key, words.name, where)
        if isinstance(counter, SupportWeapon | Gun):
            do = "write it after with, or under weapons"
            raise OpforError(f"{counter.name} is no unit", where, do)
        unit = Unit(
            id=id_,
            side="ENEMY" if key == "enemies" else "FRIENDLY",
            counter=counter.id,
            location=location(self.world, words.place or OFF, where),
            vehicle=VehicleState() if isinstance(counter, Vehicle) else None,
        )
        rest = {name: fields[name] for name in fields if name != "weapons"}
        if "vehicle" in rest and unit.vehicle is None:
            raise OpforError(
                f"{counter.name} is no vehicle", where, "leave vehicle out"
            )
        unit = with_parts(unit, rest, where, self.world)
        return with_states(unit, words.states, where), words.carries or ()

    def weapon(self, id_: str, text: object, owner: Unit | None, key: str) -> Weapon:
        """A SW or Gun: a unit's, or lying in a Location; a Gun is emplaced there."""
        where = self.origin.at(key, id_ or (owner.id if owner else ""))
        text, fields = said(text, where)
        rest, place = placed(text)
        enemy = owner.side == "ENEMY" if owner else fields.get("side") == "ENEMY"
        side = "enemies" if enemy else "units"
        if rest.startswith("ENEMY "):
            side, rest = "enemies", rest.removeprefix("ENEMY ")
        states, name = stated(rest, WEAPON_STATES)
        kind = self.counter(side, name, where)
        if not isinstance(kind, SupportWeapon | Gun):
            raise OpforError(f"{kind.name} is no SW", where, 'write "with LMG"')
        weapon = Weapon(
            id=id_,
            counter=kind.id,
            owner=owner.id if owner else "",
            location=location(self.world, place or OFF, where),
            gun=GunState(emplaced=True) if isinstance(kind, Gun) else None,
        )
        at = owner.location if owner else weapon.location
        return with_states(self.made(weapon, fields, where, at), states, where)

    def made(
        self, weapon: Weapon, fields: Mapping[str, Any], where: str, at: LocationName
    ) -> Weapon:
        """A Weapon with some of its fields; a CA is one of the hex that it is in."""
        named = dict(fields)
        if "ca" in named:
            named["ca"] = spine(self.world, at, named["ca"], where)
        return with_parts(weapon, named, where, self.world)

    def counter(self, key: str, name: str, where: str) -> Counter:
        """A counter of a key's side; a dummy, radio or phone is anybody's."""
        if f"any/{slug(name)}" in (DUMMY, RADIO, PHONE):
            return self.world.counter(f"any/{slug(name)}")
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


def with_states(piece: S, states: Sequence[str], where: str) -> S:
    """A unit or Weapon with the states that words give it, or without ("not CE").

    Errors:
        OpforError: it can have no such state.
    """
    key, _ = PARTS[type(piece)]
    for word in states:
        name, to = _flag(word.removeprefix("not ")), not word.startswith("not ")
        part = getattr(piece, key)
        if name in type(piece).__struct_fields__:
            piece = replace(piece, **{name: to})
        elif part is None:
            raise OpforError(f"{word!r} is said of no {key}", where, "leave it out")
        elif name in ("shock", "uk"):
            shock = {"shock": "shock", "uk": "UK"}[name] if to else ""
            piece = replace(piece, **{key: replace(part, shock=shock)})
        else:
            piece = replace(piece, **{key: replace(part, **{name: to})})
    return piece


def has_states(piece: Unit | Weapon) -> set[str]:
    """The states that a unit or Weapon has, in words."""
    part = getattr(piece, PARTS[type(piece)][0])
    own = UNIT_STATES if isinstance(piece, Unit) else _flags(Weapon)
    more = VEHICLE_STATES[:-2] if isinstance(piece, Unit) else GUN_STATES
    has = {word for word in own if getattr(piece, _flag(word))}
    if part is not None:
        has |= {word for word in more if getattr(part, _flag(word))}
        has |= {part.shock} - {""} if isinstance(part, VehicleState) else set()
    return has


def as_stated(piece: Unit | Weapon, states: Sequence[str]) -> bool:
    """Whether a unit or Weapon has the states that words say, and not the others."""
    has = has_states(piece)
    return all((w.removeprefix("not ") in has) != w.startswith("not ") for w in states)


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
    kind = kinds[match["kind"]]
    if match["room"] and kind not in WITH_ROOM:
        raise OpforError(f"{kind} has no room", where, "leave `for` out")
    new = Fortification(
        id=id_,
        kind=kinds[match["kind"]],
        location=location(world, place, where),
        capacity=int(match["room"] or 0),
        defence=tuple(int(part) for part in match["tem"].replace("+", " ").split()),
    )
    return with_fields(new, fields, where, world)


WITH_FP = ("residual", "fire lane", "DC")
"""Markers whose number is FP."""

WITH_ROOM = ("foxhole", "trench", "pillbox", "cave")
"""Fortifications in which there is room for somebody."""


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
    veils = kind in ("smoke", "WP", "wreck", "burning wreck")
    if match["number"] and not veils and kind not in WITH_FP:
        raise OpforError(f"{kind} has no number", where, f'write "{kind} in {place}"')
    new = Marker(
        id=id_,
        kind=kind,
        location=at,
        fp=0 if veils else number,
        hindrance=number if veils else 0,
    )
    return with_fields(new, fields, where, world)


def same_name(name: str, id_: str) -> bool:
    """Whether a counter type has that printed name."""
    return slug(name) == id_.rpartition("/")[2]


def fits(world: World, state: State, unit: Unit, words: UnitWords, where: str) -> bool:
    """Whether a unit is what the words say; what they leave out may be anything."""
    if words.name and not same_name(words.name, unit.counter):
        return False
    if words.place and location(world, words.place, where) != unit.location:
        return False
    wanted = as_stated(unit, words.states)
    if words.carries is None:
        return wanted
    return wanted and _carries(words.carries, state.weapons_of(unit.id))


def _carries(wanted: Sequence[str], there: Sequence[Weapon]) -> bool:
    """Whether each text has a Weapon of its own, and no Weapon is left over."""
    if not wanted or not there:
        return not wanted and not there
    return any(
        _is(weapon, wanted[0]) and _carries(wanted[1:], [*there[:at], *there[at + 1 :]])
        for at, weapon in enumerate(there)
    )


def _is(weapon: Weapon, text: str) -> bool:
    """Whether a Weapon is what a text says; only what is not shown may be left out."""
    states, name = stated(text, WEAPON_STATES)
    shown = has_states(weapon) - NOT_SHOWN
    return (
        same_name(name, weapon.counter)
        and as_stated(weapon, states)
        and shown <= set(states)
    )
