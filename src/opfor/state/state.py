"""The State: everything about a game that play can change, in one frozen value."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from opfor.geo.hexes import column_letters
from opfor.state import events as ev
from opfor.state.mission import Mission
from opfor.state.moment import (
    Clash,
    Course,
    Effect,
    Move,
    Resolution,
    Shot,
    Stops,
    Toll,
    Weather,
    Window,
)
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

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class State(Struct, frozen=True, kw_only=True):
    """A game at one moment.

    Args:
        mission: what is fixed before play.
        ac_number: the current ENEMY AC# (S5.11).
        turn, side, phase: where in the sequence of play; `side` is the ATTACKER.
        done: the sides that are done with their part of the phase.
        ready: the set-up is done.
        over: why the game has ended; empty while it goes on.
        suspects, units, weapons, fortifications, waves, markers: all in play, by id.
        move: the move in hand.
        course: what the ENEMY's move in hand is to do (S9.2).
        commands: the Move Commands of this MPh, by who shares them.
        window: the DEFENDER may fire at what moves.
        shots: the attacks made in this phase, in order.
        clashes: what is declared for the CC of this CCPh and not resolved yet.
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
    """

    mission: Mission
    ac_number: int = 0
    turn: int = 0
    side: Side = "FRIENDLY"
    phase: Phase | Literal[""] = ""
    done: tuple[Side, ...] = ()
    ready: bool = False
    over: str = ""
    suspects: dict[str, Suspect] = {}
    units: dict[str, Unit] = {}
    weapons: dict[str, Weapon] = {}
    fortifications: dict[str, Fortification] = {}
    waves: dict[str, Wave] = {}
    markers: dict[str, Marker] = {}
    move: Move | None = None
    course: Course | None = None
    commands: dict[str, int] = {}
    window: Window | None = None
    shots: tuple[Shot, ...] = ()
    clashes: tuple[Clash, ...] = ()
    drawn: tuple[LocationName, ...] = ()
    control: dict[LocationName, Side] = {}
    areas: dict[str, Side] = {}
    tolls: dict[Side, Toll] = {}
    weather: Weather = Weather()
    snipers: tuple[Side, ...] = ()
    stops: Stops = "choices"
    on_table: tuple[Resolution, ...] = ()
    effects: tuple[Effect, ...] = ()
    had: dict[str, int] = {}
    heavy: int = 0
    named: dict[str, int] = {}

    def apply(self, event: Any) -> "State":
        """The state after an event; the one place where state changes."""
        return _APPLY[type(event)](self, event)

    @property
    def vpo(self) -> tuple[LocationName, ...]:
        """The single VPO Locations: those of the Mission, and those drawn."""
        return self.mission.vpo + self.drawn

    def unit(self, id_: str) -> Unit:
        """A unit by id; KeyError if there is none."""
        return self.units[id_]

    def units_at(self, location: LocationName, side: Side | None = None) -> list[Unit]:
        """The units in a Location, of one side or of both, in order of arrival."""
        return [
            unit
            for unit in self.units.values()
            if unit.location == location and side in (None, unit.side)
        ]

    def suspects_at(self, location: LocationName) -> list[Suspect]:
        """The S? in a Location."""
        return [s for s in self.suspects.values() if s.location == location]

    def suspects_onboard(self) -> list[Suspect]:
        """The S? on the map, without those that wait to enter it."""
        return [s for s in self.suspects.values() if s.location]

    def waiting(self, entry: LocationName) -> list[Suspect]:
        """The S? that wait offboard next to a Location."""
        return [s for s in self.suspects.values() if entry and s.enters == entry]

    def weapons_of(self, unit: str) -> list[Weapon]:
        """The SW and the Gun that a unit possesses."""
        return [weapon for weapon in self.weapons.values() if weapon.owner == unit]

    def weapons_at(self, location: LocationName) -> list[Weapon]:
        """The unpossessed Weapons that lie in a Location."""
        return [
            weapon
            for weapon in self.weapons.values()
            if not weapon.owner and weapon.location == location
        ]

    def fortifications_at(self, location: LocationName) -> list[Fortification]:
        """The fortifications of a Location."""
        return [f for f in self.fortifications.values() if f.location == location]

    def markers_at(self, location: LocationName) -> list[Marker]:
        """The markers of a Location."""
        return [m for m in self.markers.values() if m.location == location]

    def toll(self, side: Side) -> Toll:
        """What a side has gained and lost so far."""
        return self.tolls.get(side) or Toll()

    def movers(self) -> list[Unit]:
        """The units of the move in hand that are still in play."""
        ids = self.move.units if self.move else ()
        return [self.units[id_] for id_ in ids if id_ in self.units]


Apply = Callable[["State", Any], "State"]


def _added(thing: str, among: str) -> Apply:
    """A new thing of an event goes among those of its kind, and its id is used up."""

    def apply(state: State, event: Any) -> State:
        new = getattr(event, thing)
        things = getattr(state, among) | {new.id: new}
        return replace(state, named=_named(state, new.id), **{among: things})

    return apply


def _changed(thing: str, among: str) -> Apply:
    """A thing of an event takes the place of the one with its id."""

    def apply(state: State, event: Any) -> State:
        new = getattr(event, thing)
        return replace(state, **{among: getattr(state, among) | {new.id: new}})

    return apply


def _removed(among: str) -> Apply:
    """The thing of an event's id is gone."""

    def apply(state: State, event: Any) -> State:
        return replace(state, **{among: _without(getattr(state, among), event.id)})

    return apply


def _ac_number_set(state: State, event: ev.AcNumberSet) -> State:
    return replace(state, ac_number=event.number)


def _vpo_drawn(state: State, event: ev.VpoDrawn) -> State:
    return replace(state, drawn=event.locations)


def _set_up(state: State, _event: ev.SetUp) -> State:
    return replace(state, ready=True)


def _unit_removed(state: State, event: ev.UnitRemoved) -> State:
    """A unit is gone; its prisoners are free, and its Weapons lie where it was."""
    where = state.units[event.id].location
    free = {
        unit.id: replace(unit, guard="")
        for unit in state.units.values()
        if unit.guard == event.id
    }
    left = {
        weapon.id: replace(weapon, owner="", location=where)
        for weapon in state.weapons_of(event.id)
    }
    return replace(
        state,
        units=_without(state.units | free, event.id),
        weapons=state.weapons | left,
    )


def _random_event(state: State, event: ev.RandomEvent) -> State:
    times = state.had.get(event.words, 0) + 1
    return replace(state, had=state.had | {event.words: times})


def _effects_changed(state: State, event: ev.EffectsChanged) -> State:
    return replace(state, effects=event.effects)


def _heavy_activated(state: State, event: ev.HeavyActivated) -> State:
    return replace(state, heavy=event.number)


def _move_changed(state: State, event: ev.MoveChanged) -> State:
    units = state.units | _left(state, event.move)
    return replace(state, units=units, move=event.move)


def _left(state: State, move: Move) -> dict[str, Unit]:
    """The units of the stack in hand that are in no part of the move: they are done."""
    going = {id_ for part in move.parts for id_ in part.units}
    return {
        unit.id: replace(unit, moved=True)
        for unit in state.movers()
        if unit.id not in going
    }


def _moved(state: State, event: ev.Moved) -> State:
    """The units of the move go on."""
    move = event.move
    moved = {
        unit.id: replace(
            unit,
            location=event.to,
            cx=unit.cx or move.double_time,
            double_timed=move.double_time,
            inside="",
            wall=False,
            encircled=_encircled(state, unit, event.to),
        )
        for unit in replace(state, move=move).movers()
    }
    stays = all(unit.location == event.to for unit in state.movers())
    window = state.window if stays else None
    units = _with_prisoners(state.units | _left(state, move) | moved, moved.values())
    return replace(state, units=units, move=move, window=window)


def _encircled(state: State, unit: Unit, to: LocationName) -> bool:
    """Whether a unit is Encircled in another Location: if others are there (A7.7)."""
    if unit.location == to:
        return unit.encircled
    there = state.units_at(to, unit.side) if to else ()
    return any(other.encircled for other in there)


def _with_prisoners(units: dict[str, Unit], went: Iterable[Unit]) -> dict[str, Unit]:
    """Prisoners are where their Guards are (A20.5)."""
    where = {unit.id: unit.location for unit in went}
    taken = {
        unit.id: replace(unit, location=where[unit.guard], inside="")
        for unit in units.values()
        if unit.guard in where and unit.location != where[unit.guard]
    }
    return units | taken if taken else units


def _unit_changed(state: State, event: ev.UnitChanged) -> State:
    new, before = event.unit, state.units[event.unit.id]
    if before.location == new.location:
        return replace(state, units=state.units | {new.id: new})
    new = replace(new, encircled=_encircled(state, before, new.location))
    units = _with_prisoners(state.units | {new.id: new}, (new,))
    return replace(state, units=units)


def _move_ended(state: State, _event: ev.MoveEnded) -> State:
    """The units of the part in hand are done; a part left behind is in hand next."""
    done = {unit.id: replace(unit, moved=True) for unit in state.movers()}
    ids = state.suspects.keys() & set(state.move.units if state.move else ())
    gone = {id_: replace(state.suspects[id_], moved=True) for id_ in ids}
    first, *rest = (state.move.behind if state.move else ()) or (None,)
    move = replace(first, behind=tuple(rest)) if first else None
    course = state.course if move else None
    return replace(
        state,
        units=state.units | done,
        suspects=state.suspects | gone,
        move=move,
        window=None,
        course=course,
    )


def _command_rolled(state: State, event: ev.CommandRolled) -> State:
    return replace(state, commands=state.commands | {event.who: event.row})


def _course_set(state: State, event: ev.CourseSet) -> State:
    return replace(state, course=event.course)


def _phase_began(state: State, event: ev.PhaseBegan) -> State:
    return replace(
        state,
        turn=event.turn,
        side=event.side,
        phase=event.phase,
        done=(),
        move=None,
        course=None,
        commands={},
        window=None,
        shots=(),
        clashes=(),
    )


def _clash_declared(state: State, event: ev.ClashDeclared) -> State:
    return replace(state, clashes=(*state.clashes, event.clash))


def _clashes_over(state: State, event: ev.ClashesOver) -> State:
    left = tuple(c for c in state.clashes if c.location != event.location)
    return replace(state, clashes=left)


def _inherited(clash: Clash, old: str, heirs: tuple[str, ...]) -> Clash:
    """A clash in which the heirs of a unit take its place."""

    def names(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(n for id_ in ids for n in (heirs if id_ == old else (id_,)))

    if old not in (*clash.attackers, *clash.defenders):
        return clash
    return replace(
        clash, attackers=names(clash.attackers), defenders=names(clash.defenders)
    )


def _part_ended(state: State, event: ev.PartEnded) -> State:
    return replace(state, done=(*state.done, event.side))


def _window_changed(state: State, event: ev.WindowChanged) -> State:
    return replace(state, window=event.window)


def _shot_fired(state: State, event: ev.ShotFired) -> State:
    return replace(state, shots=(*state.shots, event.shot))


def _tidied(state: State, event: ev.Tidied) -> State:
    gone = event.markers_gone
    return replace(
        state,
        units=state.units | {unit.id: unit for unit in event.units},
        suspects=state.suspects | {s.id: s for s in event.suspects},
        weapons=state.weapons | {weapon.id: weapon for weapon in event.weapons},
        markers={id_: m for id_, m in state.markers.items() if id_ not in gone},
    )


def _unit_replaced(state: State, event: ev.UnitReplaced) -> State:
    """The new units stand where the old one stood, also in the move in hand."""
    units: dict[str, Unit] = {}
    for id_, unit in state.units.items():
        if id_ == event.id:
            units |= {new.id: new for new in event.units}
        else:
            units[id_] = unit
    heir = event.units[0].id
    units = {
        id_: replace(unit, guard=heir) if unit.guard == event.id else unit
        for id_, unit in units.items()
    }
    weapons = {
        weapon.id: replace(weapon, owner=heir) for weapon in state.weapons_of(event.id)
    }
    move = state.move and _with_heirs(state.move, event)
    named = state.named
    for new in event.units:
        named = _named(replace(state, named=named), new.id)
    heirs = tuple(new.id for new in event.units)
    return replace(
        state,
        units=units,
        weapons=state.weapons | weapons,
        move=move,
        clashes=tuple(_inherited(c, event.id, heirs) for c in state.clashes),
        named=named,
    )


def _with_heirs(move: Move, event: ev.UnitReplaced) -> Move:
    """The move in hand, with the new units in place of the one replaced."""
    behind = tuple(_with_heirs(part, event) for part in move.behind)
    units = move.units
    if event.id in units:
        others = (id_ for id_ in units if id_ != event.id)
        units = (*others, *(new.id for new in event.units))
    return replace(move, units=units, behind=behind)


def _control_taken(state: State, event: ev.ControlTaken) -> State:
    return replace(state, control=state.control | {event.location: event.side})


def _area_taken(state: State, event: ev.AreaTaken) -> State:
    return replace(state, areas=state.areas | {event.area: event.side})


def _toll_changed(state: State, event: ev.TollChanged) -> State:
    return replace(state, tolls=state.tolls | {event.side: event.toll})


def _sniper_alerted(state: State, event: ev.SniperAlerted) -> State:
    return replace(state, snipers=(*state.snipers, event.side))


def _sniper_acted(state: State, _event: ev.SniperActed) -> State:
    return replace(state, snipers=state.snipers[1:])


def _weather_changed(state: State, event: ev.WeatherChanged) -> State:
    return replace(state, weather=event.weather)


def _table_set(state: State, event: ev.TableSet) -> State:
    return replace(state, on_table=event.on_table)


def _stops_set(state: State, event: ev.StopsSet) -> State:
    return replace(state, stops=event.stops)


def _game_ended(state: State, event: ev.GameEnded) -> State:
    return replace(state, over=event.why)


def stem(name: str) -> str:
    """What the ids of a counter begin with: 467 for a 4-6-7, mmg for a MMG."""
    return "".join(sign for sign in name.lower() if sign.isascii() and sign.isalnum())


def fresh_id(state: State, stem: str) -> str:
    """The next id of a stem: S7 after S6, 467B after 467A; no id comes twice."""
    number = state.named.get(stem, 0)
    return stem + (str(number + 1) if stem in NUMBERED else column_letters(number))


def _without(things: dict[str, V], id_: str) -> dict[str, V]:
    return {key: thing for key, thing in things.items() if key != id_}


def _named(state: State, id_: str) -> dict[str, int]:
    stem = id_.rstrip("0123456789") if id_[-1].isdigit() else id_.rstrip(CAPITALS)
    return state.named | {stem: state.named.get(stem, 0) + 1}


_APPLY: dict[type[Any], Apply] = {
    ev.SuspectPlaced: _added("suspect", "suspects"),
    ev.SuspectChanged: _changed("suspect", "suspects"),
    ev.SuspectRemoved: _removed("suspects"),
    ev.WaveBegan: _added("wave", "waves"),
    ev.VpoDrawn: _vpo_drawn,
    ev.AcNumberSet: _ac_number_set,
    ev.SetUp: _set_up,
    ev.UnitAdded: _added("unit", "units"),
    ev.UnitChanged: _unit_changed,
    ev.UnitRemoved: _unit_removed,
    ev.UnitReplaced: _unit_replaced,
    ev.WeaponAdded: _added("weapon", "weapons"),
    ev.WeaponChanged: _changed("weapon", "weapons"),
    ev.WeaponRemoved: _removed("weapons"),
    ev.FortificationAdded: _added("fortification", "fortifications"),
    ev.FortificationChanged: _changed("fortification", "fortifications"),
    ev.FortificationRemoved: _removed("fortifications"),
    ev.MarkerAdded: _added("marker", "markers"),
    ev.MarkerChanged: _changed("marker", "markers"),
    ev.MarkerRemoved: _removed("markers"),
    ev.Tidied: _tidied,
    ev.ControlTaken: _control_taken,
    ev.AreaTaken: _area_taken,
    ev.TollChanged: _toll_changed,
    ev.SniperAlerted: _sniper_alerted,
    ev.SniperActed: _sniper_acted,
    ev.WeatherChanged: _weather_changed,
    ev.HeavyActivated: _heavy_activated,
    ev.RandomEvent: _random_event,
    ev.EffectsChanged: _effects_changed,
    ev.MoveChanged: _move_changed,
    ev.Moved: _moved,
    ev.MoveEnded: _move_ended,
    ev.CommandRolled: _command_rolled,
    ev.CourseSet: _course_set,
    ev.WindowChanged: _window_changed,
    ev.ShotFired: _shot_fired,
    ev.ClashDeclared: _clash_declared,
    ev.ClashesOver: _clashes_over,
    ev.PartEnded: _part_ended,
    ev.PhaseBegan: _phase_began,
    ev.TableSet: _table_set,
    ev.StopsSet: _stops_set,
    ev.GameEnded: _game_ended,
}
