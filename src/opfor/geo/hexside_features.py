"""What crosses each hexside: roads, woods, buildings, depressions, level changes.

The planes are read in strips along every hexside, one, three and six pixels inside
each hex. A depiction crosses a hexside where it lies on both sides of the line.
"""

from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from opfor.geo.hex_facts import (
    ROWHOUSE_WALLS,
    Codes,
    HexFacts,
    at,
    building_codes,
    centres,
    codes_of,
)
from opfor.geo.hexes import HEX_HEIGHT, SIDES, Grid
from opfor.geo.map import KEPT, Map
from opfor.geo.terrain_chart import chart

Flags = NDArray[np.bool_]

DEPTHS = (1.0, 3.0, 6.0)
"""How far inside a hex the strips lie, in pixels of a geomorphic board."""

PLACES = 24
"""Samples along a hexside."""

PATH = 70
"""The code of a path: Infantry only."""

RIDDEN = (65, 66, 67, 69, 70, 82, 83, 84, 85, 86, 87, 112)
"""Codes that road movement can follow: roads, runways, paths, tracks, bridges."""

GROWTH = (25, 60, 61, 62, 126, 127, 128, 175)
"""Codes of woods and brush, theatre variants included."""

OPPOSITE = [(side + SIDES // 2) % SIDES for side in range(SIDES)]
"""The number that the hex across gives to each hexside."""


class Building(msgspec.Struct, frozen=True):
    """One building; each rowhouse is one of its own (B23.71).

    Args:
        hexes: its hexes.
        stone: made of stone, at least in one hex.
        levels: levels above ground of its highest hex.
        factory: a Factory.
        stairwells: its hexes with a printed stairwell.
    """

    hexes: tuple[int, ...]
    stone: bool
    levels: int
    factory: bool
    stairwells: tuple[int, ...]

    @property
    def inherent_stairs(self) -> bool:
        """Whether every hex has an Inherent stairwell: a two-storey house (B23.22).

        Reading: a higher building of which no stairwell is printed has them too.
        """
        return self.levels == 1 or (self.levels > 0 and not self.stairwells)


class Joins:
    """What crosses each hexside of a map; arrays of shape (hexes, 6).

    Hexsides at the map's edge join nothing.

    Attributes:
        other: the hex across, -1 off the map.
        road: code of the road or path that crosses, 0 for none.
        growth: woods or brush run on from one woods/brush hex to the next.
        building: a building runs on, and no rowhouse wall parts it.
        depression: the bottom of a depression runs on.
        clear: neither woods nor a building touches the hexside, and nothing lies
            along it, so that it can be bypassed (A4.3).
        crest: hexsides of a depression hex that lead out of the depression, across
            which Crest status may look (B20.9).
        step: levels that the Base Level rises across the hexside, negative down.
        buildings: every building.
        building_of: number of each hex's building, -1 for none, shape (hexes,).
        growth_size: hexes of the connected woods/brush that each hex is part of, 0
            where there is none, shape (hexes,).
        growth_of: number of that connected woods/brush, -1 for none.
    """

    def __init__(self, facts: HexFacts) -> None:
        self.other = np.array(facts.map.neighbours)
        code, level = _strips(facts.map)
        self.road = _roads(code, self.other)
        self.growth = _growth(facts, code, self.other)
        self.building = _buildings(facts, code, self.other)
        self.clear = _clear(facts, code, self.other)
        self.depression = _depressions(facts, code, level, self.other)
        self.crest = _sunk(facts)[:, None] & ~self.depression & (self.other >= 0)
        base = facts.base.astype(np.int16)
        self.step = np.where(self.other >= 0, base[self.other] - base[:, None], 0)
        built = building_codes()[facts.own]
        self.building_of = groups(self.building, self.other, built)
        self.buildings = _list_buildings(facts, self.building_of)
        grown = _growth_codes()[facts.cover]
        self.growth_of = groups(self.growth, self.other, grown)
        sizes = np.bincount(self.growth_of[grown], minlength=1)
        self.growth_size = np.where(grown, sizes[self.growth_of], 0)


@lru_cache(maxsize=KEPT)
def joins_of(facts: HexFacts) -> Joins:
    """What crosses the hexsides of a map; of the last few maps it is kept."""
    return Joins(facts)


def groups(linked: Flags, other: NDArray[np.int_], member: Flags) -> NDArray[np.int32]:
    """Number the groups of member hexes that links join, -1 for all other hexes.

    Args:
        linked: whether each hexside joins its two hexes, shape (hexes, 6).
        other: the hex across each hexside, shape (hexes, 6).
        member: the hexes that belong to groups, shape (hexes,).
    """
    group = np.full(len(member), -1, np.int32)
    count = 0
    for start in np.flatnonzero(member):
        if group[start] >= 0:
            continue
        found = [int(start)]
        group[start] = count
        for hex_ in found:
            for side in np.flatnonzero(linked[hex_]):
                next_ = int(other[hex_, side])
                if member[next_] and group[next_] < 0:
                    group[next_] = count
                    found.append(next_)
        count += 1
    return group


def _strips(board_map: Map) -> tuple[Codes, NDArray[np.int8]]:
    """Codes (hexes, 6, depths, places) and levels (hexes, 6, places) along hexsides.

    Places run clockwise around the hex. Levels are those of the outermost strip.
    """
    points = _strip_points(board_map.grid)
    dots = centres(board_map.grid)[:, None, None, None]
    code = at(board_map.terrain, dots + points)
    level = at(board_map.elevation, (dots + points)[:, :, 0])
    return code.astype(np.uint8), level.astype(np.int8)


def _strip_points(grid: Grid) -> NDArray[np.float64]:
    """Places of the strips from a dot, in pixels, shape (6, depths, places, 2)."""
    corners = np.array(grid.vertices(0, 0)) - grid.centre(0, 0)
    start, end = corners, np.roll(corners, -1, axis=0)
    middle = (start + end) / 2
    inward = -middle / np.linalg.norm(middle, axis=1, keepdims=True)
    share = (np.arange(PLACES) + 0.5) / PLACES
    line = start[:, None] + (end - start)[:, None] * share[:, None]
    depth = np.array(DEPTHS) * grid.hex_height / HEX_HEIGHT
    points: NDArray[np.float64] = (
        line[:, None] + inward[:, None, None] * depth[:, None, None]
    )
    return points


def _crossings(inside: Flags, other: NDArray[np.int_]) -> Flags:
    """Hexsides with a place where a depiction lies on both sides of the line."""
    beyond = inside[other, OPPOSITE][..., ::-1]
    crosses: Flags = (inside & beyond).any(axis=-1) & (other >= 0)
    return crosses


def _roads(code: Codes, other: NDArray[np.int_]) -> Codes:
    """The code of the road through each hexside.

    A road must meet the line and lead on six pixels into both hexes, so that one
    which only touches a hexside does not count.
    """
    table = np.zeros(256, np.bool_)
    table[list(RIDDEN)] = True
    rides = table[code]
    leads = np.all(rides.any(axis=-1), axis=-1)
    crosses = _crossings(rides[:, :, 0], other)
    crosses &= leads & leads[other, OPPOSITE]
    return np.where(crosses, _commonest_road(code[:, :, 0], rides[:, :, 0]), 0)


def _commonest_road(code: Codes, rides: Flags) -> Codes:
    """For each strip the road code that lies in most of its places."""
    best = np.zeros(code.shape[:2], np.uint8)
    most = np.zeros(code.shape[:2], np.int_)
    for road in RIDDEN:
        count = (rides & (code == road)).sum(axis=-1)
        best = np.where(count > most, np.uint8(road), best)
        most = np.maximum(count, most)
    return best


def _growth(facts: HexFacts, code: Codes, other: NDArray[np.int_]) -> Flags:
    """Where the depiction of two woods/brush hexes extends across (4.1b)."""
    table = _growth_codes()
    grown = table[facts.cover]
    crosses = _crossings(table[code[:, :, 0]], other)
    return crosses & grown[:, None] & grown[other]


def _clear(facts: HexFacts, code: Codes, other: NDArray[np.int_]) -> Flags:
    """Hexsides on neither side of which woods or a building touch the line."""
    obstacle = building_codes() | codes_of("woods")
    touched: Flags = np.asarray(obstacle[code[:, :, 0]].any(axis=-1))
    touched |= touched[other, OPPOSITE]
    clear: Flags = ~touched & (facts.side == 0) & (other >= 0)
    return clear


def _growth_codes() -> Flags:
    table = np.zeros(256, np.bool_)
    table[list(GROWTH)] = True
    return table


def _list_buildings(
    facts: HexFacts, building_of: NDArray[np.int32]
) -> tuple[Building, ...]:
    rows = chart()
    stone = rows.of_code[facts.own] == rows.number["stone building"]
    factory = codes_of("factory")[facts.own]
    stairwells = facts.map.stairways
    found = []
    for number in range(building_of.max() + 1):
        hexes = np.flatnonzero(building_of == number)
        found.append(
            Building(
                hexes=tuple(hexes.tolist()),
                stone=bool(stone[hexes].any()),
                levels=int(facts.levels[hexes].max()),
                factory=bool(factory[hexes].any()),
                stairwells=tuple(h for h in hexes.tolist() if h in stairwells),
            )
        )
    return tuple(found)


def _buildings(facts: HexFacts, code: Codes, other: NDArray[np.int_]) -> Flags:
    table = building_codes()
    built = table[facts.own]
    walled = np.isin(facts.side, ROWHOUSE_WALLS)
    crosses = _crossings(table[code[:, :, 0]], other)
    return crosses & built[:, None] & built[other] & ~walled


def _sunk(facts: HexFacts) -> Flags:
    """Hexes with a Location in a depression, beneath a bridge or not."""
    sunk: Flags = facts.depression | codes_of("depression")[facts.beneath]
    return sunk


def _depressions(
    facts: HexFacts,
    code: Codes,
    level: NDArray[np.int8],
    other: NDArray[np.int_],
) -> Flags:
    """Where one can go on along the bottom: gully to gully, under bridges too."""
    sunk = _sunk(facts)
    bottom = facts.base.astype(np.int16) - (facts.beneath > 0)
    low = level <= bottom[:, None, None]
    # A bed that runs downhill meets the lower hex's ground, not yet its bed.
    drawn = low & codes_of("depression")[code[:, :, 0]]
    ground = level <= bottom[other][:, :, None]
    rise = (bottom[:, None] - bottom[other])[:, :, None]
    downhill = (drawn & (rise > 0)) | (ground & (rise < 0))
    runs_on = _crossings(low, other) | _crossings(downhill, other)
    return runs_on & sunk[:, None] & sunk[other]
