"""The hex grid: coordinates, neighbours, distance, pixels.

Columns run along a board's length, as on every ASL board: column A is 0, rows
count from the top. Odd columns (B, D, ...) sit half a hex higher and hold one hex
more, so that their first and last hexes are the board's half hexes.
"""

import re
from collections.abc import Iterator

import msgspec

from opfor.core.errors import OpforError

HEX_WIDTH = 56.25
"""Pixels between two hex columns of a geomorphic board."""
HEX_HEIGHT = 64.5
"""Pixels between two hexes of a column of a geomorphic board."""

SIDES = 6
"""Hexsides are numbered 0 (top) to 5, clockwise."""

_LABEL = re.compile(r"(([A-Z])\2?)([0-9]{1,2})\Z")


class Grid(msgspec.Struct, frozen=True):
    """A rectangle of hexes on a pixel plane.

    Args:
        cols: hex columns.
        rows: hexes of an even column; an odd one holds one more.
        hex_width: pixels from one column to the next.
        hex_height: pixels from one hex of a column to the next.
        x0: x of the centre of column 0, in pixels.
        y0: y of the centre of hex (0, 0), in pixels.
    """

    cols: int
    rows: int
    hex_width: float = HEX_WIDTH
    hex_height: float = HEX_HEIGHT
    x0: float = 0.0
    y0: float = HEX_HEIGHT / 2

    @property
    def size(self) -> int:
        """The number of hexes, half hexes included."""
        return self.cols * self.rows + self.cols // 2

    def rows_in(self, col: int) -> int:
        """The number of hexes of a column."""
        return self.rows + (col & 1)

    def holds(self, col: int, row: int) -> bool:
        """Whether the coordinates name a hex of this grid."""
        return 0 <= col < self.cols and 0 <= row < self.rows_in(col)

    def index(self, col: int, row: int) -> int:
        """The dense number of a hex: down column 0, then column 1, and so on."""
        return col * self.rows + col // 2 + row

    def coordinates(self, index: int) -> tuple[int, int]:
        """The (column, row) of a hex number."""
        pair, rest = divmod(index, 2 * self.rows + 1)
        odd = rest >= self.rows
        return 2 * pair + odd, rest - self.rows * odd

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Every hex as (column, row), in the order of `index`."""
        for col in range(self.cols):
            for row in range(self.rows_in(col)):
                yield col, row

    def centre(self, col: int, row: int) -> tuple[float, float]:
        """The pixel of a hex's centre dot; a half hex's may lie on the edge."""
        return (
            self.x0 + self.hex_width * col,
            self.y0 + self.hex_height * (row - (col & 1) / 2),
        )

    def vertices(self, col: int, row: int) -> list[tuple[float, float]]:
        """The six corners; hexside n lies between corner n and corner n + 1."""
        x, y = self.centre(col, row)
        near, far, half = (
            self.hex_width / 3,
            2 * self.hex_width / 3,
            self.hex_height / 2,
        )
        offsets = (
            (-near, -half),
            (near, -half),
            (far, 0.0),
            (near, half),
            (-near, half),
            (-far, 0.0),
        )
        return [(x + dx, y + dy) for dx, dy in offsets]

    def side_midpoint(self, col: int, row: int, side: int) -> tuple[float, float]:
        """The pixel in the middle of a hexside."""
        corners = self.vertices(col, row)
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % SIDES]
        return (ax + bx) / 2, (ay + by) / 2

    def at(self, x: float, y: float) -> tuple[int, int] | None:
        """The hex whose centre is nearest to a pixel, or None off the grid."""
        guess = round((x - self.x0) / self.hex_width)
        best: tuple[float, int, int] | None = None
        for col in (guess - 1, guess, guess + 1):
            shift = (col & 1) / 2
            row = round((y - self.y0) / self.hex_height + shift)
            if self.holds(col, row):
                cx, cy = self.centre(col, row)
                gap = (cx - x) ** 2 + (cy - y) ** 2
                if best is None or gap < best[0]:
                    best = gap, col, row
        return best and (best[1], best[2])


def neighbour(col: int, row: int, side: int) -> tuple[int, int]:
    """The coordinates across a hexside, whether or not a grid holds them."""
    if side in (0, 3):
        return col, row - 1 if side == 0 else row + 1
    step = 1 if side in (1, 2) else -1
    lower = side in (2, 4)
    return col + step, row - (col & 1) + lower


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """The range in hexes between two hexes."""
    across = abs(a[0] - b[0])
    down = abs((2 * a[1] - (a[0] & 1)) - (2 * b[1] - (b[0] & 1)))
    return across + max(0, (down - across) // 2)


def column_letters(number: int) -> str:
    """Column 0 is A, 25 is Z, 26 is AA, 27 is BB."""
    turns, letter = divmod(number, 26)
    return chr(ord("A") + letter) * (turns + 1)


def column_number(letters: str) -> int:
    """The inverse of `column_letters`."""
    return ord(letters[0]) - ord("A") + 26 * (len(letters) - 1)


def parse_label(label: str) -> tuple[str, int]:
    """Split a hex label such as `GG10` into letters and number.

    Errors:
        OpforError: the text does not have the form of a hex.
    """
    match = _LABEL.match(label)
    if match is None:
        raise OpforError(
            f"{label!r} is not a hex",
            do="write one or two equal letters and a number, such as Q6 or GG10",
        )
    return match[1], int(match[3])
