"""The boards of a saved game: which lie where, and what hex a pixel is in.

VASL lays boards in a grid of columns and rows, each as wide and high as its picture or
what is cropped of it, inside an empty border. Pixels are those of the map unscaled.
A hex is named by the board's own file where the player has it; a board that he has not
is taken for an ordinary one if its name is a number, and has no hexes otherwise.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.geo.boards.board import Board
from opfor.geo.boards.variant import Variant, nameable
from opfor.geo.hexes import SIDES, Grid, column_letters, neighbour
from opfor.vasl.saves.traits import whole

EDGE = 400
"""Pixels of VASL's empty border around the boards."""
NEAR = 14
"""A counter so many pixels from a point stands on it; VASL's own rounding is 1 or 2."""
MOST = 100
"""Most boards of a saved game."""
FURTHEST = 99
BLANK = "Blank0"
"""VASL's board without terrain, which stands in for one of opfor's own."""
ORDINARY = Grid(33, 10)
ORDINARY_SIZE = 1800, 645

_ROTATED = "r"

On = Literal["centre", "hexside", "between"]


class Overlay(Struct, frozen=True):
    """An overlay: its name, and the two hexes of the board that it lies by."""

    name: str
    hexes: tuple[str, ...] = ()


class SavedBoard(Struct, frozen=True, kw_only=True):
    """A board as a saved game names it.

    Args:
        name: as its file is called, without the bd.
        column, row: its place, from 0 at the top left.
        turned: rotated by 180 degrees.
        crop: left, top, width and height of what is left of it, in pixels of its
            picture; width or height below 0 reach to the end. Empty: all of it.
        version: of the board file it was saved with.
        overlays: what lies on it.
        ssr: its terrain changes, by VASL's names.
        zoom: how much larger it is drawn.
    """

    name: str
    column: int
    row: int
    turned: bool = False
    crop: tuple[int, ...] = ()
    version: str = ""
    overlays: tuple[Overlay, ...] = ()
    ssr: tuple[str, ...] = ()
    zoom: float = 1.0


class Spot(Struct, frozen=True, kw_only=True):
    """Where a pixel is.

    Args:
        board: the board's name; empty beside all boards.
        hex: the label of the hex, such as Q6; empty if it is in none.
        on: at the hex's centre, on a hexside, or somewhere between.
        side: the hexside, as the board lies on the map, 0 at the top; -1 for none.
        other: the label of the hex across that hexside; empty if it is on no board.
    """

    board: str = ""
    hex: str = ""
    on: On = "between"
    side: int = -1
    other: str = ""


def read_boards(text: str) -> tuple[SavedBoard, ...]:
    """The boards out of the text of a SetBoards command.

    Errors:
        OpforError: more boards, or farther out, than a map can have.
    """
    groups = _groups(text.split("\t"))
    found = [_board(group) for group in groups[: MOST + 1] if len(group) >= 3]
    if len(found) > MOST:
        raise OpforError(f"the map has more than {MOST} boards", do="take fewer")
    return tuple(found)


def variant_of(saved: SavedBoard) -> Variant:
    """A board with what is left of it and its terrain changes, as opfor names it."""
    whole = (*saved.crop, -1, -1, -1, -1)[:4] if saved.crop else ()
    return Variant(saved.name, tuple(filter(nameable, saved.ssr)), whole)


def _groups(words: Sequence[str]) -> list[list[str]]:
    """The words of each board; `bd` stands between two."""
    groups: list[list[str]] = [[]]
    for word in words:
        if word == "bd":
            groups.append([])
        else:
            groups[-1].append(word)
    return groups


def _board(tokens: list[str]) -> SavedBoard:
    column, row, name, *rest = tokens
    if not (0 <= whole(column) <= FURTHEST and 0 <= whole(row) <= FURTHEST):
        raise OpforError(
            f"board {name[:40]!r} lies too far out", do="set the boards up anew"
        )
    parts = _parts(rest)
    turned = name.startswith(_ROTATED) and len(name) > 1
    overlays = [each for key, each in parts if key == "OVR" and each]
    return SavedBoard(
        name=name.removeprefix(_ROTATED) if turned else name,
        column=whole(column),
        row=whole(row),
        turned=turned,
        crop=tuple(whole(each) for each in parts[0][1][:4] if each),
        version="".join(parts_of(parts, "VER")[:1]),
        overlays=tuple(Overlay(each[0], tuple(each[1:3])) for each in overlays),
        ssr=tuple(filter(None, parts_of(parts, "SSR"))),
        zoom=_zoom("".join(parts_of(parts, "ZOOM")[:1])),
    )


def _parts(tokens: list[str]) -> list[tuple[str, list[str]]]:
    """The tokens after a board's name, by the word before them."""
    parts: list[tuple[str, list[str]]] = [("", [])]
    for token in tokens:
        if token in ("VER", "OVR", "SSR", "ZOOM"):
            parts.append((token, []))
        else:
            parts[-1][1].append(token)
    return parts


def parts_of(parts: list[tuple[str, list[str]]], word: str) -> list[str]:
    """All tokens after a word."""
    return [token for key, tokens in parts if key == word for token in tokens]


def _zoom(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        return 1.0
    return found if 0.1 <= found <= 10 else 1.0


def write_boards(boards: Sequence[SavedBoard]) -> str:
    """The text of a SetBoards command: `read_boards` gives the same boards."""
    return "\tbd\t".join(_board_text(each) for each in boards)


def _board_text(board: SavedBoard) -> str:
    name = _ROTATED * board.turned + board.name
    words = [str(board.column), str(board.row), name, *map(str, board.crop)]
    if board.version:
        words += ["VER", board.version]
    for overlay in board.overlays:
        words += ["OVR", overlay.name, *overlay.hexes]
    words += [word for name in board.ssr for word in ("SSR", name)]
    if board.zoom != 1:
        words += ["ZOOM", str(board.zoom)]
    return "\t".join([*words, ""] if board.version else words)


class Laid:
    """A board where it lies on the map.

    Args:
        saved: as the saved game has it.
        board: the player's file of it; None if he has none.
        corner: the pixel of its top left corner.
    """

    def __init__(
        self, saved: SavedBoard, board: Board | None, corner: tuple[int, int]
    ) -> None:
        self.saved = saved
        self.board = board
        self.corner = corner

    @property
    def variant(self) -> Variant:
        """The board by the name under which a library has it."""
        variant = variant_of(self.saved)
        return variant if self.board is None else replace(variant, ssr=self.board.ssr)

    @property
    def known(self) -> bool:
        """Whether its hexes are from the player's own file."""
        return self.board is not None

    @cached_property
    def grid(self) -> Grid | None:
        """Its hexes; None if nothing tells them."""
        if self.board is not None:
            return self.board.grid
        usual = self.saved.name.isdecimal() or self.saved.name == BLANK
        return ORDINARY if usual else None

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height on the map."""
        return _size(self.saved, self.board)

    @property
    def picture_size(self) -> tuple[int, int]:
        """Width and height of its whole picture."""
        return _picture_size(self.board)

    def holds(self, x: int, y: int) -> bool:
        """Whether a pixel of the map is on it."""
        left, top = self.corner
        width, height = self.size
        return left <= x <= left + width and top <= y <= top + height

    def local(self, x: float, y: float) -> tuple[float, float]:
        """A pixel of the map as one of the board's own picture."""
        x, y = x - self.corner[0], y - self.corner[1]
        if self.saved.turned:
            x, y = self.size[0] - x, self.size[1] - y
        left, top = self._cut
        return x / self.saved.zoom + left, y / self.saved.zoom + top

    def on_map(self, x: float, y: float) -> tuple[float, float]:
        """A pixel of the board's own picture as one of the map."""
        left, top = self._cut
        x, y = (x - left) * self.saved.zoom, (y - top) * self.saved.zoom
        if self.saved.turned:
            x, y = self.size[0] - x, self.size[1] - y
        return x + self.corner[0], y + self.corner[1]

    @property
    def _cut(self) -> tuple[int, int]:
        """The pixel of its planes at which it begins on the map."""
        left, top = (*self.saved.crop, 0, 0)[:2]
        corner = self.board.corner if self.board is not None else (0, 0)
        return left - corner[0], top - corner[1]

    def label(self, col: int, row: int) -> str:
        """The printed coordinate of a hex; empty if the board has none there."""
        if self.grid is None or not self.grid.holds(col, row):
            return ""
        if self.board is not None:
            return self.board.label(col, row)
        return f"{column_letters(col)}{row + 1 - (col & 1)}"

    def spot(self, x: int, y: int) -> Spot:
        """The hex of a pixel that is on this board, and how it stands in it."""
        grid = self.grid
        px, py = self.local(x, y)
        place = None if grid is None else grid.at(px, py)
        if grid is None or place is None:
            return Spot(board=self.saved.name)
        on, side = _standing(grid, place, (px, py))
        other = self.label(*neighbour(*place, side)) if side >= 0 else ""
        turn = SIDES // 2 if self.saved.turned and side >= 0 else 0
        return Spot(
            board=self.saved.name,
            hex=self.label(*place),
            on=on,
            side=(side + turn) % SIDES if side >= 0 else -1,
            other=other,
        )


def _standing(
    grid: Grid, place: tuple[int, int], pixel: tuple[float, float]
) -> tuple[On, int]:
    """Whether a pixel is a hex's centre or the middle of a hexside, and which."""
    near = NEAR * grid.hex_height / ORDINARY.hex_height
    if _apart(grid.centre(*place), pixel) <= near:
        return "centre", -1
    middles = [grid.side_midpoint(*place, side) for side in range(SIDES)]
    gaps = [_apart(middle, pixel) for middle in middles]
    side = gaps.index(min(gaps))
    return ("hexside", side) if gaps[side] <= near else ("between", -1)


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


class Layout:
    """All boards of a saved game on its map.

    Args:
        saved: the boards.
        load: finds a board of the player's; raises OpforError if he has none.
        edge: the empty border's width and height.
    """

    def __init__(
        self,
        saved: Sequence[SavedBoard],
        load: Callable[[str], Board],
        edge: tuple[int, int] = (EDGE, EDGE),
    ) -> None:
        self.edge = edge
        self.problems: list[str] = []
        loaded = [(each, self._load(each, load)) for each in saved]
        sizes = {(s.column, s.row): _size(s, board) for s, board in loaded}
        self.boards = tuple(
            Laid(each, board, self._corner(each, sizes)) for each, board in loaded
        )

    def spot(self, x: int, y: int) -> Spot:
        """Where a pixel of the map is."""
        found = [laid.spot(x, y) for laid in self.boards if laid.holds(x, y)]
        # On a joint two boards have a hex: the one that VASL would name comes first.
        return next((spot for spot in found if spot.hex), (*found, Spot())[0])

    def place(self, x: int, y: int) -> tuple[int, tuple[int, int]] | None:
        """The number of the board that a pixel is on, and the hex as (column, row)."""
        for number, laid in enumerate(self.boards):
            if laid.holds(x, y) and laid.grid is not None:
                found = laid.grid.at(*laid.local(x, y))
                if found is not None:
                    return number, found
        return None

    def pixel(self, board: int, col: int, row: int) -> tuple[int, int]:
        """Where VASL puts a counter in the centre of a hex of one of the boards."""
        laid = self.boards[board]
        x, y = (laid.grid or ORDINARY).centre(col, row)
        right = round(laid.picture_size[0]) - 1
        # VASL counts rows from a whole pixel, a quarter above ours.
        found = laid.on_map(min(int(x), right), int(y - 0.25))
        return int(found[0]), int(found[1])

    def map_text(self) -> str:
        """The map as `geo.map.parse_map` takes it: `04@0,0 r33@0,1`."""
        return " ".join(
            f"{_ROTATED * s.turned}{name}@{s.column},{s.row}"
            for laid in self.boards
            for s, name in [(laid.saved, laid.variant.name)]
        )

    def _load(self, saved: SavedBoard, load: Callable[[str], Board]) -> Board | None:
        variant = variant_of(saved)
        for each in (variant, replace(variant, ssr=())):
            try:
                return load(each.name)
            except OpforError as problem:
                said = f"board {saved.name}: {problem.what}"
        self.problems.append(said)
        return None

    def _corner(
        self, saved: SavedBoard, sizes: dict[tuple[int, int], tuple[int, int]]
    ) -> tuple[int, int]:
        """As VASSAL does: by the boards left of it in its row, above in its column."""
        left = [sizes.get((c, saved.row), (0, 0))[0] for c in range(saved.column)]
        above = [sizes.get((saved.column, r), (0, 0))[1] for r in range(saved.row)]
        return self.edge[0] + sum(left), self.edge[1] + sum(above)


def _size(saved: SavedBoard, board: Board | None) -> tuple[int, int]:
    """The width and height of a board on the map, or of what is cropped of it."""
    whole_size = _picture_size(board)
    crop = (*saved.crop, -1, -1, -1, -1)[2:4] if saved.crop else (-1, -1)
    sizes = [
        part if part > 0 else all_ for part, all_ in zip(crop, whole_size, strict=True)
    ]
    return round(sizes[0] * saved.zoom), round(sizes[1] * saved.zoom)


def _picture_size(board: Board | None) -> tuple[int, int]:
    if board is None:
        return ORDINARY_SIZE
    width, height = board.terrain.shape[:2]
    return int(width), int(height)
