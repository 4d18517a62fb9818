"""A board: two pixel planes on the hex grid, and what goes with them."""

import hashlib
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from opfor.core.errors import OpforError
from opfor.geo.hexes import Grid, column_letters, column_number, parse_label

Plane = NDArray[np.uint8]
Heights = NDArray[np.int8]

Crop = tuple[int, ...]
"""Left, top, width and height of what is left of a board, in pixels; or nothing."""


class Slope(msgspec.Struct, frozen=True):
    """Hexsides of a hex that are slopes; not in the planes, but LOS needs them."""

    hex: tuple[int, int]
    sides: tuple[int, ...]


class Board(msgspec.Struct, frozen=True, eq=False):
    """One board as planes.

    Args:
        name: the board's name as its maker writes it, such as `04` or `y`.
        grid: its hex grid.
        terrain: terrain codes, shape (width, height) in pixels, x first.
        elevation: ground level of each pixel, the same shape.
        stairways: the hexes (column, row) that hold a stairwell.
        first_col: number of the first column's letter (16 = Q on a b board).
        first_row: number of the first row's label, less that of an ordinary board.
        slopes: hexes with slope hexsides.
        source: where it came from: `vasl` (a player's file) or `text` (ours).
        title: what players call it, if more than its name.
        ssr: the terrain changes that are done to it, by name.
        crop: how it is cropped; empty if it is not.
        corner: the pixel of the whole board at which its planes begin.
        whole: width and height of the whole board, where it is cropped.
    """

    name: str
    grid: Grid
    terrain: Plane
    elevation: Heights
    stairways: frozenset[tuple[int, int]] = frozenset()
    first_col: int = 0
    first_row: int = 0
    slopes: tuple[Slope, ...] = ()
    source: Literal["vasl", "text"] = "vasl"
    title: str = ""
    ssr: tuple[str, ...] = ()
    crop: Crop = ()
    corner: tuple[int, int] = (0, 0)
    whole: tuple[int, int] | None = None

    @property
    def short(self) -> str:
        """The name without leading zeros, as it stands before a hex: 4 in 4O6."""
        return self.name.lstrip("0") or "0"

    @property
    def digest(self) -> str:
        """A fingerprint of everything that LOS can depend on."""
        content = hashlib.blake2b(digest_size=16)
        content.update(repr((self.grid, self.slopes, sorted(self.stairways))).encode())
        content.update(self.terrain.tobytes())
        content.update(self.elevation.tobytes())
        return content.hexdigest()

    def label(self, col: int, row: int) -> str:
        """The printed coordinate of a hex, such as Q6; even columns start at 1."""
        letters = column_letters(col + self.first_col)
        return f"{letters}{row + 1 - (col & 1) + self.first_row}"

    def hex(self, label: str) -> tuple[int, int]:
        """The (column, row) of a printed coordinate.

        Errors:
            OpforError: not a coordinate, or none of this board.
        """
        letters, number = parse_label(label)
        col = column_number(letters) - self.first_col
        row = number - 1 + (col & 1) - self.first_row
        if not self.grid.holds(col, row):
            last = self.label(self.grid.cols - 1, self.grid.rows - 1)
            raise OpforError(
                f"board {self.name} has no hex {label}",
                do=f"its hexes run from {self.label(0, 0)} to {last}",
            )
        return col, row
