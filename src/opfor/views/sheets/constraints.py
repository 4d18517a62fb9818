"""C01 to C49 beside a sheet: where a cell is not what the rules' own examples have.

A module may differ, so these are told and do not keep a cell from counting.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from opfor.core.table import FAR, Span

FILE = "constraints.toml"


class Constraint(Struct, frozen=True, forbid_unknown_fields=True):
    """What the rules give away of a table; the head of the file says each key."""

    id: str
    rule: str
    table: str
    on: int | None = None
    month: str = ""
    line: str = ""
    when: dict[str, str] = {}
    is_: str = msgspec.field(default="", name="is")
    some: str = ""
    never: str = ""
    only: str = ""
    say: str = ""

    def of(self, table: str) -> bool:
        """Whether it is about a table."""
        if self.table.startswith("*"):
            return table.endswith(self.table[1:])
        return self.table == table

    def __str__(self) -> str:
        said = self.say or f"the rules have {self.is_}"
        return f"{self.id}: {said} ({self.rule})"


class Cell(Struct, frozen=True):
    """A cell that can be read: where it stands, for what, and its text in one form."""

    line: int
    column: int
    label: str
    span: Span | None
    since: str
    until: str
    when: Mapping[str, str]
    text: str

    def at(self, number: int | None, month: str) -> bool:
        """Whether it has a number and counts in a month."""
        if number is not None and (self.span is None or number not in self.span):
            return False
        if not month:
            return True
        return self.since <= month and (not self.until or month <= self.until)


@cache
def constraints() -> tuple[Constraint, ...]:
    """All of them."""
    raw: dict[str, Any] = tomllib.loads((files("opfor.data") / FILE).read_text("utf-8"))
    return tuple(msgspec.convert(raw["constraint"], list[Constraint]))


def broken(
    table: str, cells: Sequence[Cell], *, full: bool
) -> Iterator[tuple[Cell | None, str]]:
    """What a sheet has otherwise than the rules, and in which cell if in one.

    Args:
        table: the table's id.
        cells: those typed.
        full: whether every cell is typed, so that nothing is still to come.
    """
    for each in constraints():
        if not each.of(table):
            continue
        found = [cell for cell in cells if _about(each, cell)]
        yield from ((cell, str(each)) for cell in found if _differs(each, cell))
        if each.some and full and not any(_is(each.some, cell) for cell in found):
            yield None, str(each)


def _about(each: Constraint, cell: Cell) -> bool:
    return (
        cell.at(each.on, each.month)
        and each.line in ("", cell.label)
        and all(cell.when.get(axis) == value for axis, value in each.when.items())
    )


def _differs(each: Constraint, cell: Cell) -> bool:
    if each.only and cell.span is not None:
        low, high = map(int, each.only.split("-"))
        inside = low <= cell.span.low and cell.span.high <= high
        open_ = cell.span.low == -FAR or cell.span.high == FAR
        return not (inside or open_)
    if each.is_ and not _is(each.is_, cell):
        return True
    return bool(each.never) and _is(each.never, cell)


def _is(pattern: str, cell: Cell) -> bool:
    return re.fullmatch(pattern, cell.text) is not None
