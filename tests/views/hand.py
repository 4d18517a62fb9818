"""Hand-made boards for the tests of the picture."""

from collections.abc import Sequence

import numpy as np

from opfor.geo.boards.board import Board
from opfor.geo.hex_facts import HexFacts
from opfor.geo.hexes import Grid
from opfor.geo.map import Map, Placed
from opfor.views.board import Sheet, sheet_of

Rectangles = Sequence[tuple[tuple[slice, slice], int]]
"""Parts of a plane and what they hold."""
GRID = Grid(cols=5, rows=4)


def board(
    codes: Rectangles = (),
    levels: Rectangles = (),
    stairs: frozenset[tuple[int, int]] = frozenset(),
) -> Map:
    """A map of one small board whose planes hold some rectangles."""
    size = (round(4 * GRID.hex_width), round(4 * GRID.hex_height))
    terrain, elevation = np.zeros(size, np.uint8), np.zeros(size, np.int8)
    for place, code in codes:
        terrain[place] = code
    for place, level in levels:
        elevation[place] = level
    return Map([Placed(Board("t", GRID, terrain, elevation, stairs))])


def block(code: int) -> Map:
    """A map with a square of one terrain in its middle."""
    return board([((slice(70, 150), slice(80, 170)), code)])


def sheet(board_map: Map) -> Sheet:
    """The sheet to draw a map on."""
    return sheet_of(board_map, HexFacts(board_map), "ob")
