"""Boards as text that a player can write: the reader and the writer.

A line holds a key, a colon and hexes; indented lines go on with the last key;
`#` starts a note. docs/how-to/boards.md explains every key.
"""

import difflib
import re
from collections.abc import Iterator
from pathlib import Path

from opfor.core.errors import OpforError
from opfor.geo.boards.board import Board
from opfor.geo.boards.cache import drawn
from opfor.geo.boards.geomorphic import STANDARD
from opfor.geo.boards.plan import (
    AREAS,
    BRIDGES,
    HEXSIDES,
    LINES,
    BoardPlan,
    Hex,
    Material,
    PlannedBuilding,
    PlannedLine,
    Side,
    canonical,
    label,
)
from opfor.geo.boards.plan_check import check_plan
from opfor.geo.boards.text_items import (
    TextItem,
    buildings_of,
    hexes_of,
    lines_of,
    quoted,
    sides_of,
)
from opfor.geo.hexes import Grid
from opfor.geo.raster.raster import draw

MAX_TEXT = 200_000
"""Most characters of a text board; a full board needs about 3,000."""
MAX_COLS, MAX_ROWS = 52, 40
"""Largest board in hexes."""
LEVELS = range(-3, 9)
"""Levels that ground can have."""

_BUILDING = re.compile(r"(stone|wooden) (building|rowhouse)(?: (\d))?\Z")
_LEVEL = re.compile(r"level (-?\d{1,2})\Z")
_SIZE = re.compile(r"(\d{1,3}) ?x ?(\d{1,3})\Z")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,19}\Z")
_KEYS = (
    *("board", "title", "size", "level 1", "stairwell", "apart"),
    *(*AREAS, *LINES, *HEXSIDES, *BRIDGES),
    *("stone building 1", "wooden building", "stone rowhouse 1", "wooden rowhouse 1"),
)


def read_text_board(path: Path) -> Board:
    """Read and draw a text board.

    Errors:
        OpforError: naming file, line, key, what is wrong and what to write.
    """
    text = _read(path)
    return drawn(parse_plan(text, file=path.name), text)


def read_plan(path: Path) -> BoardPlan:
    """Read a text board without drawing it."""
    return parse_plan(_read(path), file=path.name)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(4 * MAX_TEXT + 1)
        return data.decode("utf-8-sig")
    except OSError as problem:
        raise OpforError(
            f"cannot be read ({problem.strerror or problem})", where=str(path)
        ) from None
    except UnicodeDecodeError:
        raise OpforError(
            "is not plain text", where=str(path), do="save it as UTF-8"
        ) from None


def text_board(text: str, *, file: str = "text board") -> Board:
    """Draw the board that a text describes; any size, so that examples can be small.

    Args:
        text: the text.
        file: what to call it in errors.

    Errors:
        OpforError: naming file, line, key, what is wrong and what to write.
    """
    return draw(parse_plan(text, file=file))


def parse_plan(text: str, *, file: str = "text board") -> BoardPlan:
    """Read a text board into hexes and hexsides.

    Errors:
        OpforError: naming file, line, key, what is wrong and what to write.
    """
    if len(text) > MAX_TEXT:
        raise OpforError(
            f"is longer than {MAX_TEXT} characters", where=file, do="write a board"
        )
    entries = _without_board(list(_entries(text, file)))
    reader = _Reader(_size(entries))
    for entry in entries:
        reader.read(entry)
    return reader.plan(file)


def _entries(text: str, file: str) -> Iterator[TextItem]:
    """The keys in the order written, with the lines that go on with them."""
    key, value, where = "", "", ""
    for number, line in enumerate(text.splitlines(), 1):
        content = line.split("#", 1)[0].rstrip()
        here = f"{file} line {number}"
        if not content:
            continue
        if content[0].isspace():
            if not key:
                raise OpforError("an indented line follows no key", where=here)
            value += " " + content.strip()
            continue
        if key:
            yield TextItem(key, value, where)
        head, colon, value = content.partition(":")
        if not colon:
            raise OpforError(
                f"{quoted(content)} has no key",
                where=here,
                do="write `woods: D4 D5`, or indent it to go on with the line above",
            )
        key, value = " ".join(head.lower().split()), value.strip()
        where = f"{here}, {key[:30]}"
    if key:
        yield TextItem(key, value, where)


def _without_board(entries: list[TextItem]) -> list[TextItem]:
    """The entries with their hexes named without the board: tK6, t:K6 are K6."""
    name = next((entry.value for entry in entries if entry.key == "board"), "")
    if not _NAME.match(name):
        return entries
    # A name of capitals alone could begin a hex: A and A5 are AA5.
    colon = ":" if name.isalpha() and name.isupper() else ":?"
    begins = re.compile(rf"(?<!\w){re.escape(name)}{colon}(?=[A-Z]{{1,2}}\d)")
    return [
        entry
        if entry.key in ("board", "title", "size")
        else TextItem(entry.key, begins.sub("", entry.value), entry.where)
        for entry in entries
    ]


def _size(entries: list[TextItem]) -> Grid:
    found = [entry for entry in entries if entry.key == "size"]
    if not found:
        return STANDARD
    match = _SIZE.match(found[0].value)
    cols, rows = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (2 <= cols <= MAX_COLS and 1 <= rows <= MAX_ROWS):
        raise OpforError(
            f"{quoted(found[0].value)} is no size of a board",
            where=found[0].where,
            do=f"write columns x rows, such as 33x10, up to {MAX_COLS}x{MAX_ROWS}",
        )
    return Grid(cols, rows)


class _Reader:
    """Gathers what the entries say."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.words: dict[str, str] = {}
        self.levels: dict[Hex, int] = {}
        self.areas: dict[Hex, str] = {}
        self.bridges: dict[Hex, str] = {}
        self.sides: dict[Side, str] = {}
        self.lines: list[PlannedLine] = []
        self.buildings: list[PlannedBuilding] = []
        self.stairwells: set[Hex] = set()
        self.apart: set[Side] = set()
        self.where: dict[object, str] = {}

    def read(self, entry: TextItem) -> None:
        """Take in one entry."""
        key = entry.key
        if key in AREAS:
            self._mark(entry, self.areas, key)
        elif key in LINES:
            self._lines(entry)
        elif key in HEXSIDES or key == "apart":
            self._sides(entry)
        elif key in BRIDGES:
            self._mark(entry, self.bridges, key)
        elif match := _LEVEL.match(key):
            self._level(entry, int(match[1]))
        elif match := _BUILDING.match(key):
            self._buildings(entry, match)
        elif key == "stairwell":
            for hex_ in hexes_of(self.grid, entry):
                self.stairwells.add(hex_)
                self.where["stairwell", hex_] = entry.where
        elif key in ("board", "title", "size"):
            self._word(entry)
        else:
            raise _unknown_key(entry)

    def plan(self, file: str) -> BoardPlan:
        """Everything read, checked for contradictions."""
        name = self.words.get("board", "")
        if not name:
            raise OpforError(
                "the board has no name", where=file, do="begin with `board: NAME`"
            )
        plan = BoardPlan(
            name=name,
            title=self.words.get("title", ""),
            grid=self.grid,
            levels=self.levels,
            areas=self.areas,
            lines=tuple(self.lines),
            bridges=self.bridges,
            buildings=tuple(self.buildings),
            stairwells=frozenset(self.stairwells),
            sides=self.sides,
            apart=frozenset(self.apart),
        )
        check_plan(plan, self.where)
        return plan

    def _word(self, entry: TextItem) -> None:
        if entry.key in self.words:
            raise OpforError("is given twice", where=entry.where, do="keep one")
        good = entry.key != "board" or _NAME.match(entry.value)
        if not good or not entry.value.isprintable() or len(entry.value) > 80:
            raise OpforError(
                f"{quoted(entry.value)} cannot be used",
                where=entry.where,
                do="a board's name is up to 20 letters and digits, a title up to 80",
            )
        self.words[entry.key] = entry.value

    def _mark(self, entry: TextItem, marks: dict[Hex, str], word: str) -> None:
        for hex_ in hexes_of(self.grid, entry):
            known = marks.setdefault(hex_, word)
            if known != word:
                raise OpforError(
                    f"{label(hex_)} is {known} already ({self.where[known, hex_]})",
                    where=entry.where,
                    do="give a hex one terrain",
                )
            self.where[word, hex_] = entry.where

    def _level(self, entry: TextItem, level: int) -> None:
        if level not in LEVELS or not level:
            raise OpforError(
                f"ground has no level {level}",
                where=entry.where,
                do=f"use {LEVELS[0]} to {LEVELS[-1]}; hexes not named are level 0",
            )
        for hex_ in hexes_of(self.grid, entry):
            known = self.levels.get(hex_, 0)
            if known * level < 0:
                raise OpforError(
                    f"{label(hex_)} is both above and below level 0",
                    where=entry.where,
                    do="name it under one of the two",
                )
            self.levels[hex_] = level if abs(level) > abs(known) else known

    def _lines(self, entry: TextItem) -> None:
        for line in lines_of(self.grid, entry):
            self.lines.append(line)
            self.where[line] = entry.where

    def _sides(self, entry: TextItem) -> None:
        for named in sides_of(self.grid, entry):
            side = canonical(self.grid, named)
            if entry.key == "apart":
                self.apart.add(side)
                continue
            known = self.sides.setdefault(side, entry.key)
            if known != entry.key:
                raise OpforError(
                    f"hexside {label(named[:2])}/{named[2]} has a {known} already"
                    f" ({self.where[side]})",
                    where=entry.where,
                    do="give a hexside one terrain",
                )
            self.where[side] = entry.where

    def _buildings(self, entry: TextItem, match: re.Match[str]) -> None:
        levels = int(match[3] or 0)
        if levels > 4:
            raise OpforError(
                f"no building has {levels} upper levels",
                where=entry.where,
                do="write 1 to 4, or no number for a single storey",
            )
        material: Material = "stone" if match[1] == "stone" else "wooden"
        for hexes in buildings_of(self.grid, entry):
            building = PlannedBuilding(hexes, material, levels, match[2] == "rowhouse")
            self.buildings.append(building)
            self.where[building] = entry.where


def _unknown_key(entry: TextItem) -> OpforError:
    near = difflib.get_close_matches(entry.key, _KEYS, n=1)
    advice = f"did you mean `{near[0]}`?" if near else f"use {', '.join(_KEYS)}"
    return OpforError(f"{quoted(entry.key)} is no key", where=entry.where, do=advice)
