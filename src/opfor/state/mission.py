"""Missions as data: what a TOML file says, and the State a game of it starts with."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.packs import read_bytes, toml_files
from opfor.core.table import Source
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
    """

    counter: str
    number: int = 1
    weapons: tuple[str, ...] = ()
    side: Side = "FRIENDLY"
    at: LocationName = OFFBOARD
    turn: int = 0
    concealed: bool = False
    hidden: bool = False
    bored: LocationName = OFFBOARD


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
    calibre: int = 80
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
    number: int = 1
    bombs: bool = True
    turn: int = 1


class Area(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the FRIENDLY player may set up what has no place in the OB.

    Args:
        board: on which board, counted from the FBE.
        vpo: within so many hexes of a VPO Location of that board; 0: anywhere on it.
        clear: so many hexes or more from the next board, or from the EBE.
    """

    board: int = 1
    vpo: int = 0
    clear: int = 0


class Entering(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What enters along the EBE in the ENEMY RPh of a turn (S4.2, S4.3).

    Args:
        turn: the Game Turn.
        groups: groups of S?, their size by {A6a}, their spread by {A6e}.
        suspects: single S?, each with an entry hex of its own.
        waves: Human Waves (S4.31).
        armor: vehicles of each kind, those of a kind of one type (S9.32, S5.71).
    """

    turn: int
    groups: int = 0
    suspects: int = 0
    waves: int = 0
    armor: dict[Literal["AFV", "SPG", "TD"], int] = {}


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
        at_once: it ends the game; otherwise it counts when the turns are over.
    """

    side: Side
    vpo: int | Literal["all"] = 0
    board: int = 0
    control: tuple[LocationName, ...] = ()
    hexes: tuple[LocationName, ...] = ()
    buildings: tuple[LocationName, ...] = ()
    cvp: int = 0
    exit_vp: int = 0
    lead: int = 0
    exits_below: int = 0
    lost_below: int = 0
    at_once: bool = False


class Mission(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Mission file.

    Args:
        id: the file's name without its suffix.
        title: what players call it.
        map: boards, as `parse_map` reads them.
        date: year and month, such as 1941-08.
        friendly, enemy: names of nations.
        country: the ENEMY's, where a pack's tables tell countries apart.
        fbe: the side of the map that is the FBE: top, right, bottom or left.
        enemy_by: the ENEMY is played by its rules, or by somebody's orders.
        turns: Game Turns.
        first: the side that has the first Player Turn of each Game Turn.
        elr, san: of each side; where one is not named, its nation's on that date.
        weather: wind and weather as play begins.
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
        wind: wind force (B25.63); "heavy" allows no SMOKE.
        iift: fire is resolved on the IIFT (A7.37).
        mol: the sides that have MOL (A22.6).
        victory: how the sides win; without any the game ends with its turns.
        held_by: who Controls at the start what the Mission is about.
        vpo: VPO Locations.
        vpo_buildings: Locations of VPO buildings, one for each building.
        vpo_draw: VPO Locations drawn on each board's card, from the FBE on (D-190).
        area: where the FRIENDLY player sets up; without one his units enter.
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
        source: whose Mission it is.
    """

    id: str
    title: str
    map: str
    date: str
    friendly: str
    enemy: str
    fbe: Edge
    enemy_by: Literal["rules", "orders"] = "rules"
    turns: int = 6
    first: Side = "FRIENDLY"
    elr: dict[Side, int] = {}
    san: dict[Side, int] = {}
    weather: Weather = Weather()
    country: str = "other"
    exits: tuple[Quarter, ...] = ()
    enemy_exits: tuple[Quarter, ...] = ("FBE",)
    attitude: Attitude = "Hold"
    placement: tuple[Literal["a", "b", "c", "d", "e"], ...] = ()
    ebe_boards: bool = False
    ac: int | str = "AC-start"
    a1_drm: int = 0
    a5_drm: int = 0
    posture: int = 0
    fire_discipline: Literal["eager", "steady", "cool"] = "steady"
    reserve: bool = True
    heavy_cap: int | Literal["none"] = 2
    command: bool = False
    pto: bool = False
    wind: Literal["none", "mild", "heavy"] = "none"
    iift: bool = False
    mol: tuple[Side, ...] = ()
    victory: tuple[VictoryCondition, ...] = ()
    held_by: Side = "ENEMY"
    vpo: tuple[LocationName, ...] = ()
    vpo_buildings: tuple[LocationName, ...] = ()
    vpo_draw: tuple[int, ...] = ()
    area: Area | None = None
    foxholes: int = 0
    entering: tuple[Entering, ...] = ()
    density: Literal[3, 4, 5, 6] = 6
    ac_shift: Literal[-1, 0, 1] = 0
    re: Literal[0, 3, 4, 5, 6, 7, 8, 9, 10, 11] = 0
    re_rows: tuple[int, ...] = ()
    wave_chain: Literal[1, 2] = 1
    unit: tuple[OB, ...] = ()
    oba: tuple[OBA, ...] = ()
    air: tuple[Air, ...] = ()
    note: str = ""
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
        OpforError: naming the file, the key, and what is wrong.
    """
    do = "see docs/how-to/packs.md"
    try:
        return msgspec.convert(tomllib.loads(data.decode()), Mission)
    except UnicodeDecodeError as error:
        raise OpforError("this is not UTF-8 text", file, "save it as UTF-8") from error
    except msgspec.ValidationError as error:
        raise OpforError(str(error), file, do) from error
    except (ValueError, RecursionError) as error:
        raise OpforError(f"this is not TOML ({error})", file) from error
