"""The State: everything about a game that play can change, in one frozen value."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Literal, TypeVar

from msgspec import Struct

from opfor.core.fact import Fact
from opfor.geo.hexes import column_letters
from opfor.state.apply import APPLY
from opfor.state.artillery import Aircraft, Battery
from opfor.state.in_progress import (
    CloseCombatAttack,
    Effect,
    Move,
    MovePlan,
    Resolution,
    Shot,
    SideLosses,
    Stops,
    Weather,
    Window,
)
from opfor.state.judgement import Judgement
from opfor.state.mission import Mission
from opfor.state.units import (
    Fortification,
    LocationName,
    Marker,
    Phase,
    Side,
    Suspect,
    Unit,
    Wave,
    Weapon,
)

V = TypeVar("V")

NUMBERED = ("S", "wave")
"""Stems whose ids go on with numbers, not with letters."""


class State(Struct, frozen=True, kw_only=True, dict=True):
    """A game at one moment.

    A state never changes, so what stands where is indexed once, when first asked for.

    Args:
        mission: what is fixed before play.
        ac_number: the current ENEMY AC# (S5.11).
        turn, side, phase: where in the sequence of play; `side` is the ATTACKER.
        done: the sides that are done with their part of the phase.
        ready: the set-up is done.
        over: why the game has ended; empty while it goes on.
        suspects, units, weapons, fortifications, waves, markers: all in play, by id.
        batteries: of OBA, by id (C1).
        planes: aircraft, by id (E7).
        move: the move in hand.
        course: what the ENEMY's move in hand is to do (S9.2).
        commands: the Move Commands of this MPh, by who shares them.
        window: the DEFENDER may fire at what moves.
        shots: the attacks made in this phase, in order.
        clashes: what is declared for the CC of this CCPh and not resolved yet.
        fallen: the units that this phase has taken out of play, as they were.
        drawn: the VPO Locations that were drawn at set-up (`vpo_draw`).
        control: who Controls a Location; nobody if it is not named (A26.1).
        areas: who Controls a hex or building: `hex 33Q6`, `building 33Q6`.
        tolls: what each side has gained and lost.
        weather: wind and weather now.
        snipers: whose Snipers were alerted and have not acted yet (A14.1).
        stops: where the sides are asked.
        on_table: what the player resolves on his own table and reports.
        effects: what Random Events do later, or for some time (S12).
        had: how often a Random Event of these words has happened.
        heavy: Guns and vehicles that S? have brought so far.
        named: ids given so far by stem, so that none is used twice.
        judged: what the player judges otherwise than the boards have it.
    """

    mission: Mission
    ac_number: int = 0
    turn: int = 0
    side: Side = "FRIENDLY"
    phase: Phase | Literal[""] = ""
    done: tuple[Side, ...] = ()
    ready: bool = False
    over: Fact | str = ""
    suspects: dict[str, Suspect] = {}
    units: dict[str, Unit] = {}
    weapons: dict[str, Weapon] = {}
    fortifications: dict[str, Fortification] = {}
    waves: dict[str, Wave] = {}
    markers: dict[str, Marker] = {}
    batteries: dict[str, Battery] = {}
    planes: dict[str, Aircraft] = {}
    move: Move | None = None
    course: MovePlan | None = None
    commands: dict[str, int] = {}
    window: Window | None = None
    shots: tuple[Shot, ...] = ()
    clashes: tuple[CloseCombatAttack, ...] = ()
    fallen: tuple[Unit, ...] = ()
    drawn: tuple[LocationName, ...] = ()
    control: dict[LocationName, Side] = {}
    areas: dict[str, Side] = {}
    tolls: dict[Side, SideLosses] = {}
    weather: Weather = Weather()
    snipers: tuple[Side, ...] = ()
    stops: Stops = "choices"
    on_table: tuple[Resolution, ...] = ()
    effects: tuple[Effect, ...] = ()
    had: dict[str, int] = {}
    heavy: int = 0
    named: dict[str, int] = {}
    judged: tuple[Judgement, ...] = ()

    def apply(self, event: Any) -> "State":
        """The state after an event; the one place where state changes."""
        after: State = APPLY[type(event)](self, event)
        # Most events leave most things where they are: they need no new index.
        known = self.__dict__
        for index, things in INDEXES:
            if index in known and getattr(after, things) is getattr(self, things):
                after.__dict__[index] = known[index]
        return after

    @property
    def vpo(self) -> tuple[LocationName, ...]:
        """The single VPO Locations: those of the Mission, and those drawn."""
        return self.mission.vpo + self.drawn

    def unit(self, id_: str) -> Unit:
        """A unit by id; KeyError if there is none."""
        return self.units[id_]

    def units_at(self, location: LocationName, side: Side | None = None) -> list[Unit]:
        """The units in a Location, of one side or of both, in order of arrival."""
        there = self._units_by_place.get(location, ())
        return [*there] if side is None else [u for u in there if u.side == side]

    def suspects_at(self, location: LocationName) -> list[Suspect]:
        """The S? in a Location."""
        return [*self._suspects_by_place.get(location, ())]

    def suspects_onboard(self) -> list[Suspect]:
        """The S? on the map, without those that wait to enter it."""
        return [s for s in self.suspects.values() if s.location]

    def waiting(self, entry: LocationName) -> list[Suspect]:
        """The S? that wait offboard next to a Location."""
        return [s for s in self.suspects.values() if entry and s.enters == entry]

    def weapons_of(self, unit: str) -> list[Weapon]:
        """The SW and the Gun that a unit possesses."""
        return [*self._weapons_by_owner.get(unit, ())]

    def weapons_at(self, location: LocationName) -> list[Weapon]:
        """The unpossessed Weapons that lie in a Location."""
        return [
            weapon
            for weapon in self.weapons.values()
            if not weapon.owner and weapon.location == location
        ]

    def fortifications_at(self, location: LocationName) -> list[Fortification]:
        """The fortifications of a Location."""
        return [*self._fortifications_by_place.get(location, ())]

    def markers_at(self, location: LocationName) -> list[Marker]:
        """The markers of a Location."""
        return [*self._markers_by_place.get(location, ())]

    def toll(self, side: Side) -> SideLosses:
        """What a side has gained and lost so far."""
        return self.tolls.get(side) or SideLosses()

    def movers(self) -> list[Unit]:
        """The units of the move in hand that are still in play."""
        ids = self.move.units if self.move else ()
        return [self.units[id_] for id_ in ids if id_ in self.units]

    def moving_suspects(self) -> list[Suspect]:
        """The S? of the move in hand, whose ids it then has (S3.32)."""
        ids = self.move.units if self.move else ()
        return [self.suspects[id_] for id_ in ids if id_ in self.suspects]

    @cached_property
    def _units_by_place(self) -> dict[str, list[Unit]]:
        return _by(self.units.values(), "location")

    @cached_property
    def _suspects_by_place(self) -> dict[str, list[Suspect]]:
        return _by(self.suspects.values(), "location")

    @cached_property
    def _weapons_by_owner(self) -> dict[str, list[Weapon]]:
        return _by(self.weapons.values(), "owner")

    @cached_property
    def _fortifications_by_place(self) -> dict[str, list[Fortification]]:
        return _by(self.fortifications.values(), "location")

    @cached_property
    def _markers_by_place(self) -> dict[str, list[Marker]]:
        return _by(self.markers.values(), "location")


INDEXES = (
    ("_units_by_place", "units"),
    ("_suspects_by_place", "suspects"),
    ("_weapons_by_owner", "weapons"),
    ("_fortifications_by_place", "fortifications"),
    ("_markers_by_place", "markers"),
)
"""What is indexed in a State, and of which of its things."""


def _by(things: Iterable[V], key: str) -> dict[str, list[V]]:
    """Things by one of their fields, in their order."""
    found: dict[str, list[V]] = {}
    for thing in things:
        found.setdefault(getattr(thing, key), []).append(thing)
    return found


def fresh_id(state: State, stem: str) -> str:
    """The next id of a stem: S7 after S6, 467B after 467A; no id comes twice."""
    return next_id(state.named, stem)


def next_id(named: Mapping[str, int], stem: str) -> str:
    """The same, where so many ids of each stem are given."""
    number = named.get(stem, 0)
    return stem + (str(number + 1) if stem in NUMBERED else column_letters(number))
