"""Tables for the page: what they say, where from, and their exact chances."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec
from fastapi import FastAPI, Query, Response
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.core.table import ANY, Row, Table
from opfor.state.nations import Loaded, Nation, load_all, nations
from opfor.state.table_results import last
from opfor.views.odds import DICE, odds, periods
from opfor.views.rule_index import load_index
from opfor.views.table_text import result_text
from opfor.web.folders import Places
from opfor.web.game.rooms import OpenGames
from opfor.web.json_http import described, json_of
from opfor.web.pages import page
from opfor.web.start_page import packs_by_name

SHARED = {"divider": "Divider", "asl": "Core rules"}
"""Folders of tables that no nation owns."""

MOST_FOUND = 60
"""The most characters of a search."""


class TableName(Struct, frozen=True, kw_only=True):
    """A table in the list.

    Args:
        id: its id.
        title: what it is.
        group: the nation whose it is, or the divider or the core rules.
        rows: how many.
        sources: how many of them are from where.
        packs: the player's packs that change it.
    """

    id: str
    title: str
    group: str
    rows: int
    sources: dict[str, int]
    packs: tuple[str, ...]


class ShownRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row as the page shows it; `pack` if it is of one."""

    on: str
    result: str
    source: str
    since: str = ""
    until: str = ""
    when: dict[str, str] = {}
    note: str = ""
    pack: str = ""


class ShownOdds(Struct, frozen=True, kw_only=True):
    """The exact chances on one column: result, ways of so many, share."""

    column: str
    since: str
    drm: int
    dice: int
    chances: tuple[tuple[str, float, float], ...]


class ShownTable(Struct, frozen=True, kw_only=True):
    """A table with all that is known of it.

    Args:
        id, title, key, note: its head.
        axes: its columns and the like.
        rows: all of them, those of packs last.
        readers: the rules that read it.
        months: where its chances change.
        odds: the chances, if it is rolled on.
    """

    id: str
    title: str
    key: str
    note: str
    axes: tuple[str, ...]
    rows: tuple[ShownRow, ...]
    readers: tuple[str, ...]
    months: tuple[str, ...]
    odds: tuple[ShownOdds, ...]


class ShownCounter(Struct, frozen=True, kw_only=True):
    """A counter type: its values in words, and how sure they are."""

    name: str
    kind: str
    values: str
    source: str
    confidence: str
    note: str


# -- what there is -----------------------------------------------------------------


def loaded(places: Places, pack: str = "") -> Loaded:
    """The tables in force, with one more pack over them if it is named.

    Errors:
        OpforError: there is no such pack, or it is wrong.
    """
    if not pack:
        return load_all(*places.packs)
    known = packs_by_name(places.packs, places.shelf)
    if pack not in known:
        raise OpforError(f"there is no pack {pack[:40]!r}")
    others = [each for each in places.packs if each != known[pack]]
    return load_all(*others, known[pack])


def names(found: Loaded, word: str = "") -> list[TableName]:
    """The tables in which a word stands, all of them without one."""
    tables = sorted(
        found.tables.values(), key=lambda table: ("/" in table.id.name, table.id)
    )
    return [_name(table) for table in tables if _says(table, word.strip().casefold())]


def _name(table: Table) -> TableName:
    nation, _, _ = table.id.name.rpartition("/")
    shared = next((SHARED[pack] for pack in table.packs if pack in SHARED), "Packs")
    return TableName(
        id=table.id.name,
        title=table.title,
        group=nation or shared,
        rows=len(table.rows),
        sources=dict(Counter(row.source for row in table.rows)),
        packs=tuple(dict.fromkeys(row.pack for row in table.rows if row.layer)),
    )


def _says(table: Table, word: str) -> bool:
    if not word:
        return True
    head = f"{table.id.name} {table.title} {table.note}".casefold()
    rows = (f"{result_text(row.result)} {row.note}".casefold() for row in table.rows)
    return word in head or any(word in row for row in rows)


def shown(found: Loaded, name: str, *, month: str = "", drm: int = 0) -> ShownTable:
    """A table; its chances with a DRM, in one month or in each stretch of time.

    Errors:
        OpforError: there is no such table.
    """
    table = found.tables.get(name)
    if table is None:
        raise OpforError(f"there is no table {name[:40]!r}")
    owner, _, _ = name.rpartition("/")
    nation = found.nation(owner) if owner in nations(found.tables) else None
    rolled = table.key in DICE
    return ShownTable(
        id=name,
        title=table.title,
        key=table.key,
        note=table.note,
        axes=tuple(table.axes),
        rows=tuple(shown_row(row) for row in table.rows),
        readers=tuple(map(str, load_index().tables.get(last(table.id), ()))),
        months=tuple(filter(None, periods(table, nation))) if rolled else (),
        odds=tuple(_odds(table, nation, month, drm)) if rolled else (),
    )


def shown_row(row: Row) -> ShownRow:
    """A row in words."""
    return ShownRow(
        on="" if row.on == ANY else str(row.on),
        result=result_text(row.result),
        source=row.source,
        since=row.since,
        until=row.until,
        when=dict(row.when),
        note=row.note,
        pack=row.pack if row.layer else "",
    )


def _odds(
    table: Table, nation: Nation | None, month: str, drm: int
) -> Iterator[ShownOdds]:
    for one in odds(table, nation, drm=drm, date=month):
        yield ShownOdds(
            column=", ".join(one.when.values()),
            since=one.since,
            drm=one.drm,
            dice=one.dice,
            chances=tuple(
                (name, float(chance * one.dice), float(chance))
                for name, chance in one.chances.items()
            ),
        )


HEAD = {"name", "nation", "source", "confidence", "note", "since", "until"}
"""Fields of a counter that stand in columns of their own."""


def counters_of(found: Loaded, nation: str) -> list[ShownCounter]:
    """The counter types of a nation.

    Errors:
        OpforError: there is no such nation.
    """
    name = found.nation(nation).id
    return [
        ShownCounter(
            name=piece.name,
            kind=type(piece).__name__,
            values=_values(msgspec.to_builtins(piece)),
            source=piece.source,
            confidence=piece.confidence,
            note=piece.note,
        )
        for piece in found.counters.values()
        if piece.nation == name
    ]


def _values(fields: Mapping[str, Any]) -> str:
    """What a counter prints; what it does not have is left out."""
    told = {name: value for name, value in fields.items() if name not in HEAD and value}
    return ", ".join(
        f"{name.replace('_', ' ')} {_plain(value)}" for name, value in told.items()
    )


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key} {_plain(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return "/".join(map(_plain, value))
    return "yes" if value is True else str(value)


# -- routes ------------------------------------------------------------------------

Word = Annotated[str, Query(max_length=MOST_FOUND)]
Name = Annotated[str, Query(max_length=60, pattern=r"^[A-Za-z0-9][\w./ -]*$")]
PackName = Annotated[str, Query(max_length=100)]
Month = Annotated[str, Query(pattern=r"^((19|20)\d\d-(0[1-9]|1[0-2]))?$")]
Drm = Annotated[int, Query(ge=-20, le=20)]


def add_tables(app: FastAPI, rooms: OpenGames) -> None:
    """The page of tables, and what it fetches."""
    places = rooms.places

    @app.get("/tables", summary="The page of tables", response_class=Response)
    def tables_page() -> Response:
        return page("tables")

    @app.get("/api/tables", summary="The tables", **described(list[TableName]))
    def every(find: Word = "", pack: PackName = "") -> Response:
        return json_of(names(loaded(places, pack), find))

    @app.get("/api/table", summary="A table", **described(ShownTable))
    def one(id: Name, pack: PackName = "", month: Month = "", drm: Drm = 0) -> Response:  # noqa: A002
        return json_of(shown(loaded(places, pack), id, month=month, drm=drm))

    @app.get(
        "/api/counters",
        summary="The counter types of a nation",
        **described(list[ShownCounter]),
    )
    def counters(nation: Name, pack: PackName = "") -> Response:
        return json_of(counters_of(loaded(places, pack), nation))
