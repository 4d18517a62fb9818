"""Whose values decided in a game: a module's, ours, or what the rules give away.

Counted is each row of a table that was read, and each DRM of a table on a roll. Not
counted are the ranges of {x1}, a nation's facts and the tables of the core rules.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from opfor.core.event import Emitted, RollMade
from opfor.core.explain import RowRead
from opfor.core.modifier import Mod
from opfor.core.table import Table
from opfor.state.pack_stamp import Stamp
from opfor.state.world import World
from opfor.views.sheets.cells import cell_text, form_of
from opfor.views.sheets.compare import place_text

Whose = Literal["module", "ours", "rules"]

WHOSE: dict[str, Whose] = {"player": "module", "project": "ours"}
"""By the source of a row; all others are what rules, examples and public lists say."""

WORDS: dict[Whose, str] = {
    "module": "times a module's",
    "ours": "times one of ours, nobody's official",
    "rules": "times one that rules, examples or public lists give away",
}

CORE = "asl"
"""The folder of the core rules' tables, which are nobody's module."""

DATED = {"S5.72": "x2-drm", "S5.73": "x3-drm", "S5.711": "x3-drm"}
"""The table of the DRM of the date, by the rule that gives it."""

CAUSES = {
    "S5.1": "AC-drm",
    "S5.73": "x3-cumulative",
    "S5.32": "x3-cumulative",
    "S4.35": "x3-cumulative",
    "S5.74": "A5-drm",
}
"""The table of a DRM that bears the name of its cause, by the rule that gives it."""


class ValueUse(Struct, frozen=True, kw_only=True):
    """A value that decided something.

    Args:
        table, place, result: which it is.
        whose: a module's, ours, or of the rules.
        pack: the module, if it is of one.
        times: how often it decided.
    """

    table: str
    place: str
    result: str
    whose: Whose
    pack: str
    times: int


class Values(Struct, frozen=True):
    """All values that decided, the most used first, and the modules in force."""

    uses: tuple[ValueUse, ...]
    modules: tuple[str, ...] = ()

    def times(self, whose: Whose) -> int:
        """How often such values decided."""
        return sum(use.times for use in self.uses if use.whose == whose)

    def count(self, whose: Whose) -> int:
        """How many such values there were."""
        return sum(use.whose == whose for use in self.uses)

    @property
    def told(self) -> str:
        """It in a sentence, and the modules in another."""
        played = f" Played with {'; '.join(self.modules)}." if self.modules else ""
        return f"{self.sentence}{played}"

    @property
    def sentence(self) -> str:
        """It in a sentence."""
        total = sum(use.times for use in self.uses)
        if not total:
            return "No table has decided anything yet."
        parts = (
            f"{self.times(whose)} {words} ({self.count(whose)} values)"
            for whose, words in WORDS.items()
            if self.times(whose)
        )
        share = round(100 * (total - self.times("ours")) / total)
        return (
            f"Of {total} times that a table's value decided, {', '.join(parts)}: "
            f"{share} % were not of our making."
        )


def values_of(
    world: World, events: Iterable[Emitted], modules: Sequence[Stamp] = ()
) -> Values:
    """Whose values decided in a game as far as it was told."""
    found = Counter(read for emitted in events for read in _reads(world, emitted))
    uses = (_use(world.enemy.tables[name], row, n) for (name, row), n in found.items())
    return Values(
        tuple(sorted(uses, key=lambda use: (-use.times, use.table, use.place))),
        tuple(map(str, modules)),
    )


def _reads(world: World, emitted: Emitted) -> Iterator[tuple[str, int]]:
    """The rows that an event tells of, each by its table and its number in it."""
    match emitted.event:
        case RowRead(table=name, row=row):
            table = world.enemy.tables.get(name)
            if table is not None and row < len(table.rows) and table.packs[0] != CORE:
                yield name, row
        case RollMade(mods=mods):
            for mod in mods:
                if found := _drm(world, mod):
                    yield found


def _drm(world: World, mod: Mod) -> tuple[str, int] | None:
    """The row that a DRM is of, if it is of a table."""
    enemy, date = world.enemy, world.date
    if mod.rule in DATED and mod.name == f"date {date}":
        table = enemy.table(DATED[mod.rule])
        return table.id.name, table.look_up(date=date).index
    if mod.rule not in CAUSES:
        return None
    table = enemy.table(CAUSES[mod.rule])
    if mod.name not in table.axes["cause"]:
        return None
    return table.id.name, table.look_up(date=date, cause=mod.name).index


def _use(table: Table, number: int, times: int) -> ValueUse:
    row = table.rows[number]
    return ValueUse(
        table=table.id.name,
        place=place_text(table, row),
        result=cell_text(row.result, form_of(table.id.name)),
        whose=WHOSE.get(row.source, "rules"),
        pack=row.pack if row.layer or row.source == "player" else "",
        times=times,
    )
