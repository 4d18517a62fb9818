"""The player's own packs, edited in the page: rows of his over shipped tables.

What the page writes is always the player's own: a row that is like the shipped one is
left out, every other one says `source = "player"`. What it may name is a pack on the
shelf and a table that ships; it names no file.
"""

import contextlib
import re
import shutil
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.core.packs import toml_files
from opfor.core.table import ANY, Row, Table
from opfor.core.write_file import put_bytes
from opfor.rules.choices.policies import check_policies
from opfor.rules.s_solitaire.command_tables import check_commands
from opfor.state.nations import Loaded, load_all
from opfor.state.pack_file import NAME
from opfor.state.pack_stamp import DRAFTS
from opfor.state.packs import Pack, check_pack
from opfor.views.sheets.file import MARK, file_of, is_ours
from opfor.views.table_toml import value_toml
from opfor.web.tables import ShownOdds, shown

MOST_ROWS = 400
"""Rows of his that a table may have."""

MOST_TEXT = 2_000
"""Characters of a result or a note."""

MOST_FILES = 500
"""Files that a pack on the shelf may have."""

MOST_PACKS = 100
"""Packs that the page makes room for."""


class EditRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row in the page's editor: each part as one types it, `result` in TOML."""

    on: str = ""
    since: str = ""
    until: str = ""
    when: dict[str, str] = {}
    result: str
    note: str = ""


class Edit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player's rows over a table."""

    pack: str
    table: str
    rows: tuple[EditRow, ...]


class Editing(Struct, frozen=True, kw_only=True):
    """A table to edit: the rows beneath, and those that the pack has already.

    `form` says what a result may be; `locked` why the page cannot edit it, if so.
    """

    table: str
    title: str
    key: str
    axes: dict[str, tuple[str, ...]]
    below: tuple[EditRow, ...]
    own: tuple[EditRow, ...]
    locked: str = ""


class Checked(Struct, frozen=True, kw_only=True):
    """What a check found.

    Args:
        ok: nothing is wrong.
        said: what it found, or what is wrong and what to write.
        row: the row that is wrong, from 0; -1 if it is none of them.
        text: the file as it would be written.
        odds: the chances with these rows, if the table is rolled on.
    """

    ok: bool
    said: str
    row: int = -1
    text: str = ""
    odds: tuple[ShownOdds, ...] = ()


class ShelfPack(Struct, frozen=True, kw_only=True):
    """A pack on the shelf: whether it is right, its tables, and where it lies."""

    name: str
    ok: bool
    said: str
    tables: tuple[str, ...]
    folder: str


class Made(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new pack by name, or a table that is to be as it ships again."""

    pack: str
    table: str = ""


class PackFolder:
    """The folder in which the player's packs lie.

    Args:
        folder: it; None if there is none, as in a server without one.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    # -- packs -----------------------------------------------------------------------

    def packs(self) -> list[ShelfPack]:
        """Every pack on the shelf, and whether it is right."""
        return [self._shown(self.place / name) for name in self.names()]

    def names(self) -> list[str]:
        """The packs on the shelf by name."""
        if self._folder is None or not self._folder.is_dir():
            return []
        found = sorted(each.name for each in self._folder.iterdir() if each.is_dir())
        return found[:MOST_PACKS]

    def _shown(self, folder: Path) -> ShelfPack:
        ok, said = True, ""
        tables: tuple[str, ...] = ()
        try:
            if toml_files(folder):
                pack = _checked(folder)
                tables = tuple(_changed(pack.loaded, folder))
                said = _count(pack)
            else:
                said = "empty"
        except OpforError as error:
            ok, said = False, _without(str(error), folder)
        return ShelfPack(
            name=folder.name, ok=ok, said=said, tables=tables, folder=str(folder)
        )

    def make(self, name: str) -> ShelfPack:
        """A new pack, empty.

        Errors:
            OpforError: that is no name, it is there already, or the shelf is full.
        """
        place = self.place
        if not NAME.fullmatch(name) or name != name.strip():
            do = "use letters, digits, blanks, - and _"
            raise OpforError(f"{name[:40]!r} is no name for a pack", do=do)
        if len(self.packs()) >= MOST_PACKS:
            raise OpforError(f"there are {MOST_PACKS} packs already")
        folder = place / name
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            raise OpforError(f"there is a pack {name!r} already") from None
        except OSError as error:
            raise OpforError(f"it cannot be made ({error.strerror})") from None
        return self._shown(folder)

    @property
    def place(self) -> Path:
        """The folder in which the packs lie.

        Errors:
            OpforError: this server has none.
        """
        if self._folder is None:
            raise OpforError("this server has no folder for packs")
        return self._folder

    def pack(self, name: str) -> Path:
        """The folder of a pack; a name is no path.

        Errors:
            OpforError: there is none of that name on the shelf.
        """
        folder = self._folder / name if self._folder and NAME.fullmatch(name) else None
        if folder is None or not folder.is_dir() or folder.is_symlink():
            raise OpforError(f"there is no pack {name[:40]!r} on your shelf")
        return folder

    # -- one table -------------------------------------------------------------------

    def editing(self, pack: str, table: str) -> Editing:
        """A table as the editor shows it.

        Errors:
            OpforError: there is no such pack or table, or the pack is wrong.
        """
        folder = self.pack(pack)
        below = _shipped(table)
        file = file_of(folder, table)
        locked = (
            "" if is_ours(file) else f"{file.name} is a file of yours: edit it there"
        )
        if file.with_suffix(DRAFTS).is_file():
            locked = "this table is being typed in: go on with it on the page Module"
        own: Sequence[Row] = ()
        if file.is_file() and not locked:
            own = [
                r for r in load_all(folder).tables[table].rows if r.file == str(file)
            ]
        elif elsewhere := _elsewhere(folder, table):
            locked = f"{elsewhere} has this table: edit it there"
        return Editing(
            table=table,
            title=below.title,
            key=below.key,
            axes=dict(below.axes),
            below=tuple(map(_edit_row, below.rows)),
            own=tuple(map(_edit_row, own)),
            locked=locked,
        )

    def check(self, edit: Edit) -> Checked:
        """What would be wrong with the pack if these rows were in it."""
        folder = self.pack(edit.pack)
        try:
            text = written(edit)
            _see_whole(text, len(edit.rows))
        except RowFault as fault:
            return Checked(ok=False, said=str(fault), row=fault.row)
        try:
            with _copy(folder) as copy:
                if edit.rows:
                    file_of(copy, edit.table).write_text(text, "utf-8")
                else:
                    file_of(copy, edit.table).unlink(missing_ok=True)
                found = _checked(copy).loaded if toml_files(copy) else load_all()
                odds = shown(found, edit.table).odds
        except OpforError as error:
            said = re.sub(r"\S*/[\w-]+\.toml", "", str(error)).lstrip(":0123456789 ")
            return Checked(ok=False, said=said, row=_row_of(error, text), text=text)
        except OSError as error:
            raise OpforError(f"it cannot be checked ({error.strerror})") from None
        count = len(edit.rows)
        said = f"ok: {count} row{'s' if count != 1 else ''} of yours"
        return Checked(ok=True, said=said, text=text if count else "", odds=odds)

    def keep(self, edit: Edit) -> Checked:
        """Write the rows into the pack, if nothing is wrong with them.

        Errors:
            OpforError: the file is not one of the page's, or cannot be written.
        """
        found = self.check(edit)
        file = file_of(self.pack(edit.pack), edit.table)
        if not found.ok:
            return found
        if locked := self.editing(edit.pack, edit.table).locked:
            raise OpforError(locked)
        _put(file, found.text if edit.rows else "")
        return found

    def keep_file(self, pack: str, table: str, text: str) -> None:
        """Write a table's whole file into a pack, if the pack is right with it.

        Without a text the table's file is taken away.

        Errors:
            OpforError: the pack would be wrong, or the file is the player's own.
        """
        file = file_of(self.pack(pack), table)
        if not is_ours(file):
            raise OpforError(f"{file.name} is a file of yours: edit it there")
        with _copy(file.parent) as copy:
            if text:
                file_of(copy, table).write_text(text, "utf-8")
            else:
                file_of(copy, table).unlink(missing_ok=True)
            if toml_files(copy):
                _checked(copy)
        _put(file, text)


# -- the file ----------------------------------------------------------------------


def _put(file: Path, text: str) -> None:
    """Write a table's file whole; without a text it is taken away."""
    try:
        if text:
            put_bytes(file, text.encode())
        else:
            file.unlink(missing_ok=True)
    except OSError as error:
        raise OpforError(f"it cannot be written ({error.strerror})") from None


class RowFault(OpforError):  # noqa: N818 - as the other errors are called
    """What is wrong with a row, before there is a file."""

    def __init__(self, row: int, what: str) -> None:
        """Name the row, from 0."""
        self.row = row
        super().__init__(what)


def written(edit: Edit) -> str:
    """The file of a player's rows.

    Errors:
        OpforError: there is no such table, or too many rows.
        RowFault: a part of a row cannot be written.
    """
    table = _shipped(edit.table)
    if len(edit.rows) > MOST_ROWS:
        raise OpforError(f"a table has at most {MOST_ROWS} rows of yours")
    lines = [MARK, f"# {table.title}", f"extends = {value_toml(edit.table)}"]
    lines += ['source = "player"', "rows = ["]
    lines += [f"  {_line(table, n, row)}," for n, row in enumerate(edit.rows)]
    return "\n".join([*lines, "]", ""])


def _see_whole(text: str, rows: int) -> None:
    """See that nothing typed into a row has become more than that row.

    Errors:
        OpforError: it has.
    """
    try:
        found = tomllib.loads(text)
    except ValueError as error:
        raise RowFault(-1, f"this cannot be written ({error})") from None
    same = found.keys() == {"extends", "source", "rows"} and len(found["rows"]) == rows
    if not same or any("source" in row for row in found["rows"]):
        raise RowFault(-1, "a result has a key that cannot be written")


def _line(table: Table, number: int, row: EditRow) -> str:
    strange = row.when.keys() - table.axes.keys()
    if strange:
        raise RowFault(number, f"this table has no column {min(strange)[:20]!r}")
    parts = [
        ("on", row.on),
        ("from", row.since),
        ("until", row.until),
        *row.when.items(),
    ]
    told = [f"{_key(key)} = {_string(number, text)}" for key, text in parts if text]
    told.append(f"result = {value_toml(_result(number, row.result))}")
    if row.note and row.note not in {each.note for each in table.rows}:
        told.append(f"note = {_string(number, row.note)}")
    return f"{{ {', '.join(told)} }}"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name, re.ASCII) else value_toml(name)


def _string(number: int, text: str) -> str:
    if len(text) > MOST_TEXT or not text.isprintable():
        raise RowFault(number, "this is too long, or holds what cannot be printed")
    return value_toml(text)


def _result(number: int, text: str) -> Any:
    """What was typed as a result: TOML, or a bare word that stands for itself."""
    if len(text) > MOST_TEXT or not text.isprintable():
        raise RowFault(number, "result: this is too long, or not in one line")
    try:
        found = tomllib.loads(f"result = {text}")
    except (ValueError, RecursionError):
        if re.match(r"[\[{\"']", text.strip()) or not text.strip():
            raise RowFault(number, f"result: {text[:40]!r} is not whole") from None
        return text.strip()
    if found.keys() != {"result"}:
        raise RowFault(number, "result: one value, please")
    return found["result"]


def _edit_row(row: Row) -> EditRow:
    plain = row.result if isinstance(row.result, str) and _bare(row.result) else None
    return EditRow(
        on="" if row.on == ANY else str(row.on),
        since=row.since,
        until=row.until,
        when=dict(row.when),
        result=plain if plain is not None else value_toml(row.result),
        note=row.note,
    )


def _bare(text: str) -> bool:
    """Whether a text may be typed without quotes."""
    if not text or text != text.strip() or text[0] in "[{\"'":
        return False
    try:
        tomllib.loads(f"result = {text}")
    except ValueError:
        return True
    return False


def _shipped(table: str) -> Table:
    found = load_all().tables.get(table)
    if found is None:
        raise OpforError(f"there is no table {table[:40]!r} to change")
    return found


def _elsewhere(folder: Path, table: str) -> str:
    """Another file of the pack that has this table, if the pack is right."""
    with contextlib.suppress(OpforError):
        found = load_all(folder).tables.get(table) if toml_files(folder) else None
        for row in found.rows if found else ():
            if row.file.startswith(str(folder)):
                return Path(row.file).name
    return ""


def _count(pack: Pack) -> str:
    parts = {"table": pack.tables, "counter": pack.counters}
    parts["Mission"] = len(pack.missions)
    told = (f"{n} {name}{'s' if n > 1 else ''}" for name, n in parts.items() if n)
    return f"ok: {', '.join(told)}"


def _changed(found: Loaded, folder: Path) -> Iterator[str]:
    """The tables that a pack changes or brings."""
    for name, table in sorted(found.tables.items()):
        if any(row.file.startswith(str(folder)) for row in table.rows):
            yield name


def _checked(folder: Path) -> Pack:
    """A pack that `opfor tables check` finds right."""
    pack = check_pack(folder)
    check_commands(pack.loaded.tables)
    check_policies(pack.loaded.tables)
    return pack


@contextlib.contextmanager
def _copy(folder: Path) -> Iterator[Path]:
    """A copy of a pack to try something on."""
    files = toml_files(folder)
    if len(files) > MOST_FILES:
        raise OpforError(f"a pack has at most {MOST_FILES} files")
    with TemporaryDirectory(prefix="opfor-") as place:
        copy = Path(place) / folder.name
        for file in files:
            to = copy / file.relative_to(folder)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, to)
        copy.mkdir(exist_ok=True)
        yield copy


def _row_of(error: OpforError, text: str) -> int:
    """The row that an error names by its line; -1 if it names none."""
    found = re.search(r"\.toml:(\d+)", f"{error.where} {error.what}")
    first = text.split("\n").index("rows = [") + 2
    return int(found[1]) - first if found and int(found[1]) >= first else -1


def _without(text: str, folder: Path) -> str:
    """An error without the long way to the pack."""
    return text.replace(f"{folder}/", "")
