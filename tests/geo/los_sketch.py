"""Small boards drawn in the tests: hexes filled, discs around dots, hexside lines."""

from collections.abc import Iterable

import numpy as np

from opfor.geo.boards.board import Board
from opfor.geo.hex_facts import HexFacts, hex_plane
from opfor.geo.hexes import Grid
from opfor.geo.los.los import Conditions, Los, Sight
from opfor.geo.map import Map, Placed
from opfor.geo.terrain import terrain_named

Spot = tuple[int, int] | tuple[int, int, int]


class Sketch:
    """A board of Open Ground at level 0 to draw on; hexes are (column, row)."""

    def __init__(self, cols: int = 9, rows: int = 12) -> None:
        self.grid = Grid(cols=cols, rows=rows)
        size = round((cols - 1) * 56.25), round(rows * 64.5)
        self.terrain = np.zeros(size, np.uint8)
        self.elevation = np.zeros(size, np.int8)
        self._owner = hex_plane(self.grid, *size)
        self._x, self._y = np.meshgrid(*map(np.arange, size), indexing="ij")
        self.stairs: set[tuple[int, int]] = set()

    def fill(self, hex_: tuple[int, int], name: str, *, level: int = 0) -> None:
        """Fill a whole hex with terrain, and set its level."""
        inside = self._owner == self.grid.index(*hex_)
        self.terrain[inside] = terrain_named(name).code
        self.elevation[inside] = level

    def disc(
        self,
        hex_: tuple[int, int],
        name: str,
        *,
        radius: float = 20,
        level: int | None = None,
        off: tuple[int, int] = (0, 0),
    ) -> None:
        """Draw terrain around a dot, or so many pixels off it."""
        x, y = np.array(self.grid.centre(*hex_)) + off
        near = np.hypot(self._x - x, self._y - y) <= radius
        self.terrain[near] = terrain_named(name).code
        if level is not None:
            self.elevation[near] = level

    def raise_to(self, level: int, hexes: Iterable[tuple[int, int]]) -> None:
        """Put whole hexes on a level."""
        for hex_ in hexes:
            self.elevation[self._owner == self.grid.index(*hex_)] = level

    def edge(self, hex_: tuple[int, int], side: int, name: str) -> None:
        """Draw hexside terrain, 3 pixels to each side of the hexside."""
        corners = self.grid.vertices(*hex_)
        one, two = np.array(corners[side]), np.array(corners[(side + 1) % 6])
        along = two - one
        point = np.stack((self._x, self._y), axis=-1) - one
        share = np.clip(point @ along / (along @ along), 0, 1)
        gap = np.linalg.norm(point - share[..., None] * along, axis=-1)
        self.terrain[gap <= 3] = terrain_named(name).code

    def los(self, conditions: Conditions | None = None) -> Los:
        """LOS on the board as drawn."""
        board = Board(
            name="sketch",
            grid=self.grid,
            terrain=self.terrain,
            elevation=self.elevation,
            stairways=frozenset(self.stairs),
        )
        board_map = Map([Placed(board)])
        return Los(board_map, HexFacts(board_map), conditions or Conditions())

    def sight(self, a: Spot, b: Spot, conditions: Conditions | None = None) -> Sight:
        """What LOS between two Locations is, checked to be the same both ways."""
        los = self.los(conditions)
        one, two = (
            los.index(
                self.grid.index(spot[0], spot[1]), spot[2] if len(spot) == 3 else 0
            )
            for spot in (a, b)
        )
        assert los.check(one, two) == los.check(two, one)
        return los.explain(one, two)

    def check(self, a: Spot, b: Spot, conditions: Conditions | None = None) -> int:
        """The hindrance, or -1 if blocked."""
        sight = self.sight(a, b, conditions)
        return sight.hindrance if sight.clear else -1
