"""Exact chances of the results of a table, by counting the dice."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.table import Row, Table
from opfor.state.in_service import IN_USE, columns, own_months
from opfor.state.nations import Nation
from opfor.state.table_results import last
from opfor.views.table_text import result_text

DICE: Mapping[str, tuple[int, ...]] = {
    "dr": tuple(range(1, 7)),
    "DR": tuple(one + two for one, two in product(range(1, 7), repeat=2)),
}
Chances = Mapping[str, Fraction]


class ColumnOdds(Struct, frozen=True):
    """The chances on one column of a table in one stretch of time.

    `drm` is all that was added to the dice; `chances` go by result, in table order,
    and are counted in so many ways that the dice can fall (`dice`). `until` is the last
    month, where that was asked for.
    """

    when: Mapping[str, str]
    since: str
    drm: int
    chances: Chances
    dice: int
    until: str = ""


def chances(key: str, row_of: Callable[[int], Row], drm: int = 0) -> Chances:
    """The chance of each result, in the order of the Final numbers."""
    dice = DICE[key]
    found: dict[str, Fraction] = {}
    for number in sorted(dice):
        name = result_text(row_of(number + drm).result)
        found[name] = found.get(name, Fraction(0)) + Fraction(1, len(dice))
    return found


def odds(
    table: Table, nation: Nation | None = None, *, drm: int = 0, date: str = ""
) -> list[ColumnOdds]:
    """The chances on every column of a table, on a date or in each stretch of time.

    A nation's DRM of the date is added, and its pieces not yet in use give way.

    Raises:
        OpforError: the table is not rolled on.
    """
    if table.key not in DICE:
        do = "odds are for tables with a dr or DR"
        raise OpforError("no dice are rolled on this table", str(table.id), do)
    return [
        _of_column(table, nation, when, since, drm)
        for since in ([date] if date else periods(table, nation))
        for when in columns(table)
        if any(row.applies(since, when) for row in table.rows)
    ]


def periods(table: Table, nation: Nation | None = None) -> list[str]:
    """The first month of every stretch of time in which a table stays the same."""
    rows = list(table.rows)
    if nation and nation.has(f"{last(table.id)}-drm"):
        rows += nation.table(f"{last(table.id)}-drm").rows
    starts = sorted({row.since for row in rows if row.since})
    if not nation:
        return starts or [""]
    if last(table.id) in IN_USE:
        return sorted({one.since for one in by_month(table, nation)})
    first, end = (nation.fact(f"{which} month") for which in ("first", "last"))
    return sorted({first, *(month for month in starts if first < month <= end)})


def by_month(table: Table, nation: Nation) -> list[ColumnOdds]:
    """The chances on every column, from the month in which they change to the next.

    Months in which a column has no rows are left out.
    """
    return [one for when in columns(table) for one in _stretches(table, nation, when)]


def _stretches(table: Table, nation: Nation, when: dict[str, str]) -> list[ColumnOdds]:
    found: list[ColumnOdds] = []
    before = ""
    for month in own_months(nation):
        if any(row.applies(month, when) for row in table.rows):
            now = _of_column(table, nation, when, month, 0)
            same = found and found[-1].until == before
            if same and found[-1].chances == now.chances:
                found[-1] = replace(found[-1], until=month)
            else:
                found.append(replace(now, until=month))
        before = month
    return found


def date_drm(table: Table, nation: Nation, date: str) -> int:
    """The nation's DRM of the date on that table, 0 if it has none.

    Those of {A5} are by cause, not by date.
    """
    name = f"{last(table.id)}-drm"
    if not nation.has(name, date=date) or nation.table(name).axes:
        return 0
    return int(nation.look_up(name, date=date).result)


def _of_column(
    table: Table, nation: Nation | None, when: dict[str, str], date: str, drm: int
) -> ColumnOdds:
    name = last(table.id)

    def row_of(number: int) -> Row:
        if nation and name in IN_USE:
            return nation.in_use(name, number, date=date, **when)
        return table.look_up(number, date=date, **when)

    if nation:
        drm += date_drm(table, nation, date)
    found = chances(table.key, row_of, drm)
    return ColumnOdds(when, date, drm, found, len(DICE[table.key]))


def odds_text(odds: ColumnOdds) -> str:
    """Chances as text: a head with date, column and DRM, then a line a result."""
    parts = [odds.since, *odds.when.values()]
    parts.append(f"DRM {odds.drm:+d}" if odds.drm else "")
    head = ", ".join(part for part in parts if part)
    width = max(map(len, odds.chances))
    lines = [
        f"  {name:<{width}}  {100 * float(chance):5.1f} %  {ways} of {odds.dice}"
        for name, chance in odds.chances.items()
        for ways in [chance * odds.dice]
    ]
    return "\n".join([head, *lines] if head else lines)
