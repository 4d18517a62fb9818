"""Boards as a scenario has them: cropped, and with terrain changed by SSR.

A variant's name says all of it, so that a map, a Mission and a save need no more:
`04+NoGrain+HedgesToBocage` has the terrain changes of these names, and
`04~0,0,900,645` is what VASL leaves of it, left, top, width and height in pixels.
What a change does is in the player's own SharedBoardMetadata.xml.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.geo.boards.board import Board, Crop, Slope
from opfor.geo.hexes import Grid
from opfor.geo.terrain import terrain_types

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST_CHANGES = 1_000
"""Most terrain changes of a table; there are 135."""
MOST_SSR = 40
"""Most terrain changes of one board."""

_NAME = re.compile(
    r"(?P<board>[^+~]+)(?P<ssr>(?:\+[A-Za-z0-9_.]{1,60})*)"
    r"(?:~(?P<crop>-?\d{1,5}(?:,-?\d{1,5}){3}))?\Z",
    re.ASCII,
)
_SSR = re.compile(r"[A-Za-z0-9_.]{1,60}\Z", re.ASCII)

_ROWHOUSE, _STONE = range(76, 81), range(40, 45)
"""Party walls, and the stone buildings that they become, by their levels."""


class Variant(Struct, frozen=True):
    """A board's name taken apart.

    Args:
        board: the board itself.
        ssr: the names of its terrain changes, in their order.
        crop: what is left of it; empty for all.
    """

    board: str
    ssr: tuple[str, ...] = ()
    crop: Crop = ()

    @property
    def name(self) -> str:
        """All of it in one word: `read_variant` gives the same."""
        changes = "".join(f"+{name}" for name in self.ssr)
        return f"{self.board}{changes}" + f"~{','.join(map(str, self.crop))}" * bool(
            self.crop
        )


class TerrainChange(Struct, frozen=True):
    """A terrain change: pixels of one kind become another.

    Args:
        from_terrain, to_terrain: terrain codes.
        from_level, to_level: levels; None where they are neither asked nor changed.
    """

    from_terrain: int | None = None
    to_terrain: int | None = None
    from_level: int | None = None
    to_level: int | None = None


class Ssr(Struct, frozen=True):
    """What is known of a name: its changes, or why there are none.

    Args:
        changes: in their order.
        stairs: whether stairwells stay.
        unknown: what a change does that opfor does not know; empty if it does.
    """

    changes: tuple[TerrainChange, ...] = ()
    stairs: bool = True
    unknown: str = ""


Table = Mapping[str, Ssr]

_PLAIN = "VASL's table changes no terrain for it"
_CUSTOM = "opfor does not know what it changes"

BY_NAME: Table = {
    "RowhouseBarsToBuildings": Ssr(
        tuple(map(TerrainChange, _ROWHOUSE, _STONE)),
    ),
    "RowhouseBarsToOpenGround": Ssr(
        tuple(TerrainChange(code, 0) for code in _ROWHOUSE)
    ),
    "NoStairwells": Ssr(stairs=False),
}
"""What the table has no values for, and is plain."""


def read_variant(name: str) -> Variant:
    """A board's name taken apart.

    Errors:
        OpforError: it is not of that form.
    """
    found = _NAME.match(name)
    if found is None:
        raise OpforError(f"{name[:40]!r} is no name of a board")
    ssr = tuple(found["ssr"].split("+")[1:])
    if len(ssr) > MOST_SSR:
        raise OpforError(f"a board has at most {MOST_SSR} terrain changes")
    crop = tuple(map(int, found["crop"].split(","))) if found["crop"] else ()
    return Variant(found["board"], ssr, crop)


def nameable(ssr: str) -> bool:
    """Whether a terrain change's name can stand in a variant's."""
    return bool(_SSR.match(ssr))


def read_table(root: "Element") -> Table:
    """The terrain changes of a SharedBoardMetadata.xml, by name.

    Errors:
        OpforError: it lists too many.
    """
    codes = {terrain.name: code for code, terrain in terrain_types().items()}
    rows = list(root.iter("LOSSSRule"))
    if len(rows) > MOST_CHANGES:
        raise OpforError(f"it has {len(rows)} terrain changes, which no table has")
    return {row.get("name", ""): _ssr(row, codes) for row in rows} | dict(BY_NAME)


def _ssr(row: "Element", codes: Mapping[str, int]) -> Ssr:
    kind = row.get("type", "")
    from_, to = row.get("fromValue", ""), row.get("toValue", "")
    if kind == "ignore":
        return Ssr(unknown=_PLAIN)
    if kind == "terrainMap" and from_ in codes and to in codes:
        return Ssr((TerrainChange(codes[from_], codes[to]),))
    one, other = _level(from_), _level(to)
    if kind == "elevationMap" and one is not None and other is not None:
        return Ssr((TerrainChange(from_level=one, to_level=other),))
    if kind == "terrainToElevationMap" and from_ in codes and other is not None:
        return Ssr((TerrainChange(codes[from_], 0, to_level=other),))
    if kind == "elevationToTerrainMap" and one is not None and to in codes:
        return Ssr((TerrainChange(None, codes[to], from_level=one, to_level=0),))
    return Ssr(unknown=_CUSTOM)


def _level(text: str) -> int | None:
    found = re.fullmatch(r"[-_]?\d{1,2}", text, re.ASCII)
    return int(text.replace("_", "-")) if found else None


def made(board: Board, variant: Variant, table: Table) -> Board:
    """A board as its variant's name says; what is not known of an SSR changes nothing.

    Errors:
        OpforError: it cannot be cropped so.
    """
    for name in variant.ssr:
        board = _changed(board, table.get(name, Ssr(unknown=_CUSTOM)))
    board = replace(board, ssr=variant.ssr)
    return cropped(board, variant.crop) if variant.crop else board


def unknown(name: str, table: Table) -> str:
    """Why a terrain change changes nothing; empty if it is applied."""
    return table.get(name, Ssr(unknown=_CUSTOM)).unknown


def _changed(board: Board, ssr: Ssr) -> Board:
    terrain, elevation = board.terrain, board.elevation
    if ssr.changes:
        terrain, elevation = terrain.copy(), elevation.copy()
    for change in ssr.changes:
        here = np.ones(terrain.shape, np.bool_)
        if change.from_terrain is not None:
            here &= terrain == change.from_terrain
        if change.from_level is not None:
            here &= elevation == change.from_level
        if change.to_terrain is not None:
            terrain[here] = change.to_terrain
        if change.to_level is not None:
            elevation[here] = change.to_level
    stairs = board.stairways if ssr.stairs else frozenset()
    return replace(board, terrain=terrain, elevation=elevation, stairways=stairs)


# -- cropped -------------------------------------------------------------------------


class Cut(Struct, frozen=True):
    """What is left of a board, in whole hexes: half hexes lie along both its ends.

    Args:
        first, last: its first and last hexrow, both even, as the board counts them.
        top, rows: its first row, and how many rows are left.
    """

    first: int
    last: int
    top: int
    rows: int


def cut_of(grid: Grid, size: tuple[int, int], crop: Crop) -> Cut:
    """The hexes that a crop in pixels leaves.

    VASL cuts through the dots of a hexrow, or near it; the nearest even one counts
    (reading: D-611).

    Errors:
        OpforError: nothing is left, or the board has no half hexes.
    """
    if grid.x0:
        raise OpforError("a board without half hexes along its ends cannot be cropped")
    left, top, width, height = crop
    width = width if width > 0 else size[0] - left
    height = height if height > 0 else size[1] - top
    first = _even(left / grid.hex_width, up=False)
    last = min(_even((left + width) / grid.hex_width, up=True), grid.cols - 1)
    above = round(top / grid.hex_height)
    below = min(round((top + height) / grid.hex_height), grid.rows)
    if not (0 <= first < last and 0 <= above < below):
        raise OpforError("the crop leaves no hexes of the board")
    return Cut(first, last, above, below - above)


def _even(hexrow: float, *, up: bool) -> int:
    """The nearest even hexrow; of two as near the one that leaves more of the board."""
    half = hexrow / 2
    low = int(half // 1)
    nearer = half - low > 0.5 or (up and half - low == 0.5)
    return 2 * (low + nearer)


def cropped(board: Board, crop: Crop) -> Board:
    """What a crop leaves of a board; its hexes keep their names.

    Errors:
        OpforError: as `cut_of`.
    """
    width, height = board.terrain.shape
    cut = cut_of(board.grid, (int(width), int(height)), crop)
    grid = board.grid
    x, y = round(cut.first * grid.hex_width), round(cut.top * grid.hex_height)
    right = round(cut.last * grid.hex_width) + (cut.last == grid.cols - 1)
    here = np.s_[x:right, y : round((cut.top + cut.rows) * grid.hex_height)]
    cols = cut.last - cut.first + 1
    return replace(
        board,
        grid=replace(grid, cols=cols, rows=cut.rows),
        terrain=np.ascontiguousarray(board.terrain[here]),
        elevation=np.ascontiguousarray(board.elevation[here]),
        stairways=frozenset(
            place for each in board.stairways if (place := _within(cut, each))
        ),
        slopes=tuple(
            Slope(place, slope.sides)
            for slope in board.slopes
            if (place := _within(cut, slope.hex))
        ),
        first_col=board.first_col + cut.first,
        first_row=board.first_row + cut.top,
        crop=crop,
        corner=(x, y),
        whole=(int(width), int(height)),
    )


def _within(cut: Cut, place: tuple[int, int]) -> tuple[int, int] | None:
    """A hex of the whole board as one of what is left; None if it is not."""
    col, row = place[0] - cut.first, place[1] - cut.top
    inside = 0 <= col <= cut.last - cut.first and 0 <= row < cut.rows + (col & 1)
    return (col, row) if inside else None
