"""What it costs Infantry to go from one Location to the next, and why.

Each Location has eight ways out: the six hexsides, up and down. `Moves.entry` works
one of them out with its reasons; `to` and `cost` hold all of them for quick look-up.
What stands on the map (units, SMOKE, wire, rubble that fell) is the rules' to add.
Bypass and climbing are other kinds of movement and not among the ways. Readings: D-051.
"""

from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from opfor.geo.ground import Ground, Location
from opfor.geo.hex_facts import codes_of
from opfor.geo.hexes import SIDES
from opfor.geo.hexside_features import PATH, Joins
from opfor.geo.terrain_chart import MF, TerrainKind, mf

UP, DOWN = 6, 7
"""The ways by a stairwell; ways 0 to 5 are the hexsides."""

WAYS = 8

NA = 32_767
"""The cost of a way that cannot be taken."""

ALL = 32_766
"""The cost of a way that takes all of a unit's MF."""

OVER_ROADS = (
    "wooden building",
    "stone building",
    "lumberyard",
    "wooden rubble",
    "stone rubble",
    "tower",
    "storage tank",
)
"""Terrain that must be entered even by those who come along a road."""

BESIDE_ROADS = ("road", "path")
"""Hexes that are Open Ground to those who do not come along the road."""

ABRUPT_UP, ABRUPT_DOWN = 2 * MF, 1 * MF
"""Cost of each level beyond the first that a hexside rises or falls (B10.51)."""


class CostPart(msgspec.Struct, frozen=True):
    """One item of a cost.

    Args:
        name: what it is for, such as `wall` or `up a level`.
        quarters: the cost in quarters of MF.
    """

    name: str
    quarters: int


class EntryCost(msgspec.Struct, frozen=True):
    """One way out of a Location.

    Args:
        to: number of the Location it leads to, -1 if it cannot be taken.
        parts: the items of its cost.
        all: it takes all of the unit's MF instead.
        road: code of the road or path it follows, 0 for none.
        bar: why it cannot be taken; empty if it can.
    """

    to: int = -1
    parts: tuple[CostPart, ...] = ()
    all: bool = False
    road: int = 0
    bar: str = ""

    @property
    def by_road(self) -> bool:
        """Whether it follows a road; a path is none (B3.4)."""
        return self.road not in (0, PATH)

    @property
    def quarters(self) -> int:
        """The cost in quarters of MF, `ALL` or `NA`."""
        if self.bar:
            return NA
        return ALL if self.all else sum([part.quarters for part in self.parts])

    def __str__(self) -> str:
        """The cost as players say it: `wall 1 + open ground 1`."""
        if self.bar:
            return self.bar
        if self.all:
            return "all MF"
        return " + ".join(f"{p.name} {mf(p.quarters)}" for p in self.parts)


class Moves:
    """Every way from every Location of a map.

    Args:
        ground: the map's ground.
        joins: what crosses its hexsides; worked out if not given.

    Attributes:
        to: where each way leads, shape (Locations, 8), -1 for nowhere.
        cost: its cost in quarters of MF, `ALL` or `NA`, same shape.
        lists: the ground as costs are worked out from it.
    """

    def __init__(self, ground: Ground, joins: Joins | None = None) -> None:
        self.ground = ground
        self.joins = joins or Joins(ground.facts)
        self.lists = Lists(ground, self.joins)
        entries = self._entries = [
            [self._entry(location, way) for way in range(WAYS)]
            for location in ground.locations
        ]
        self.to = np.array([[e.to for e in row] for row in entries], np.int32)
        self.cost = np.array([[e.quarters for e in row] for row in entries], np.int16)
        self._between: dict[tuple[int, int], EntryCost] = {}

    @cached_property
    def open_ways(self) -> list[list[tuple[int, int, int]]]:
        """The open ways out of each Location, by number, as (way, to, quarters)."""
        rows = zip(self.to.tolist(), self.cost.tolist(), strict=True)
        return [
            [(way, to[way], cost[way]) for way in range(WAYS) if cost[way] != NA]
            for to, cost in rows
        ]

    @cached_property
    def ways_out(self) -> list[list[tuple[int, int]]]:
        """The same without the numbers of the ways, as (to, quarters)."""
        return [[(to, cost) for _, to, cost in ways] for ways in self.open_ways]

    @cached_property
    def ways_into(self) -> list[list[tuple[int, int]]]:
        """The open ways into each Location, by number, as (from, quarters)."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.to]
        for here, ways in enumerate(self.open_ways):
            for _, there, cost in ways:
                found[there].append((here, cost))
        return found

    def entry(self, start: Location, way: int) -> EntryCost:
        """The way out of a Location by a hexside (0 to 5), UP or DOWN.

        Reading: only the cost of the hex's terrain doubles on the way up, not that
        of a wall or hedge crossed (B10.4).
        """
        return self._entries[self.ground.number(start)][way]

    def _entry(self, start: Location, way: int) -> EntryCost:
        if way >= SIDES:
            return _stairs(self.lists, start, 1 if way == UP else -1)
        across = self.lists.other[start.hex][way]
        if across < 0:
            return EntryCost(bar="off the map")
        end = landing(self.lists, start, way, across)
        if isinstance(end, str):
            return EntryCost(bar=end)
        return _crossing(self.lists, start, way, end)

    def between(self, start: Location, end: Location) -> EntryCost:
        """The cheapest way between two Locations next to each other; kept."""
        here, there = self.ground.number(start), self.ground.number(end)
        kept = self._between.get((here, there))
        if kept is None:
            ways = [entry for entry in self._entries[here] if entry.to == there]
            if not ways:
                return EntryCost(bar="not adjacent")
            kept = min(ways, key=lambda entry: entry.quarters)
            self._between[here, there] = kept
        return kept


class Lists:
    """The arrays as lists: reading single cells of arrays is ten times slower."""

    def __init__(self, ground: Ground, joins: Joins) -> None:
        facts = ground.facts
        self.kinds = ground.chart.kinds
        self.open = ground.chart.kind("open ground")
        self.kind: list[int] = ground.kind.tolist()
        self.beside: list[int] = ground.beside.tolist()
        self.beneath: list[int] = ground.beneath.tolist()
        self.side: list[list[int]] = ground.side_kind.tolist()
        self.base: list[int] = facts.base.tolist()
        self.levels: list[int] = facts.levels.tolist()
        self.bridge: list[bool] = facts.bridge.tolist()
        self.factory: list[bool] = codes_of("factory")[facts.own].tolist()
        self.other: list[list[int]] = joins.other.tolist()
        self.road: list[list[int]] = joins.road.tolist()
        self.joined: list[list[bool]] = joins.building.tolist()
        self.first = [ground.number(Location(h)) for h in range(len(self.base))]
        self.stairs = [False] * len(self.base)
        # What vehicles pay, by all that it follows from (`vehicle_cost.drives`).
        self.drives: dict[Any, Any] = {}
        for building in joins.buildings:
            inherent = building.inherent_stairs
            for hex_ in building.hexes if inherent else building.stairwells:
                self.stairs[hex_] = True


def _stairs(lists: Lists, start: Location, step: int) -> EntryCost:
    """One level up or down a stairwell (B23.4)."""
    hex_, level = start
    target = level + step
    if not 0 <= target <= lists.levels[hex_] or level < 0:
        return EntryCost(bar="no such level")
    if not lists.stairs[hex_]:
        return EntryCost(bar="no stairwell")
    name = "stairs up" if step > 0 else "stairs down"
    return EntryCost(to=lists.first[hex_] + target, parts=(CostPart(name, MF),))


def landing(lists: Lists, start: Location, side: int, across: int) -> Location | str:
    """The Location that a hexside leads to, or why none.

    Upper levels lead only to the same height of the same building. A bridge is
    entered and left along its road; every other hexside leads beneath it.
    """
    hex_, level = start
    if level > 0:
        target = level + lists.base[hex_] - lists.base[across]
        if lists.joined[hex_][side] and 0 <= target <= lists.levels[across]:
            return Location(across, target)
        return "no building goes on at this level"
    by_road = lists.road[hex_][side] > 0 and level == 0
    if lists.bridge[hex_] and level == 0 and not by_road:
        return "a bridge is left along its road"
    if lists.beneath[across] >= 0 and not by_road:
        return Location(across, -1)
    return Location(across)


def _crossing(lists: Lists, start: Location, side: int, end: Location) -> EntryCost:
    """The cost of crossing a hexside into the Location behind it."""
    wall = lists.side[start.hex][side]
    parts: list[CostPart] = []
    if wall >= 0:
        kind = lists.kinds[wall]
        if kind.mf.bar:
            return EntryCost(bar=f"{kind.name}: {kind.mf.bar}")
        parts.append(CostPart(kind.name, kind.mf.quarters))
    road = lists.road[start.hex][side] if start.level == 0 == end.level else 0
    terrain = _terrain_parts(lists, start, side, end, road)
    if isinstance(terrain, EntryCost):
        return terrain
    parts += terrain
    climb = lists.base[end.hex] + end.level - lists.base[start.hex] - start.level
    ramp = road and _sunken_ramp(lists, start.hex, end.hex)
    if climb and not ramp:
        parts += _level_parts(climb, sum(part.quarters for part in terrain))
    return EntryCost(to=lists.first[end.hex] + end.level, parts=tuple(parts), road=road)


def _terrain_parts(
    lists: Lists, start: Location, side: int, end: Location, road: int
) -> list[CostPart] | EntryCost:
    """The cost of the end's own terrain, or an entry that says NA or all MF."""
    hex_ = end.hex
    kind = lists.kinds[lists.beneath[hex_] if end.level < 0 else lists.kind[hex_]]
    if road and kind.name not in OVER_ROADS:
        return [CostPart("path" if road == PATH else "road", MF)]
    if kind.mf.bar:
        return EntryCost(bar=f"{kind.name}: {kind.mf.bar}")
    if kind.mf.all:
        return EntryCost(to=lists.first[hex_] + end.level, all=True)
    if (
        lists.factory[hex_]
        and lists.factory[start.hex]
        and lists.joined[start.hex][side]
    ):
        return [CostPart("factory", MF)]
    name = lists.open.name if kind.name in BESIDE_ROADS else kind.name
    return [CostPart(name, kind.mf.quarters), *_other_terrain(lists, kind, hex_)]


def _other_terrain(lists: Lists, kind: TerrainKind, hex_: int) -> list[CostPart]:
    """The cost of the woods in a gully, of the ground around a tower."""
    if kind.mf.cot == "never":
        return []
    other = lists.kinds[lists.beside[hex_]]
    if other is kind:
        other = lists.open
    if kind.mf.cot == "other" and other.open_ground:
        return []
    return [CostPart(other.name, other.mf.quarters)]


def _sunken_ramp(lists: Lists, start: int, end: int) -> bool:
    """Whether a road leads out of or into its own cutting, where it has a ramp.

    Reading: B4 lets it follow the road without the cost of a level.
    """
    names = (lists.kinds[lists.kind[start]].name, lists.kinds[lists.kind[end]].name)
    return "sunken road" in names


def _level_parts(climb: int, terrain: int) -> list[CostPart]:
    """Going up doubles the terrain's cost; levels beyond the first cost extra."""
    if climb > 0:
        up = [CostPart("up a level", terrain)]
        steep = (climb - 1) * ABRUPT_UP
        return [*up, CostPart(f"abrupt: {climb} levels", steep)] if steep else up
    steep = (-climb - 1) * ABRUPT_DOWN
    return [CostPart(f"abrupt: {-climb} levels down", steep)] if steep else []
