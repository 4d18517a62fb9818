"""A module as it is typed in: the sheets of a pack's folder, kept after each cell.

What counts of a sheet is a TOML file like any pack's. What cannot be a row (a cell with
a fault, a line without a number yet) is kept beside it as a draft, so nothing typed is
ever lost.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from opfor.core.codec import BAD_JSON, encode
from opfor.core.errors import OpforError
from opfor.core.packs import read_bytes, toml_files
from opfor.core.table import Row, Table
from opfor.core.write_file import put_bytes
from opfor.state.counter_lists import counters
from opfor.state.nations import Loaded, load_all, nations
from opfor.state.pack_stamp import DRAFTS
from opfor.views.sheets.counting import counting, read_own
from opfor.views.sheets.faults import Found, check_size, look
from opfor.views.sheets.file import file_of, is_ours, sheet_toml
from opfor.views.sheets.shape import Shape, Typed, beneath, blank, shape_of, sheet_of

DIVIDER = "divider"
"""What the tables of no nation are called together."""

NATION_TABLES = (
    "pack", "x1", "x2", "x2-drm", "x3", "x3-drm", "commissar", "x4", "x5", "x6",
    "x6a", "x6c", "x10",
)  # fmt: skip
"""The sheets of a nation, in the order of its card."""


class Open(Struct, frozen=True, kw_only=True):
    """A sheet with all that is known of it.

    Args:
        shape: what it looks like.
        typed: what is in it.
        found: what is wrong with it, and what counts.
        ours: what ships, cell by cell.
        locked: why the page cannot write it; empty if it can.
    """

    shape: Shape
    typed: Typed
    found: Found
    ours: tuple[tuple[str, ...], ...]
    locked: str = ""


class Progress(Struct, frozen=True, kw_only=True):
    """How much of a table is typed.

    Args:
        table, title: which it is.
        group: the divider, or the nation.
        done: cells that count.
        total: cells in all.
        faults: cells and heads to be mended.
        own: whether the nation has a table of its own, not its base's.
    """

    table: str
    title: str
    group: str
    done: int
    total: int
    faults: int = 0
    own: bool = True


class SheetFolder:
    """The sheets of one pack.

    Args:
        folder: the folder of the pack.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def loaded(self) -> Loaded:
        """What ships, with the counters of the pack."""
        return Loaded(load_all().tables, counters(self.folder))

    def open(self, table: str) -> Open:
        """A sheet as it was left, or an empty one.

        Errors:
            OpforError: there is no such table.
        """
        shape = shape_of(self.loaded(), table)
        return self._open(shape, self._typed(shape), self._locked(table))

    def keep(self, table: str, typed: Typed) -> Open:
        """Write a sheet; it is on the disk on return.

        Errors:
            OpforError: it is no sheet of that table, or cannot be written.
        """
        shape = shape_of(self.loaded(), table)
        if locked := self._locked(table):
            raise OpforError(locked)
        opened = self._open(shape, typed)
        self._keep(shape, typed, sheet_toml(shape, opened.found))
        return opened

    def _open(self, shape: Shape, typed: Typed, locked: str = "") -> Open:
        found = counting(shape, look(shape, typed))
        ours = _ours(shape, typed, found)
        return Open(shape=shape, typed=typed, found=found, ours=ours, locked=locked)

    # -- files ---------------------------------------------------------------------

    def _keep(self, shape: Shape, typed: Typed, text: str) -> None:
        file = file_of(self.folder, shape.table)
        rows = read_own(text.encode(), str(file)) if text else ()
        same = sheet_of(shape, rows) == typed
        try:
            # The draft first: whatever happens between the two, nothing is lost.
            if not same:
                put_bytes(_draft(self.folder, shape.table), encode(typed))
            if text:
                put_bytes(file, text.encode())
            else:
                file.unlink(missing_ok=True)
            if same:
                _draft(self.folder, shape.table).unlink(missing_ok=True)
        except OSError as error:
            raise OpforError(f"it cannot be written ({error.strerror})") from None

    def _typed(self, shape: Shape) -> Typed:
        draft = _draft(self.folder, shape.table)
        if draft.is_file() and not draft.is_symlink():
            return read_draft(shape, draft)
        return sheet_of(shape, self.rows(shape))

    def rows(self, shape: Shape) -> tuple[Row, ...]:
        """The rows of the pack in the file of a table.

        Errors:
            OpforError: it is wrong.
        """
        file = file_of(self.folder, shape.table)
        if not file.is_file():
            return ()
        return read_own(read_bytes(file), str(file))

    def _locked(self, table: str) -> str:
        """Why the page cannot write a table."""
        file = file_of(self.folder, table)
        if not is_ours(file):
            return f"{file.name} is a file of yours: edit it there"
        for path in toml_files(self.folder):
            if path != file and _names(path, table):
                return f"{path.name} has this table: edit it there"
        return ""

    # -- how far -------------------------------------------------------------------

    def progress(self, *, all_of: str = "") -> list[Progress]:
        """Every table, and how much of it is typed.

        Args:
            all_of: a nation whose inherited tables are listed too.
        """
        return [self._progress(table) for table in self._tables(all_of)]

    def _tables(self, all_of: str) -> Iterator[str]:
        loaded = load_all()
        yield from divider_tables()
        for nation in nations(loaded.tables):
            for name in NATION_TABLES:
                table = f"{nation}/{name}"
                lent = nation == all_of and loaded.nation(nation).has(name)
                if table in loaded.tables or lent or self._begun(table):
                    yield table

    def _begun(self, table: str) -> bool:
        file, draft = file_of(self.folder, table), _draft(self.folder, table)
        return file.is_file() or draft.is_file()

    def _progress(self, table: str) -> Progress:
        if not self._begun(table):
            return _untouched(table)
        empty = _untouched(table)
        try:
            opened = self.open(table)
        except OpforError:
            return msgspec.structs.replace(empty, faults=1)
        return counted(opened)


def counted(opened: Open) -> Progress:
    """How much of a sheet is typed: cells that ours leaves empty are not awaited."""
    shape, found = opened.shape, opened.found
    good = {(each.cell.line, each.cell.column) for each in found.good}
    wanted = {
        (line, column)
        for line, texts in enumerate(opened.ours)
        for column, text in enumerate(texts)
        if text
    }
    return Progress(
        table=shape.table,
        title=shape.like.title,
        group=shape.table.rpartition("/")[0] or DIVIDER,
        done=len(good),
        total=len(good | wanted),
        faults=sum(mark.kind == "fault" for mark in found.marks),
        own=not shape.inherited,
    )


@cache
def _untouched(table: str) -> Progress:
    """A table of which nothing is typed."""
    shape = shape_of(load_all(), table)
    typed = blank(shape)
    found = look(shape, typed)
    ours = _ours(shape, typed, found)
    return counted(Open(shape=shape, typed=typed, found=found, ours=ours))


@cache
def divider_tables() -> tuple[str, ...]:
    """The tables of the divider, in their order."""
    tables = load_all().tables
    return tuple(sorted(name for name, table in tables.items() if _divider(table)))


def _divider(table: Table) -> bool:
    return table.packs[0] == DIVIDER and "/" not in table.id.name


def _ours(shape: Shape, typed: Typed, found: Found) -> tuple[tuple[str, ...], ...]:
    times = [time or ("", "") for time in found.times]
    if shape.labels:
        return beneath(shape, times, typed.lines)
    readable = [span for span in found.spans if span is not None]
    rows = iter(beneath(shape, times, readable))
    empty = ("",) * (len(times) * len(shape.columns))
    return tuple(empty if span is None else next(rows) for span in found.spans)


def read_draft(shape: Shape, path: Path) -> Typed:
    """A sheet as it was typed.

    Errors:
        OpforError: it is none of this table.
    """
    try:
        typed = msgspec.json.decode(read_bytes(path), type=Typed)
    except BAD_JSON as error:
        raise OpforError(f"this is no sheet ({error})", str(path)) from None
    check_size(shape, typed)
    return typed


def _draft(folder: Path, table: str) -> Path:
    return file_of(folder, table).with_suffix(DRAFTS)


def _names(path: Path, table: str) -> bool:
    """Whether a file of the pack is of a table; one that cannot be read is of none."""
    try:
        text = read_bytes(path).decode(errors="replace")
    except OpforError:
        return False
    return f'extends = "{table}"' in text or f'id = "{table}"' in text
