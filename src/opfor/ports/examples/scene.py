"""The table as the givens have it: the world, and the state that play begins with."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.fact import fact
from opfor.core.misfit import misfit
from opfor.core.table import Table, read_table
from opfor.geo.boards.board import Board
from opfor.geo.boards.library import Library
from opfor.geo.boards.text import text_board
from opfor.geo.hexes import column_letters
from opfor.geo.map import Map, Placed, parse_map
from opfor.ports.examples.form import Change, Givens
from opfor.ports.examples.pieces import (
    IS,
    WEAPON_STATES,
    Maker,
    fortification,
    marker,
    said,
    stated,
    with_fields,
    with_states,
)
from opfor.ports.examples.places import with_full_names
from opfor.ports.examples.read import Origin
from opfor.ports.examples.setting import set_out
from opfor.rules.sequence import legal_orders
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

HOLDS = "holds"
"""The key of the units that are inside a fortification."""

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
                givens.boards,
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
        board_map = self._map(mission.map, givens.boards, origin)
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
            orders=legal_orders,
        )

    def _map(self, text: str, boards: Mapping[str, str], origin: Origin) -> Map:
        where = origin.at("map")
        try:
            if ":" in text:
                return Map([Placed(text_board(text, file="text board"))])
            return parse_map(text, partial(self._board, dict(boards)))
        except MissingBoard:
            raise
        except OpforError as error:
            what = f"{error.where}: {error.what}" if error.where else error.what
            raise OpforError(what, where, error.do) from None

    def _board(self, boards: Mapping[str, str], name: str) -> Board:
        if name in boards:
            return text_board(f"board: {name}\n{boards[name]}", file=f"board {name}")
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
        if key in Mission.__struct_fields__
        and key != "weather"  # what it is now, not as play begins
        and value not in (None, "")
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


NOT_SHIPPED = {"countermix": ("counter",), "equipment": ("vehicle", "item")}
"""Tables that only a pack or an example has, with their axes."""


def _new_table(name: str, rows: list[dict[str, Any]], where: str) -> Table:
    """A table that does not ship, of the rows of the givens."""
    axes = {
        axis: sorted({str(row[axis]) for row in rows if axis in row})
        for axis in NOT_SHIPPED[name]
    }
    form = {"id": name, "title": name, "key": "none", "source": "example"}
    return read_table({**form, "axes": axes, "rows": rows}, file=where)


def _overridden(nation: Nation, givens: Givens, origin: Origin) -> Mapping[str, Table]:
    """The tables with the rows of the givens over them."""
    tables = dict(nation.tables)
    for name, rows in givens.tables.items():
        where = origin.at("tables", name)
        if name in NOT_SHIPPED:
            tables[name] = _new_table(name, rows, where)
            continue
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
    _check_moment(givens, origin)
    _check_ids(givens, origin)
    maker = Maker(world, mission.friendly, origin)
    state = with_pieces(state, givens, maker)
    for id_, fields in givens.batteries.items():
        state = _with_battery(state, world, id_, fields, origin)
    for id_, fields in givens.planes.items():
        plane = _made(Aircraft, id_, fields, origin.at("planes", id_), world)
        state = state.apply(ev.AircraftChanged(plane, fact("is_there")))
    state = set_out(state, givens, world, origin)
    check_names(state, origin)
    return _ids_kept(state)


def _check_moment(givens: Givens, origin: Origin) -> None:
    """Nothing is said of a game from its beginning that only one in play has."""
    if givens.phase == SET_UP and givens.turn != 1:
        raise OpforError("a set-up is before turn 1", origin.at("turn"), "leave it out")
    if givens.phase != SET_UP and isinstance(givens.ac, str):
        do = 'write ac = 3, or phase = "set-up"'
        raise OpforError("the AC# is rolled in the set-up", origin.at("ac"), do)


def with_pieces(state: State, given: Givens | Change, maker: Maker) -> State:
    """The State with pieces put on the map, or some that are there set another way."""
    origin = maker.origin
    for id_, value in given.suspects.items():
        suspect = maker.suspect(id_, value, state.mission.attitude)
        state = state.apply(ev.SuspectPlaced(suspect))
    for key in ("units", "enemies"):
        for id_, value in getattr(given, key).items():
            state = _with_unit(state, maker, id_, value, key)
    for id_, value in given.weapons.items():
        state = _with_weapon(state, maker, id_, value)
    for id_, value in given.fortifications.items():
        state = _with_fortification(state, maker, id_, value)
    for id_, value in given.markers.items():
        mark = marker(maker.world, id_, value, origin.at("markers", id_))
        state = state.apply(ev.MarkerAdded(mark))
    return state


def _with_weapon(state: State, maker: Maker, id_: str, value: object) -> State:
    """A SW or Gun that lies somewhere, or that a unit possesses: "MMG of V"."""
    where = maker.origin.at("weapons", id_)
    text, fields = said(value, where)
    rest, _, owner = text.partition(" of ")
    owner = owner.strip() or fields.get("owner", "")
    if not owner:
        return state.apply(ev.WeaponAdded(maker.weapon(id_, value, None, "weapons")))
    if owner not in state.units:
        do = did_you_mean(owner, state.units) or "name one of units or enemies"
        raise OpforError(f"{owner[:40]!r} is no unit", where, do)
    unit = state.units[owner]
    plain = {key: fields[key] for key in fields if key != "owner"}
    # Its place in the file is its own, not its owner's.
    made = maker.weapon(id_, {IS: rest, **plain}, unit, "weapons")
    return state.apply(ev.WeaponAdded(made))


def _with_fortification(state: State, maker: Maker, id_: str, value: object) -> State:
    """A fortification, and who is inside: { is = "foxhole in K6", holds = ["V"] }."""
    where = maker.origin.at("fortifications", id_)
    text, fields = said(value, where)
    rest = {key: fields[key] for key in fields if key != HOLDS}
    new = fortification(maker.world, id_, {IS: text, **rest}, where)
    state = state.apply(ev.FortificationAdded(new))
    for name in fields.get(HOLDS, ()):
        unit = state.units.get(name)
        if unit is None or unit.location != new.location:
            do = "name units of its Location"
            raise OpforError(f"{name!r} is not in {new.location}", where, do)
        state = state.apply(ev.UnitChanged(replace(unit, inside=id_), fact("is_there")))
    return state


T = TypeVar("T")


def _made(
    kind: type[T], id_: str, fields: dict[str, Any], where: str, world: World
) -> T:
    """A battery or airplane by its fields; FRIENDLY unless said."""
    named = with_full_names(world, fields, kind, where)
    unknown = [key for key in fields if key not in get_type_hints(kind)]
    if unknown:
        known = list(get_type_hints(kind))
        do = did_you_mean(unknown[0], known) or f"it has {', '.join(known)}"
        raise OpforError(f"there is no {unknown[0][:40]!r}", where, do)
    try:
        return msgspec.convert({"id": id_, "side": "FRIENDLY"} | named, kind)
    except msgspec.ValidationError as error:
        found = misfit(error, kind)
        raise OpforError(found.told(), where, found.do) from error


def _with_battery(
    state: State, world: World, id_: str, fields: dict[str, Any], origin: Origin
) -> State:
    """A battery, and the radio or phone of its observer."""
    where = origin.at("batteries", id_)
    rest = {key: value for key, value in fields.items() if key != "observer"}
    battery = _made(Battery, id_, rest, where, world)
    if observer := fields.get("observer"):
        if observer not in state.units:
            do = "name one of units or enemies"
            raise OpforError(f"the observer {observer!r} is no unit", where, do)
        counter = PHONE if battery.device == "phone" else RADIO
        radio = Weapon(id=f"{id_}radio", counter=counter, owner=observer)
        state = state.apply(ev.WeaponAdded(radio))
        battery = replace(battery, weapon=radio.id)
    return state.apply(ev.BatteryChanged(battery, fact("is_there")))


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
    _, fields = said(text, maker.origin.at(key, id_))
    for name, how in fields.get("weapons", {}).items():
        state = _with_arms(state, maker, unit, name, how)
    return state


def _with_arms(state: State, maker: Maker, unit: Unit, name: str, how: object) -> State:
    """One of a unit's Weapons as it is: { MA = "malfunctioned" }, by mount or name."""
    where = maker.origin.at(_key_of(unit), unit.id)
    own = state.weapons_of(unit.id)
    names = {w.mount or maker.world.counter(w.counter).name: w for w in own}
    if name not in names:
        do = f"it has {', '.join(names) or 'none'}"
        raise OpforError(f"{unit.id} has no Weapon {name[:40]!r}", where, do)
    fields = how if isinstance(how, dict) else {IS: how}
    text = str(fields.get(IS, ""))
    states, rest = stated(text, WEAPON_STATES)
    if rest:
        do = f"its states are {', '.join(WEAPON_STATES)}"
        raise OpforError(f"{rest[:40]!r} is no state of a Weapon", where, do)
    more = {key: fields[key] for key in fields if key != IS}
    weapon = maker.made(names[name], more, where, unit.location)
    weapon = with_states(weapon, states, where)
    return state.apply(ev.WeaponChanged(weapon, fact("is_there")))


def _key_of(unit: Unit) -> str:
    return "enemies" if unit.side == "ENEMY" else "units"


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


NAMES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("units", "inside", ("fortifications",)),
    ("units", "guard", ("units",)),
    ("units", "aboard", ("units",)),
    ("units", "wave", ("waves",)),
    ("suspects", "wave", ("waves",)),
    ("weapons", "owner", ("units",)),
    ("markers", "of", ("weapons", "units", "batteries")),
    ("batteries", "weapon", ("weapons",)),
)
"""Fields that name another thing: of what, which, and among what it has to be."""


def check_names(state: State, origin: Origin) -> None:
    """See that whatever a piece names is on the table.

    Errors:
        OpforError: it is not, so that the piece would be alone with it.
    """
    for things, field, among in NAMES:
        known = {id_ for name in among for id_ in getattr(state, name)}
        for id_, thing in getattr(state, things).items():
            named = getattr(thing, field)
            if named and named not in known:
                key = _key_of(thing) if isinstance(thing, Unit) else things
                do = f"give it among {' or '.join(among)}"
                what = f"{field} {named[:40]!r} is not there"
                raise OpforError(what, origin.at(key, id_, field), do)


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
