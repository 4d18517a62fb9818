"""What is wrong with a sheet as it stands, cell by cell, and what of it counts.

A fault keeps its cell from counting until it is mended: ours stands in for it. A
warning only tells.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.core.table import ANY, FAR, Span
from opfor.rules.s_solitaire.command_tables import VOCABULARIES
from opfor.state.nations import CODE_TABLES, NO_COUNTER, check_kind
from opfor.state.table_results import last
from opfor.views.sheets.cells import CellFault, cell_text, read_cell
from opfor.views.sheets.constraints import Cell, broken
from opfor.views.sheets.months import read_months
from opfor.views.sheets.shape import Shape, Typed

Kind = Literal["fault", "warning"]

HEAD = -1
"""The line of a mark on the times above, and the column of one on the lines."""

MOST_CELLS, MOST_LINES, MOST_PERIODS, MOST_TEXT = 3_000, 120, 60, 600
"""How large a sheet may be."""

WAYS: Mapping[str, Mapping[int, int]] = {
    "dr": dict.fromkeys(range(1, 7), 1),
    "DR": {number: 6 - abs(number - 7) for number in range(2, 13)},
}
"""In how many ways each number falls, by the dice that are rolled."""


class Mark(Struct, frozen=True):
    """Something about a cell: line and column from 0, HEAD for what heads them.

    Both are HEAD of what is about the sheet as a whole.
    """

    line: int
    column: int
    kind: Kind
    said: str


class GoodCell(Struct, frozen=True):
    """A cell that counts: its place and its result as TOML holds it."""

    cell: Cell
    result: Any


class Found(Struct, frozen=True, kw_only=True):
    """What a look at a sheet found.

    Args:
        marks: faults and warnings.
        good: the cells that count.
        spans: the lines as numbers; None where one cannot be read.
        times: from and until of each time; None where it cannot be read.
        foot: below each column, how many ways of the dice its typed cells have.
    """

    marks: tuple[Mark, ...]
    good: tuple[GoodCell, ...]
    spans: tuple[Span | None, ...]
    times: tuple[tuple[str, str] | None, ...]
    foot: tuple[str, ...]


def check_size(shape: Shape, typed: Typed) -> None:
    """See that a sheet is one that this table can have.

    Errors:
        OpforError: it is too large, or its lines do not fit together.
    """
    width = len(typed.periods) * len(shape.columns)
    texts = (*typed.periods, *typed.lines, *(t for line in typed.cells for t in line))
    if len(typed.periods) > MOST_PERIODS or len(typed.lines) > MOST_LINES:
        raise OpforError(
            f"a sheet has at most {MOST_PERIODS} times and {MOST_LINES} lines"
        )
    if width * len(typed.lines) > MOST_CELLS:
        raise OpforError(f"a sheet has at most {MOST_CELLS} cells")
    if len(typed.cells) != len(typed.lines) or not typed.periods:
        raise OpforError("a sheet has a row of cells for each line, and a time")
    if any(len(line) != width for line in typed.cells):
        raise OpforError(f"each line of this sheet has {width} cells")
    if any(len(text) > MOST_TEXT or not text.isprintable() for text in texts):
        raise OpforError(f"a cell is one line of at most {MOST_TEXT} characters")
    if shape.labels and typed.lines != shape.labels:
        raise OpforError("the lines of this sheet are fixed")


def look(shape: Shape, typed: Typed) -> Found:
    """Look through a sheet.

    Errors:
        OpforError: it cannot be a sheet of this table.
    """
    check_size(shape, typed)
    marks: list[Mark] = []
    times = _times(typed, marks)
    spans = _spans(shape, typed, marks)
    good = []
    for at, line in enumerate(typed.lines):
        for column, text in enumerate(typed.cells[at]):
            time = times[column // len(shape.columns)]
            readable = time is not None and (shape.labels or spans[at] is not None)
            if not text.strip() or not readable:
                continue
            when = shape.when(line, column % len(shape.columns))
            try:
                result = _result(shape, line, text)
            except CellFault as fault:
                marks.append(Mark(at, column, "fault", str(fault)))
                continue
            plain = cell_text(result, shape.form(line))
            cell = Cell(at, column, line, spans[at], *(time or ("", "")), when, plain)
            good.append(GoodCell(cell, result))
            marks += _dated(shape, cell)
    full = len(good) == sum(map(len, typed.cells))
    marks += _against(shape, good, full=full)
    marks += _gaps(shape, spans, any_good=bool(good))
    foot = tuple(_foot(shape, typed, good))
    return Found(
        marks=tuple(marks), good=tuple(good), spans=spans, times=times, foot=foot
    )


# -- heads -------------------------------------------------------------------------


def _times(typed: Typed, marks: list[Mark]) -> tuple[tuple[str, str] | None, ...]:
    """The times above; one that overlaps an earlier one does not count."""
    found: list[tuple[str, str] | None] = []
    for number, text in enumerate(typed.periods):
        try:
            time = read_months(text)
        except ValueError as error:
            marks.append(Mark(HEAD, number, "fault", str(error)))
            found.append(None)
            continue
        other = next((t for t in found if t and time and _overlap(t, time)), None)
        alone = ("", "") in (time, other)  # "always" stands beside others in a list
        if other is not None and not alone:
            at = found.index(other)
            said = f"{text} is also in {typed.periods[at]}: let each month be in one"
            marks.append(Mark(HEAD, number, "fault", said))
            found.append(None)
            continue
        found.append(time)
    return tuple(found)


def _overlap(one: tuple[str, str], two: tuple[str, str]) -> bool:
    later, earlier = max(one[0], two[0]), min(one[1] or "9", two[1] or "9")
    return later <= earlier


def _spans(shape: Shape, typed: Typed, marks: list[Mark]) -> tuple[Span | None, ...]:
    """The lines as numbers; one that overlaps an earlier one does not count."""
    if shape.labels:
        return (None,) * len(typed.lines)
    found: list[Span | None] = []
    for at, text in enumerate(typed.lines):
        try:
            span = _span(shape, text, found)
        except ValueError as error:
            marks.append(Mark(at, HEAD, "fault", str(error)))
            found.append(None)
        else:
            found.append(span)
    return tuple(found)


def _span(shape: Shape, text: str, before: Sequence[Span | None]) -> Span:
    plain = text.replace("≤", "<=").replace("≥", ">=").replace("–", "-")
    try:
        span = ANY if plain.strip() == str(ANY) else Span.parse(plain)
    except ValueError as error:
        raise ValueError(f"{error}; write 7, 5-6, <=4 or >=12") from None
    low, high = shape.ends
    if -FAR < span.low < low or high < span.high < FAR:
        raise ValueError(f"{text} cannot fall; write numbers from {low} to {high}")
    for other in before:
        if other is not None and span.low <= other.high and other.low <= span.high:
            both = Span(max(span.low, other.low), min(span.high, other.high))
            raise ValueError(
                f"{both} is also in {other}; let each number be in one line"
            )
    return span


def _gaps(
    shape: Shape, spans: Sequence[Span | None], *, any_good: bool
) -> Iterator[Mark]:
    """Numbers that no line has; where nothing of ours is beneath, that is a fault."""
    if shape.labels:
        return
    read = sorted(span for span in spans if span is not None)
    low, high = shape.ends
    edges = [Span(low - 1, low - 1), *read, Span(high + 1, high + 1)]
    for one, two in pairwise(edges):
        if two.low > one.high + 1 and (
            shape.key in ("dr", "DR") or shape.like.modified
        ):
            missing = Span(one.high + 1, two.low - 1)
            kind: Kind = "fault" if shape.whole and any_good else "warning"
            yield Mark(HEAD, HEAD, kind, f"{missing} is in no line")


def _foot(shape: Shape, typed: Typed, good: Sequence[GoodCell]) -> Iterator[str]:
    """How many ways of the dice the typed cells of each column have."""
    ways = WAYS.get(shape.key)
    for column in range(len(typed.periods) * len(shape.columns)):
        here = [g.cell.span for g in good if g.cell.column == column and g.cell.span]
        if ways is None:
            yield ""
            continue
        typed_ways = sum(
            count
            for number, count in ways.items()
            if any(number in span for span in here)
        )
        yield f"{typed_ways} of {sum(ways.values())}"


# -- cells -------------------------------------------------------------------------


def _result(shape: Shape, line: str, text: str) -> Any:
    """The result of a cell.

    Errors:
        CellFault: it is none.
    """
    result = read_cell(text, shape.form(line))
    name = last(shape.like.id)
    if name in VOCABULARIES and (wrong := VOCABULARIES[name](tuple(result))):
        raise CellFault(wrong)
    if name in CODE_TABLES:
        _check_counter(shape, name, result)
    return result


def _check_counter(shape: Shape, name: str, counter: str) -> None:
    """A counter that the nation has, of the kind that the table brings."""
    if counter in NO_COUNTER or shape.nation is None:
        return
    try:
        check_kind(shape.nation, name, counter)
    except OpforError as error:
        said = f"{error.what}; {error.do}" if error.do else error.what
        raise CellFault(said) from None


def _dated(shape: Shape, cell: Cell) -> Iterator[Mark]:
    """A counter that is in use in no month of its time."""
    name = last(shape.like.id)
    if name not in CODE_TABLES or cell.text in NO_COUNTER or shape.nation is None:
        return
    piece = shape.nation.counter(cell.text)
    late = bool(cell.until) and cell.until < piece.since
    gone = bool(piece.until) and cell.since > piece.until
    if late or gone:
        ends = f"{piece.since or 'the first'} to {piece.until or 'the last'}"
        said = f"{piece.name} is in use from {ends}, by dates of ours"
        yield Mark(cell.line, cell.column, "warning", said)


def _against(shape: Shape, good: Sequence[GoodCell], *, full: bool) -> Iterator[Mark]:
    """What is otherwise than in the rules' own examples."""
    cells = [each.cell for each in good]
    for cell, said in broken(shape.table, cells, full=full):
        line, column = (cell.line, cell.column) if cell else (HEAD, HEAD)
        yield Mark(line, column, "warning", said)
