"""How a pack differs from what ships, in words, table by table."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from opfor.core.packs import toml_files
from opfor.core.table import ANY, Row, Table
from opfor.state.nations import load_all
from opfor.views.sheets.cells import cell_text, form_of
from opfor.views.sheets.months import months_text


class Difference(Struct, frozen=True, kw_only=True):
    """What a pack changes of one table.

    Args:
        table, title: which it is; of what is no table the file, without a title.
        lines: each change, "1941, DR 3: ours 50* MTR, yours HMG".
        same: the rows that say what ours says.
    """

    table: str
    title: str
    lines: tuple[str, ...] = ()
    same: int = 0


def differences(folder: Path) -> list[Difference]:
    """All that a pack changes.

    Errors:
        OpforError: a file of it is wrong.
    """
    mine, ours = load_all(folder).tables, load_all().tables
    found = [
        _difference(table, ours.get(name), folder)
        for name, table in sorted(mine.items())
        if table is not ours.get(name)
    ]
    tables = {row.file for each in mine.values() for row in each.rows}
    others = (path for path in toml_files(folder) if str(path) not in tables)
    return found + [
        Difference(
            table=path.relative_to(folder).as_posix(), title="",
            lines=("no table of ours: counters, Missions or names",),
        )
        for path in others
    ]  # fmt: skip


def _difference(mine: Table, ours: Table | None, folder: Path) -> Difference:
    own = [row for row in mine.rows if row.file.startswith(str(folder))]
    lines, same = [], 0
    for row in own:
        yours = cell_text(row.result, _form(mine, row))
        before = list(dict.fromkeys(_before(ours, row))) if ours else []
        if before == [yours]:
            same += 1
            continue
        told = " or ".join(before) or "nothing"
        lines.append(f"{place_text(mine, row)}: ours {told}, yours {yours}")
    return Difference(
        table=mine.id.name, title=mine.title, lines=tuple(lines), same=same
    )


def _form(table: Table, row: Row) -> object:
    return form_of(table.id.name, row.when.get("fact", ""))


def _before(ours: Table, row: Row) -> Iterator[str]:
    """What ours has where a row counts."""
    for each in ours.rows:
        numbers = each.on.low <= row.on.high and row.on.low <= each.on.high
        early = row.until and each.since > row.until
        late = each.until and row.since > each.until
        apart = any(row.when.get(axis, v) != v for axis, v in each.when.items())
        if numbers and not (early or late or apart):
            yield cell_text(each.result, _form(ours, each))


def place_text(table: Table, row: Row) -> str:
    """Where a row counts: "6/41-3/42, inside, DR 3-4"."""
    number = f"{table.key} {row.on}" if row.on != ANY else ""
    parts = [months_text(row.since, row.until), *row.when.values(), number]
    return ", ".join(filter(None, parts)) or "always"


def difference_lines(found: list[Difference]) -> Iterator[str]:
    """The differences as text, a table after the other."""
    for each in found:
        count = f"{len(each.lines)} differ" if each.title else ""
        same = f"{each.same} the same" if each.same else ""
        head = f"{{{each.table}}} {each.title}" if each.title else each.table
        yield f"{head}: {', '.join(filter(None, [count, same]))}".rstrip(": ")
        yield from (f"  {line}" for line in each.lines)
