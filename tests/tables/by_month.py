"""Exact chances of what the tables of SW, Guns and vehicles bring in a month."""

from collections.abc import Iterator

from opfor.state.in_service import columns, own_months, own_tables
from opfor.state.nations import Nation

DR = {number: 6 - abs(7 - number) for number in range(2, 13)}
"""Of 36, how often each DR comes."""


def chances(pack: Nation, name: str, date: str, when: dict[str, str]) -> dict[str, int]:
    """Of 36 DR, how many bring each piece."""
    found: dict[str, int] = {}
    for number, ways in DR.items():
        piece = pack.counter(pack.in_use(name, number, date=date, **when).result)
        found[piece.name] = found.get(piece.name, 0) + ways
    return found


def each(pack: Nation, *names: str) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Every table, month and column that has rows."""
    for name in own_tables(pack):
        if name in names:
            for date in own_months(pack):
                for when in columns(pack.table(name)):
                    if pack.has(name, date=date, **when):
                        yield name, date, when
