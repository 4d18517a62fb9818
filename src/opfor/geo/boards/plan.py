"""What a text board says, hex by hex, before it is drawn.

A plan is the meeting point of three: the reader of text boards fills it in, the
generator composes it, and the rasteriser draws it.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

import msgspec

from opfor.geo.hexes import SIDES, Grid, column_letters, distance, neighbour
from opfor.geo.terrain import Terrain, terrain_named

Hex = tuple[int, int]
Side = tuple[int, int, int]
"""A hexside: column, row and hexside number of one of the hexes that share it."""

AREAS: dict[str, str] = {
    "woods": "Woods",
    "brush": "Brush",
    "orchard": "Orchard",
    "vineyard": "Vineyard",
    "grain": "Grain",
    "plowed field": "Plowed Field",
    "marsh": "Marsh",
    "pond": "Water",
    "crags": "Crags",
    "graveyard": "Graveyard",
    "lumberyard": "Lumberyard",
    "debris": "Debris",
    "stone rubble": "Stone Rubble",
    "wooden rubble": "Wooden Rubble",
    "shellholes": "Shellholes",
}
"""Terrain that a hex can be made of: the word in a text board, the terrain type."""

LINES: dict[str, str] = {
    "gully": "Gully",
    "dry stream": "Dry Stream",
    "stream": "Shallow Stream",
    "deep stream": "Deep Stream",
    "road": "Dirt Road",
    "paved road": "Paved Road",
    "sunken road": "Sunken Road",
    "elevated road": "Elevated Road",
    "path": "Path",
}
"""Terrain that runs from hex to hex."""

HEXSIDES: dict[str, str] = {
    "wall": "Wall",
    "hedge": "Hedge",
    "bocage": "Bocage",
    "cliff": "Cliff",
}
"""Terrain that stands on hexsides."""

BRIDGES: dict[str, str] = {
    "bridge": "Single Hex Stone Bridge",
    "wooden bridge": "Single Hex Wooden Bridge",
}

LOW_LINES = ("gully", "dry stream", "stream", "deep stream", "sunken road")
"""Lines that lie one level below the ground beside them."""
ROADS = ("road", "paved road", "sunken road", "elevated road")

Material = Literal["stone", "wooden"]


class PlannedLine(msgspec.Struct, frozen=True):
    """A road, path, gully or stream through hex centres.

    Args:
        kind: a word of `LINES`.
        hexes: the hexes in order, each a neighbour of the one before.
        start: the hexside where it begins, as `canonical` writes it, or None to
            begin at the first centre.
        end: the hexside where it ends, or None to end at the last centre.
    """

    kind: str
    hexes: tuple[Hex, ...]
    start: Side | None = None
    end: Side | None = None

    def crossed(self) -> Iterator[Side]:
        """Every hexside that the line crosses, the board's edge included."""
        for a, b in pairwise(self.hexes):
            yield (*a, side_between(a, b))
        ends = (self.hexes[0], self.start), (self.hexes[-1], self.end)
        for hex_, side in ends:
            if side is not None and hex_ in (side[:2], neighbour(*side)):
                yield side


class PlannedBuilding(msgspec.Struct, frozen=True):
    """One building.

    Args:
        hexes: its hexes, each a neighbour of another of them.
        material: what it is built of.
        levels: Locations above ground level.
        rowhouse: each hex is a house of its own behind party walls.
    """

    hexes: tuple[Hex, ...]
    material: Material
    levels: int = 0
    rowhouse: bool = False

    @property
    def code(self) -> int:
        """Its terrain code."""
        return (40 if self.material == "stone" else 50) + self.levels

    @property
    def wall_code(self) -> int:
        """The terrain code of its party walls."""
        return 76 + self.levels

    def joints(self) -> Iterator[tuple[Hex, Hex]]:
        """Each pair of neighbouring hexes of the building, once."""
        for number, a in enumerate(self.hexes):
            for b in self.hexes[number + 1 :]:
                if distance(a, b) == 1:
                    yield a, b


class BoardPlan(msgspec.Struct, frozen=True):
    """A whole board in hexes and hexsides.

    Args:
        name: the board's name in maps, such as `o1`.
        title: what players call it.
        grid: its hexes.
        levels: base level of every hex that is not at level 0.
        areas: hex to a word of `AREAS`.
        lines: roads, paths, gullies and streams.
        bridges: hex to a word of `BRIDGES`.
        buildings: every building.
        stairwells: the stairwells that the text names.
        sides: hexside, as `canonical` writes it, to a word of `HEXSIDES`.
        apart: hexsides, as `canonical` writes them, across which the same terrain of
            two hexes is not drawn as one.
        notes: comment lines to stand at the head of the text.
    """

    name: str
    title: str
    grid: Grid
    levels: dict[Hex, int] = {}
    areas: dict[Hex, str] = {}
    lines: tuple[PlannedLine, ...] = ()
    bridges: dict[Hex, str] = {}
    buildings: tuple[PlannedBuilding, ...] = ()
    stairwells: frozenset[Hex] = frozenset()
    sides: dict[Side, str] = {}
    apart: frozenset[Side] = frozenset()
    notes: tuple[str, ...] = ()

    def stairways(self) -> frozenset[Hex]:
        """Every hex with a stairwell.

        All hexes of a building of one upper level have one (B23); a higher building
        has those that the text names, or one in its first hex if it names none.
        """
        found = set(self.stairwells)
        for building in self.buildings:
            if building.levels == 1 or (building.rowhouse and building.levels):
                found.update(building.hexes)
            elif building.levels > 1 and not self.stairwells & set(building.hexes):
                found.add(building.hexes[0])
        return frozenset(found)


def terrain_of(word: str) -> Terrain:
    """The terrain type behind a word of a text board."""
    return terrain_named((AREAS | LINES | HEXSIDES | BRIDGES)[word])


def label(hex_: Hex) -> str:
    """The printed coordinate of a hex of a text board, such as Q6."""
    return f"{column_letters(hex_[0])}{hex_[1] + 1 - (hex_[0] & 1)}"


def side_between(a: Hex, b: Hex) -> int:
    """The hexside of `a` that it shares with its neighbour `b`.

    Errors:
        ValueError: the two are no neighbours.
    """
    return [neighbour(*a, side) for side in range(SIDES)].index(b)


def canonical(grid: Grid, side: Side) -> Side:
    """The one name of a hexside: from the upper or left hex where that exists."""
    col, row, number = side
    if number in (1, 2, 3):
        return side
    other = neighbour(col, row, number)
    return (*other, number - 3 if number > 2 else 3) if grid.holds(*other) else side
