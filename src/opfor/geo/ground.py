"""The ground of a map as rules ask about it: Locations, their terrain and TEM.

`HexFacts` says what is drawn, the Terrain Chart what that means; `Ground` says both
for every hex and Location of a map in one month of the year.
"""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from opfor.core.errors import OpforError
from opfor.geo.hex_facts import ROADS, HexFacts, building_codes, facts_of
from opfor.geo.map import Map
from opfor.geo.terrain_chart import JULY, TerrainChart, TerrainKind, chart

Numbers = NDArray[np.int16]


class Location(NamedTuple):
    """A Location: its hex, and its level above that hex's Base Level.

    Level 0 is ground level: in a depression its bottom, on a bridge the bridge.
    The Location beneath a bridge is level -1.
    """

    hex: int
    level: int = 0


class Ground:
    """Terrain and Locations of a map.

    Args:
        board_map: the map.
        month: 1 to 12; decides whether grain stands and the like.
        ssr: terrain codes that a Mission turns into others, such as {73: 74} where
            hedges are Bocage.

    Attributes:
        kind: number of each hex's chart row, shape (hexes,).
        beside: chart row of the terrain that a depression, road or bridge runs
            through, Open Ground if none; as `kind` in other hexes. Shape (hexes,).
        beneath: chart row of what a bridge spans, -1 where there is no bridge.
        side_kind: chart row of each hexside's terrain, -1 for none, shape (hexes, 6).
        building: whether each hex is a building hex, shape (hexes,).
        locations: every Location, by hex, then upwards.
        lowest: level of each hex's lowest Location: -1 beneath bridges, else 0.

    Errors:
        OpforError: no such month.
    """

    def __init__(
        self, board_map: Map, *, month: int = JULY, ssr: Mapping[int, int] | None = None
    ) -> None:
        if not 1 <= month <= 12:
            raise OpforError(f"{month} is not a month", do="give 1 to 12")
        self.map = board_map
        self.month = month
        self.facts = facts_of(board_map)
        self.chart = chart()
        rows = _with_ssr(self.chart, ssr or {})
        self.kind, self.beside = _kinds(self.facts, rows, month)
        self.beneath = _known(self.chart, self.facts.beneath, unknown=-1)
        self.side_kind = _known(rows, self.facts.side, unknown=-1)
        self.building = building_codes()[self.facts.own]
        self.lowest = np.where(self.beneath >= 0, -1, 0)
        count = self.facts.levels - self.lowest + 1
        self._ground = np.cumsum(count) - count - self.lowest
        self.locations = tuple(
            Location(hex_, level)
            for hex_ in range(len(board_map))
            for level in self.levels(hex_)
        )

    def number(self, location: Location) -> int:
        """The place of a Location in `locations`.

        Errors:
            OpforError: the hex has no such Location.
        """
        hex_, level = location
        if not self.lowest[hex_] <= level <= self.facts.levels[hex_]:
            raise OpforError(
                f"{self.map.name(hex_)} has no level {level}",
                do=f"its levels are {', '.join(map(str, self.levels(hex_)))}",
            )
        return int(self._ground[hex_]) + level

    def levels(self, hex_: int) -> tuple[int, ...]:
        """The levels of a hex's Locations above its Base Level, upwards."""
        return tuple(range(int(self.lowest[hex_]), int(self.facts.levels[hex_]) + 1))

    def name(self, location: Location) -> str:
        """A Location as players say it: 33Q6, or 33Q6/1 off ground level."""
        hex_, level = location
        return self.map.name(hex_) + (f"/{level}" if level else "")

    def elevation(self, location: Location) -> int:
        """The level of a Location above the map's level 0."""
        return int(self.facts.base[location.hex]) + location.level

    def terrain(self, location: Location) -> TerrainKind:
        """The chart row of a Location's own terrain, such as woods, gully, bridge."""
        of = self.beneath if location.level < 0 else self.kind
        return self.chart.kinds[int(of[location.hex])]

    def cover(self, location: Location) -> TerrainKind:
        """The chart row that decides TEM: that of the woods a gully runs through."""
        own = self.terrain(location)
        return self.chart.kinds[int(self.beside[location.hex])] if own.other else own

    def side(self, hex_: int, side: int) -> TerrainKind | None:
        """The chart row of a hexside's terrain, such as wall; None if it has none."""
        kind = int(self.side_kind[hex_, side])
        return self.chart.kinds[kind] if kind >= 0 else None

    def tem(self, location: Location, *, indirect: bool = False) -> int:
        """The TEM of a Location's terrain, without hexsides and FFMO.

        Indirect Fire meets +1 more for each level of the building above (B23.32).
        """
        cover = self.cover(location)
        if not indirect:
            return cover.tem
        roofs = int(self.facts.levels[location.hex]) - location.level
        return cover.indirect + (roofs if self.building[location.hex] else 0)

    def side_tem(self, hex_: int, side: int, *, indirect: bool = False) -> int:
        """The TEM of a hexside, for whoever may claim it (B9.3)."""
        kind = self.side(hex_, side)
        if kind is None:
            return 0
        return kind.indirect if indirect else kind.tem

    def concealment_terrain(self, location: Location) -> bool:
        """Whether a Location is Concealment Terrain in this month (A12.12)."""
        return self.cover(location).concealment

    def open_ground(self, location: Location) -> bool:
        """Whether a Location's terrain is Open Ground; hexsides may still deny it."""
        return self.cover(location).open_ground


def _with_ssr(rows: TerrainChart, ssr: Mapping[int, int]) -> TerrainChart:
    """The chart with some codes read as others."""
    of_code = rows.of_code.copy()
    for code, other in ssr.items():
        of_code[code] = rows.of_code[other]
    return msgspec.structs.replace(rows, of_code=of_code)


def _kinds(facts: HexFacts, rows: TerrainChart, month: int) -> tuple[Numbers, Numbers]:
    """Each hex's chart row, and that of the terrain beside the line over its dot.

    A road through other terrain leaves the hex that terrain (a woods-road is woods
    with a road through it); depressions and bridges keep a row of their own.
    """
    bare = rows.number["open ground"]
    beside = _known(rows, facts.cover, unknown=bare)
    own = _known(rows, facts.own, unknown=bare)
    on_road = np.isin(facts.own, ROADS) & (facts.cover > 0)
    kind = np.where(on_road, beside, own)
    kind[facts.bridge] = rows.number["bridge"]
    in_season = rows.seasons[month]
    return in_season[kind], in_season[beside]


def _known(rows: TerrainChart, codes: NDArray[np.uint8], *, unknown: int) -> Numbers:
    """The chart rows of codes; code 0 and codes off the chart give `unknown`."""
    kind = rows.of_code[codes]
    kind[(kind < 0) | (codes == 0)] = unknown
    return kind
