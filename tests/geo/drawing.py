"""Small boards drawn for tests: planes painted hex by hex and side by side."""

import itertools

import numpy as np

from opfor.geo.boards.board import Board
from opfor.geo.hex_facts import hex_plane
from opfor.geo.hexes import Grid
from opfor.geo.map import Map, Placed
from opfor.geo.terrain import terrain_named

SMALL = Grid(cols=7, rows=5)


class Drawing:
    """A board of open ground to paint on; hexes are named as on the board.

    Codes are given by number or by the terrain's name.
    """

    def __init__(self, grid: Grid = SMALL, name: str = "t") -> None:
        self.grid = grid
        size = (
            round((grid.cols - 1) * grid.hex_width),
            round(grid.rows * grid.hex_height),
        )
        self.terrain = np.zeros(size, np.uint8)
        self.elevation = np.zeros(size, np.int8)
        self.name = name
        self.stairs: set[tuple[int, int]] = set()
        self._owner = hex_plane(grid, *size)
        self._names = Board(name, grid, self.terrain, self.elevation)

    def hexes(self, code: int | str, *labels: str) -> "Drawing":
        """Fill whole hexes."""
        for label in labels:
            self.terrain[self._pixels(label)] = _code(code)
        return self

    def raised(self, level: int, *labels: str) -> "Drawing":
        """Set the level of whole hexes."""
        for label in labels:
            self.elevation[self._pixels(label)] = level
        return self

    def disc(self, code: int | str, label: str, radius: float) -> "Drawing":
        """Fill a disc around a hex's dot."""
        x, y = self.grid.centre(*self._names.hex(label))
        xs, ys = np.indices(self.terrain.shape)
        self.terrain[np.hypot(xs - x, ys - y) <= radius] = _code(code)
        return self

    def side(self, code: int | str, label: str, side: int) -> "Drawing":
        """Draw along a hexside, three pixels to each side of it."""
        place = self._names.hex(label)
        corners = [self.grid.vertices(*place)[i % 6] for i in (side, side + 1)]
        return self._stroke(code, corners[0], corners[1], 3)

    def road(self, code: int | str, *labels: str, width: float = 6) -> "Drawing":
        """Draw from dot to dot through hexes in turn."""
        dots = [self.grid.centre(*self._names.hex(label)) for label in labels]
        for start, end in itertools.pairwise(dots):
            self._stroke(code, start, end, width)
        return self

    def stairwell(self, *labels: str) -> "Drawing":
        """Give hexes a stairwell."""
        self.stairs |= {self._names.hex(label) for label in labels}
        return self

    def board(self) -> Board:
        """The board as drawn."""
        return Board(
            self.name,
            self.grid,
            self.terrain.copy(),
            self.elevation.copy(),
            stairways=frozenset(self.stairs),
        )

    def map(self) -> Map:
        """A map of this board alone."""
        return Map([Placed(self.board())])

    def _pixels(self, label: str) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        return self._owner == self.grid.index(*self._names.hex(label))

    def _stroke(
        self,
        code: int | str,
        start: tuple[float, float],
        end: tuple[float, float],
        width: float,
    ) -> "Drawing":
        xs, ys = np.indices(self.terrain.shape)
        (ax, ay), (bx, by) = start, end
        length = np.hypot(bx - ax, by - ay)
        along = ((xs - ax) * (bx - ax) + (ys - ay) * (by - ay)) / length**2
        along = np.clip(along, 0, 1)
        gap = np.hypot(xs - ax - along * (bx - ax), ys - ay - along * (by - ay))
        self.terrain[gap <= width] = _code(code)
        return self


def _code(code: int | str) -> int:
    return code if isinstance(code, int) else terrain_named(code).code
