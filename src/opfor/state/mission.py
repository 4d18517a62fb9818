"""Missions as data: what a TOML file says, and the State a game of it starts with."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.misfit import misfit
from opfor.core.packs import read_bytes, toml_files
from opfor.core.table import Source
from opfor.core.toml_lines import key_lines, nearest_line
from opfor.core.toml_text import parse_toml
from opfor.geo.edges import Edge, Quarter
from opfor.state.artillery import Plane
from opfor.state.in_progress import (
    Weather,
)
from opfor.state.units import (
    OFFBOARD,
    Attitude,
    LocationName,
    Side,
)

Count = Annotated[int, Meta(ge=0, le=99)]
"""What is counted in a Mission: no more than a table holds, whoever wrote the file."""

Month = Annotated[str, Meta(pattern=r"\A(?:19|20)\d\d-(?:0[1-9]|1[0-2])\Z")]

Some = Annotated[int, Meta(ge=1, le=99)]
Points = Annotated[int, Meta(ge=0, le=999)]
Drm = Annotated[int, Meta(ge=-12, le=12)]

Group = Annotated[str, Meta(max_length=40)]
"""What a Mission calls some units of an OB."""

Prose = Annotated[str, Meta(max_length=4000)]
Paragraphs = Annotated[tuple[Prose, ...], Meta(max_length=20)]

SUFFIX = ".toml"
FOLDER = "missions"


class OB(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of an OB: so many of a counter, the first ones with SW.

    Args:
        counter: the printed name of the counter.
        number: how many.
        weapons: SW of the first ones.
        side: whose they are.
        at: where they set up; empty: they enter along their own edge.
        turn: the Game Turn on which they enter; 0: they are there as play begins.
        concealed: they set up concealed.
        hidden: they set up by HIP (A12.3).
        bored: the Location that their Weapons have Bore Sighted (C6.4).
        group: what they are called in a condition that asks for their rescue.
    """

    counter: str
    number: Some = 1
    weapons: tuple[str, ...] = ()
    side: Side = "FRIENDLY"
    at: LocationName = OFFBOARD
    turn: Count = 0
    concealed: bool = False
    hidden: bool = False
    bored: LocationName = OFFBOARD
    group: Group = ""


class OBA(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battery of offboard artillery (C1).

    Args:
        side: whose it is.
        calibre: in mm.
        device: how its Observer reaches it; the ENEMY's by its rules are offboard.
        observer: the printed name of the leader who has the radio or phone; empty:
            the side's leader with the least leadership.
        post: where an offboard Observer looks from; empty: the Location along his
            own edge from which most of the map is seen.
        shells: what it may fire beside HE: smoke, WP.
        plentiful, scarce: its ammunition (C1.211).
        registered: its Pre-Registered hexes (C1.73).
    """

    side: Side = "FRIENDLY"
    calibre: Points = 80
    device: Literal["radio", "phone", "offboard"] = "radio"
    observer: str = ""
    post: LocationName = OFFBOARD
    shells: tuple[Literal["smoke", "WP"], ...] = ()
    plentiful: bool = False
    scarce: bool = False
    registered: tuple[LocationName, ...] = ()


class Air(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Air support of a side (E7).

    Args:
        side: whose it is.
        kind: fighter-bombers or dive-bombers.
        number: how many.
        bombs: they carry bombs.
        turn: the Game Turn from which they may arrive.
    """

    side: Side = "FRIENDLY"
    kind: Plane = "FB"
    number: Some = 1
    bombs: bool = True
    turn: Some = 1


class Area(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the FRIENDLY player may set up what has no place in the OB.

    Args:
        board: on which board, counted from the FBE: 1 and up.
        vpo: within so many hexes of a VPO Location of that board; 0: anywhere on it.
        clear: so many hexes or more from the next board, or from the EBE.
        hexes: these alone, wherever they lie, in place of all that (D-730).
    """

    board: Some = 1
    vpo: Count = 0
    clear: Count = 0
    hexes: tuple[LocationName, ...] = ()


class Entering(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What enters along the EBE in the ENEMY RPh of a turn (S4.2, S4.3).

    Args:
        turn: the Game Turn.
        groups: groups of S?, their size by {A6a}, their spread by {A6e}.
        suspects: single S?, each with an entry hex of its own.
        waves: Human Waves (S4.31).
        armor: vehicles of each kind, those of a kind of one type (S9.32, S5.71).
        hexes: along the EBE; its groups and S? are drawn from them alone (D-730).
    """

    turn: Count
    groups: Count = 0
    suspects: Count = 0
    waves: Count = 0
    armor: dict[Literal["AFV", "SPG", "TD"], Count] = {}
    hexes: tuple[LocationName, ...] = ()


class Rescue(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Units that must be safe: unbroken and free on the map, or gone from it so.

    Args:
        group: what the OB calls them.
        number: how many; two HS are one, anything else counts one.
    """

    group: Annotated[str, Meta(min_length=1, max_length=40)]
    number: Some


class VictoryCondition(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One victory condition; all that it names must be fulfilled together.

    Several conditions of one side are alternatives.

    Args:
        side: who wins by it.
        vpo: how many VPO Locations it must Control, or all.
        board: only those of this board count, counted from the FBE; 0: of any.
        control, hexes, buildings: what it must Control; of a building any Location.
        cvp, exit_vp: CVP and Exit VP it must have gained.
        lead: CVP and Exit VP that it must have more than the other side.
        exits_below: the other side must have fewer Exit VP than that.
        lost_below: it must have lost fewer squads than that; two HS are one.
        rescue: units that it must have brought to safety (D-710).
        until: the Game Turn at the end of which it counts and ends the game; it is
            lost after that. 0: it counts when the turns are over (D-710).
        at_once: it ends the game as soon as it is fulfilled.
    """

    side: Side
    vpo: Count | Literal["all"] = 0
    board: Count = 0
    control: tuple[LocationName, ...] = ()
    hexes: tuple[LocationName, ...] = ()
    buildings: tuple[LocationName, ...] = ()
    cvp: Points = 0
    exit_vp: Points = 0
    lead: Points = 0
    exits_below: Points = 0
    lost_below: Points = 0
    rescue: Rescue | None = None
    until: Count = 0
    at_once: bool = False


class Mission(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Mission file.

    Args:
        id: the file's name without its suffix.
        title: what players call it.
        map: boards, as `parse_map` reads them.
        date: year and month, such as 1941-08.
        dates: other months in which it may be begun as it is; `--date any` draws one.
        friendly, enemy: names of nations.
        country: the ENEMY's, where a pack's tables tell countries apart.
        fbe: the side of the map that is the FBE: top, right, bottom or left.
        enemy_by: the ENEMY is played by its rules, or by somebody's orders.
        turns: Game Turns.
        first: the side that has the first Player Turn of each Game Turn.
        elr, san: of each side; where one is not named, its nation's on that date.
        elr_for_all: sides whose ELR is an SSR, and so holds for units with underlined
            Morale Level too, if it is 4 or less (A19.132).
        weather: wind and weather as play begins.
        wind: nothing; Missions and saves of before had it, and are read with it.
        exits: edges by which FRIENDLY units may leave the map (A2.6).
        enemy_exits: edges by which ENEMY units may leave it (S9.4).
        attitude: the Prevailing Attitude.
        placement: cases of S4.1, in order.
        ebe_boards: more boards may be activated along the EBE (S4.1b).
        ac: the starting AC#, or the id of the table it is rolled on.
        a1_drm, a5_drm: the Mission's modifiers on those tables.
        posture: its modifier on the Action Tables; positive is bolder (project).
        fire_discipline: the odds at which the ENEMY First Fires (S8.p14).
        reserve: of ENEMY Locations close together one holds its First Fire (S8.p15).
        heavy_cap: Guns and vehicles that S? bring at the most; more are ignored.
        command: FRIENDLY units need Command Control to move or fire (S16).
        pto: PTO Terrain is in effect.
        no_snow: no snow falls there in winter, as in Libya (project).
        iift: fire is resolved on the IIFT (A7.37).
        mol: the sides that have MOL (A22.6).
        victory: how the sides win; without any the game ends with its turns.
        held_by: who Controls at the start what the Mission is about.
        vpo: VPO Locations.
        vpo_buildings: Locations of VPO buildings, one for each building.
        vpo_draw: VPO Locations drawn on each board's card, from the FBE on (D-190).
        area: where the FRIENDLY player sets up; without one his units enter.
        entry: the hexes along the FBE by which his units enter; none: all of them.
        foxholes: how many foxholes he sets up there.
        entering: what enters for the ENEMY, turn by turn.
        density: of six S? that are placed, how many stay (project).
        ac_shift: what the AC# at the start differs from its table (project).
        re: the RE#, the Original Wind Change DR that brings a Random Event; 0: none.
        re_rows: the rows of the RE table that count; none named: all of them.
        wave_chain: what a Human Wave S? counts in the average of its chain (D-017).
        unit: the FRIENDLY OB.
        oba: batteries of offboard artillery.
        air: air support.
        note: a sentence or two about it.
        situation: what has happened so far, in paragraphs.
        special: what is special about it, a sentence or two each; no rules.
        alternatives: maps of VASL boards on which it may be played too.
        source: whose Mission it is.
    """

    id: str
    title: str
    map: str
    date: Month
    friendly: str
    enemy: str
    fbe: Edge
    dates: tuple[Month, ...] = ()
    enemy_by: Literal["rules", "orders"] = "rules"
    turns: Some = 6
    first: Side = "FRIENDLY"
    elr: dict[Side, Count] = {}
    elr_for_all: tuple[Side, ...] = ()
    san: dict[Side, Count] = {}
    weather: Weather = Weather()
    wind: str = ""
    country: str = "other"
    exits: tuple[Quarter, ...] = ()
    enemy_exits: tuple[Quarter, ...] = ("FBE",)
    attitude: Attitude = "Hold"
    placement: tuple[Literal["a", "b", "c", "d", "e"], ...] = ()
    ebe_boards: bool = False
    ac: int | str = "AC-start"
    a1_drm: Drm = 0
    a5_drm: Drm = 0
    posture: Drm = 0
    fire_discipline: Literal["eager", "steady", "cool"] = "steady"
    reserve: bool = True
    heavy_cap: Count | Literal["none"] = 2
    command: bool = False
    pto: bool = False
    no_snow: bool = False
    iift: bool = False
    mol: tuple[Side, ...] = ()
    victory: tuple[VictoryCondition, ...] = ()
    held_by: Side = "ENEMY"
    vpo: tuple[LocationName, ...] = ()
    vpo_buildings: tuple[LocationName, ...] = ()
    vpo_draw: tuple[Count, ...] = ()
    area: Area | None = None
    entry: tuple[LocationName, ...] = ()
    foxholes: Count = 0
    entering: tuple[Entering, ...] = ()
    density: Literal[3, 4, 5, 6] = 6
    ac_shift: Literal[-1, 0, 1] = 0
    re: Literal[0, 3, 4, 5, 6, 7, 8, 9, 10, 11] = 0
    re_rows: tuple[Count, ...] = ()
    wave_chain: Literal[1, 2] = 1
    unit: tuple[OB, ...] = ()
    oba: tuple[OBA, ...] = ()
    air: tuple[Air, ...] = ()
    note: str = ""
    situation: Paragraphs = ()
    special: Paragraphs = ()
    alternatives: Annotated[tuple[str, ...], Meta(max_length=20)] = ()
    source: Source = "project"


@cache
def shipped() -> Mapping[str, Mission]:
    """The Missions that come with opfor, by id."""
    folder = Path(str(files("opfor.data") / FOLDER))
    return {mission.id: mission for _, mission in _read_all(folder)}


def missions(*packs: Path) -> dict[str, Mission]:
    """The Missions that come with opfor, and those of packs over them, by id.

    Errors:
        OpforError: a file of a pack is wrong.
    """
    found = dict(shipped())
    for folder in packs:
        found |= {mission.id: mission for _, mission in read_missions(folder)}
    return found


def load_mission(name: str, *packs: Path) -> Mission:
    """A Mission by id, of packs too, or by the path of a player's own file.

    Errors:
        OpforError: there is none, or the file is wrong.
    """
    if name.endswith(SUFFIX):
        return read_mission(read_bytes(Path(name)), name)
    known = missions(*packs)
    if name in known:
        return known[name]
    hint = did_you_mean(name, known) or f"the Missions are: {', '.join(known)}"
    raise OpforError(f"there is no Mission {name!r}", do=hint)


def retold(mission: Mission, was: Mission) -> Mission:
    """A changed Mission; its situation says first whose it is, if it is not theirs.

    Args:
        mission: with other sides or another month.
        was: it as its file has it.
    """
    sides = (mission.friendly, mission.enemy) == (was.friendly, was.enemy)
    known = sides and mission.date in (was.date, *was.dates)
    if known or not was.situation:
        return mission
    told = f"Told of {was.date}, {was.friendly} against {was.enemy}; yours is like it."
    return replace(mission, situation=(told, *was.situation))


def read_missions(pack: Path) -> list[tuple[Path, Mission]]:
    """The Mission files of a pack: the *.toml files of its `missions` folder.

    Errors:
        OpforError: a file is wrong.
    """
    folder = pack / FOLDER
    return list(_read_all(folder)) if folder.is_dir() else []


def _read_all(folder: Path) -> Iterator[tuple[Path, Mission]]:
    for path in toml_files(folder):
        mission = read_mission(read_bytes(path), str(path))
        if mission.id != path.stem:
            what = f"id: {mission.id!r} is not the file's name"
            do = f'write id = "{path.stem}", or rename the file'
            raise OpforError(what, str(path), do)
        yield path, mission


def read_mission(data: bytes, file: str) -> Mission:
    """Read a Mission file.

    Errors:
        OpforError: naming the file, line and key, what is wrong, and what to write.
    """
    raw = parse_toml(data, file)
    try:
        return msgspec.convert(raw, Mission)
    except (msgspec.ValidationError, RecursionError) as error:
        found = misfit(error, Mission)
        line = nearest_line(key_lines(data.decode()), found.path)
        where = f"{file}:{line}" if line else file
        raise OpforError(found.told(), where, found.do) from error
