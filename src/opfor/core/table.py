"""Tables are data: TOML files, checked into frozen types when they are loaded.

    id = "A6b"
    title = "Delay of a reinforcement group"
    key = "dr"                       # dr, DR, number (any whole number), none or list
    modified = false                 # true: drm apply, so every number needs a row
    source = "project"               # default for the rows
    axes = { column = ["Hold", "Advance"] }
    rows = [
      { on = "1-2", result = "now", source = "example" },
      { on = "3-6", result = "1 turn", until = "1943-12" },
      { on = "3-6", result = "2 turns", from = "1944-01", column = "Hold" },
      { on = "3-6", result = "never", from = "1944-01", column = "Advance" },
    ]

A row may have a value for each of the table's axes; without one it is in all columns.

A pack is a folder of such files. A file with `extends = "A6b"` in place of the header
overrides that table row by row: its rows win wherever they apply, and the rows
beneath keep the rest. A file without `extends` replaces a table of the same id.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise, product
from math import prod
from types import MappingProxyType
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.misfit import misfit
from opfor.core.month import is_month
from opfor.core.toml_text import parse_toml

Source = Literal["rules", "example", "public", "project", "player"]
Key = Literal["dr", "DR", "number", "none", "list"]
Check = Callable[[Any], str]

NATURAL = {"dr": (1, 6), "DR": (2, 12)}
FAR = 1_000_000  # beyond any number a table is read with

_SPAN = re.compile(r"(<=|>=)?(-?\d{1,5})(?:-(-?\d{1,5}))?", re.ASCII)


class TableId(Struct, frozen=True, order=True):
    """A table's name, written {A4}, so that it is never taken for rule A4."""

    name: str

    @classmethod
    def parse(cls, text: str) -> "TableId":
        """Read "{A4}" or "{german/x2}".

        Raises:
            OpforError: the text has not that form.
        """
        found = re.fullmatch(r"\{([A-Za-z0-9][\w./ -]*)\}", text, re.ASCII)
        if found is None:
            raise OpforError("this is not a table", repr(text), "write it as {A4}")
        return cls(found[1])

    def __str__(self) -> str:
        return f"{{{self.name}}}"


class Span(Struct, frozen=True, order=True):
    """The numbers from low to high, both included."""

    low: int
    high: int

    @classmethod
    def parse(cls, text: str) -> "Span":
        """Read "7", "5-6", "<=4" or ">=12". Raises ValueError otherwise."""
        found = _SPAN.fullmatch(text.replace(" ", ""))
        if found is None or (found[1] and found[3]):
            raise ValueError(f"{text!r} is no range of numbers")
        low = int(found[2])
        if found[1] == "<=":
            return cls(-FAR, low)
        if found[1] == ">=":
            return cls(low, FAR)
        high = int(found[3]) if found[3] else low
        if high < low:
            raise ValueError(f"{text!r} runs backwards")
        return cls(low, high)

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high

    def __str__(self) -> str:
        if self.low == -FAR:
            return "any" if self.high == FAR else f"<={self.high}"
        if self.high == FAR:
            return f">={self.low}"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


ANY = Span(-FAR, FAR)


class Row(Struct, frozen=True):
    """One row: where it applies, its result, and where its value comes from.

    `index` is its place among all rows of the table, for a view that lights it.
    `layer` counts the packs beneath it; the row of the highest layer wins.
    """

    on: Span
    result: Any
    source: Source
    since: str = ""
    until: str = ""
    when: Mapping[str, str] = MappingProxyType({})
    note: str = ""
    pack: str = ""
    layer: int = 0
    index: int = 0
    file: str = ""
    line: int = 0

    def applies(self, date: str, when: Mapping[str, str]) -> bool:
        """Whether it counts on that date, in that column; a dated row needs a date."""
        if self.since and not date >= self.since:
            return False
        if self.until and not "" < date <= self.until:
            return False
        return all(when.get(name) == value for name, value in self.when.items())

    @property
    def place(self) -> str:
        """The file and line it comes from."""
        return f"{self.file}:{self.line}" if self.line else self.file


class Table(Struct, frozen=True, dict=True):
    """A loaded table. `axes` are its columns and the like, with their values."""

    id: TableId
    title: str
    key: Key
    rows: tuple[Row, ...]
    axes: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    modified: bool = False
    note: str = ""
    packs: tuple[str, ...] = ()

    @cached_property
    def _read(self) -> dict[tuple[object, ...], Row]:
        """The rows found so far, by what was asked; games ask the same again."""
        return {}

    def name_of(self, row: Row) -> str:
        """A row by its table and what is rolled for it: `A1 12`, `A2a >=7 Hold`."""
        on = () if row.on == ANY else (str(row.on),)
        return " ".join((self.id.name, *on, *row.when.values()))

    def look_up(self, number: int = 0, *, date: str = "", **when: str) -> Row:
        """The row for a number, on a date ("1942-07"), in a column.

        Raises:
            OpforError: the table has no such row.
        """
        question = (number, date, *when.items())
        found = self._read.get(question)
        if found is None:
            found = self._read[question] = self._look_up(number, date, when)
        return found

    def _look_up(self, number: int, date: str, when: Mapping[str, str]) -> Row:
        for row in reversed(self.rows):  # the highest layer last
            if row.on.low <= number <= row.on.high and row.applies(date, when):
                return row
        asked = [str(number), date, *(f"{k} {v}" for k, v in when.items())]
        raise OpforError(
            f"there is no row for {', '.join(part for part in asked if part)}",
            f"table {self.id}",
        )

    def shown(self, *, date: str = "", **when: str) -> tuple[tuple[Span, Row], ...]:
        """The rows in force on a date in a column, with the numbers each has left."""
        rows = [row for row in self.rows if row.applies(date, when)]
        edges = sorted({e for r in rows for e in (r.on.low, r.on.high + 1)})
        shown: list[tuple[Span, Row]] = []
        for low, after in pairwise(edges):
            row = next((r for r in reversed(rows) if low in r.on), None)
            if row is not None and shown and shown[-1][1] is row:
                shown[-1] = (Span(shown[-1][0].low, after - 1), row)
            elif row is not None:
                shown.append((Span(low, after - 1), row))
        return tuple(shown)


# -- reading ---------------------------------------------------------------------


class _RowFile(Struct, frozen=True, forbid_unknown_fields=True):
    result: Any
    on: str | int = ""
    source: Source | None = None
    since: str = field(default="", name="from")
    until: str = ""
    note: str = ""


class _TableFile(Struct, frozen=True, forbid_unknown_fields=True):
    id: str = ""
    extends: str = ""
    title: str = ""
    key: Key = "number"
    modified: bool = False
    source: Source | None = None
    note: str = ""
    axes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rows: list[Any] = field(default_factory=list)


def read_table(
    data: bytes | Mapping[str, Any],
    *,
    file: str = "table",
    pack: str = "",
    beneath: Mapping[str, Table] = MappingProxyType({}),
    check: Check | None = None,
) -> Table:
    """Read one TOML file, or what one holds, into a checked table.

    `beneath` are the tables that it may extend. `check` says what is wrong with a
    result ("" if nothing), so that every code in a table is known to exist.

    Raises:
        OpforError: naming file, line, key, what is wrong and what to write.
    """
    raw = parse_toml(data, file) if isinstance(data, bytes) else data
    form = _convert(raw, _TableFile, file)
    text = data.decode() if isinstance(data, bytes) else ""
    lines = _row_lines(text, len(form.rows))
    below = None
    if form.extends:
        below = _extended(form, beneath, file)
        form = msgspec.structs.replace(form, axes=dict(below.axes))
    elif not form.id:
        raise OpforError("the table has no id", file, 'write id = "A1"')
    layer = len(below.packs) if below else 0
    rows = tuple(
        _row(item, form, file=file, line=line, pack=pack, layer=layer)
        for item, line in zip(form.rows, lines, strict=True)
    )
    if below and any(row.on != ANY for row in below.rows):
        _check_numbers(form, rows)
    table = _table(form, below, rows, pack)
    _check(table, file, layer, check)
    return table


def _convert(raw: Any, form: type[Any], place: str) -> Any:
    try:
        return msgspec.convert(raw, form)
    except (msgspec.ValidationError, RecursionError) as error:
        found = misfit(error, form)
        raise OpforError(found.told(), place, found.do) from error


def _row_lines(text: str, rows: int) -> list[int]:
    """The line of each row, or 0 if the file is not laid out one row a line."""
    # tomllib gives no line numbers, so rows are counted in the text; if the count is
    # not theirs (several rows on a line, say), no line is better than a wrong one.
    found, inside = [], False
    for number, line in enumerate(text.split("\n"), 1):
        if re.match(r"\s*rows\s*=\s*\[", line):
            inside = True
        if re.match(r"\s*\[\[\s*rows\s*\]\]", line) or (
            inside and re.match(r"\s*(rows\s*=\s*\[\s*)?\{", line)
        ):
            found.append(number)
    return found if len(found) == rows else [0] * rows


def _extended(form: _TableFile, beneath: Mapping[str, Table], file: str) -> Table:
    below = beneath.get(form.extends)
    if below is None:
        do = did_you_mean(form.extends, beneath) or "opfor tables list names them all"
        raise OpforError(f"extends {form.extends!r}, which is no table", file, do)
    if form.id not in ("", form.extends):
        raise OpforError("id and extends differ", file, "leave id out")
    if form.axes:
        raise OpforError("axes: a pack cannot change them", file, "leave axes out")
    return below


def _row(
    item: Any, form: _TableFile, *, file: str, line: int, pack: str, layer: int
) -> Row:
    place = f"{file}:{line}" if line else file
    when, plain = _split(item, form.axes, place)
    row: _RowFile = _convert(plain, _RowFile, place)
    source = row.source or form.source
    if source is None:
        raise OpforError(
            "source is missing",
            place,
            'write source = "player", or "rules", "example", "public", "project"',
        )
    _check_months(row, place)
    return Row(
        on=_span(row.on, place),
        result=_frozen(row.result),
        source=source,
        since=row.since,
        until=row.until,
        when=MappingProxyType(when),
        note=row.note,
        pack=pack,
        layer=layer,
        file=file,
        line=line,
    )


def _split(
    item: Any, axes: Mapping[str, tuple[str, ...]], place: str
) -> tuple[dict[str, str], Any]:
    """The row's values on the axes of the table, and the rest of it."""
    if not isinstance(item, dict):
        return {}, item
    when = {name: item[name] for name in axes if name in item}
    for name, value in when.items():
        if value not in axes[name]:
            raise OpforError(
                f"{name}: {value!r} is unknown",
                place,
                f"write one of {', '.join(axes[name])}",
            )
    return when, {name: item[name] for name in item if name not in axes}


def _span(on: str | int, place: str) -> Span:
    try:
        return ANY if on in ("", "any") else Span.parse(str(on))
    except ValueError as error:
        do = 'write "7", "5-6", "<=4" or ">=12"'
        raise OpforError(f"on: {error}", place, do) from error


def _check_numbers(form: _TableFile, rows: Iterable[Row]) -> None:
    """A row over others that names no numbers would cover all of them unawares."""
    for item, row in zip(form.rows, rows, strict=True):
        if isinstance(item, dict) and "on" not in item:
            do = 'write on = "5-6", or on = "any" for all that can be rolled'
            raise OpforError("on is missing", row.place, do)


def _check_months(row: _RowFile, place: str) -> None:
    for name, month in (("from", row.since), ("until", row.until)):
        if month and not is_month(month):
            raise OpforError(f"{name}: {month!r} is no month", place, 'write "1942-07"')
    if row.since and row.until and row.until < row.since:
        raise OpforError("until is before from", place)


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    return value


def _table(
    form: _TableFile, below: Table | None, rows: tuple[Row, ...], pack: str
) -> Table:
    if below is None:
        rows = tuple(msgspec.structs.replace(r, index=i) for i, r in enumerate(rows))
        axes = MappingProxyType(dict(form.axes))
        return Table(
            TableId(form.id), form.title, form.key, rows, axes,
            form.modified, form.note, (pack,),
        )  # fmt: skip
    rows = below.rows + rows
    rows = tuple(msgspec.structs.replace(r, index=i) for i, r in enumerate(rows))
    note = form.note or below.note
    return msgspec.structs.replace(
        below, rows=rows, note=note, packs=(*below.packs, pack)
    )


# -- checking --------------------------------------------------------------------


def _check(table: Table, file: str, layer: int, check: Check | None) -> None:
    new = [row for row in table.rows if row.layer == layer]
    for row in new:
        if table.key == "none" and row.on != ANY:
            raise OpforError("on: this table has no key", row.place, "leave on out")
        if table.key in NATURAL and not table.modified:
            _check_rolled(row, *NATURAL[table.key])
        if check is not None and (fault := check(row.result)):
            raise OpforError(f"result: {fault}", row.place)
    if table.key == "list":
        return
    if not table.rows:
        raise OpforError("the table has no rows", file)
    for when in _columns(table):
        for date in _dates(table.rows):
            _check_column(table, when, date, file)


def _check_rolled(row: Row, low: int, high: int) -> None:
    """A row that no roll meets would change nothing, and nobody would know."""
    if row.on.low > high or row.on.high < low:
        do = f"what can be rolled is {low} to {high}"
        raise OpforError(f"on: {row.on} is never rolled", row.place, do)


def _columns(table: Table) -> Iterator[dict[str, str]]:
    """Every column: each combination of the values of the axes."""
    if prod(map(len, table.axes.values())) > 1000:
        raise OpforError("the table has too many columns", f"table {table.id}")
    for values in product(*table.axes.values()):
        yield dict(zip(table.axes, values, strict=True))


def _dates(rows: tuple[Row, ...]) -> list[str]:
    """A month in each stretch of time in which no row begins or ends."""
    # Coverage can change only where a row begins or has just ended.
    starts = {row.since for row in rows if row.since}
    starts |= {_next_month(row.until) for row in rows if row.until}
    return ["1900-01", *sorted(starts)] if starts else [""]


def _next_month(month: str) -> str:
    year, number = int(month[:4]), int(month[5:])
    return f"{year + number // 12}-{number % 12 + 1:02d}"


def _check_column(table: Table, when: dict[str, str], date: str, file: str) -> None:
    rows = [row for row in table.rows if row.applies(date, when)]
    column = ", ".join([date if date > "1900-01" else "", *when.values()]).strip(", ")
    place = f"{file} ({column})" if column else file
    if not rows:
        if date == "":
            raise OpforError("no row covers this column", place, "add its rows")
        return
    # Rows of one layer may not overlap; a higher layer covers those beneath on purpose.
    for layer in {row.layer for row in rows}:
        _check_overlap([row for row in rows if row.layer == layer], column)
    if table.key == "none":
        return
    low, high = NATURAL.get(table.key, (FAR, -FAR))
    if table.modified:
        low, high = -FAR, FAR
    low = min(low, *(row.on.low for row in rows), FAR)
    high = max(high, *(row.on.high for row in rows), -FAR)
    reached = low - 1
    for row in sorted(rows, key=lambda row: row.on):
        if row.on.low > reached + 1:
            raise _gap(Span(reached + 1, row.on.low - 1), place)
        reached = max(reached, row.on.high)
    if reached < high:
        raise _gap(Span(reached + 1, high), place)


def _gap(span: Span, place: str) -> OpforError:
    return OpforError(f"no row covers {span}", place, f'add a row with on = "{span}"')


def _check_overlap(rows: list[Row], column: str) -> None:
    rows = sorted(rows, key=lambda row: (row.on, row.index))
    for one, two in pairwise(rows):
        if two.on.low <= one.on.high:
            both = Span(two.on.low, min(one.on.high, two.on.high))
            inside = f" ({column})" if column else ""
            other = f"line {one.line}" if one.line else f"row {one.index + 1}"
            raise OpforError(
                f"{both} is also in {other}{inside}",
                two.place,
                "let each number be in one row",
            )


# -- keeping ---------------------------------------------------------------------


def packed(tables: Mapping[str, Table]) -> bytes:
    """Checked tables as bytes, to be kept."""
    return msgspec.msgpack.encode(tables, enc_hook=dict)


def unpacked(data: bytes) -> dict[str, Table]:
    """The tables that such bytes are. Raises MsgspecError if they are none."""
    tables = msgspec.msgpack.decode(data, type=dict[str, Table])
    return {name: _whole(table) for name, table in tables.items()}


def _whole(table: Table) -> Table:
    """A table with all that it holds frozen again."""
    rows = tuple(
        msgspec.structs.replace(
            row, result=_frozen(row.result), when=MappingProxyType(row.when)
        )
        for row in table.rows
    )
    return msgspec.structs.replace(
        table, rows=rows, axes=MappingProxyType(dict(table.axes))
    )
