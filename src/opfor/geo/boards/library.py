"""Finds boards by name: ours, and those in the player's own folders."""

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.geo.boards.board import Board
from opfor.geo.boards.text import read_text_board
from opfor.geo.boards.variant import Table, Variant, made, read_table, read_variant
from opfor.geo.boards.vasl import (
    MAX_BOARDS,
    MAX_XML,
    board_names,
    board_path,
    member,
    read_board,
    read_board_file,
    root_of,
)
from opfor.geo.boards.vasl_layers import Painting, painting
from opfor.geo.boards.vasl_picture import BoardPicture, read_layer, read_picture

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SHARED = "SharedBoardMetadata.xml"
"""What VASL knows of all boards: terrain changes and colours."""

MODULE = ".vmod"
"""How the file of a module ends; it may stand among the folders, for its tables."""

KEPT = 32
"""Boards kept in memory, 2.3 MB each; more than a map can hold."""

_HEAD = re.compile(r"^board[ \t]*:[ \t]*([A-Za-z0-9][\w-]{0,19})", re.MULTILINE)
_TITLE = re.compile(r"^title[ \t]*:[ \t]*(\S[^\n#]{0,59})", re.MULTILINE)
_HEAD_BYTES = 8_192


class Library:
    """The boards that can be played on.

    A board in an earlier folder hides one of the same name in a later one, and any
    of the player's hides one of ours.

    Args:
        folders: folders of VASL boards (archives or unpacked) and text boards; one
            archive, one unpacked board or one text board may be given directly.

    Errors:
        OpforError: a folder does not exist.
    """

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._places = tuple(folders)
        self._readers: dict[str, Callable[[], Board]] = {}
        self._folders: dict[str, Path] = {}
        for folder in folders:
            for name, reader in _boards_in(folder):
                self._readers.setdefault(name, reader)
                self._folders.setdefault(name, folder)
        with as_file(files("opfor.data") / "boards") as ours:
            for name, reader in _text_boards(ours):
                self._readers.setdefault(name, reader)
        self._loaded: dict[str, Board] = {}

    def names(self) -> list[str]:
        """Every board, numbers in their order, then names."""
        return sorted(self._readers, key=_in_order)

    def titles(self) -> dict[str, str]:
        """What the text boards are called that have more than a name."""
        texts = {
            name: reader.args[0]
            for name, reader in self._readers.items()
            if isinstance(reader, partial) and reader.func is read_text_board
        }
        found = {name: _TITLE.search(_head_of(path)) for name, path in texts.items()}
        return {name: line[1].strip() for name, line in found.items() if line}

    def __contains__(self, name: str) -> bool:
        """Whether there is a board of that name, as `load` would find it."""
        with suppress(OpforError):
            board = _plain(read_variant(name).board)
            return any(_plain(known) == board for known in self._readers)
        return False

    def load(self, name: str) -> Board:
        """The board of that name; `4` finds `04`, and case does not matter.

        A name may say how the board is changed (see `variant`).

        Errors:
            OpforError: no such board, or it cannot be read.
        """
        variant = read_variant(name)
        found = self._find(variant.board)
        if variant.ssr or variant.crop:
            found = replace(variant, board=found).name
        if found not in self._loaded:
            board = self._read(read_variant(found))
            if len(self._loaded) >= KEPT:
                del self._loaded[next(iter(self._loaded))]
            self._loaded[found] = board
        return self._loaded[found]

    def _read(self, variant: Variant) -> Board:
        board = self._readers[variant.board]()
        if not (variant.ssr or variant.crop):
            return board
        return made(board, variant, self.changes if variant.ssr else {})

    @cached_property
    def changes(self) -> Table:
        """The terrain changes of the player's SharedBoardMetadata.xml, by name.

        Errors:
            OpforError: he has none, or it is unusable.
        """
        return read_table(self._shared)

    @cached_property
    def _shared(self) -> "Element":
        for place in self._places:
            for name in (SHARED, f"boardData/{SHARED}"):
                with suppress(OpforError):
                    text = member(place, name, MAX_XML)
                    return root_of(text, SHARED, "sharedBoardMetadata")
        raise OpforError(
            f"none of your folders has VASL's {SHARED}",
            do="name your module too: it is in it",
        )

    def picture(self, name: str) -> BoardPicture:
        """The picture that comes with a board of the player's own.

        Errors:
            OpforError: it is none of his, or has none that can be used.
        """
        board, folder = self.load(name), self._folders.get(self._find(name))
        if folder is None or board.source != "vasl":
            raise OpforError(f"no picture comes with board {name}")
        return read_picture(folder, board)

    def painting(self, board: Board) -> Painting:
        """What its SSR do to the picture of one of the player's own boards.

        Errors:
            OpforError: it is none of his.
        """
        root = root_of(member(self._path(board), "BoardMetadata.xml", MAX_XML))
        try:
            shared = self._shared
        except OpforError:
            shared = None
        return painting(board.ssr, root, shared)

    def layer(self, board: Board, image: str) -> BoardPicture:
        """A picture that is laid over a board: its own, or one of the module's.

        Errors:
            OpforError: there is none.
        """
        with suppress(OpforError):
            return read_layer(self._path(board), image)
        for place in self._places:
            if place.suffix == MODULE:
                return read_layer(place, f"boardData/{image}")
        raise OpforError(f"no picture {image[:60]!r} comes with board {board.name}")

    def _path(self, board: Board) -> Path:
        folder = self._folders.get(self._find(board.name))
        if folder is None or board.source != "vasl":
            raise OpforError(f"board {board.name} is none of yours")
        return board_path(folder, board.name)

    def check(self, name: str) -> OpforError | None:
        """What is wrong with a board, or None; keeps nothing in memory."""
        try:
            self._readers[self._find(name)]()
        except OpforError as problem:
            return problem
        return None

    def _find(self, name: str) -> str:
        if name in self._readers:
            return name
        alike = [known for known in self._readers if _plain(known) == _plain(name)]
        if alike:
            return alike[0]
        # VASL's boards go by numbers; no name of ours is meant by one.
        known = [] if name[:1].isdigit() else self._readers
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
        raise OpforError(
            f"there is no board {name!r}",
            do=f"did you mean {', '.join(near)}?"
            if near
            else "`opfor board list` shows all; add your own with --boards DIR",
        )


def _plain(name: str) -> str:
    return name.lower().lstrip("0") or "0"


def _in_order(name: str) -> tuple[int, str, int, str]:
    """Numbers, then names; o2 before o10."""
    letters, digits = re.findall(r"(\D*)(\d*)", name)[0]
    number = int(digits or 0)
    return (10**6, letters, number, name) if letters else (number, "", 0, name)


def _boards_in(place: Path) -> Iterator[tuple[str, Callable[[], Board]]]:
    """The boards of a folder, or the one board that a path is; a module has none."""
    if place.suffix == MODULE:
        return
    if place.is_file() and place.suffix == ".txt":
        yield _text_name(place) or place.stem, partial(read_text_board, place)
    elif place.is_file() or (place / "LOSData").is_file():
        name = place.name.removesuffix(".zip").removeprefix("bd")
        yield name, partial(read_board_file, place)
    else:
        yield from _text_boards(place)
        for name in board_names(place):
            yield name, partial(read_board, place, name)


def _text_boards(folder: Path) -> Iterator[tuple[str, Callable[[], Board]]]:
    """The text files that name a board; other texts are passed over."""
    if folder.is_dir():
        for path in sorted(folder.glob("*.txt"))[:MAX_BOARDS]:
            if name := _text_name(path):
                yield name, partial(read_text_board, path)


def _text_name(path: Path) -> str:
    found = _HEAD.search(_head_of(path))
    return found[1] if found else ""


def _head_of(path: Path) -> str:
    """The beginning of a text; empty if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(_HEAD_BYTES).decode("utf-8-sig", "ignore")
    except OSError:
        return ""
