"""What may be typed into a sheet's cells, to complete it: the likeliest first."""

from collections.abc import Iterator
from typing import get_origin

from opfor.rules.s_solitaire.command_tables import VOCABULARIES
from opfor.state.nations import CODE_TABLES, KINDS, NO_COUNTER, Nation, load_all
from opfor.state.table_results import last
from opfor.views.sheets.cells import BETWEEN, cell_text, words_of
from opfor.views.sheets.shape import Shape

COMMANDS = (("A3a", "A3b", "A3c", "A3d"), ("A4a", "A4b"), ("A4c",))
"""Tables that share their clauses."""


def between(shape: Shape) -> str:
    """What stands between the parts of a cell that are completed one by one."""
    return BETWEEN if last(shape.like.id) in VOCABULARIES else ""


def words(shape: Shape) -> dict[str, tuple[str, ...]]:
    """What may be typed, by line; "" has what may be in every line."""
    name = last(shape.like.id)
    if name in VOCABULARIES:
        return {"": tuple(dict.fromkeys(_clauses(name)))}
    if name in CODE_TABLES and shape.nation is not None:
        return {"": tuple(dict.fromkeys(_counters(shape, shape.nation, name)))}
    if name == "pack":
        return {
            line: known
            for line in shape.labels
            if (known := words_of(shape.form(line)))
        }
    form = shape.form("")
    if get_origin(form) is tuple:
        return {}
    known = words_of(form) or tuple(dict.fromkeys(_ours(shape)))
    return {"": known}


def _ours(shape: Shape) -> Iterator[str]:
    """The results that ours has, where they are words."""
    for row in shape.like.rows:
        text = cell_text(row.result, shape.form(row.when.get(shape.axis, "")))
        if not text.lstrip("+-").isdigit():
            yield text


def _clauses(name: str) -> Iterator[str]:
    """Every clause that a row of such a table of ours has; its own first."""
    tables = next(each for each in COMMANDS if name in each)
    for table in sorted(tables, key=lambda each: each != name):
        for row in load_all().tables[table].rows:
            yield from row.result


def _counters(shape: Shape, nation: Nation, name: str) -> Iterator[str]:
    """The names of the counters that a table can bring: those that it has first."""
    found = {row.result for row in shape.like.rows}
    yield from sorted(found)
    for piece in nation.counters.values():
        if isinstance(piece, KINDS[name]) and nation.knows(piece.name):
            yield piece.name
    yield from sorted(NO_COUNTER)
