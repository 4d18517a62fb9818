"""The items in a text board's values: hexes, blocks, hexsides, ways, buildings."""

import re
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from opfor.core.errors import OpforError
from opfor.geo.boards.plan import Hex, PlannedLine, Side, canonical, label, side_between
from opfor.geo.hexes import (
    SIDES,
    Grid,
    column_number,
    distance,
    neighbour,
    parse_label,
)

_HEXSIDE = re.compile(r"([^/]+)/(?:([0-5]{1,6})|([A-Za-z]{1,2}\d{1,2}))\Z")
_SHOWN = 24


class TextItem(msgspec.Struct, frozen=True):
    """One key of a text board with its value and the line where it stands."""

    key: str
    value: str
    where: str


def quoted(text: str) -> str:
    """A piece of the player's text, short enough for an error."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def hexes_of(grid: Grid, entry: TextItem) -> Iterator[Hex]:
    """The hexes of a value such as `D4 D6-D8 E4-G6`.

    A block holds, in each column between its corners, the numbers between theirs.
    """
    for word in _words(entry.value):
        first, dash, last = word.partition("-")
        start = _hex(grid, entry, first)
        yield from _block(grid, start, _hex(grid, entry, last) if dash else start)


def sides_of(grid: Grid, entry: TextItem) -> Iterator[Side]:
    """The hexsides of a value such as `Q6/Q7 R3/012`."""
    for word in _words(entry.value):
        yield from _sides(grid, entry, word)


def buildings_of(grid: Grid, entry: TextItem) -> Iterator[tuple[Hex, ...]]:
    """The buildings of a value such as `M4 N5+N6+O6`."""
    for words in _chains(entry, "+"):
        hexes = tuple(_hex(grid, entry, word) for word in words)
        for number, hex_ in enumerate(hexes[1:], 1):
            if not any(distance(hex_, other) == 1 for other in hexes[:number]):
                raise OpforError(
                    f"{label(hex_)} is no neighbour of the building's other hexes",
                    where=entry.where,
                    do="leave a space between two buildings",
                )
        yield hexes


def lines_of(grid: Grid, entry: TextItem) -> Iterator[PlannedLine]:
    """The ways of a value such as `I1/0 > I1 > I4 > J4   K2 > K5`."""
    for words in _chains(entry, ">"):
        start = _end(grid, entry, words.pop(0)) if "/" in words[0] else None
        end = _end(grid, entry, words.pop()) if words and "/" in words[-1] else None
        hexes = tuple(_steps(entry, [_hex(grid, entry, word) for word in words]))
        if not hexes or len(hexes) + (start is not None) + (end is not None) < 2:
            raise OpforError(
                "a way of one hex leads nowhere", where=entry.where, do="write D4 > D5"
            )
        for side, hex_ in ((start, hexes[0]), (end, hexes[-1])):
            if side is not None and not _touches(side, hex_):
                raise OpforError(
                    f"hexside {label(side[:2])}/{side[2]} does not touch {label(hex_)}",
                    where=entry.where,
                    do="let the way begin or end at a hexside of its own hex",
                )
        yield PlannedLine(entry.key, hexes, start, end)


def _words(value: str) -> list[str]:
    return value.replace(",", " ").split()


def _chains(entry: TextItem, joint: str) -> Iterator[list[str]]:
    """Words that a joint links, chain by chain."""
    chain: list[str] = []
    linked = False
    for word in re.findall(rf"[{joint}]|[^\s,{joint}]+", entry.value):
        if word == joint:
            if linked or not chain:
                raise _dangling(entry, joint)
            linked = True
            continue
        if chain and not linked:
            yield chain
            chain = []
        chain.append(word)
        linked = False
    if linked:
        raise _dangling(entry, joint)
    if chain:
        yield chain


def _dangling(entry: TextItem, joint: str) -> OpforError:
    return OpforError(
        f"a {joint} stands without a hex on both sides",
        where=entry.where,
        do=f"write D4 {joint} D5",
    )


def _hex(grid: Grid, entry: TextItem, word: str) -> Hex:
    last = label((grid.cols - 1, grid.rows_in(grid.cols - 1) - 1))
    try:
        letters, number = parse_label(word.upper())
    except OpforError:
        raise OpforError(
            f"{quoted(word)} is not a hex",
            where=entry.where,
            do=f"write hexes from A1 to {last}, with spaces between",
        ) from None
    col = column_number(letters)
    row = number - 1 + (col & 1)
    if not grid.holds(col, row):
        raise OpforError(
            f"the board has no hex {word}",
            where=entry.where,
            do=f"its hexes run from A1 to {last}",
        )
    return col, row


def _block(grid: Grid, a: Hex, b: Hex) -> Iterator[Hex]:
    numbers = [hex_[1] + 1 - (hex_[0] & 1) for hex_ in (a, b)]
    for col in range(min(a[0], b[0]), max(a[0], b[0]) + 1):
        for number in range(min(numbers), max(numbers) + 1):
            row = number - 1 + (col & 1)
            if grid.holds(col, row):
                yield col, row


def _sides(grid: Grid, entry: TextItem, word: str) -> Iterator[Side]:
    match = _HEXSIDE.match(word)
    if match is None:
        raise OpforError(
            f"{quoted(word)} is not a hexside",
            where=entry.where,
            do="write the two hexes, Q6/Q7, or hex and sides, Q6/012 (0 on top)",
        )
    hex_ = _hex(grid, entry, match[1])
    if match[2]:
        yield from ((*hex_, int(digit)) for digit in match[2])
        return
    other = _hex(grid, entry, match[3])
    if distance(hex_, other) != 1:
        raise OpforError(
            f"{label(hex_)} and {label(other)} share no hexside", where=entry.where
        )
    yield (*hex_, side_between(hex_, other))


def _end(grid: Grid, entry: TextItem, word: str) -> Side:
    sides = list(_sides(grid, entry, word))
    if len(sides) != 1:
        raise OpforError(
            f"{quoted(word)} names several hexsides",
            where=entry.where,
            do="let a way begin or end at one",
        )
    return canonical(grid, sides[0])


def _touches(side: Side, hex_: Hex) -> bool:
    """Whether a hexside belongs to a hex or ends at one of its vertices."""
    col, row, number = side
    around = [neighbour(col, row, n % SIDES) for n in (number - 1, number, number + 1)]
    return hex_ in ((col, row), *around)


def _steps(entry: TextItem, hexes: list[Hex]) -> Iterator[Hex]:
    """Fill in the hexes between two that lie in one straight row."""
    yield from hexes[:1]
    for a, b in pairwise(hexes):
        yield from _straight(entry, a, b)


def _straight(entry: TextItem, a: Hex, b: Hex) -> Iterator[Hex]:
    for side in range(SIDES):
        at, passed = a, []
        for _ in range(distance(a, b)):
            at = neighbour(*at, side)
            passed.append(at)
        if passed and at == b:
            yield from passed
            return
    raise OpforError(
        f"the way from {label(a)} to {label(b)} is not one straight row of hexes",
        where=entry.where,
        do="name the hexes between them",
    )
