"""How the things of a game lie in each hex: who is beneath and above whom.

From below, as players stack them: what lies about, then whoever is in a foxhole,
trench or pillbox with that counter over them, then the others, then wire with those who
are above it. Concealed units come before the others, their "?" over them. A SW lies on
its unit, a marker on what it is of, a passenger on his vehicle. What is on another
level lies above a counter of that level.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from opfor.geo.ground import Location
from opfor.state.counters import DUMMY
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName, Unit, Weapon
from opfor.state.world import World
from opfor.vasl.saves.traits import Piece
from opfor.vasl.things.notes import listed
from opfor.vasl.things.pieces import Maker, mount_notes

SHELTERS = ("foxhole", "trench", "pillbox", "cave")
"""Fortifications whose counter lies over those who are in them."""

Key = tuple[str, ...]
"""What a counter stands for: `("unit", "467A")`; its markers have a number more."""


class Put(Struct, frozen=True):
    """A counter of a pile, and what it stands for."""

    key: Key
    piece: Piece


class Piles:
    """Lays out a moment of a game.

    Args:
        state: the moment.
        world: the game's.
        maker: makes the counters.
        old: the player's own counters, by what they stand for.
    """

    def __init__(
        self, state: State, world: World, maker: Maker, old: Mapping[Key, Piece]
    ) -> None:
        self._state = state
        self._world = world
        self._maker = maker
        self._old = old
        self._nations = {
            "FRIENDLY": state.mission.friendly,
            "ENEMY": state.mission.enemy,
        }
        self._acquired: dict[LocationName, list[Weapon]] = {}
        for weapon in state.weapons.values():
            if weapon.acquired is not None:
                self._acquired.setdefault(weapon.acquired.at, []).append(weapon)

    def by_hex(self) -> dict[int, list[Put]]:
        """The pile of each hex that has one, from below."""
        places = sorted(
            self._places(), key=lambda at: (at.hex, at.level != 0, at.level)
        )
        return {
            hex_: [put for at in levels for put in self._level(at)]
            for hex_, levels in groupby(places, key=lambda at: at.hex)
        }

    def offboard(self) -> list[list[Put]]:
        """A pile for each of the player's units, empty for one that is on a board."""
        units = (u for u in self._state.units.values() if u.side == "FRIENDLY")
        return [
            [] if unit.location or unit.aboard else [*self._each([unit])]
            for unit in units
        ]

    def _places(self) -> set[Location]:
        state = self._state
        things = (
            state.units,
            state.suspects,
            state.fortifications,
            state.markers,
            state.weapons,
        )
        named = {each.location for group in things for each in group.values()}
        named |= {*state.vpo, *self._acquired}
        return {self._world.locate(name) for name in named if name}

    def _level(self, at: Location) -> Iterator[Put]:
        if at.level:
            key = "level", self._world.name(at)
            yield Put(key, self._maker.level(at.level))
        name = self._world.name(at)
        forts = self._state.fortifications_at(name)
        yield from (self._fort(f) for f in forts if f.kind not in (*SHELTERS, "wire"))
        for weapon in self._state.weapons_at(name):
            if not _mounted(weapon):
                yield from self._weapon(weapon)
        units = self._state.units_at(name)
        for fort in forts:
            if fort.kind in SHELTERS:
                yield from self._units([u for u in units if u.inside == fort.id])
                yield self._fort(fort)
        parting = {f.id for f in forts if f.kind in (*SHELTERS, "wire")}
        yield from self._units([u for u in units if u.inside not in parting])
        yield from self._suspects(name)
        for fort in forts:
            if fort.kind == "wire":
                yield self._fort(fort)
                yield from self._units([u for u in units if u.inside == fort.id])
        yield from self._rest(name)

    def _rest(self, name: LocationName) -> Iterator[Put]:
        for marker in self._state.markers_at(name):
            yield Put(("marker", marker.id), self._maker.marker(marker))
        if name in self._state.vpo:
            yield Put(("vpo", name), self._maker.vpo())
            if side := self._state.control.get(name):
                piece = self._maker.control(self._nations[side])
                yield Put(("control", name), piece)
        for weapon in self._acquired.get(name, ()):
            if shown := self._maker.acquired(weapon):
                yield Put(("acquired", weapon.id), shown)

    def _suspects(self, name: LocationName) -> Iterator[Put]:
        for suspect in self._state.suspects_at(name):
            yield Put(("suspect", suspect.id), self._maker.suspect(suspect))

    def _units(self, units: Sequence[Unit]) -> Iterator[Put]:
        """Units of one part of a pile: dummies, the concealed by nation, the others."""
        dummies = [unit for unit in units if unit.counter == DUMMY]
        yield from self._each(dummies)
        real = [unit for unit in units if unit.counter != DUMMY]
        covered: dict[str, list[Unit]] = {}
        for unit in real:
            letters = self._maker.letters(unit.counter) if unit.concealed else ""
            if letters:
                covered.setdefault(letters, []).append(unit)
        for letters, under in covered.items():
            yield from self._each(under)
            key = "question", under[0].id
            yield Put(key, self._maker.question(letters))
        under_one = {unit.id for group in covered.values() for unit in group}
        yield from self._each(unit for unit in real if unit.id not in under_one)

    def _each(self, units: Iterable[Unit]) -> Iterator[Put]:
        for unit in sorted(units, key=lambda u: (u.aboard or u.id, u.aboard)):
            weapons = self._state.weapons_of(unit.id)
            key = "unit", unit.id
            notes = [*_bound(unit), *mount_notes(weapons)]
            made = self._maker.unit(unit, notes, self._old.get(key))
            yield from _numbered(key, made)
            for weapon in weapons:
                if not _mounted(weapon):
                    yield from self._weapon(weapon)

    def _weapon(self, weapon: Weapon) -> Iterator[Put]:
        key = "weapon", weapon.id
        yield from _numbered(key, self._maker.weapon(weapon, self._old.get(key)))

    def _fort(self, fort: Fortification) -> Put:
        return Put(("fortification", fort.id), self._maker.fortification(fort))


def _bound(unit: Unit) -> list[str]:
    """Whom a unit rides on, tows or is guarded by, as it is written beneath it."""
    found = []
    if unit.aboard:
        found.append(f"{'rides' if unit.rides else 'aboard'} {unit.aboard}")
    if unit.guard:
        found.append(f"guard {unit.guard}")
    if unit.labor > 2:
        found += listed("labor", [unit.labor])
    if unit.vehicle is not None and unit.vehicle.towing:
        found.append(f"tows {unit.vehicle.towing}")
    return found


def _numbered(key: Key, made: Sequence[Piece]) -> Iterator[Put]:
    for number, piece in enumerate(made):
        yield Put((*key, str(number)) if number else key, piece)


def _mounted(weapon: Weapon) -> bool:
    """Whether a vehicle is armed with it: no counter of its own."""
    return bool(weapon.mount) or "@" in weapon.counter
