"""A position: every counter of a saved game with its hex, its state, and what it is."""

import re
from collections.abc import Callable, Sequence
from html import unescape
from pathlib import Path

import msgspec
from msgspec import Struct

from opfor.geo.boards.board import Board
from opfor.state.counters import DUMMY
from opfor.state.units import NO_CA
from opfor.vasl.boards.laid import Laid, Layout, Spot, read_boards
from opfor.vasl.counters.layers import (
    concealed,
    facing,
    hidden,
    label,
    moved,
    own_name,
    owner_nation,
    turret,
    words,
)
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.names import Kind, Meaning
from opfor.vasl.saves.archive import Archive, read_archive
from opfor.vasl.saves.commands import Log, Node, in_order, read_commands
from opfor.vasl.saves.table import Lying, Table

MAIN_MAP = re.compile(r"Main Map|Map0")
"""The names that VASL gives its board."""
NEAR = 40
"""Counters of one place that are looked at for what they say of another."""
LONGEST_LABEL = 4_000
LONGEST = 120
"""Most characters of a name or label that are shown."""

_TAGS = re.compile(r"<style>[^<]*</style>|<!--.*?-->|<[^<>]*>", re.DOTALL)
_FACING = re.compile(r"[vt]?ca\d")
_UNDER_STATES: frozenset[Kind] = frozenset({"MMC", "SMC", "SW", "Gun", "vehicle"})
_FACED: frozenset[Kind] = frozenset({"Gun", "vehicle", "wreck", "fortification"})


class Standing(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A counter in a position.

    Args:
        id: its id in the saved game.
        gpid: its number in the module; empty if it has none.
        name: as VASL shows it, without its states.
        map: which window it lies in; empty for the map itself.
        x, y: its pixel there.
        spot: board and hex.
        level: its place in the stack from the bottom, 1 for the lowest.
        states: what its layers and the markers on it say.
        ca, tca: the hexspines that it and its turret point along; -1 for none.
        hidden, concealed, moved: HIP, under a "?", marked as moved.
        label: what the player wrote on it.
        meaning: what opfor takes it for.
    """

    id: str
    gpid: str
    name: str
    map: str = ""
    x: int
    y: int
    spot: Spot = Spot()
    level: int = 1
    states: tuple[str, ...] = ()
    ca: int = NO_CA
    tca: int = NO_CA
    hidden: bool = False
    concealed: bool = False
    moved: bool = False
    label: str = ""
    meaning: Meaning


class Position(Struct, frozen=True, kw_only=True):
    """What a saved game shows.

    Args:
        boards: the boards where they lie.
        map_text: the same as opfor names a map.
        counters: every counter.
        problems: what could not be found, in sentences.
        steps: how many steps of a log follow.
    """

    boards: tuple[Laid, ...]
    map_text: str
    counters: tuple[Standing, ...]
    problems: tuple[str, ...]
    steps: int = 0


def read_position(
    path: Path, counters: Counters, load: Callable[[str], Board]
) -> tuple[Archive, Position]:
    """The position of a saved game, or the one that a log starts from.

    Args:
        path: a .vsav or .vlog.
        counters: tells what counters are; with the player's module it knows more.
        load: finds a board of the player's; raises OpforError if he has none.

    Errors:
        OpforError: it is no saved game, or it is beyond measure.
    """
    archive = read_archive(path)
    node = read_commands(archive.text)
    table = Table(in_order(node))
    return archive, position_of(table, counters, load, steps=log_steps(node))


def log_steps(node: Node) -> int:
    """How many steps of a log a text has after its start."""
    return sum(
        any(isinstance(part.command, Log) for part in (each, *each.after))
        for each in node.after
    )


def position_of(
    table: Table,
    counters: Counters,
    load: Callable[[str], Board],
    *,
    steps: int = 0,
) -> Position:
    """The position of a table."""
    edge = counters.module.edge if counters.module is not None else None
    saved = read_boards(table.boards)
    layout = Layout(saved, load, edge) if edge else Layout(saved, load)
    by_place: dict[tuple[str, int, int], list[Lying]] = {}
    for lying in table.lying():
        by_place.setdefault((lying.map, lying.x, lying.y), []).append(lying)
    standing = [
        each for pile in by_place.values() for each in _pile(pile, counters, layout)
    ]
    return Position(
        boards=layout.boards,
        map_text=layout.map_text(),
        counters=tuple(standing),
        problems=tuple(layout.problems),
        steps=steps,
    )


class _Told(Struct, frozen=True):
    """A counter of a pile: what it is, and the "?" of which nation can cover it."""

    lying: Lying
    meaning: Meaning
    nation: str
    coverable: bool


def _pile(pile: Sequence[Lying], counters: Counters, layout: Layout) -> list[Standing]:
    """The counters of one place; markers and "?" tell of what lies beneath them."""
    told = [_told(lying, counters) for lying in pile]
    found = []
    for number, each in enumerate(told):
        beneath = told[max(0, number - NEAR) : number]
        above = told[number + 1 : number + NEAR]
        if each.meaning.kind == "concealment" and not _conceals(each, beneath):
            dummy = msgspec.structs.replace(each, meaning=Meaning("dummy", DUMMY))
            found.append(_standing(dummy, above, counters, layout))
        else:
            found.append(_standing(each, above, counters, layout))
    return found


def _told(lying: Lying, counters: Counters) -> _Told:
    piece = lying.piece
    coverable = piece.find("conceal") is not None
    return _Told(lying, counters.meaning(piece), owner_nation(piece), coverable)


def _conceals(question: _Told, beneath: Sequence[_Told]) -> bool:
    """Whether a "?" lies over a counter of its nation that is none itself."""
    for each in reversed(beneath):
        if each.coverable and each.nation == question.nation:
            return True
        if _between(each.meaning):
            break
    return False


def _standing(
    told: _Told, above: Sequence[_Told], counters: Counters, layout: Layout
) -> Standing:
    lying, meaning, piece = told.lying, told.meaning, told.lying.piece
    main = MAIN_MAP.fullmatch(lying.map) is not None
    turned = turret(piece)
    faced = meaning.kind in _FACED
    return Standing(
        id=plain(lying.id),
        gpid=plain(piece.gpid),
        name=plain(own_name(piece)),
        map="" if main else plain(lying.map),
        x=lying.x,
        y=lying.y,
        spot=layout.spot(lying.x, lying.y) if main else Spot(),
        level=lying.level,
        states=_states(told, above, counters),
        ca=facing(piece) if faced else NO_CA,
        tca=turned[0] if faced and turned else NO_CA,
        hidden=hidden(piece),
        concealed=concealed(piece) or _under_question(told, above),
        moved=moved(piece),
        label=plain(_without_tags(label(piece))),
        meaning=meaning,
    )


def _states(told: _Told, above: Sequence[_Told], counters: Counters) -> tuple[str, ...]:
    found = [
        plain(counters.state(word))
        for word in words(told.lying.piece)
        if not _FACING.fullmatch(word)
    ]
    if told.meaning.kind in _UNDER_STATES:
        for marker in (each.meaning for each in above):
            if marker.kind in _UNDER_STATES or _between(marker):
                break  # it lies on the counter above, or upstairs
            if marker.kind == "state":
                found.append(marker.what)
    return tuple(dict.fromkeys(found))


def _under_question(told: _Told, above: Sequence[_Told]) -> bool:
    """Whether a "?" of its nation lies over it."""
    for each in above if told.coverable else ():
        if each.meaning.kind == "concealment" and each.nation == told.nation:
            return True
        if _between(each.meaning):
            break
    return False


def _between(meaning: Meaning) -> bool:
    """Whether a counter parts those above it from those beneath: a level, a wire."""
    return meaning.kind == "fortification" or (
        meaning.kind == "state" and meaning.what == "level"
    )


def _without_tags(text: str) -> str:
    """What a label says: players and programs write them as small web pages."""
    text = text[:LONGEST_LABEL]
    bare = _TAGS.sub(" ", text) if "<" in text else text
    return " ".join(unescape(bare).split())


def plain(text: str) -> str:
    """A text of a saved game as it may be shown: no control characters, not endless."""
    shown = "".join(c if c.isprintable() else " " for c in text[: LONGEST + 1])
    return shown if len(text) <= LONGEST else f"{shown[:LONGEST]}…"
