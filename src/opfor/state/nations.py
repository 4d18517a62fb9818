"""A nation's pack: its tables, its facts and its counters, found by printed name.

A nation is a folder of data/nations. What it lacks comes from its `base` nation, if it
names one. Tables of every nation lie in data/divider, those of the core rules in
data/asl. A player's own packs, given to `load_nation`, win over all of them;
state/packs.py says what one may hold.
"""

import contextlib
from collections.abc import Mapping
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

from opfor.core.did_you_mean import did_you_mean, shares_a_number
from opfor.core.disk_cache import digest_of, keep, kept_path, read_kept
from opfor.core.errors import OpforError
from opfor.core.packs import load_tables, toml_files
from opfor.core.table import Row, Table, packed, read_table, unpacked
from opfor.state.counter_lists import FOLDER as COUNTERS
from opfor.state.counter_lists import counters, find, unlisted
from opfor.state.counters import MMC, SMC, Counter, Gun, SupportWeapon, Vehicle, slug
from opfor.state.mission import FOLDER as MISSIONS
from opfor.state.table_results import FACTS, USUAL, check_forms, check_shape

VASL = "vasl"
"""The folder of a pack that says what VASL's counters are; no tables are in it."""

INEXPERIENCED = frozenset({"Inexperienced Crew", "Inexp. Crew"})
"""The result of {x3} that gives crews and no armor leader (S5.711)."""

NO_COUNTER = INEXPERIENCED | {"none"}
"""Results of the code tables that are no counter."""

CODE_TABLES = ("x2", "x3", "x4", "x5", "x6", "x6a", "x6c", "commissar")
"""Tables whose results are printed names of counters."""


KINDS: Mapping[str, Any] = MappingProxyType(
    {
        "x2": MMC,
        "x3": SMC,
        "commissar": SMC,
        "x4": SupportWeapon | Gun,
        "x5": SupportWeapon | Gun,
        "x6": Vehicle,
        "x6a": Vehicle,
        "x6c": Vehicle,
    }
)
"""The counters that a code table may name."""

BRINGS = MappingProxyType(
    {
        "x2": "a squad",
        "x3": "a leader",
        "commissar": "a Commissar",
        "x4": "a SW, or a mortar that is a Gun",
        "x5": "a Gun, or an infantry gun that is a SW",
        "x6": "a vehicle",
        "x6a": "a vehicle",
        "x6c": "a vehicle",
    }
)
"""What they are, in words."""

SMALL_MORTAR = 60
"""Calibre in mm up to which a mortar inside becomes a MMG instead of a HMG."""


TableRows = dict[str, list[dict[str, Any]]]
"""Rows over tables, by table: each as a line of a pack's file would have it."""


class Nation(Struct, frozen=True, dict=True):
    """One nationality as the tables see it.

    Args:
        id: the name of its folder, such as `german`.
        tables: every table loaded, by id: the divider's and all nations'.
        counters: every counter type, by id: all nations'.
    """

    id: str
    tables: Mapping[str, Table]
    counters: Mapping[str, Counter]

    def fact(self, name: str, *, date: str = "") -> Any:
        """One line of its pack or its base's, such as "may deploy" or "ELR".

        Raises:
            OpforError: neither has it, or the month is outside the pack.
        """
        self._check_date(date)
        when = {"fact": name}
        for nation in self.line:
            pack = self.tables[f"{nation}/pack"]
            if any(row.applies(date, when) for row in pack.rows):
                return pack.look_up(date=date, fact=name).result
        if name in USUAL:
            return USUAL[name]
        asked = f"{name} in {date}" if date else name
        raise OpforError(
            f"{self.id} has no fact {asked!r}", do=f"add it to {self.id}/pack"
        )

    def table(self, name: str) -> Table:
        """Its table of that name ("x2"), its base's, or the divider's.

        Raises:
            OpforError: none of them has it.
        """
        for place in (*(f"{nation}/" for nation in self.line), ""):
            if found := self.tables.get(place + name):
                return found
        raise OpforError(
            f"{self.id} has no table {name}", do=f"add {self.id}/{name} in a pack"
        )

    def has(self, name: str, *, date: str = "", **axes: str) -> bool:
        """Whether there is such a table, and, on a date, a row in that column."""
        ids = (*(f"{nation}/{name}" for nation in self.line), name)
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

        The long lists come last: a base's counter goes before one of them.

        Raises:
            OpforError: there is none.
        """
        if found := self._named(name):
            return found
        own = [id_ for id_ in self.counters if id_.partition("/")[0] in {*self._makers}]
        names = {self.counters[id_].name for id_ in own}
        do = did_you_mean(name, names) or shares_a_number(name, names)
        do = do or f"such as {self._some(own)}, or one of a pack"
        raise OpforError(f"{name!r} is no {self.id} counter", do=do)

    def _some(self, own: list[str]) -> str:
        """Some of its counters by name, its squads if it has any."""
        types = [self.counters[id_] for id_ in own]
        squads = [one for one in types if isinstance(one, MMC) and one.size == "squad"]
        return ", ".join(sorted({one.name for one in squads or types})[:8])

    def knows(self, name: str) -> bool:
        """Whether it has a counter type with that printed name or code."""
        return self._named(name) is not None

    @cached_property
    def _known(self) -> dict[str, Counter | None]:
        """The counters looked up so far; tables name the same again and again."""
        return {}

    def _named(self, name: str) -> Counter | None:
        if name not in self._known:
            self._known[name] = self._look_for(name)
        return self._known[name]

    def _look_for(self, name: str) -> Counter | None:
        codes = [f"{nation}/{slug(name)}" for nation in self._makers]
        for types in (unlisted(self.counters), self.counters):
            for code in codes:
                if found := types.get(code):
                    return found
        return None

    def piece(self, code: str) -> Counter:
        """The counter type of that id, of any nation.

        Raises:
            OpforError: there is none.
        """
        return find(self.counters, code)

    def other(self, name: str) -> "Nation":
        """Another nation of the same tables and counters."""
        return Loaded(self.tables, self.counters).nation(name)

    def with_rows(self, rows: TableRows) -> "Nation":
        """The nation with rows over tables, as a player's pack would have them.

        Raises:
            OpforError: there is no such table, or a row does not do for it.
        """
        if not rows:
            return self
        tables = dict(self.tables)
        for name, forms in rows.items():
            what = {"extends": name, "source": "player", "rows": forms}
            tables[name] = read_table(what, file=f"{{{name}}}", beneath=tables)
            check_shape(tables[name], self.tables)
            check_forms(tables[name])
        loaded = Loaded(tables, self.counters)
        if any("/" in name for name in rows):
            check_nations(loaded)
        return loaded.nation(self.id)

    def in_use(self, name: str, number: int, *, date: str, **axes: str) -> Row:
        """The row of {x4}, {x5} or {x6} for a DR, whose piece is in use by then.

        A piece that comes later, or is no longer there, gives way to the next row
        toward 7, then to those beyond 7. The project's own rule; what a pack lays over
        a table of ours comes whatever our dates say. Reading: D-620
        """
        step = 1 if number < 7 else -1
        end = 13 if step == 1 else 1
        behind = range(number - step, 14 - end, -step)
        for at in (*range(number, end, step), *behind):
            row = self.look_up(name, at, date=date, **axes)
            if row.layer or self.counter(row.result).serves(date):
                return row
        raise OpforError(
            f"nothing of {self.table(name).id} is in use in {date}",
            row.place,
            "name a counter that is in use then, or let no row count in that month",
        )

    @cached_property
    def _makers(self) -> tuple[str, ...]:
        """The nations whose counters it knows: its line, then whose tanks it has."""
        lent = next(filter(None, (self._own(n, "equipment") for n in self.line)), "")
        return (*self.line, lent) if lent else self.line

    @cached_property
    def line(self) -> tuple[str, ...]:
        """The nation, then the base it falls back on, and the base of that."""
        line: dict[str, None] = {}
        nation = self.id
        while nation and nation not in line:
            line[nation] = None
            nation = self._own(nation, "base")
        return tuple(line)

    def _own(self, nation: str, fact: str) -> str:
        """A fact without date of one nation's own pack; empty if it has none."""
        rows = self.tables[f"{nation}/pack"].rows
        found = (r.result for r in reversed(rows) if r.applies("", {"fact": fact}))
        return str(next(found, ""))

    def nearest_month(self, date: str) -> str:
        """The month with tables that is nearest to one."""
        first, last = self.span
        return max(first, min(date, last))

    @property
    def span(self) -> tuple[str, str]:
        """Its first and its last month with tables."""
        return self._own(self.id, "first month"), self._own(self.id, "last month")

    def _check_date(self, date: str) -> None:
        if not date:
            return
        first, last = self.span
        if not first <= date <= last:
            raise OpforError(
                f"{self.id} has no tables for {date}",
                do=f"choose a month from {first} to {last}, or add them in a pack",
            )


class Loaded(Struct, frozen=True):
    """All tables and all counters, those of a player's packs over the shipped ones."""

    tables: Mapping[str, Table]
    counters: Mapping[str, Counter]

    def nation(self, name: str) -> Nation:
        """A nation by the name of its folder.

        Raises:
            OpforError: there is no such pack.
        """
        known = nations(self.tables)
        if name not in known:
            do = did_you_mean(name, known) or f"the nations are: {', '.join(known)}"
            raise OpforError(f"there is no nation {name!r}", do=do)
        return Nation(name, self.tables, self.counters)


def load_nation(name: str, *packs: Path) -> Nation:
    """A nation by the name of its folder; `packs` are a player's own folders.

    Raises:
        OpforError: there is no such nation, or a file of a pack is wrong.
    """
    return load_all(*packs).nation(name)


def nations(tables: Mapping[str, Table]) -> tuple[str, ...]:
    """The nations that have a whole pack, by the names of their folders."""
    return tuple(
        sorted(id_[: -len("/pack")] for id_ in tables if id_.endswith("/pack"))
    )


def load(*packs: Path) -> Mapping[str, Table]:
    """Every table: the shipped ones, then a player's folders over them.

    Raises:
        OpforError: a file or a result in it is wrong, or names no counter.
    """
    return load_all(*packs).tables


def load_all(*packs: Path) -> Loaded:
    """Every table and counter; packs are read anew each time, for they may change.

    Raises:
        OpforError: a file of a pack is wrong; it names file, line, key and what to do.
    """
    if not packs:
        return _shipped()
    below = _shipped().tables
    tables = load_tables(*packs, over=below, skip=(COUNTERS, MISSIONS, VASL))
    loaded = Loaded(tables, counters(*packs))
    for name, table in tables.items():
        if table is not below.get(name):
            check_shape(table, below)
            check_forms(table)
            _check_nation_known(table, nations(tables))
    check_nations(loaded)
    return loaded


@cache
def _shipped() -> Loaded:
    """What comes with opfor: once it was read and checked, it is kept so."""
    package = Path(str(files("opfor")))
    data = package / "data"
    folders = [data / name for name in ("asl", "divider", "nations")]
    sources = [path for name in READ_BY for path in package.glob(name)]
    tables = [p for folder in (*folders, data / COUNTERS) for p in toml_files(folder)]
    path = kept_path("tables", digest_of(sorted((*sources, *tables))), ".msgpack")
    if found := read_kept(path):
        with contextlib.suppress(msgspec.MsgspecError):
            return Loaded(unpacked(found), counters())
    loaded = Loaded(load_tables(*folders), counters())
    for table in loaded.tables.values():
        check_forms(table)
    check_nations(loaded)
    keep(path, packed(loaded.tables), most=MOST_KEPT)
    return loaded


READ_BY = ("core/*.py", "state/*.py")
"""The code that reads and checks tables: what is kept holds only for it."""

MOST_KEPT = 3
"""The tables of so many versions of opfor are kept."""


# -- checking --------------------------------------------------------------------


def check_nations(loaded: Loaded) -> None:
    """See that every nation has its facts, and that its tables name counters.

    Raises:
        OpforError: naming the file and line that is wrong.
    """
    known = nations(loaded.tables)
    for name in known:
        _check_base(loaded.tables[f"{name}/pack"], known)
    for name in known:
        nation = loaded.nation(name)
        _check_facts(nation)
        _check_codes(nation)


def _check_nation_known(table: Table, known: tuple[str, ...]) -> None:
    nation = table.id.name.rpartition("/")[0]
    if nation and nation not in known:
        do = did_you_mean(nation, known) or f"add {nation}/pack.toml, its facts"
        place = table.rows[-1].file if table.rows else table.packs[-1]
        raise OpforError(f"there is no nation {nation!r}", place, do)


def _check_base(pack: Table, known: tuple[str, ...]) -> None:
    for row in pack.rows:
        if row.when.get("fact") == "base" and row.result not in ("", *known):
            do = (
                did_you_mean(row.result, known)
                or f"the nations are: {', '.join(known)}"
            )
            raise OpforError(f"base: there is no nation {row.result!r}", row.place, do)


def _check_facts(nation: Nation) -> None:
    """It says when it fights, and has every fact in its first and last month."""
    pack = nation.tables[f"{nation.id}/pack"]
    try:
        first, last = nation.fact("first month"), nation.fact("last month")
        for name in FACTS:
            for month in (first, last):
                nation.fact(name, date=month)
    except OpforError as error:
        do = f"{error.do}, or give it a base nation that has it"
        raise OpforError(error.what, pack.rows[-1].file, do) from None


def _check_codes(nation: Nation) -> None:
    """Every name that the nation's own tables give is a counter, of their kind."""
    for name in CODE_TABLES:
        table = nation.tables.get(f"{nation.id}/{name}")
        for row in table.rows if table else ():
            if row.result not in NO_COUNTER:
                try:
                    check_kind(nation, name, row.result)
                except OpforError as error:
                    raise OpforError(error.what, where=row.place, do=error.do) from None


def check_kind(nation: Nation, table: str, name: str) -> None:
    """A counter is one that its table can bring; a mortar of {x4} is a MG inside.

    Raises:
        OpforError: it is not, or the nation lacks that MG.
    """
    found = nation.counter(name)
    if not isinstance(found, KINDS[table]):
        raise OpforError(f"{name} cannot come by {table}", do=f"name {BRINGS[table]}")
    if table != "x4" or not isinstance(found, SupportWeapon | Gun):
        return
    if found.kind == "MTR":
        nation.counter(mortar_inside(found.calibre))
    elif isinstance(found, Gun):
        raise OpforError(f"{name} cannot come by x4", do=f"name {BRINGS[table]}")


def mortar_inside(calibre: int) -> str:
    """The MG that stands in for a mortar in a building or pillbox (S5.753)."""
    return "MMG" if calibre <= SMALL_MORTAR else "HMG"
