"""What the counters of an OB are worth in points, by a scale of our own.

The values are in `data/points.toml`; docs/rules-of-ours.md has the scale. A first line
squad is about 10.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from opfor.core.table import Source
from opfor.state.counters import (
    MMC,
    SMC,
    Armament,
    Counter,
    Gun,
    SupportWeapon,
    Vehicle,
)
from opfor.state.mission import OB
from opfor.state.nations import Nation, load_nation
from opfor.state.vehicle_weapons import mounted

FILE = "points.toml"
AVERAGE_MORALE = 6


class _Leaders(Struct, frozen=True, forbid_unknown_fields=True):
    """Points of SMC: a base, one morale above 6, one step of leadership."""

    base: int
    morale: int
    modifier: int
    least: int
    hero: int


class _Scale(Struct, frozen=True, forbid_unknown_fields=True):
    """The values of the file, whose comments say what each is."""

    source: Source
    mmc: Mapping[str, Mapping[str, int]]
    smc: _Leaders
    sw: Mapping[str, int]
    inherent: int
    fp: float
    rof: float
    gun: int
    calibre: float
    barrel: Mapping[str, float]
    ife: float
    vehicle: int
    mp: float
    front: float
    side: float
    mg: float
    flamethrower: int
    dummy: int


def points(counter: str, nation: str) -> int:
    """The points of one shipped counter of an OB: squad, leader, SW, Gun or vehicle.

    Args:
        counter: its printed name, such as 4-6-7 or PzKpfw IVH.
        nation: the folder name of the nation whose OB it is in.

    Errors:
        OpforError: there is no such nation, or it has no such counter.
    """
    return counter_points(load_nation(nation).counter(counter))


def ob_points(units: Iterable[OB], nation: str | Nation) -> int:
    """The points of the lines of an OB, with their SW and Guns.

    Args:
        units: lines of one side, whenever they enter; the other side's have its nation.
        nation: the folder name of that side's nation; or the nation as loaded, where
            packs have counters of their own.

    Errors:
        OpforError: there is no such nation, or it has no such counter.
    """
    own = load_nation(nation) if isinstance(nation, str) else nation
    total = 0
    for line in units:
        carried = line.weapons[: line.number]
        total += line.number * counter_points(own.counter(line.counter))
        total += sum(counter_points(own.counter(name)) for name in carried)
    return total


def counter_points(piece: Counter) -> int:
    """The points of one counter type, at least 1."""
    scale = _scale()
    match piece:
        case MMC():
            worth: float = piece.bpv or scale.mmc[piece.size][piece.quality]
        case SMC(kind="hero"):
            worth = scale.smc.hero
        case SMC():
            worth = scale.smc.base + scale.smc.morale * (piece.morale - AVERAGE_MORALE)
            worth -= scale.smc.modifier * piece.modifier
            worth = max(worth, scale.smc.least)
        case SupportWeapon():
            worth = _weapon(piece, scale)
        case Gun():
            worth = scale.gun + _tube(piece, scale)
        case Vehicle():
            worth = _vehicle(piece, scale)
        case _:
            worth = scale.dummy
    return max(1, round(worth))


def _weapon(piece: SupportWeapon, scale: _Scale) -> float:
    """A SW, or the MG or flamethrower of a vehicle."""
    if piece.inherent:
        return scale.inherent
    worth = scale.sw[piece.kind] + scale.rof * piece.rof
    if piece.kind == "MG":
        worth += scale.fp * piece.fp
    return worth + scale.calibre * piece.calibre


def _tube(piece: Gun | Armament, scale: _Scale) -> float:
    """What fires in a Gun, or in a vehicle's armament."""
    bore = scale.calibre * piece.calibre * scale.barrel[piece.barrel]
    return bore + scale.rof * piece.rof + scale.ife * piece.ife


def _vehicle(piece: Vehicle, scale: _Scale) -> float:
    """A vehicle with all that it carries."""
    worth = scale.vehicle + scale.mp * piece.mp
    worth += scale.front * piece.front + scale.side * piece.side
    for weapon in mounted(piece).values():
        if isinstance(weapon, Armament):
            worth += _tube(weapon, scale)
        elif weapon.kind == "FT":
            worth += scale.flamethrower
        else:
            worth += scale.mg * weapon.fp
    return worth


@cache
def _scale() -> _Scale:
    text = files("opfor.data").joinpath(FILE).read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _Scale)
