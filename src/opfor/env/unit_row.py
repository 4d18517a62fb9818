"""A unit as a row of numbers."""

from typing import NamedTuple

from opfor.state.counters import MMC, SMC, Gun, SupportWeapon, Vehicle
from opfor.state.state import State
from opfor.state.units import Unit
from opfor.state.world import World

FLAGS = (
    "broken", "pinned", "dm", "cx", "concealed", "hidden", "berserk", "fanatic",
    "wounded", "disrupted", "encircled", "ti", "panic", "melee", "moved", "wall",
)  # fmt: skip
"""States of a unit that are yes or no."""

UNIT_COLUMNS = (
    "there", "own", "on map", "column", "row", "level", "men", "leader", "leadership",
    "vehicle", "Gun", "FP", "range", "morale", "SW", "fired", "prisoner", "aboard",
    "in hand", *FLAGS,
)  # fmt: skip
"""Men: 1 for a squad, a half for a HS or crew, 0.2 for a SMC."""

MEN = {"squad": 1.0, "half squad": 0.5, "crew": 0.5}


class UnitWorth(NamedTuple):
    """What a unit's counters print, as far as it is told in numbers."""

    men: float = 0
    leader: int = 0
    leadership: int = 0
    vehicle: int = 0
    gun: int = 0
    fp: int = 0
    range: int = 0
    morale: int = 0
    weapons: int = 0


def worth_of(world: World, seen: State, unit: Unit) -> UnitWorth:
    """What a unit prints, with the FP of its SW, MG and Gun; of a "?" nothing."""
    weapons = [weapon for weapon in seen.weapons_of(unit.id) if not weapon.dm]
    pieces = [world.counter(w.counter) for w in weapons if not w.malfunctioned]
    guns = sum(isinstance(piece, Gun) for piece in pieces)
    arms = sum(_firepower(piece) for piece in pieces)
    bare = UnitWorth(gun=guns, fp=arms, weapons=len(pieces))
    match world.counter(unit.counter):
        case MMC(size=size, fp=fp, range=reach, morale=morale, broken=broken):
            level = broken or 0 if unit.broken else morale
            return bare._replace(men=MEN[size], fp=arms + fp, range=reach, morale=level)
        case SMC(kind=kind, fp=fp, range=reach, modifier=modifier) as smc:
            level = smc.broken or 0 if unit.broken else smc.morale
            return bare._replace(
                men=0.2, leader=int(kind != "hero"), leadership=modifier,
                fp=arms + fp, range=reach, morale=level,
            )  # fmt: skip
        case Vehicle():
            return bare._replace(vehicle=1)
    return bare


def _firepower(piece: object) -> int:
    match piece:
        case SupportWeapon(fp=fp):
            return fp
        case Gun(ife=ife):
            return ife
    return 0


def unit_row(
    unit: Unit,
    worth: UnitWorth,
    where: tuple[int, int, int],
    *,
    own: bool,
    in_hand: bool,
) -> tuple[float, ...]:
    """The row of a unit, in the order of `UNIT_COLUMNS`."""
    return (
        1,
        own,
        bool(unit.location),
        *where,
        worth.men,
        worth.leader,
        worth.leadership,
        worth.vehicle,
        worth.gun,
        worth.fp,
        worth.range,
        worth.morale,
        worth.weapons,
        bool(unit.fired),
        bool(unit.guard),
        bool(unit.aboard),
        in_hand,
        *(getattr(unit, flag) for flag in FLAGS),
    )
