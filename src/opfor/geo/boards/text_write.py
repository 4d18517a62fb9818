"""Writes a plan as a text board, in the form that text.py reads."""

import textwrap
from collections.abc import Iterable, Mapping
from itertools import pairwise

from opfor.geo.boards.geomorphic import STANDARD
from opfor.geo.boards.plan import (
    AREAS,
    BRIDGES,
    HEXSIDES,
    LINES,
    BoardPlan,
    Hex,
    PlannedBuilding,
    PlannedLine,
    Side,
    label,
    side_between,
)

_WIDTH = 88


def board_text(plan: BoardPlan) -> str:
    """The text of a plan; reading it gives the plan again.

    Notes come back as comments at the head of the text and are not read again.
    """
    parts = [f"# {note}" for note in plan.notes]
    parts += [f"board: {plan.name}", *([f"title: {plan.title}"] if plan.title else [])]
    grid = plan.grid
    if (grid.cols, grid.rows) != (STANDARD.cols, STANDARD.rows):
        parts.append(f"size: {grid.cols}x{grid.rows}")
    parts.append("")
    for level in sorted(set(plan.levels.values())):
        found = [h for h, base in plan.levels.items() if base == level]
        parts.append(_entry(f"level {level}", _runs(found)))
    for word in AREAS:
        parts += _marks(word, plan.areas)
    for word in LINES:
        ways = [_way(line) for line in plan.lines if line.kind == word]
        parts += _block(word, ways)
    for word in BRIDGES:
        parts += _marks(word, plan.bridges)
    parts += _buildings(plan.buildings)
    if plan.stairwells:
        parts.append(_entry("stairwell", _runs(plan.stairwells)))
    for word in HEXSIDES:
        sides = [side for side, found in plan.sides.items() if found == word]
        if sides:
            parts.append(_entry(word, _by_hex(sides)))
    if plan.apart:
        parts.append(_entry("apart", _by_hex(plan.apart)))
    return "\n".join(parts) + "\n"


def _entry(key: str, items: Iterable[str]) -> str:
    return textwrap.fill(
        f"{key}: " + " ".join(items),
        _WIDTH,
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def _block(key: str, items: list[str]) -> list[str]:
    """One item a line: ways are easier to follow so."""
    if not items:
        return []
    lines = (textwrap.fill(item, _WIDTH - 2, subsequent_indent="  ") for item in items)
    return [f"{key}:", textwrap.indent("\n".join(lines), "  ")]


def _marks(word: str, marks: Mapping[Hex, str]) -> list[str]:
    found = [hex_ for hex_, mark in marks.items() if mark == word]
    return [_entry(word, _runs(found))] if found else []


def _runs(hexes: Iterable[Hex]) -> list[str]:
    """Hexes in order, those one below the other as a block."""
    runs: list[list[Hex]] = []
    for hex_ in sorted(hexes):
        if runs and runs[-1][-1] == (hex_[0], hex_[1] - 1):
            runs[-1].append(hex_)
        else:
            runs.append([hex_])
    return [
        label(run[0]) + (f"-{label(run[-1])}" if len(run) > 1 else "") for run in runs
    ]


def _way(line: PlannedLine) -> str:
    """A way with only the hexes where it bends."""
    kept = [line.hexes[0]]
    for (a, b), (_, c) in zip(
        pairwise(line.hexes), pairwise(line.hexes[1:]), strict=False
    ):
        if side_between(a, b) != side_between(b, c):
            kept.append(b)
    if len(line.hexes) > 1:
        kept.append(line.hexes[-1])
    words = [label(hex_) for hex_ in kept]
    if line.start is not None:
        words.insert(0, _side(line.start))
    if line.end is not None:
        words.append(_side(line.end))
    return " > ".join(words)


def _side(side: Side) -> str:
    return f"{label(side[:2])}/{side[2]}"


def _by_hex(sides: Iterable[Side]) -> list[str]:
    by_hex: dict[Hex, str] = {}
    for col, row, side in sorted(sides):
        by_hex[col, row] = by_hex.get((col, row), "") + str(side)
    return [f"{label(hex_)}/{digits}" for hex_, digits in by_hex.items()]


def _buildings(buildings: Iterable[PlannedBuilding]) -> list[str]:
    by_key: dict[str, list[str]] = {}
    for building in buildings:
        kind = "rowhouse" if building.rowhouse else "building"
        levels = f" {building.levels}" if building.levels else ""
        key = f"{building.material} {kind}{levels}"
        word = "+".join(label(hex_) for hex_ in building.hexes)
        by_key.setdefault(key, []).append(word)
    return [_entry(key, words) for key, words in sorted(by_key.items())]
