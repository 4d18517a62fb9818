"""Counter types: what the pieces of a nation print, read from data/counters.

A type is named `nation/code`, such as `german/4-6-7`, `russian/9-0-commissar` or
`russian/50-mtr`: the printed name in small letters, with every other sign but +
written as one hyphen. Tables and missions write the printed name ("50* MTR").
"""

import re
import tomllib
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NoReturn

import msgspec
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.core.near import near
from opfor.core.packs import read_bytes, toml_files
from opfor.core.table import Source
from opfor.core.toml_lines import key_lines, nearest_line

FOLDER = "counters"
LISTS = "lists"
FORM = "the fields are in docs/how-to/packs.md"

Confidence = Literal["high", "medium", "low"]
Quality = Literal["elite", "first", "second", "green", "conscript"]
Size = Literal["squad", "half squad", "crew"]


def slug(name: str) -> str:
    """The code of a printed name: "50* MTR" is `50-mtr`, "6+1" stays `6+1`."""
    return re.sub(r"[^a-z0-9+]+", "-", name.lower()).strip("-")


class Piece(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every counter type has.

    Args:
        name: as printed, or as players write it.
        nation: the folder name of its nation.
        since, until: first and last month of use, "1941-11"; empty: no limit.
        source, confidence: where the values come from, and how sure they are.
        note: what the values do not say.
        vasl: ids of the pieces of VASL that are this counter.
    """

    name: str
    nation: str = ""
    since: str = ""
    until: str = ""
    source: Source = "public"
    confidence: Confidence = "high"
    note: str = ""
    vasl: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Its name among all nations: `german/4-6-7`."""
        return f"{self.nation}/{slug(self.name)}"


class MMC(Piece, frozen=True, kw_only=True):
    """A squad, half squad or crew.

    Args:
        size: what it is.
        quality: its class (A1.25); crews count as elite for Panic.
        fp: firepower factors.
        range: normal range in hexes.
        morale, broken: Morale Level of its good and of its broken side, None if it
            is reduced instead of broken.
        smoke: Smoke Placement Exponent, 0 for none.
        assault_fire: FP underlined.
        assault_fire_since: the month from which it has Assault Fire without it.
        spraying_fire: range underlined.
        underlined_morale: its ELR is 5.
        self_rally: broken morale boxed.
        bpv: Basic Point Value, 0 if not known.
        half_squad: the name of the HS it Deploys into.
        reduced: the name of what it becomes instead of breaking (Japanese squads).
        replaced_by: names of what a failed ELR leaves; empty means Disrupted.
    """

    size: Size
    quality: Quality
    fp: int
    range: int
    morale: int
    broken: int | None = None
    smoke: int = 0
    assault_fire: bool = False
    assault_fire_since: str = ""
    spraying_fire: bool = False
    underlined_morale: bool = False
    self_rally: bool = False
    bpv: int = 0
    half_squad: str = ""
    reduced: str = ""
    replaced_by: tuple[str, ...] = ()

    @property
    def us_number(self) -> int:
        """US#: its size for stacking questions and Random Selection (A1.1)."""
        return 3 if self.size == "squad" else 2


class SMC(Piece, frozen=True, kw_only=True):
    """A leader, commissar, armor leader or hero.

    Args:
        kind: what he is.
        morale, broken: Morale Levels; broken is None for those who never break.
        modifier: leadership DRM, negative helps.
        fp, range: his own, heroes only.
        replaced_by: the next lower grade; empty means Disrupted.
    """

    kind: Literal["leader", "commissar", "armor leader", "hero"]
    morale: int
    broken: int | None = None
    modifier: int = 0
    fp: int = 0
    range: int = 0
    replaced_by: tuple[str, ...] = ()

    @property
    def self_rally(self) -> bool:
        """Broken morale boxed: everyone who can break."""
        return self.broken is not None

    @property
    def us_number(self) -> int:
        """US#: one for every SMC."""
        return 1


DUMMY = "any/dummy"
"""The counter of a dummy, whatever its side (A12.11)."""


class Dummy(Piece, frozen=True, kw_only=True):
    """A "?" that stands for nothing (A12.11)."""


class SupportWeapon(Piece, frozen=True, kw_only=True):
    """A SW, or a light A-T weapon that squads carry within them.

    Args:
        kind: what it is; LATW is any light A-T weapon but an ATR.
        fp: firepower factors; 0 for a mortar, whose `calibre` in mm counts.
        range, min_range: normal range and least range, in hexes.
        rof: Multiple ROF number, 0 for none.
        pp: Portage Points assembled.
        breakdown: B#, 0 if it does not break down.
        removal: X#, 0 if it has none.
        repair: R#; a repair dr of 6 removes it (0: it cannot be repaired).
        dm_pp: Portage Points dismantled, 0 if it cannot be.
        dm_as: what it fires as while dismantled, if it can fire.
        long_range: it may fire beyond its range.
        tk: basic HEAT TK#.
        th: its own TH# at 0, 1, 2, … hexes.
        inherent: carried within the MMC, not a counter that is possessed.
        special: special ammunition, as a Gun's.
    """

    kind: Literal["MG", "MTR", "ATR", "LATW", "FT", "DC", "INF", "RCL"]
    fp: int = 0
    calibre: int = 0
    range: int
    min_range: int = 0
    rof: int = 0
    pp: int = 0
    breakdown: int = 12
    removal: int = 0
    repair: int = 0
    dm_pp: int = 0
    dm_as: str = ""
    long_range: bool = True
    tk: int = 0
    th: tuple[int, ...] = ()
    inherent: bool = False
    special: str = ""

    @property
    def heavy(self) -> bool:
        """A HW: three or more PP assembled (S.1)."""
        return self.pp >= 3


class Gun(Piece, frozen=True, kw_only=True):
    """A Gun, emplaced and manned; its crew is the nation's Infantry crew.

    Args:
        kind: what it is.
        calibre: in mm.
        barrel: "*" short, "" ordinary, "L" long, "LL" very long.
        ife: FP of its Infantry Firepower Equivalent, 0 for none.
        rof: Multiple ROF number, 0 for none.
        breakdown: B#.
        repair: R#; a repair dr of 6 removes it.
        min_range, max_range: in hexes; 0 for no limit.
        manhandling: M#, None if it cannot be moved.
        ring: its M# stands in a ring: hooking it up takes longer (C10.1).
        size: TH DRM of its size: +1 small, -1 large.
        turret: how it turns: NT its covered arc only, ST and T faster.
        qsu: Quick Set-Up.
        no_ap, no_he: ammunition it does not have.
        low_ammo: its B# is circled (D3.71).
        limbered: what it is while limbered, where it can fire then.
        special: special ammunition and the like: "A5^2" is A5 in 1942.
    """

    kind: Literal["AT", "INF", "ART", "AA", "MTR", "RCL"]
    calibre: int
    barrel: Literal["*", "", "L", "LL"] = ""
    ife: int = 0
    rof: int = 0
    breakdown: int = 12
    repair: int = 1
    min_range: int = 0
    max_range: int = 0
    manhandling: int | None = None
    ring: bool = False
    size: int = 0
    turret: Literal["NT", "ST", "T"] = "NT"
    qsu: bool = False
    no_ap: bool = False
    no_he: bool = False
    low_ammo: bool = False
    limbered: str = ""
    special: str = ""


Upper = Literal["worse", "same", "better"]


class Vehicle(Piece, frozen=True, kw_only=True):
    """A vehicle.

    Args:
        kind: type as in the vehicle lists: LT, MT, HT tanks, AG assault gun, …
        mp: Movement Points.
        movement: what it moves by.
        red_mp: it breaks down easily.
        front, side: hull Armor Factors, 0 if unarmored.
        front_upper, side_upper: the upper structure's AF against the hull's.
        unarmored: it has no AF.
        size: TH DRM of its size: +1 small, -1 large, twice that very small or large.
        turret: NT none, 1MT one man, RST, ST and T.
        open_topped: as its name says.
        ground_pressure: low, normal or high.
        ma: Main Armament as printed: "75L", "20L(4)" with its IFE, "CMG", "BF24" a
            flamethrower; then its limits of range, "76* rng 50", and after a semicolon
            what else it has: "37LL; B75". Empty if it has none.
        rof, breakdown, removal: ROF, B# and X# of the Main Armament, 0 for none.
        low_ammo: its B# is circled.
        mg: FP of bow, coaxial and AA machine guns: "3/5/2"; R4 is a rear one, S2 one in
            each side, 2x2 two of them, * one whose FP is not printed.
        cs, red_cs: Crew Survival number; whether it burns easily.
        crewless: it has no crew that could leave it: its cs# is in small letters.
        radioless: it has no radio.
        no_ap, no_he: ammunition that its Main Armament does not have.
        towing: T#, None if it cannot tow.
        pp: Passenger Capacity in PP.
        special: special ammunition, smoke dischargers and the like.
    """

    kind: str
    mp: int
    movement: Literal["tracked", "halftrack", "armored car", "truck"]
    red_mp: bool = False
    front: int = 0
    side: int = 0
    front_upper: Upper = "same"
    side_upper: Upper = "same"
    unarmored: bool = False
    size: int = 0
    turret: Literal["NT", "1MT", "RST", "ST", "T"]
    open_topped: bool = False
    ground_pressure: Literal["low", "normal", "high"] = "normal"
    ma: str = ""
    rof: int = 0
    breakdown: int = 12
    removal: int = 0
    low_ammo: bool = False
    mg: str = ""
    cs: int
    red_cs: bool = False
    crewless: bool = False
    radioless: bool = False
    no_ap: bool = False
    no_he: bool = False
    towing: int | None = None
    pp: int = 0
    special: str = ""


class Armament(Piece, frozen=True, kw_only=True):
    """The Main Armament of a vehicle that is no MG or FT, as a Weapon.

    Args:
        calibre: in mm.
        barrel: "*" short, "" ordinary, "L" long, "LL" very long.
        ife: FP of its Infantry Firepower Equivalent, 0 for none.
        rof: Multiple ROF number, 0 for none.
        breakdown, removal: B# and X#.
        min_range, max_range: in hexes; 0 for no limit.
        turret: as the vehicle's.
        no_ap, no_he: ammunition it does not have.
        low_ammo: its B# is circled (D3.71).
        noted: a star stands before the calibre: a note of the vehicle.
        special: special ammunition.
    """

    calibre: int
    barrel: Literal["*", "", "L", "LL"] = ""
    ife: int = 0
    rof: int = 0
    breakdown: int = 12
    removal: int = 0
    min_range: int = 0
    max_range: int = 0
    turret: Literal["NT", "1MT", "RST", "ST", "T"] = "NT"
    no_ap: bool = False
    no_he: bool = False
    low_ammo: bool = False
    noted: bool = False
    special: str = ""


Counter = MMC | SMC | Dummy | SupportWeapon | Gun | Vehicle | Armament

KINDS: Mapping[str, type[Counter]] = MappingProxyType(
    {
        "mmc": MMC,
        "smc": SMC,
        "sw": SupportWeapon,
        "gun": Gun,
        "vehicle": Vehicle,
        "dummy": Dummy,
    }
)


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    nation: str
    source: Source
    confidence: Confidence
    mmc: list[dict[str, Any]] = []
    smc: list[dict[str, Any]] = []
    sw: list[dict[str, Any]] = []
    gun: list[dict[str, Any]] = []
    vehicle: list[dict[str, Any]] = []
    dummy: list[dict[str, Any]] = []


class _Lists(dict[str, Counter]):
    """The long lists of Guns and vehicles, a nation's read when one of it is asked for.

    Tables name none of these, so most games never read them.
    """

    def __init__(self, folder: Path) -> None:
        self.left = {path.name: path for path in sorted(folder.iterdir())}

    def __missing__(self, code: str) -> Counter:
        folder = self.left.pop(code.partition("/")[0], None)
        if folder is None:
            raise KeyError(code)
        self.update(_counters_of(folder.glob("*.toml")))
        return self[code]

    def __contains__(self, code: object) -> bool:
        return self.get(str(code)) is not None

    def get(self, code: str, default: Any = None) -> Any:
        try:
            return self[code]
        except KeyError:
            return default

    def __iter__(self) -> Iterator[str]:
        for nation in tuple(self.left):
            self.get(f"{nation}/")
        return super().__iter__()


@cache
def shipped() -> ChainMap[str, Counter]:
    """Every counter type that comes with opfor, by its id."""
    folder = Path(str(files("opfor.data") / FOLDER))
    return ChainMap(_counters_of(folder.glob("*.toml")), _Lists(folder / LISTS))


def counters(*packs: Path) -> ChainMap[str, Counter]:
    """Every counter type by its id: the shipped ones, then those of packs over them.

    A pack's counters are the *.toml files of its `counters` folder.

    Raises:
        OpforError: naming the file, line and key of what is wrong.
    """
    own = [read_counters(pack / FOLDER) for pack in packs if (pack / FOLDER).is_dir()]
    return ChainMap(*reversed(own), *shipped().maps)


def unlisted(types: Mapping[str, Counter]) -> Mapping[str, Counter]:
    """All of some counter types but the long lists; a name is looked up here first."""
    if not isinstance(types, ChainMap):
        return types
    return ChainMap(*(part for part in types.maps if not isinstance(part, _Lists)))


def counter(code: str) -> Counter:
    """The shipped counter type of that id; `World.counter` knows those of packs too.

    Raises:
        OpforError: there is none.
    """
    return find(shipped(), code)


def find(types: Mapping[str, Counter], code: str) -> Counter:
    """The counter type of that id among some.

    Raises:
        OpforError: there is none.
    """
    if code in types:
        return types[code]
    do = near(code, types) or "counters are in data/counters, or in a pack"
    raise OpforError(f"{code!r} is no counter", do=do)


def read_counters(folder: Path) -> dict[str, Counter]:
    """The counter types of a folder of *.toml files, by id.

    Raises:
        OpforError: naming the file, line and key of what is wrong.
    """
    return _counters_of(toml_files(folder))


def _counters_of(paths: Iterable[Path]) -> dict[str, Counter]:
    """As above, of some files; lines are looked up only to say where one is wrong."""
    found: dict[str, Counter] = {}
    for path in sorted(paths):
        for piece, row in _read(path):
            if piece.id in found:
                _twice(piece, _place(path, *row))
            found[piece.id] = piece
    return found


def placed_counters(folder: Path) -> list[tuple[Counter, str]]:
    """The counter types of a folder, with the file and line of each."""
    found: dict[str, tuple[Counter, str]] = {}
    for path in toml_files(folder):
        lines = key_lines(read_bytes(path).decode(errors="replace"))
        for piece, row in _read(path):
            place = _place(path, *row, lines=lines)
            if piece.id in found:
                _twice(piece, place)
            found[piece.id] = piece, place
    return list(found.values())


def _twice(piece: Counter, place: str) -> NoReturn:
    raise OpforError(f"{piece.id} is there twice", place, "leave one out")


def _read(path: Path) -> Iterator[tuple[Counter, tuple[str, int, str]]]:
    """The counters of one file, each with its kind, number and name in it."""
    try:
        form = msgspec.convert(tomllib.loads(read_bytes(path).decode()), _File)
    except UnicodeDecodeError as error:
        place = str(path)
        raise OpforError("this is not UTF-8 text", place, "save it as UTF-8") from error
    except msgspec.ValidationError as error:
        raise OpforError(str(error), str(path), FORM) from error
    except (ValueError, RecursionError) as error:
        raise OpforError(f"this is not TOML ({error})", str(path)) from error
    common = {
        "nation": form.nation,
        "source": form.source,
        "confidence": form.confidence,
    }
    for kind, made in KINDS.items():
        for number, fields in enumerate(getattr(form, kind)):
            row = (kind, number, str(fields.get("name", "")))
            yield _piece(common | fields, made, path, row), row


def _place(
    path: Path,
    kind: str,
    number: int,
    name: str,
    *,
    lines: dict[tuple[str | int, ...], int] | None = None,
) -> str:
    """File and line of a row."""
    lines = lines or key_lines(read_bytes(path).decode())
    return f"{path}:{nearest_line(lines, (kind, number))} ({kind} {name})"


def _piece(
    row: Mapping[str, Any], made: type[Counter], path: Path, at: tuple[str, int, str]
) -> Counter:
    try:
        piece = msgspec.convert(row, made)
    except msgspec.ValidationError as error:
        raise OpforError(str(error), _place(path, *at), FORM) from error
    if not slug(piece.name) or not slug(piece.nation) == piece.nation:
        raise OpforError(
            "name and nation must be words",
            _place(path, *at),
            "write the nation as its folder, the name as printed",
        )
    return piece
