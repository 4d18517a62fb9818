"""A sheet as a pack's TOML file: a row for each cell that counts."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from opfor.core.table import ANY, Row
from opfor.state.table_results import OPTIONAL
from opfor.views.sheets.faults import Found, GoodCell
from opfor.views.sheets.shape import Shape
from opfor.views.table_toml import value_toml

MARK = "# Written by opfor's page of packs. Your own values; nobody's official ones."
"""The first line of a file that the pages may write anew."""


def file_of(folder: Path, table: str) -> Path:
    """Where the pages keep a table; table ids hold nothing that leads elsewhere."""
    return folder / f"{table.replace('/', '-')}.toml"


def is_ours(file: Path) -> bool:
    """Whether the pages may write a file: it is not there, or they have written it."""
    if file.is_symlink() or (file.exists() and not file.is_file()):
        return False
    try:
        with file.open(encoding="utf-8") as text:
            return text.read(len(MARK)) == MARK
    except FileNotFoundError:
        return True
    except (OSError, UnicodeDecodeError):
        return False


def sheet_toml(shape: Shape, found: Found) -> str:
    """The file of a sheet; empty if nothing of it counts.

    A table that stands alone (nothing of ours is beneath it) counts only as a whole:
    where a fault is left, or a line of it, there is no file.
    """
    if not found.good or (shape.whole and not _is_whole(shape, found)):
        return ""
    lines = [MARK, f"# {shape.like.title}", *_head(shape), 'source = "player"']
    lines += ["rows = [", *(f"  {_row(shape, each)}," for each in found.good), "]", ""]
    return "\n".join(lines)


def _is_whole(shape: Shape, found: Found) -> bool:
    if any(mark.kind == "fault" for mark in found.marks):
        return False
    if shape.key == "list":
        lines = [each.cell.line for each in found.good]
        return lines == list(range(len(lines)))
    readable = len([span for span in found.spans if span]) or len(shape.labels)
    times = len([time for time in found.times if time])
    return len(found.good) == readable * times * len(shape.columns)


def _head(shape: Shape) -> Iterator[str]:
    if not shape.whole:
        yield f"extends = {value_toml(shape.table)}"
        return
    like = shape.like
    yield f"id = {value_toml(shape.table)}"
    yield f"title = {value_toml(like.title)}"
    yield f"key = {value_toml(like.key)}"
    if like.modified:
        yield "modified = true"
    axes = {axis: list(like.axes[axis]) for axis in like.axes if axis not in OPTIONAL}
    if axes:
        pairs = (
            f"{_key(axis)} = {value_toml(values)}" for axis, values in axes.items()
        )
        yield f"axes = {{ {', '.join(pairs)} }}"


def _row(shape: Shape, each: GoodCell) -> str:
    cell = each.cell
    on = "" if cell.span is None or cell.span == ANY else str(cell.span)
    parts = [("on", on), ("from", cell.since), ("until", cell.until)]
    if shape.key != "list":
        parts += cell.when.items()
    return _told(parts, each.result)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name, re.ASCII) else value_toml(name)


def rows_toml(table: str, title: str, rows: Sequence[Row]) -> str:
    """The file of some rows over a table."""
    lines = [MARK, f"# {title}", f"extends = {value_toml(table)}", 'source = "player"']
    lines += ["rows = [", *(f"  {_plain_row(row)}," for row in rows), "]", ""]
    return "\n".join(lines)


def _plain_row(row: Row) -> str:
    on = "" if row.on == ANY else str(row.on)
    parts = [("on", on), ("from", row.since), ("until", row.until), *row.when.items()]
    return _told([*parts], row.result, row.note)


def _told(parts: Sequence[tuple[str, str]], result: Any, note: str = "") -> str:
    told = [f"{_key(key)} = {value_toml(text)}" for key, text in parts if text]
    told.append(f"result = {value_toml(result)}")
    if note:
        told.append(f"note = {value_toml(note)}")
    return f"{{ {', '.join(told)} }}"
