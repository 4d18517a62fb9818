"""A table as plain text: its rows, their dates and columns, and their sources."""

from collections.abc import Mapping
from typing import Any

import msgspec

from opfor.core.table import ANY, Row, Span, Table

PLAIN = ("kind", "event")
"""Parts of a result that say what they are without their names."""


def table_text(table: Table) -> str:
    """The whole page of a table: head, note, then one line a row.

    A row of a player's pack stands where it was added and names its pack.
    """
    key = f", {table.key}" if table.key in ("dr", "DR") else ""
    head = [f"{table.id} {table.title}{key}"]
    if table.note:
        head.append(table.note)
    cells = [_cells(row, table) for row in table.rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) for cell, width in zip(line, widths, strict=True) if width
        ).rstrip()
        for line in cells
    ]
    return "\n".join([*head, *lines])


def in_force(table: Table, *, date: str = "", column: str = "") -> Table:
    """The table with the rows of one month and one column alone.

    Rows that a pack covers wholly are left out; `column` is a value of any axis.
    """
    rows = [row for row in table.rows if _counts(row, date, column)]
    tops = [
        row
        for row in rows
        if not any(
            above.layer > row.layer
            and above.on.low <= row.on.low
            and row.on.high <= above.on.high
            and above.when == row.when
            and (above.since, above.until) in (("", ""), (row.since, row.until))
            for above in rows
        )
    ]
    return msgspec.structs.replace(table, rows=tuple(tops))


def _counts(row: Row, date: str, column: str) -> bool:
    if date and not (row.since or date) <= date <= (row.until or date):
        return False
    return not column or not row.when or column in row.when.values()


def result_text(result: Any) -> str:
    """A result in words: "S, S, L", "case A, range 12", "pillbox, defence 3, 5".

    Parts that have commas of their own are held apart by semicolons.
    """
    if isinstance(result, bool):
        return "yes" if result else "no"
    if isinstance(result, Mapping):
        parts = [
            result_text(value) if name in PLAIN else f"{name} {result_text(value)}"
            for name, value in result.items()
        ]
        return ", ".join(parts)
    if isinstance(result, tuple):
        parts = [result_text(each) for each in result]
        apart = "; " if any(", " in part for part in parts) else ", "
        return apart.join(parts) or "nothing"
    return str(result) if result != "" else "none"


def row_text(table: Table, row: Row) -> str:
    """A row in a sentence: "ENEMY Activation: DR 8 gives S, F"."""
    cases = [*row.when.values(), dates_text(row)]
    if row.on != ANY:
        roll = f"{table.key} " if table.key in ("dr", "DR") else ""
        cases.insert(0, f"{roll}{_span_words(row.on)}")
    where = ", ".join(filter(None, cases)) or "always"
    return f"{table.title}: {where} gives {result_text(row.result)}"


def _span_words(on: Span) -> str:
    """Numbers in words: "5 or more"."""
    if on.low == ANY.low:
        return f"{on.high} or less"
    return f"{on.low} or more" if on.high == ANY.high else str(on)


def _cells(row: Row, table: Table) -> list[str]:
    """Key, dates, columns, result, source, note."""
    layer = f"({row.pack})" if row.layer else ""
    return [
        "" if row.on == ANY else str(row.on),
        dates_text(row),
        *(row.when.get(axis, "") for axis in table.axes),
        result_text(row.result),
        f"[{row.source}]",
        layer,
        row.note,
    ]


def dates_text(row: Row) -> str:
    """From when to when a row counts; empty of one that always does."""
    if row.since and row.until:
        return f"{row.since} to {row.until}"
    if row.since:
        return f"from {row.since}"
    return f"to {row.until}" if row.until else ""
