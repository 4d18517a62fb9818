"""How a pack differs from what ships, in words, table by table."""

from collections.abc import Iterator
from itertools import zip_longest
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
    whole_list = mine.key == "list" and len(own) == len(mine.rows)
    pairs = _in_order if whole_list else _where_they_count
    lines, same = [], 0
    for place, before, yours in pairs(mine, ours, own):
        if before == yours:
            same += 1
        else:
            told = f"ours {before or 'nothing'}, yours {yours or 'nothing'}"
            lines.append(f"{place}: {told}")
    return Difference(
        table=mine.id.name, title=mine.title, lines=tuple(lines), same=same
    )


def _where_they_count(
    mine: Table, ours: Table | None, own: list[Row]
) -> Iterator[tuple[str, str, str]]:
    """Each row of the pack: where it counts, what ours has there, what it says."""
    for row in own:
        before = dict.fromkeys(_before(ours, row)) if ours else ()
        yield place_text(mine, row), " or ".join(before), result_text(mine, row)


def _in_order(
    mine: Table, ours: Table | None, own: list[Row]
) -> Iterator[tuple[str, str, str]]:
    """A list, whose lines are told by their order alone."""
    before = [result_text(ours, row) for row in ours.rows] if ours else []
    yours = [result_text(mine, row) for row in own]
    for number, pair in enumerate(zip_longest(before, yours, fillvalue=""), 1):
        yield f"line {number}", *pair


def result_text(table: Table, row: Row) -> str:
    """A row's result as it is typed."""
    return cell_text(row.result, form_of(table.id.name, row.when.get("fact", "")))


def _before(ours: Table, row: Row) -> Iterator[str]:
    """What ours has where a row counts."""
    for each in ours.rows:
        numbers = each.on.low <= row.on.high and row.on.low <= each.on.high
        early = row.until and each.since > row.until
        late = each.until and row.since > each.until
        apart = any(row.when.get(axis, v) != v for axis, v in each.when.items())
        if numbers and not (early or late or apart):
            yield result_text(ours, each)


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
