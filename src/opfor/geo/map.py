"""A map: one or more boards side by side on one grid.

Geomorphic boards share the half hexes along their joints. A shared hex belongs to
the board that was placed later; every board's name for it is understood.
"""

import copy
import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache

import msgspec
import numpy as np

from opfor.core.errors import OpforError
from opfor.geo.boards.board import Board, Heights, Plane
from opfor.geo.hexes import Grid, distance, neighbour

MAX_BOARDS = 24
"""Most boards of one map."""
KEPT = 8
"""Of so many boards and maps what follows from them is kept, 2.3 MB for each board."""

MAX_PIXELS = 64 * 2**20
"""Most pixels of one map; 24 geomorphic boards hold 28 million."""

_ITEM = re.compile(
    r"(?P<turn>r(?=.+@))?(?P<name>[^@\s]+?)(@(?P<col>[0-9]{1,3}),(?P<row>[0-9]{1,3}))?\Z"
)


class Placed(msgspec.Struct, frozen=True, eq=False):
    """A board at its place in a map.

    Args:
        board: the board as its file has it.
        column: place along the map's length, counted in boards from 0.
        row: place across it, from 0 at the top.
        turned: rotated by 180 degrees.
    """

    board: Board
    column: int = 0
    row: int = 0
    turned: bool = False

    def local(self, col: int, row: int) -> tuple[int, int]:
        """Turn a (column, row) counted from this board's top left into its own."""
        if not self.turned:
            return col, row
        grid = self.board.grid
        return grid.cols - 1 - col, grid.rows_in(col) - 1 - row


class Map:
    """Boards joined into two planes and one hex grid; immutable once made.

    Hexes are dense numbers (see `Grid.index`); `name` and `hex` translate.

    Args:
        boards: where each board lies; later ones own the shared half hexes.

    Errors:
        OpforError: no board, boards that do not fit together, or gaps.
    """

    def __init__(self, boards: Sequence[Placed]) -> None:
        self.boards = tuple(boards)
        self._offsets = _offsets(self.boards)
        self.grid = _joined_grid(self.boards, self._offsets)
        self.terrain, self.elevation = self._planes()
        self.is_repainted = False
        self.owner = self._owners()
        self._by_name = self._names()

    def __len__(self) -> int:
        """The number of hexes."""
        return self.grid.size

    @cached_property
    def digest(self) -> str:
        """A fingerprint of the joined planes and of which board lies where."""
        content = hashlib.blake2b(digest_size=16)
        for placed, offset in zip(self.boards, self._offsets, strict=True):
            content.update(repr((offset, placed.turned)).encode())
            content.update(placed.board.digest.encode())
        if self.is_repainted:
            content.update(self.terrain.tobytes())
            content.update(self.elevation.tobytes())
        return content.hexdigest()

    def repainted(self, terrain: Plane, elevation: Heights) -> "Map":
        """This map with other planes; hexes and boards are the same."""
        found = copy.copy(self)
        found.__dict__.pop("digest", None)
        found.terrain, found.elevation = terrain, elevation
        found.is_repainted = True
        return found

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each hex the six hexes around it, by hexside; -1 off the map."""
        return tuple(
            tuple(self._index_or_none(*neighbour(col, row, side)) for side in range(6))
            for col, row in self.grid
        )

    @cached_property
    def stairways(self) -> frozenset[int]:
        """The hexes that hold a stairwell."""
        found = set()
        for hex_, owner in enumerate(self.owner):
            if self._own(hex_, owner) in self.boards[owner].board.stairways:
                found.add(hex_)
        return frozenset(found)

    def board_at(self, hex_: int) -> Board:
        """The board that owns a hex."""
        return self.boards[self.owner[hex_]].board

    def source(self, hex_: int) -> tuple[Placed, tuple[int, int]]:
        """The placed board that owns a hex, and the hex's (column, row) on it."""
        owner = self.owner[hex_]
        return self.boards[owner], self._own(hex_, owner)

    def place_on(self, hex_: int, board: int) -> tuple[int, int] | None:
        """The (column, row) of a hex on one of the boards, None if it is not on it.

        Half hexes along a joint are on both boards that meet there.
        """
        place = self._own(hex_, board)
        return place if self.boards[board].board.grid.holds(*place) else None

    def hex_of(self, number: int, place: tuple[int, int]) -> int:
        """The hex at a (column, row) of a board: the inverse of `place_on`."""
        placed, (dc, dr) = self.boards[number], self._offsets[number]
        # A half turn is its own inverse.
        col, row = placed.local(*place)
        return self.grid.index(col + dc, row + dr)

    def name(self, hex_: int) -> str:
        """The full name of a hex: board and coordinate, such as 33Q6."""
        owner = self.owner[hex_]
        board = self.boards[owner].board
        return board.short + board.label(*self._own(hex_, owner))

    def label(self, hex_: int) -> str:
        """The name as said in play: without the board if there is only one."""
        owner = self.owner[hex_]
        label = self.boards[owner].board.label(*self._own(hex_, owner))
        return (
            label if len(self.boards) == 1 else self.boards[owner].board.short + label
        )

    def hex(self, name: str) -> int:
        """The hex of a name; the board may be left out where it is plain.

        Errors:
            OpforError: no such hex, or several boards have one of that name.
        """
        found = self._by_name.get(name.strip(), ())
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(self.name(hex_) for hex_ in found)
            raise OpforError(f"{name} could be {names}", do="name the board too")
        raise OpforError(
            f"there is no hex {name!r} on this map",
            do=f"its hexes run from {self.name(0)} to {self.name(len(self) - 1)}",
        )

    def distance(self, a: int, b: int) -> int:
        """The range in hexes between two hexes."""
        return distance(self._spots[a], self._spots[b])

    def distances(self, a: int) -> list[int]:
        """The ranges from a hex to every hex, by number."""
        col, row = self.grid.coordinates(a)
        cols, downs = self._places
        across = np.abs(cols - col)
        beyond = np.maximum(0, np.abs(downs - (2 * row - (col & 1))) - across)
        found: list[int] = (across + beyond // 2).tolist()
        return found

    @cached_property
    def _spots(self) -> list[tuple[int, int]]:
        """The (column, row) of each hex."""
        return [self.grid.coordinates(hex_) for hex_ in range(len(self))]

    @cached_property
    def _places(self) -> tuple[np.ndarray, np.ndarray]:
        """The columns of all hexes, and how far down they are in half hexes."""
        spots = np.array(self._spots)
        return spots[:, 0], 2 * spots[:, 1] - (spots[:, 0] & 1)

    def side_towards(self, a: int, b: int) -> int:
        """The hexside of hex `a` that it shares with `b`.

        Errors:
            OpforError: the two share none.
        """
        around = self.neighbours[a]
        if b not in around:
            raise OpforError(f"{self.name(a)} and {self.name(b)} share no hexside")
        return around.index(b)

    def within(self, centre: int, radius: int) -> Iterator[int]:
        """Every hex at most `radius` hexes from `centre`, itself included."""
        col, row = self.grid.coordinates(centre)
        for c in range(max(0, col - radius), min(self.grid.cols, col + radius + 1)):
            for r in range(max(0, row - radius - 1), row + radius + 2):
                if self.grid.holds(c, r) and distance((col, row), (c, r)) <= radius:
                    yield self.grid.index(c, r)

    def half_hex(self, hex_: int) -> bool:
        """Whether the map's edge cuts the hex."""
        col, row = self.grid.coordinates(hex_)
        cut_column = self.grid.x0 == 0 and col in (0, self.grid.cols - 1)
        return cut_column or (col & 1 == 1 and row in (0, self.grid.rows))

    def _own(self, hex_: int, owner: int) -> tuple[int, int]:
        col, row = self.grid.coordinates(hex_)
        dc, dr = self._offsets[owner]
        return self.boards[owner].local(col - dc, row - dr)

    def _index_or_none(self, col: int, row: int) -> int:
        return self.grid.index(col, row) if self.grid.holds(col, row) else -1

    def _planes(self) -> tuple[Plane, Heights]:
        size = _plane_size(self.grid, self.boards)
        terrain, elevation = np.zeros(size, np.uint8), np.zeros(size, np.int8)
        for placed, (dc, dr) in zip(self.boards, self._offsets, strict=True):
            codes, levels = placed.board.terrain, placed.board.elevation
            if placed.turned:
                codes, levels = codes[::-1, ::-1], levels[::-1, ::-1]
            x, y = self._corner(dc, dr)
            here = np.s_[x : x + codes.shape[0], y : y + codes.shape[1]]
            width, height = terrain[here].shape
            terrain[here] = codes[:width, :height]
            elevation[here] = levels[:width, :height]
        return terrain, elevation

    def _corner(self, columns: int, rows: int) -> tuple[int, int]:
        return round(columns * self.grid.hex_width), round(rows * self.grid.hex_height)

    def area(self, board: int) -> tuple[int, int, int, int]:
        """Where one of the boards lies: left, top, width and height in pixels."""
        x, y = self._corner(*self._offsets[board])
        width, height = self.boards[board].board.terrain.shape
        return x, y, int(width), int(height)

    def _owners(self) -> tuple[int, ...]:
        owners = [-1] * self.grid.size
        for number, (placed, (dc, dr)) in enumerate(
            zip(self.boards, self._offsets, strict=True)
        ):
            for col, row in placed.board.grid:
                owners[self.grid.index(col + dc, row + dr)] = number
        if -1 in owners:
            raise OpforError(
                "the boards leave a gap in the map", do="place one in every column, row"
            )
        return tuple(owners)

    def _names(self) -> dict[str, tuple[int, ...]]:
        """Each name of each hex: with the board's name (also zero-filled) and bare."""
        names: dict[str, tuple[int, ...]] = {}
        for placed, (dc, dr) in zip(self.boards, self._offsets, strict=True):
            board = placed.board
            for col, row in board.grid:
                hex_ = self.grid.index(col + dc, row + dr)
                label = board.label(*placed.local(col, row))
                for name in {label, board.name + label, board.short + label}:
                    known = names.get(name, ())
                    names[name] = known if hex_ in known else (*known, hex_)
        return names


@lru_cache(maxsize=KEPT)
def alone(board: Board) -> Map:
    """A board as a map of its own; the last few are kept."""
    return Map([Placed(board)])


def parse_map(text: str, load: Callable[[str], Board]) -> Map:
    """Build a map from its description, such as `33` or `04@0,0 r33@0,1`.

    A leading r rotates a board; it needs the place after it, so that a board whose
    own name starts with r can stand alone. Without a place, boards stand side by
    side in the order written.

    Args:
        text: the description.
        load: finds a board by name; raises OpforError if there is none.

    Errors:
        OpforError: the text is not of that form, or the boards do not fit.
    """
    items = text.split()
    if not items or len(items) > MAX_BOARDS:
        raise OpforError(
            f"a map holds 1 to {MAX_BOARDS} boards, not {len(items)}",
            do="write it as 33 or as 04@0,0 r33@0,1",
        )
    return Map([_placed(item, number, load) for number, item in enumerate(items)])


def _placed(item: str, number: int, load: Callable[[str], Board]) -> Placed:
    match = _ITEM.match(item)
    if match is None:
        raise OpforError(
            f"{item[:40]!r} does not place a board",
            do="write board@column,row with an r before it if it is rotated",
        )
    col, row = match["col"], match["row"]
    if col is not None and max(int(col), int(row)) >= MAX_BOARDS:
        raise OpforError(f"{item!r} lies too far out", do=f"stay below {MAX_BOARDS}")
    place = (int(col), int(row)) if col is not None else (number, 0)
    return Placed(load(match["name"]), *place, turned=match["turn"] is not None)


def _offsets(boards: tuple[Placed, ...]) -> tuple[tuple[int, int], ...]:
    """Each board's top left hex as (columns, rows) from the map's."""
    if not boards:
        raise OpforError("a map needs a board")
    places = [(p.column, p.row) for p in boards]
    if len(set(places)) < len(places):
        raise OpforError("two boards lie in one place", do="give each its column,row")
    widths = _spans(boards, "column", lambda g: g.cols - 1)
    heights = _spans(boards, "row", lambda g: g.rows)
    if len(boards) > 1 and any(p.board.grid.x0 for p in boards):
        raise OpforError("a board without half hexes cannot be joined to others")
    if any(p.board.grid.cols % 2 == 0 and (p.turned or boards[1:]) for p in boards):
        raise OpforError("a board with an even number of hexrows must lie alone")
    return tuple(
        (
            sum(w for c, w in widths.items() if c < p.column),
            sum(h for r, h in heights.items() if r < p.row),
        )
        for p in boards
    )


def _spans(
    boards: tuple[Placed, ...], axis: str, measure: Callable[[Grid], int]
) -> dict[int, int]:
    """The size of each column or row of boards; all boards of one must agree."""
    spans: dict[int, int] = {}
    for placed in boards:
        at, size = getattr(placed, axis), measure(placed.board.grid)
        if spans.setdefault(at, size) != size:
            raise OpforError(
                f"board {placed.board.name} does not fit the others in its {axis}",
                do="join boards of one size",
            )
        if abs(placed.board.grid.hex_height - boards[0].board.grid.hex_height) > 0.5:
            raise OpforError("boards with hexes of different size cannot be joined")
    if set(spans) != set(range(len(spans))):
        raise OpforError(
            f"a {axis} of the map is empty", do=f"count each {axis} from 0"
        )
    return spans


def _joined_grid(
    boards: tuple[Placed, ...], offsets: tuple[tuple[int, int], ...]
) -> Grid:
    first = boards[0].board.grid
    if len(boards) == 1:
        return first
    ends = [
        (dc + p.board.grid.cols, dr + p.board.grid.rows)
        for p, (dc, dr) in zip(boards, offsets, strict=True)
    ]
    return msgspec.structs.replace(
        first, cols=max(c for c, _ in ends), rows=max(r for _, r in ends)
    )


def _plane_size(grid: Grid, boards: tuple[Placed, ...]) -> tuple[int, int]:
    if len(boards) == 1:
        width, height = boards[0].board.terrain.shape
        return int(width), int(height)
    width = round((grid.cols - 1) * grid.hex_width)
    height = round(grid.rows * grid.hex_height)
    if width * height > MAX_PIXELS:
        raise OpforError("the boards are too large for one map", do="take fewer")
    return width, height
