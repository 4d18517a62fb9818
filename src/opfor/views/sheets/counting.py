"""Which cells of a sheet make a right table: ours lies beneath, but not everywhere.

In a month in which ours has no row a column counts only as a whole, for nothing would
stand in for its other lines.
"""

from collections.abc import Collection

from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.table import Row, read_table
from opfor.state.nations import load_all
from opfor.views.sheets.faults import HEAD, Found, Mark
from opfor.views.sheets.file import sheet_toml
from opfor.views.sheets.shape import Shape

SHORT = "this time counts once all of it is typed: ours has nothing in some of it"


def read_own(data: bytes, file: str) -> tuple[Row, ...]:
    """The rows of a file of the pack's own; checked as when a game is begun.

    Errors:
        OpforError: it is wrong.
    """
    table = read_table(data, file=file, pack="module", beneath=load_all().tables)
    return tuple(row for row in table.rows if row.file == file)


def counting(shape: Shape, found: Found) -> Found:
    """What a look found, without the columns that cannot count yet; each is marked."""
    if not _wrong(shape, found):
        return found
    columns = sorted({each.cell.column for each in found.good})
    short = [at for at in columns if _wrong(shape, _of(found, {at}))]
    width = len(shape.columns)
    times = dict.fromkeys(at // width for at in short)
    marks = tuple(Mark(HEAD, time, "warning", SHORT) for time in times)
    rest = replace(_of(found, set(columns) - set(short)), marks=found.marks + marks)
    if said := _wrong(shape, rest):
        alone = Mark(HEAD, HEAD, "fault", said)
        return replace(rest, good=(), marks=(*rest.marks, alone))
    return rest


def _of(found: Found, columns: Collection[int]) -> Found:
    """What a look found in some columns."""
    good = tuple(each for each in found.good if each.cell.column in columns)
    return replace(found, good=good)


def _wrong(shape: Shape, found: Found) -> str:
    """Why the file of some cells would be no right table; empty if it is one."""
    text = sheet_toml(shape, found)
    try:
        read_own(text.encode(), shape.table) if text else ()
    except OpforError as error:
        return error.what
    return ""
