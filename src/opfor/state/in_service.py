"""What {x4}, {x5} and {x6} have in use, month by month."""

from collections.abc import Iterator, Mapping
from itertools import product
from types import MappingProxyType

from opfor.core.errors import OpforError
from opfor.core.month import is_month
from opfor.core.table import Table
from opfor.state.nations import Nation

IN_USE = ("x4", "x5", "x6", "x6a", "x6c")
"""Tables on which a piece that is not in use gives way to another row."""

VEHICLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"all": ("x6", "x6a", "x6c"), "tanks": ("x6",), "none": ()}
)
"""The tables of vehicles that count for a nation, by its pack's word on them."""

FIRST_DR, DECEMBER = 2, 12


def months(first: str, last: str) -> Iterator[str]:
    """Every month from one to another: 1941-12, 1942-01 and so on."""
    year, month = int(first[:4]), int(first[5:])
    while (name := f"{year}-{month:02d}") <= last:
        yield name
        year, month = year + month // DECEMBER, month % DECEMBER + 1


def own_months(nation: Nation) -> Iterator[str]:
    """Every month for which a nation has tables.

    Raises:
        OpforError: its first or its last one is no month.
    """
    ends = ("first month", "last month")
    for row in nation.tables[f"{nation.id}/pack"].rows:
        name = row.when.get("fact", "")
        if name in ends and not is_month(str(row.result)):
            what = f"{name}: {row.result!r} is no month"
            raise OpforError(what, row.place, 'write "1942-07"')
    first, last = map(nation.fact, ends)
    return months(first, last)


def own_tables(nation: Nation) -> list[str]:
    """Which of those tables a nation has, its own or its base's."""
    vehicles = VEHICLES[nation.fact("vehicles")]
    return [
        name
        for name in IN_USE
        if nation.has(name) and (name in vehicles or not name.startswith("x6"))
    ]


def columns(table: Table) -> Iterator[dict[str, str]]:
    """Every column of a table."""
    for values in product(*table.axes.values()):
        yield dict(zip(table.axes, values, strict=True))


def check_service(nation: Nation, *dates: str) -> None:
    """See that something is in use wherever one of those tables has rows.

    Args:
        nation: whose tables.
        dates: the months that are asked about; every one of its own, if none is named.

    Raises:
        OpforError: in a month nothing is; it names the table, file and line.
    """
    for name in own_tables(nation):
        for date in dates or own_months(nation):
            for when in columns(nation.table(name)):
                if nation.has(name, date=date, **when):
                    _check(nation, name, date, when)


def _check(nation: Nation, name: str, date: str, when: dict[str, str]) -> None:
    """As above, of one column in one month: any DR finds whatever there is."""
    try:
        nation.in_use(name, FIRST_DR, date=date, **when)
    except OpforError as error:
        column = ", ".join(when.values())
        what = f"{error.what} ({column})" if column else error.what
        raise OpforError(what, error.where, error.do) from None
