"""Pieces in words: "pinned 4-6-7 with LMG and dm MMG in J6".

The order of the words is fixed: states, the counter, `with` its SW, `in` a Location.
The same words say what stands on the map before and what must stand there after.
"""

import re
from typing import Any, get_args

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.core.near import near
from opfor.ports.examples.read import Origin
from opfor.state.counters import Counter, SupportWeapon, counter, slug
from opfor.state.state import State
from opfor.state.units import (
    OFFBOARD,
    FortificationKind,
    LocationName,
    Suspect,
    Unit,
    Weapon,
)
from opfor.state.world import World

OFF = "offboard"
STATES = ("broken", "pinned", "CX", "concealed", "moved")
"""States of a unit, as the words name them."""

_PLACE = re.compile(r"(?:(?P<rest>.*?)\s+)?in\s+(?P<place>\S+)\Z|(?P<bare>.*)\Z")
_HEX = re.compile(r"[A-Za-z0-9]+(/\d)?")
_FORT = re.compile(r"(?P<kind>.+?)(?:\s+for\s+(?P<room>\d))?(?P<tem>(?:\s*\+\d+)*)\Z")


class Words(Struct, frozen=True):
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


def unit_words(text: str) -> Words:
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
    return Words(tuple(states), head, carries, place)


def placed(text: str) -> tuple[str, str]:
    """A text without its "in LOCATION", and the Location."""
    match = _PLACE.match(" ".join(text.split()))
    if match is None or match["place"] is None:
        return " ".join(text.split()), ""
    return match["rest"] or "", match["place"]


def _split(text: str, word: str) -> tuple[str, bool, str]:
    head, found, tail = f" {text} ".partition(f" {word} ")
    return head.strip(), bool(found), tail.strip()


def location(world: World, text: str, where: str) -> LocationName:
    """The full name of a Location, "offboard" for none.

    Errors:
        OpforError: there is none; `where` says who asks.
    """
    if text == OFF:
        return OFFBOARD
    try:
        if not _HEX.fullmatch(text):
            raise OpforError(f"{text[:40]!r} is no Location", do="write O6, or O6/1")
        return world.name(world.locate(LocationName(text)))
    except OpforError as error:
        raise OpforError(error.what, where, error.do) from None


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
        words = unit_words(_text(text, where))
        wrong = [state for state in words.states if state not in STATES]
        if wrong:
            raise OpforError(f"{wrong[0]!r} says nothing here", where, "leave it out")
        if not words.name:
            raise OpforError("no counter is named", where, 'write "4-6-7 in J6"')
        states: dict[str, Any] = {state.lower(): True for state in words.states}
        unit = Unit(
            id=id_,
            side="ENEMY" if key == "enemies" else "FRIENDLY",
            counter=self.counter(key, words.name, where).id,
            location=location(self.world, words.place or OFF, where),
            **states,
        )
        return unit, words.carries or ()

    def weapon(self, id_: str, text: object, owner: Unit | None, key: str) -> Weapon:
        """A SW: carried by a unit, or lying in a Location."""
        where = self.origin.at(key, owner.id if owner else id_)
        rest, place = placed(_text(text, where))
        dm = rest.startswith("dm ")
        side = "enemies" if owner and owner.side == "ENEMY" else "units"
        kind = self.counter(side, rest.removeprefix("dm "), where)
        if not isinstance(kind, SupportWeapon):
            raise OpforError(f"{kind.name} is no SW", where, 'write "with LMG"')
        return Weapon(
            id=id_,
            counter=kind.id,
            owner=owner.id if owner else "",
            location=location(self.world, place or OFF, where),
            dm=dm,
        )

    def counter(self, key: str, name: str, where: str) -> Counter:
        """A counter of the side that a key stands for."""
        try:
            if key == "enemies":
                return self.world.enemy.counter(name)
            return counter(f"{self.friendly}/{slug(name)}")
        except OpforError as error:
            raise OpforError(f"{name!r} is no counter", where, error.do) from None

    def suspect(self, id_: str, text: object, attitude: str) -> Suspect:
        """A S? of "Advance red in O6"; black and of the Attitude given unless said."""
        where = self.origin.at("suspects", id_)
        rest, place = placed(_text(text, where))
        if not place:
            raise OpforError("no Location is named", where, 'write "in O6"')
        words = rest.split()
        if words and words[0] in ("Hold", "Advance"):
            attitude = words.pop(0)
        if len(words) > 1:
            do = 'write "in O6" or "Advance red in O6"'
            raise OpforError(f"{rest[:40]!r} is no S?", where, do)
        there = location(self.world, place, where)
        return Suspect(id_, there, attitude, words[0] if words else "black")  # type: ignore[arg-type] # one of the two, as just read


def fortification_words(
    world: World, text: object, where: str
) -> tuple[FortificationKind, LocationName, int, tuple[int, ...]]:
    """Kind, Location, capacity and TEM of "pillbox for 1 +3+5 in K6"."""
    rest, place = placed(_text(text, where))
    match = _FORT.match(rest)
    kinds: dict[str, FortificationKind] = {k: k for k in get_args(FortificationKind)}
    if match is None or match["kind"] not in kinds:
        do = near(rest, kinds) or f"write one of {', '.join(kinds)}"
        raise OpforError(f"{rest[:40]!r} is no fortification", where, do)
    if not place:
        raise OpforError("no Location is named", where, 'write "foxhole in O6"')
    tem = tuple(int(part) for part in match["tem"].replace("+", " ").split())
    there = location(world, place, where)
    return kinds[match["kind"]], there, int(match["room"] or 0), tem


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise OpforError("this must be a text", where, 'write "4-6-7 in J6"')
    return value


# -- what stands there now -----------------------------------------------------------


def same_name(name: str, id_: str) -> bool:
    """Whether a counter type has that printed name."""
    return slug(name) == id_.rpartition("/")[2]


def carried(state: State, unit: str) -> list[str]:
    """The SW of a unit in words."""
    return [weapon_text(weapon) for weapon in state.weapons_of(unit)]


def weapon_text(weapon: Weapon) -> str:
    """A SW in words, `dm` first if it is dismantled."""
    return ("dm " if weapon.dm else "") + counter(weapon.counter).name


def suspect_text(suspect: Suspect) -> str:
    """A S? in words, as a file would have it."""
    return f"{suspect.attitude} {suspect.colour} in {suspect.location}"


def unit_text(state: State, unit: Unit, *, place: bool = True) -> str:
    """A unit in words, as a file would have it."""
    flags = [word for word in STATES if getattr(unit, word.lower())]
    words = [*flags, counter(unit.counter).name]
    if weapons := carried(state, unit.id):
        words += ["with", " and ".join(weapons)]
    if place:
        words += ["in", unit.location or OFF]
    return " ".join(words)


def fits(world: World, state: State, unit: Unit, words: Words, where: str) -> bool:
    """Whether a unit is what the words say; what they leave out may be anything."""
    if words.name and not same_name(words.name, unit.counter):
        return False
    if words.place and location(world, words.place, where) != unit.location:
        return False
    has = {word for word in STATES if getattr(unit, word.lower())}
    wanted = all(
        (word.removeprefix("not ") in has) != word.startswith("not ")
        for word in words.states
    )
    if words.carries is None:
        return wanted
    return wanted and _alike(words.carries, carried(state, unit.id))


def _alike(wanted: tuple[str, ...], got: list[str]) -> bool:
    def plain(name: str) -> str:
        dm, name = name.startswith("dm "), name.removeprefix("dm ")
        return f"{'dm ' if dm else ''}{slug(name)}"

    return sorted(map(plain, wanted)) == sorted(map(plain, got))
