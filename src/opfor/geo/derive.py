"""What the planes say about each hex: its terrain, level, hexsides, Locations.

Planes hold pixels; rules ask about hexes. A hex has the terrain of its centre dot,
with two exceptions that printed boards need: Inherent terrain fills its hex though
a road runs over the dot, and a building that misses the dot but reaches a hexside's
middle is the hex's building all the same.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from opfor.geo.hexes import SIDES, Grid
from opfor.geo.map import Map
from opfor.geo.terrain import Category, terrain_types

BUILDINGS: frozenset[Category] = frozenset({"building", "factory", "marketplace"})
"""The categories whose hexes have upper Locations."""

INHERENT_SHARE = 0.25
"""Share of a hex that Inherent terrain must cover to be the hex's terrain."""

_HEXSIDE_WALLS = frozenset(range(77, 82))
"""Rowhouse walls: of category building, yet they stand on hexsides."""


class HexFacts:
    """Facts of every hex of a map, as arrays indexed by hex number.

    Args:
        board_map: the map.

    Attributes:
        code: terrain code of each hex, shape (hexes,).
        base: base level of each hex, shape (hexes,); below the ground around it in
            a depression.
        side: terrain code of each hexside, 0 where it holds none, shape (hexes, 6);
            the same from both hexes that share it.
        levels: Locations above ground level, shape (hexes,).
    """

    def __init__(self, board_map: Map) -> None:
        self.map = board_map
        self.base = _at_centres(board_map, board_map.elevation).astype(np.int8)
        self.side = _hexsides(board_map)
        self.code = _terrain(board_map)
        self.levels = _upper_levels()[self.code]


def hex_plane(grid: Grid, width: int, height: int) -> NDArray[np.int32]:
    """The hex number of each pixel, shape (width, height): the nearest centre."""
    x, y = np.meshgrid(np.arange(width), np.arange(height), indexing="ij")
    guess = np.rint((x - grid.x0) / grid.hex_width).astype(np.int32)
    best = np.full((width, height), np.inf)
    found = np.zeros((width, height), np.int32)
    for step in (-1, 0, 1):
        col = np.clip(guess + step, 0, grid.cols - 1)
        shift = (col & 1) / 2
        row = np.rint((y - grid.y0) / grid.hex_height + shift).astype(np.int32)
        row = np.clip(row, 0, grid.rows - 1 + (col & 1))
        dx = x - (grid.x0 + grid.hex_width * col)
        dy = y - (grid.y0 + grid.hex_height * (row - shift))
        gap = dx * dx + dy * dy
        nearer = gap < best
        best[nearer] = gap[nearer]
        found[nearer] = (col * grid.rows + col // 2 + row)[nearer]
    return found


def codes_of(*categories: Category) -> NDArray[np.bool_]:
    """A look-up over all 256 codes: whether each is of one of the categories."""
    table = np.zeros(256, np.bool_)
    for code, terrain in terrain_types().items():
        table[code] = terrain.category in categories
    return table


def _upper_levels() -> NDArray[np.int8]:
    """Locations above ground by code: none in single-storey houses and Factories.

    A building that tops at a half level has a Location for each full level (B23).
    """
    table = np.zeros(256, np.int8)
    for code, terrain in terrain_types().items():
        storeyed = terrain.category in ("building", "marketplace") and terrain.half
        table[code] = terrain.height if storeyed else 0
    return table


def _at_centres(board_map: Map, plane: NDArray[np.generic]) -> NDArray[np.generic]:
    points = [board_map.grid.centre(col, row) for col, row in board_map.grid]
    return _at(plane, points)


def _at(
    plane: NDArray[np.generic], points: Iterable[tuple[float, float]]
) -> NDArray[np.generic]:
    """The plane's values at pixels; a point past the edge reads the edge."""
    xy = np.array(list(points)).astype(np.int64)
    x = np.clip(xy[:, 0], 0, plane.shape[0] - 1)
    y = np.clip(xy[:, 1], 0, plane.shape[1] - 1)
    return plane[x, y]


def _terrain(board_map: Map) -> NDArray[np.uint8]:
    code = _at_centres(board_map, board_map.terrain).astype(np.uint8)
    _fill_inherent(board_map, code)
    _adopt_buildings(board_map, code)
    return code


def _fill_inherent(board_map: Map, code: NDArray[np.uint8]) -> None:
    """Give a hex the Inherent terrain that covers enough of it.

    On printed boards such terrain either fills the hex but for a road or path, or
    laps over from the next hex; the share covered tells the two apart.
    """
    inherent = np.zeros(256, np.bool_)
    inherent[[c for c, terrain in terrain_types().items() if terrain.inherent]] = True
    pixels = inherent[board_map.terrain]
    if not pixels.any():
        return
    owner = hex_plane(board_map.grid, *board_map.terrain.shape)
    whole = np.bincount(owner.ravel(), minlength=len(code))
    for kind in np.unique(board_map.terrain[pixels]):
        part = np.bincount(owner[board_map.terrain == kind], minlength=len(code))
        code[part >= INHERENT_SHARE * whole] = kind


def _adopt_buildings(board_map: Map, code: NDArray[np.uint8]) -> None:
    """Make a hex a building hex if a building reaches the middle of a hexside."""
    building = codes_of(*BUILDINGS)
    building[list(_HEXSIDE_WALLS)] = False
    inside = _side_codes(board_map)
    reach = building[inside]
    for hex_ in np.flatnonzero(reach.any(axis=1) & ~building[code]):
        code[hex_] = inside[hex_][reach[hex_]][0]


def _hexsides(board_map: Map) -> NDArray[np.uint8]:
    """Hexside terrain, seen from inside either hex."""
    on_side = codes_of("hexside")
    on_side[list(_HEXSIDE_WALLS)] = True
    own = _side_codes(board_map)
    own = np.where(on_side[own], own, 0).astype(np.uint8)
    around = np.array(board_map.neighbours)
    for side in range(SIDES):
        other = around[:, side]
        seen = np.where(other >= 0, own[other, (side + 3) % SIDES], 0)
        own[:, side] = np.where(own[:, side] == 0, seen, own[:, side])
    return own


def _side_codes(board_map: Map) -> NDArray[np.uint8]:
    """The terrain one pixel inside the middle of each hexside, (hexes, 6)."""
    grid = board_map.grid
    points = []
    for col, row in grid:
        cx, cy = grid.centre(col, row)
        for side in range(SIDES):
            x, y = grid.side_midpoint(col, row, side)
            length = np.hypot(cx - x, cy - y)
            points.append((x + (cx - x) / length, y + (cy - y) / length))
    codes: NDArray[np.generic] = _at(board_map.terrain, points)
    return codes.reshape(-1, SIDES).astype(np.uint8)
