"""A draft looked at by the engine: what it lacks, at the key that lacks it."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import fields, replace

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.ports.suited import check_month
from opfor.rules.s_solitaire.s02_set_up.check_mission import (
    check_boards,
    check_victory,
    stand_ins,
)
from opfor.rules.s_solitaire.s02_set_up.check_places import wrong_places
from opfor.rules.s_solitaire.s02_set_up.set_up_area import area
from opfor.rules.sequence import legal_orders
from opfor.state.in_service import check_service
from opfor.state.mission import OB, Mission, VictoryCondition, shipped
from opfor.state.nations import Loaded, Nation
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import Side
from opfor.state.world import World
from opfor.web.designer.draft import Complaint, mission_id
from opfor.web.designer.ground import map_of

SIDES: tuple[Side, Side] = ("FRIENDLY", "ENEMY")

STACK = 3
"""Squads that a Location holds (A5.1)."""


class Findings(Struct, frozen=True):
    """What a check found: complaints, and the World if there is one."""

    complaints: tuple[Complaint, ...]
    world: World | None = None


def check(mission: Mission, loaded: Loaded, boards: tuple[str, ...]) -> Findings:
    """Everything that keeps a Mission from being played, and what is worth a look.

    Args:
        mission: it.
        loaded: tables and counters, those of its pack too.
        boards: the player's folders of boards.
    """
    found = [*_plain_faults(mission), *_nation_faults(mission, loaded)]
    found += _ob_faults(mission, loaded)
    enemy = _known(loaded, mission.enemy)
    world: World | None = None
    try:
        board_map = map_of(mission.map, boards)
        if enemy is not None:
            world = World(
                board_map,
                date=mission.date,
                fbe=mission.fbe,
                enemy=enemy,
                classes={},
                orders=legal_orders,
            )
    except OpforError as error:
        found.append(complaint("map", error))
    if world is not None:
        found += _map_faults(mission, world)
    if world is not None and not found:
        instead = stand_ins(world, mission)
        found += (Complaint(key="entering", said=x, kind="look") for x in instead)
    found += _looks(mission)
    return Findings(tuple(found), world)


def complaint(key: str, error: OpforError) -> Complaint:
    """An error as a complaint; where it is says the key."""
    said = f"{error.what}; {error.do}" if error.do else error.what
    return Complaint(key=key, said=said)


def _known(loaded: Loaded, name: str) -> Nation | None:
    try:
        return loaded.nation(name)
    except OpforError:
        return None


# -- without a map -------------------------------------------------------------------


def _plain_faults(mission: Mission) -> Iterator[Complaint]:
    """What no table needs to be asked for."""
    try:
        mission_id(mission.id)
    except OpforError as error:
        yield complaint("id", error)
    if mission.id in shipped():
        said = "a Mission that comes with opfor has this name; choose another"
        yield Complaint(key="id", said=said)
    if not any(line.side == "FRIENDLY" for line in mission.unit):
        yield Complaint(key="unit", said="your side has no units; add some")
    for nth, line in enumerate(mission.unit):
        if line.turn > mission.turns:
            said = f"it would enter on turn {line.turn} of {mission.turns}"
            yield Complaint(key=f"unit.{nth}.turn", said=said)
    yield from _victory_faults(mission)
    yield from _entering_faults(mission)


def _entering_faults(mission: Mission) -> Iterator[Complaint]:
    """What enters on a turn that never comes, or by hexes that nobody uses."""
    for nth, due in enumerate(mission.entering):
        if not 1 <= due.turn <= mission.turns:
            said = f"name a turn from 1 to {mission.turns}"
            yield Complaint(key=f"entering.{nth}.turn", said=said)
        if due.hexes and not (due.groups or due.suspects):
            said = "entry hexes are for groups and S?; add some, or leave them out"
            yield Complaint(key=f"entering.{nth}.hexes", said=said)


def _victory_faults(mission: Mission) -> Iterator[Complaint]:
    """Conditions that ask for nothing, or for what cannot come about."""
    for nth, aim in enumerate(mission.victory):
        if not asks(aim):
            said = "it asks for nothing; say what must be done to win"
            yield Complaint(key=f"victory.{nth}", said=said)
        try:
            check_victory(replace(mission, victory=(aim,)))
        except OpforError as error:
            yield complaint(f"victory.{nth}", error)


def asks(aim: VictoryCondition) -> bool:
    """Whether a victory condition asks for something that can be fulfilled."""
    usual = VictoryCondition(side=aim.side)
    frame = {"side", "board", "until", "at_once"}
    names = {field.name for field in fields(VictoryCondition)} - frame
    return any(getattr(aim, name) != getattr(usual, name) for name in names)


def _nation_faults(mission: Mission, loaded: Loaded) -> Iterator[Complaint]:
    """Nations that there are not, and a month without tables."""
    for key in ("friendly", "enemy"):
        try:
            loaded.nation(getattr(mission, key))
        except OpforError as error:
            yield complaint(key, error)
    enemy = _known(loaded, mission.enemy)
    if enemy is None:
        return
    try:
        check_month(mission, loaded)
        check_service(enemy, mission.date)
    except OpforError as error:
        yield complaint("date", error)
        return
    track = enemy.table("AC-track")
    low, high = (track.look_up(end=end).result for end in ("lowest", "highest"))
    if isinstance(mission.ac, int) and not low <= mission.ac <= high:
        yield Complaint(key="ac", said=f"the AC# runs from {low} to {high}")
    elif isinstance(mission.ac, str) and mission.ac not in loaded.tables:
        do = did_you_mean(mission.ac, loaded.tables) or "write a number, or AC-start"
        yield Complaint(key="ac", said=f"there is no table {mission.ac[:40]!r}; {do}")


def _ob_faults(mission: Mission, loaded: Loaded) -> Iterator[Complaint]:
    """Counters that a nation has not, or not yet, or no more."""
    for nth, line in enumerate(mission.unit):
        own = mission.friendly if line.side == "FRIENDLY" else mission.enemy
        nation = _known(loaded, own)
        if nation is None:
            continue
        if len(line.weapons) > line.number:
            said = f"{len(line.weapons)} for {line.number}: the last get none"
            key = f"unit.{nth}.weapons"
            yield Complaint(key=key, said=said, kind="look")
        yield from _counter_faults(mission, nth, line, nation)


def _counter_faults(
    mission: Mission, nth: int, line: OB, nation: Nation
) -> Iterator[Complaint]:
    named = [("counter", line.counter), *(("weapons", name) for name in line.weapons)]
    for part, name in named:
        key = f"unit.{nth}.{part}"
        if (part, name) == ("counter", "dummy"):
            continue
        try:
            piece = nation.counter(name)
        except OpforError as error:
            yield complaint(key, error)
            continue
        if not piece.serves(mission.date):
            when = f"from {piece.since}" if piece.since > mission.date else ""
            when = when or f"until {piece.until}"
            said = f"{name} is in use {when}, not in {mission.date}"
            yield Complaint(key=key, said=said, kind="look")


# -- on its map ----------------------------------------------------------------------


def _map_faults(mission: Mission, world: World) -> Iterator[Complaint]:
    """Places that the map has not, and what the engine refuses as a game begins."""
    wrong = list(wrong_places(world, mission))
    yield from (complaint(one.key, one.error) for one in wrong)
    try:
        check_boards(world, mission)
    except OpforError as error:
        yield complaint("map", error)
        return
    if wrong:
        return
    there = len(mission.vpo) + len(mission.vpo_buildings) + sum(mission.vpo_draw)
    for nth, aim in enumerate(mission.victory):
        if aim.vpo and not there:
            said = "there are no VPO Locations; choose some under Places"
            yield Complaint(key=f"victory.{nth}.vpo", said=said)
        elif isinstance(aim.vpo, int) and aim.vpo > there and not mission.vpo_buildings:
            said = f"it asks for {aim.vpo} VPO Locations, and there are {there}"
            yield Complaint(key=f"victory.{nth}.vpo", said=said)
    if mission.area is None:
        return
    room = len(area(FrozenView(State(mission=mission), world), mission.area))
    waiting = [x for x in mission.unit if x.side == "FRIENDLY" and not x.at]
    if (men := sum(x.number for x in waiting if not x.turn)) > STACK * room:
        said = f"{men} units cannot set up in {room} Locations; make it larger"
        if not mission.area.vpo or mission.vpo:  # VPO drawn later decide otherwise
            yield Complaint(key="area", said=said)


def _looks(mission: Mission) -> Iterator[Complaint]:
    """What can be played, but is hardly meant."""
    entering = any(
        x.groups or x.suspects or x.waves or x.armor for x in mission.entering
    )
    enemy = any(line.side == "ENEMY" for line in mission.unit)
    if not (mission.placement or entering or enemy):
        said = "the ENEMY has nobody: no S? is placed, and nothing enters"
        yield Complaint(key="placement", said=said, kind="look")
    if not mission.victory:
        said = "nobody can win: the game ends with its turns"
        yield Complaint(key="victory", said=said, kind="look")
    near_vpo = {"c", "d"} & set(mission.placement)
    if near_vpo and not (mission.vpo or mission.vpo_buildings or mission.vpo_draw):
        case = min(near_vpo)
        said = f"case {case} places S? at VPO Locations, and there are none"
        yield Complaint(key="placement", said=said, kind="look")
