"""The shape of a table's sheet: what its lines are, and the columns under a time.

Lines are ranges of a die, of a DR or of a number; of a table without a key they are
the values of its first axis, such as the facts of a nation. The other axes make the
columns. `country` and `theater` are ours alone (D-596) and make none.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import Any

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.core.table import ANY, FAR, NATURAL, Key, Row, Span, Table
from opfor.state.nations import Loaded, Nation, nations
from opfor.state.table_results import OPTIONAL, last
from opfor.views.sheets.cells import cell_text, form_of
from opfor.views.sheets.months import months_text

ALONE = "value"
"""The one line of a table that has neither key nor axes."""

MOST_STRETCHES = 6
"""More stretches of time than these are years in an empty sheet."""

YEARLY = ("x4", "x5", "x6", "x6a", "x6c")
"""Tables whose lines are single numbers in an empty sheet, as they differ by year."""


class Shape(Struct, frozen=True, kw_only=True):
    """What a sheet of a table looks like, whoever types it.

    Args:
        table: the table's id.
        like: the table that it is shaped after: itself, or that of a base nation.
        nation: whose it is; None of the divider's.
        labels: the fixed lines, if they are no numbers.
        axis: the axis that they are the values of; empty if of none.
        columns: under each time, the values of the other axes.
        inherited: the nation whose table counts as long as it has none of its own.
    """

    table: str
    like: Table
    nation: Nation | None
    labels: tuple[str, ...] = ()
    axis: str = ""
    columns: tuple[Mapping[str, str], ...] = ({},)
    inherited: str = ""

    @property
    def key(self) -> Key:
        """What the lines are numbers of."""
        return self.like.key

    @property
    def whole(self) -> bool:
        """Whether it must be typed as a whole, for nothing of ours is beneath it."""
        return bool(self.inherited) or self.key == "list"

    @property
    def ends(self) -> tuple[int, int]:
        """The first and the last number of an unmodified die or DR, else far ones."""
        if self.like.modified or self.key not in NATURAL:
            return -FAR, FAR
        return NATURAL[self.key]

    def form(self, line: str) -> Any:
        """The form of the cells of a line."""
        return form_of(self.table, line)

    def when(self, line: str, column: int) -> dict[str, str]:
        """The axes of a cell, those of ours alone left out."""
        own = {self.axis: line} if self.axis else {}
        return own | dict(self.columns[column])


class Typed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sheet as it was typed: times above, lines at the left, and the cells.

    `cells` has a row for each line, and in it a cell for each column of each time.
    """

    periods: tuple[str, ...]
    lines: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]


def shape_of(loaded: Loaded, table: str) -> Shape:
    """The shape of a table of the divider or of a nation, its own or its base's.

    Errors:
        OpforError: there is no such table.
    """
    owner, _, name = table.rpartition("/")
    if owner and owner not in nations(loaded.tables):
        raise OpforError(f"there is no nation {owner[:40]!r}")
    nation = loaded.nation(owner) if owner else None
    like = loaded.tables.get(table)
    if like is None and nation is not None and nation.has(name):
        like = nation.table(name)
    if like is None or name in HIDDEN:
        raise OpforError(f"there is no sheet of a table {table[:40]!r}")
    lender = like.id.name.rpartition("/")[0] if like.id.name != table else ""
    axes = {axis: like.axes[axis] for axis in like.axes if axis not in OPTIONAL}
    if like.key not in ("none", "list"):
        return Shape(
            table=table, like=like, nation=nation, columns=_combined(axes),
            inherited=lender,
        )  # fmt: skip
    axis = next(iter(axes), "")
    labels = axes.pop(axis) if axis else _numbered(like)
    return Shape(
        table=table, like=like, nation=nation, labels=labels, axis=axis,
        columns=_combined(axes), inherited=lender,
    )  # fmt: skip


HIDDEN = ("IFT", "IIFT")
"""Tables of the core rules, which no module has."""


def _combined(axes: Mapping[str, Sequence[str]]) -> tuple[dict[str, str], ...]:
    values = product(*axes.values())
    return tuple(dict(zip(axes, each, strict=True)) for each in values)


def _numbered(table: Table) -> tuple[str, ...]:
    if table.key == "list":
        return tuple(str(number + 1) for number in range(len(table.rows) + SPARE))
    return (ALONE,)


SPARE = 2
"""Empty lines at the end of a list, for what the module has more."""


# -- an empty sheet ----------------------------------------------------------------


def blank(shape: Shape) -> Typed:
    """A sheet with nothing typed, in the times and the ranges of ours."""
    periods = _periods(shape)
    lines = shape.labels or tuple(map(str, _ranges(shape)))
    width = len(periods) * len(shape.columns)
    return Typed(periods=periods, lines=lines, cells=(("",) * width,) * len(lines))


def _periods(shape: Shape) -> tuple[str, ...]:
    rows = [row for row in shape.like.rows if row.since or row.until]
    if not rows:
        return ("",)
    mixed = len(rows) < len(shape.like.rows) and bool(shape.labels)
    stretches = _stretches(rows if mixed else shape.like.rows)
    if len(stretches) > MOST_STRETCHES:
        return _years(shape, stretches)
    told = tuple(months_text(*stretch) for stretch in stretches)
    return ("", *told) if mixed else told


def _stretches(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """The stretches of time in which rows count and none begins or ends."""
    starts = {row.since for row in rows} | {_after(r.until) for r in rows if r.until}
    ends = [*(_before(start) for start in sorted(starts)[1:]), ""]
    found = []
    for since, until in zip(sorted(starts), ends, strict=True):
        if any(_within(row, since) for row in rows):
            found.append((since, until))
    return found


def _within(row: Row, month: str) -> bool:
    return row.since <= month and (not row.until or month <= row.until)


def _after(month: str) -> str:
    year, number = int(month[:4]), int(month[5:])
    return f"{year + number // 12}-{number % 12 + 1:02d}"


def _before(month: str) -> str:
    year, number = int(month[:4]), int(month[5:])
    return f"{year - (number == 1)}-{(number - 2) % 12 + 1:02d}"


def _years(shape: Shape, stretches: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The years of the nation's war in which the table has rows."""
    first, final = _war(shape)
    first = max(first, stretches[0][0])
    if stretches[-1][1]:
        final = min(final, stretches[-1][1])
    return tuple(map(str, range(int(first[:4]), int(final[:4]) + 1)))


def _war(shape: Shape) -> tuple[str, str]:
    if shape.nation is None:
        return "1937-01", "1945-12"
    return shape.nation.fact("first month"), shape.nation.fact("last month")


def _ranges(shape: Shape) -> list[Span]:
    rows, (low, high) = shape.like.rows, shape.ends
    if last(shape.like.id) in YEARLY:
        return [Span(number, number) for number in range(low, high + 1)]
    edges = {edge for row in rows for edge in (row.on.low, row.on.high + 1)}
    return [Span(one, two - 1) for one, two in pairwise(sorted(edges))]


# -- rows as a sheet ---------------------------------------------------------------


def sheet_of(shape: Shape, rows: Sequence[Row]) -> Typed:
    """The sheet that holds some rows of a table, each of them in cells of its own.

    Where its times and lines are those of an empty sheet, that one is filled in.
    """
    empty = blank(shape)
    periods, lines = _heads(shape, rows, empty)
    grid = [[""] * (len(periods) * len(shape.columns)) for _ in lines]
    for number, row in enumerate(rows):
        line = _line_of(shape, row, number)
        if line not in lines:
            continue
        at = lines.index(line)
        start = periods.index(months_text(row.since, row.until)) * len(shape.columns)
        for column, when in enumerate(shape.columns):
            if all(row.when.get(axis, value) == value for axis, value in when.items()):
                grid[at][start + column] = cell_text(row.result, shape.form(line))
    return Typed(periods=periods, lines=lines, cells=tuple(map(tuple, grid)))


def _heads(
    shape: Shape, rows: Sequence[Row], empty: Typed
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The times and lines for some rows, those of an empty sheet where they are it."""
    spans = sorted({(row.since, row.until) for row in rows})
    periods = tuple(months_text(*span) for span in spans)
    if set(periods) <= set(empty.periods):
        periods = empty.periods
    if shape.labels:
        return periods, shape.labels
    by_number = sorted(rows, key=lambda row: row.on)
    lines = tuple(dict.fromkeys(str(row.on) for row in by_number))
    return periods, empty.lines if set(lines) <= set(empty.lines) else lines


def _line_of(shape: Shape, row: Row, number: int) -> str:
    if shape.key == "list":
        return str(number + 1)
    if shape.axis:
        return row.when.get(shape.axis, "")
    return ALONE if shape.labels else str(row.on)


# -- ours in grey ------------------------------------------------------------------


def beneath(
    shape: Shape, periods: Sequence[tuple[str, str]], lines: Sequence[Span | str]
) -> tuple[tuple[str, ...], ...]:
    """What ships, cell by cell, in the times and lines of a sheet.

    Where several rows of ours count in a cell, the first, and `…`.
    """
    return tuple(
        tuple(
            _beneath(shape, at, line, when, _rows_of(shape, span, len(periods)))
            for span in periods
            for when in shape.columns
        )
        for at, line in enumerate(lines)
    )


def _rows_of(shape: Shape, span: tuple[str, str], periods: int) -> list[Row]:
    """The rows of ours in a time; beside other times, "always" has those without."""
    if span == ("", "") and periods > 1:
        return [row for row in shape.like.rows if not (row.since or row.until)]
    if shape.labels and periods > 1 and span != ("", ""):
        dated = [row for row in shape.like.rows if row.since or row.until]
        return [row for row in dated if _touches(row, span)]
    return [row for row in shape.like.rows if _touches(row, span)]


def _beneath(
    shape: Shape, at: int, line: Span | str, when: Mapping[str, str], rows: list[Row]
) -> str:
    if shape.key == "list":
        return cell_text(rows[at].result, shape.form("")) if at < len(rows) else ""
    own = {shape.axis: str(line)} if shape.axis else {}
    numbers = line if isinstance(line, Span) else ANY
    found = [
        cell_text(row.result, shape.form(str(line)))
        for row in rows
        if row.on.low <= numbers.high and numbers.low <= row.on.high
        and _in_column(row, own | dict(when))
    ]  # fmt: skip
    found = list(dict.fromkeys(found))
    return f"{found[0]} {MORE}" if len(found) > 1 else "".join(found)


MORE = "…"
"""What follows a result of ours where a cell has several."""


def _in_column(row: Row, when: Mapping[str, str]) -> bool:
    """Whether a row counts in a column, whatever the country and the theater."""
    return all(when.get(axis, value) == value for axis, value in row.when.items())


def _touches(row: Row, span: tuple[str, str]) -> bool:
    since, until = span
    starts = not until or row.since <= until
    return starts and (not row.until or not since or since <= row.until)
