"""A nation's pack: its tables, its facts and its counters, found by printed name.

A pack is a folder of data/nations. What it lacks comes from its `base` nation, if it
names one. Tables of every nation lie in data/divider. A player's own folders of
tables, given to `load_nation`, win over both.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.core.table import Row, Table, load_tables
from opfor.state.counters import Counter, counters, slug
from opfor.state.forms import check_forms

NO_COUNTER = frozenset({"none", "Inexperienced Crew"})
"""Results of the code tables that are no counter."""

CODE_TABLES = ("x2", "x3", "x4", "x5", "x6", "x6a", "x6c", "commissar")
"""Tables whose results are printed names of counters."""


class Nation(Struct, frozen=True):
    """One nationality as the tables see it.

    Args:
        id: the name of its folder, such as `german`.
        tables: every table loaded, by id: the divider's and all nations'.
    """

    id: str
    tables: Mapping[str, Table]

    def fact(self, name: str, *, date: str = "") -> Any:
        """One line of its pack, such as "may deploy" or, on a date, "ELR"."""
        self._check_date(date)
        return self.tables[f"{self.id}/pack"].look_up(date=date, fact=name).result

    def table(self, name: str) -> Table:
        """Its table of that name ("x2"), its base's, or the divider's.

        Raises:
            OpforError: none of them has it.
        """
        for place in (*(f"{nation}/" for nation in self._line()), ""):
            if found := self.tables.get(place + name):
                return found
        raise OpforError(
            f"{self.id} has no table {name}", do=f"add {self.id}/{name} in a pack"
        )

    def has(self, name: str, *, date: str = "", **axes: str) -> bool:
        """Whether there is such a table, and, on a date, a row in that column."""
        ids = (*(f"{nation}/{name}" for nation in self._line()), name)
        table = next((self.tables[id_] for id_ in ids if id_ in self.tables), None)
        if table is None or not date:
            return table is not None
        return any(row.applies(date, {**row.when, **axes}) for row in table.rows)

    def look_up(self, name: str, number: int = 0, *, date: str, **axes: str) -> Row:
        """The row of its table for a number in a month, "1941-08".

        Raises:
            OpforError: no such table or row, or the month is outside the pack.
        """
        self._check_date(date)
        return self.table(name).look_up(number, date=date, **axes)

    def counter(self, name: str) -> Counter:
        """The counter type with that printed name or code, its own or its base's.

        Raises:
            OpforError: there is none.
        """
        types = counters()
        for nation in self._line():
            if found := types.get(f"{nation}/{slug(name)}"):
                return found
        raise OpforError(
            f"{name!r} is no {self.id} counter", do="counters are in data/counters"
        )

    def in_use(self, name: str, number: int, *, date: str, **axes: str) -> Row:
        """The row of {x4}, {x5} or {x6} for a DR, whose piece is in use by then.

        A piece that comes later gives way to the next row toward 7, then to those
        beyond 7. The project's own rule.
        """
        step = 1 if number < 7 else -1
        end = 13 if step == 1 else 1
        behind = range(number - step, 14 - end, -step)
        for at in (*range(number, end, step), *behind):
            row = self.look_up(name, at, date=date, **axes)
            if self.counter(row.result).since <= date:
                return row
        raise OpforError(f"nothing of {self.id}/{name} is in use in {date}")

    def _line(self) -> Iterator[str]:
        """The nation, then the base it falls back on."""
        yield self.id
        if base := self.tables[f"{self.id}/pack"].look_up(fact="base").result:
            yield base

    def _check_date(self, date: str) -> None:
        pack = self.tables[f"{self.id}/pack"]
        first = pack.look_up(fact="first month").result
        last = pack.look_up(fact="last month").result
        if date and not first <= date <= last:
            raise OpforError(
                f"{self.id} has no tables for {date}",
                do=f"choose a month from {first} to {last}, or add them in a pack",
            )


def load_nation(name: str, *packs: Path) -> Nation:
    """A nation by the name of its folder; `packs` are a player's own folders.

    Raises:
        OpforError: there is no such pack, or a file of one is wrong.
    """
    tables = load(*packs)
    if f"{name}/pack" not in tables:
        known = ", ".join(nations(tables))
        raise OpforError(f"there is no nation {name!r}", do=f"the nations are: {known}")
    return Nation(name, tables)


def nations(tables: Mapping[str, Table]) -> tuple[str, ...]:
    """The nations that have a whole pack, by the names of their folders."""
    return tuple(
        sorted(id_[: -len("/pack")] for id_ in tables if id_.endswith("/pack"))
    )


@cache
def load(*packs: Path) -> Mapping[str, Table]:
    """Every table: the shipped ones, then a player's folders over them.

    Raises:
        OpforError: a file or a result in it is wrong, or names no counter.
    """
    data = Path(str(files("opfor.data")))
    tables = load_tables(data / "divider", data / "nations", *packs)
    for table in tables.values():
        check_forms(table)
    for name in nations(tables):
        _check_codes(Nation(name, tables))
    return tables


def _check_codes(nation: Nation) -> None:
    """Every name that the nation's own tables give is a counter."""
    for name in CODE_TABLES:
        table = nation.tables.get(f"{nation.id}/{name}")
        for row in table.rows if table else ():
            if row.result not in NO_COUNTER:
                try:
                    nation.counter(row.result)
                except OpforError as error:
                    raise OpforError(error.what, where=row.place, do=error.do) from None
