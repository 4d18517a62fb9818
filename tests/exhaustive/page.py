"""docs/never-used.md: what no game has used, and why."""

from pathlib import Path
from typing import NamedTuple

from opfor.core.rule import REGISTRY
from tests.exhaustive.reasons import RARE, REASONS

PAGE = Path(__file__).parents[2] / "docs" / "never-used.md"

HEAD = """# What no game has used

Commands that begin with `python` or `make` need a checkout of the source.

Written by `python -m tests.exhaustive --games {games} --seed {seed} --page`: {games}
games of all Missions, and of scenes made of them for what they seldom bring (caves,
Guns, platoons, fire, Human Waves, short sides of boards), with eleven ENEMY nations and
months, Command Control, IIFT, weather, night, Guns and vehicles, OBA and aircraft by
turns, `steady` and `random` as players. Every coded rule of S3 to S12, S14 and S16 is
named here that never ran, with its reason; of the tables that were read, the rows that
were not. An EXC is no step of its own that could be counted: each has a test of its own
(`opfor coverage --check`).
"""


class Found(NamedTuple):
    """What was left at the end of so many games from a seed."""

    games: int
    seed: int
    rules: list[str]
    rows: dict[str, list[int]]


def page(found: Found) -> str:
    """The page."""
    head = HEAD.format(games=found.games, seed=found.seed)
    return "\n".join((head, *_rules(found.rules), "", *_rows(found.rows), ""))


def _rules(rules: list[str]) -> list[str]:
    if not rules:
        return ["## Rules", "", "Every one ran."]
    lines = ["## Rules", "", "| rule | what | why no game used it |", "|---|---|---|"]
    for number in rules:
        title = REGISTRY.find(number).title
        lines.append(f"| {number} | {title} | {_reason(number)} |")
    return lines


def _reason(number: str) -> str:
    """The reason of a rule, or of the paragraph it belongs to."""
    return next((why for rule, why in REASONS.items() if number == rule), RARE)


def _rows(rows: dict[str, list[int]]) -> list[str]:
    if not rows:
        return ["## Table rows", "", "Every one was read."]
    lines = ["## Table rows", "", "| table | rows never read |", "|---|---|"]
    for name, left in sorted(rows.items()):
        lines.append(f"| `{name}` | {', '.join(map(str, left))} |")
    lines += ["", "These Final DR are rare, or no unit of the Missions brings them."]
    return lines
