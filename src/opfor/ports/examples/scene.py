"""The table as the givens have it: the world, and the state that play begins with."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.table import Table, read_table
from opfor.geo.boards.board import Board
from opfor.geo.boards.library import Library
from opfor.geo.boards.text import text_board
from opfor.geo.hexes import column_letters
from opfor.geo.map import Map, Placed, parse_map
from opfor.ports.examples.form import Givens
from opfor.ports.examples.pieces import (
    Maker,
    fortification,
    marker,
    with_fields,
)
from opfor.ports.examples.places import with_full_names
from opfor.ports.examples.read import Origin
from opfor.rules.sequence import orders_by_phase
from opfor.state import events as ev
from opfor.state.apply_units import CAPITALS
from opfor.state.artillery import Aircraft, Battery
from opfor.state.counters import PHONE, RADIO, Vehicle
from opfor.state.id_stems import stem
from opfor.state.mission import Mission, missions
from opfor.state.nations import Nation, load_nation, nations
from opfor.state.state import State, fresh_id
from opfor.state.table_results import check_forms
from opfor.state.units import Phase, Unit, Weapon
from opfor.state.vehicle_weapons import mounts
from opfor.state.world import World

LETTERS = {"village": "v", "city": "c", "woods": "w"}
"""The marks of table A9."""

SET_UP = "set-up"
_PHASES: dict[str, Phase] = {phase: phase for phase in get_args(Phase)}

MOST_IDS = 100
"""Ids of one stem that a file may give."""


class MissingBoard(OpforError):  # noqa: N818 - what is missing, not what fails
    """A board that this player does not have: the case is skipped, not failed."""


class TableSetUp(Struct, frozen=True):
    """A world and the state on it before anything happens."""

    world: World
    state: State


class Builder:
    """Builds scenes; a world that several cases share is built once.

    Args:
        library: the boards that cases may name.
        packs: folders of the player's own tables.
    """

    def __init__(self, library: Library, packs: tuple[Path, ...] = ()) -> None:
        self._library = library
        self._packs = packs
        self._worlds: dict[str, World] = {}

    def scene(self, givens: Givens, origin: Origin) -> TableSetUp:
        """The scene that the givens describe.

        Errors:
            OpforError: naming file, line and key. MissingBoard: a board is missing.
        """
        mission = _mission(givens, origin)
        key = repr(
            (
                mission.map,
                mission.date,
                mission.fbe,
                mission.enemy,
                givens.tables,
                givens.classes,
            )
        )
        if key not in self._worlds:
            self._worlds[key] = self._world(givens, mission, origin)
        world = self._worlds[key]
        mission = _located(givens, mission, world, origin)
        return TableSetUp(world, _state(givens, mission, world, origin))

    def _world(self, givens: Givens, mission: Mission, origin: Origin) -> World:
        enemy = load_nation(mission.enemy, *self._packs)
        _dated(enemy, mission.date, origin)
        board_map = self._map(mission.map, origin)
        known = [placed.board.name for placed in board_map.boards]
        for name in givens.classes:
            if name not in known:
                do = did_you_mean(name, known) or f"the boards are {', '.join(known)}"
                where = origin.at("classes", name)
                raise OpforError(f"{name!r} is no board of the map", where, do)
        return World(
            board_map,
            date=mission.date,
            fbe=mission.fbe,
            enemy=replace(enemy, tables=_overridden(enemy, givens, origin)),
            classes={name: LETTERS[kind] for name, kind in givens.classes.items()},
            orders=orders_by_phase,
        )

    def _map(self, text: str, origin: Origin) -> Map:
        where = origin.at("map")
        try:
            if ":" in text:
                return Map([Placed(text_board(text, file="text board"))])
            return parse_map(text, self._board)
        except MissingBoard:
            raise
        except OpforError as error:
            what = f"{error.where}: {error.what}" if error.where else error.what
            raise OpforError(what, where, error.do) from None

    def _board(self, name: str) -> Board:
        if name not in self._library:
            raise MissingBoard(f"board {name} is not here", do="name it by --boards")
        return self._library.load(name)


def _mission(givens: Givens, origin: Origin) -> Mission:
    """The Mission that is named, or a plain one, with what is given in its place."""
    base = Mission(
        id="example", title="the Mission", map="", date="", friendly="", enemy="",
        fbe="left", attitude="Hold", ac=0, enemy_by="orders",
    )  # fmt: skip
    if givens.mission:
        base = _named(givens.mission, origin)
    given = {
        key: value
        for key, value in asdict(givens).items()
        if key in Mission.__struct_fields__ and value not in (None, "")
    }
    mission = replace(base, **given)
    if givens.msr:
        where = origin.at("msr")
        mission = with_fields(mission, givens.msr, where)
    for key in ("map", "date", "friendly", "enemy"):
        if not getattr(mission, key):
            raise OpforError(f"{key} is not given", origin.at(), f"write {key} = …")
    return replace(
        mission,
        friendly=_nation(mission.friendly, origin.at("friendly")),
        enemy=_nation(mission.enemy, origin.at("enemy")),
    )


def _located(givens: Givens, mission: Mission, world: World, origin: Origin) -> Mission:
    """The Mission with the full names of its Locations."""
    # Only what is given here: a Mission that ships may be for another map.
    given = {"vpo": list(mission.vpo)} | givens.msr
    hints = get_type_hints(Mission)
    for key in given:
        where = origin.at(key if key == "vpo" else "msr")
        named = msgspec.to_builtins(getattr(mission, key))
        given[key] = with_full_names(world, named, hints[key], where)
    return with_fields(mission, given, origin.at("msr"))


def _named(name: str, origin: Origin) -> Mission:
    # Only shipped ones: an example must mean the same wherever it is run.
    if name not in missions():
        do = (
            did_you_mean(name, missions())
            or f"the Missions are {', '.join(missions())}"
        )
        where = origin.at("mission")
        raise OpforError(f"there is no Mission {name[:40]!r}", where, do)
    return missions()[name]


def _nation(name: str, where: str) -> str:
    known = nations(load_nation("german").tables)
    if name.lower() not in known:
        do = did_you_mean(name, known) or f"the nations are {', '.join(known)}"
        raise OpforError(f"there is no nation {name[:40]!r}", where, do)
    return name.lower()


def _dated(nation: Nation, date: str, origin: Origin) -> None:
    """See that a nation has tables for a month."""
    try:
        nation.fact("name", date=date)
    except OpforError as error:
        raise OpforError(error.what, origin.at("date"), error.do) from None


def table_of(nation: Nation, name: str, where: str) -> Table:
    """A nation's table by any of its names: x1, {A4}, russian/x1.

    Errors:
        OpforError: there is none; `where` is the place in the file.
    """
    try:
        return nation.table(name.strip("{}").removeprefix(f"{nation.id}/"))
    except OpforError:
        known = {id_.rpartition("/")[2] for id_ in nation.tables}
        do = did_you_mean(name, sorted(known)) or "`opfor tables list` shows the tables"
        raise OpforError(f"there is no table {name[:40]!r}", where, do) from None


def _overridden(nation: Nation, givens: Givens, origin: Origin) -> Mapping[str, Table]:
    """The tables with the rows of the givens over them."""
    tables = dict(nation.tables)
    for name, rows in givens.tables.items():
        where = origin.at("tables", name)
        known = table_of(nation, name, where)
        id_ = known.id.name
        form = {"extends": id_, "rows": rows, "source": "example"}
        table = read_table(form, file=where, pack="this file", beneath=tables)
        check_forms(table)
        tables[id_] = table
    return tables


def _state(givens: Givens, mission: Mission, world: World, origin: Origin) -> State:
    ready = givens.phase != SET_UP
    side, _, phase = givens.phase.partition(" ")
    state = State(
        mission=mission,
        ac_number=mission.ac if isinstance(mission.ac, int) else 0,
        ready=ready,
        turn=givens.turn if ready else 0,
        side="ENEMY" if side == "ENEMY" else "FRIENDLY",
        phase=_PHASES[phase] if ready else "",
        weather=mission.weather,
        on_table=givens.on_table,
        stops="all",
    )
    maker = Maker(world, mission.friendly, origin)
    _check_ids(givens, origin)
    for id_, text in givens.suspects.items():
        suspect = maker.suspect(id_, text, mission.attitude)
        state = state.apply(ev.SuspectPlaced(suspect))
    for key in ("units", "enemies"):
        for id_, text in getattr(givens, key).items():
            state = _with_unit(state, maker, id_, text, key)
    for id_, text in givens.weapons.items():
        weapon = maker.weapon(id_, text, None, "weapons")
        state = state.apply(ev.WeaponAdded(weapon))
    for id_, text in givens.fortifications.items():
        new = fortification(world, id_, text, origin.at("fortifications", id_))
        state = state.apply(ev.FortificationAdded(new))
    for id_, text in givens.markers.items():
        mark = marker(world, id_, text, origin.at("markers", id_))
        state = state.apply(ev.MarkerAdded(mark))
    for id_, fields in givens.batteries.items():
        state = _with_battery(state, id_, fields, origin.at("batteries", id_))
    for id_, fields in givens.planes.items():
        plane = _made(Aircraft, id_, fields, origin.at("planes", id_))
        state = state.apply(ev.AircraftChanged(plane, "is there"))
    return _ids_kept(state)


T = TypeVar("T")


def _made(kind: type[T], id_: str, fields: dict[str, Any], where: str) -> T:
    """A battery or airplane by its fields; FRIENDLY unless said."""
    try:
        return msgspec.convert({"id": id_, "side": "FRIENDLY"} | fields, kind)
    except msgspec.ValidationError as error:
        raise OpforError(str(error), where, "see docs/examples.md") from error


def _with_battery(state: State, id_: str, fields: dict[str, Any], where: str) -> State:
    """A battery, and the radio or phone of its observer."""
    rest = {key: value for key, value in fields.items() if key != "observer"}
    battery = _made(Battery, id_, rest, where)
    if observer := fields.get("observer"):
        counter = PHONE if battery.device == "phone" else RADIO
        radio = Weapon(id=f"{id_}radio", counter=counter, owner=observer)
        state = state.apply(ev.WeaponAdded(radio))
        battery = replace(battery, weapon=radio.id)
    return state.apply(ev.BatteryChanged(battery, "is there"))


def _with_unit(state: State, maker: Maker, id_: str, text: object, key: str) -> State:
    unit, weapons = maker.unit(id_, text, key)
    state = state.apply(ev.UnitAdded(unit))
    kind = maker.world.counter(unit.counter)
    for mount, code in mounts(kind) if isinstance(kind, Vehicle) else ():
        at = f"{unit.id}.{mount.lower().replace(' ', '')}"
        mounted = Weapon(id=at, counter=code, owner=unit.id, mount=mount)
        state = state.apply(ev.WeaponAdded(mounted))
    for name in weapons:
        weapon = maker.weapon("", name, unit, key)
        own = fresh_id(state, _stem(unit) + stem(maker.world.counter(weapon.counter)))
        state = state.apply(ev.WeaponAdded(replace(weapon, id=own)))
    return state


def _stem(unit: Unit) -> str:
    return "e" if unit.side == "ENEMY" else ""


def _check_ids(givens: Givens, origin: Origin) -> None:
    """No name twice, and names that an order can be written with."""
    seen: set[str] = set()
    for key in ("suspects", "units", "enemies", "weapons", "fortifications", "markers"):
        things = getattr(givens, key)
        if len(things) > MOST_IDS:
            raise OpforError(f"more than {MOST_IDS} of them", origin.at(key))
        for id_ in things:
            if not (id_.isascii() and id_.isalnum()) or id_ in seen:
                what = "is there twice" if id_ in seen else "is no name of a piece"
                do = "use letters and digits, each name once"
                raise OpforError(f"{id_[:40]!r} {what}", origin.at(key, id_), do)
            seen.add(id_)


def _ids_kept(state: State) -> State:
    """The ids that were given, so that no new piece gets one of them."""
    ids = {*state.suspects, *state.units, *state.weapons, *state.fortifications}
    ids |= {*state.markers}
    named = dict(state.named)
    for id_ in ids:
        numbered = id_.rstrip("0123456789")
        for name, tails in (
            (numbered, [str(number + 1) for number in range(MOST_IDS)]),
            (id_.rstrip(CAPITALS), list(map(column_letters, range(MOST_IDS)))),
        ):
            taken = [at + 1 for at, tail in enumerate(tails) if name + tail in ids]
            named[name] = max([named.get(name, 0), *taken])
    return replace(state, named=named)
