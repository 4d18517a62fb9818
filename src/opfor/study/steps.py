"""What a value of a sweep adds over the one before it, by games in pairs.

Games of one number have the same placements and dice in all cells. So for each number
the game with a value is set against the one with the value before it, all else alike;
and where other things are varied too, the differences of one number are one mean, for
they share their luck.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from opfor.sim.series import GameOutcome
from opfor.sim.summary import mean
from opfor.study.interval import LEAST, mean_interval, paired_interval, within
from opfor.views.table_toml import value_toml

MISSION = "Mission"
"""Which Mission a cell plays; games of two Missions are no pairs."""

Values = Mapping[str, Any]
"""The Mission and the values of a cell, by what is varied."""


def value_text(value: Any) -> str:
    """A value as it is typed; words without quotes."""
    return value if isinstance(value, str) else value_toml(value)


class SweepStep(Struct, frozen=True, kw_only=True):
    """What one value adds to the rate of wins over the one before it.

    Args:
        over: what is varied.
        before, after: the two values.
        cells: how many pairs of cells differ by these alone.
        games: numbers that are played in all of them.
        difference: what is added.
        low, high: its interval; None of too few games.
    """

    over: str
    before: str
    after: str
    cells: int
    games: int
    difference: float
    low: float | None
    high: float | None


def sweep_steps(
    cells: Mapping[str, Values],
    found: Mapping[str, Sequence[GameOutcome]],
    *,
    fixed: bool = False,
) -> list[SweepStep]:
    """Each value of each thing that is varied against the one before it.

    Args:
        cells: the values of each cell, by its name.
        found: the games of each cell.
        fixed: how many there are was fixed before the first; else the intervals hold
            at all times.
    """
    axes: dict[str, list[Any]] = {}
    for values in cells.values():
        for key, value in values.items():
            known = axes.setdefault(key, [])
            known += [value] * (value not in known)
    made = []
    axes.pop(MISSION, None)
    for key, known in axes.items():
        for before, after in pairwise(_in_order(known)):
            pairs = list(_pairs(cells, key, before, after))
            if pairs:
                games = [(found[one], found[two]) for one, two in pairs]
                told = value_text(before), value_text(after)
                made.append(_step(key, told, games, fixed=fixed))
    return made


def _in_order(values: list[Any]) -> list[Any]:
    """Numbers and months in theirs, whichever cell came first; names as they came."""
    numbers = all(isinstance(value, int | float) for value in values)
    months = all(_MONTH.fullmatch(str(value)) for value in values)
    return sorted(values) if numbers or months else values


_MONTH = re.compile(r"\d{4}-\d\d", re.ASCII)


def _pairs(
    cells: Mapping[str, Values], key: str, before: Any, after: Any
) -> Iterator[tuple[str, str]]:
    """The cells that differ by these two values alone."""
    for one, values in cells.items():
        if values.get(key) != before:
            continue
        other = {**values, key: after}
        for two, others in cells.items():
            if others == other:
                yield one, two


def _step(
    key: str,
    values: tuple[str, str],
    pairs: Sequence[tuple[Sequence[GameOutcome], Sequence[GameOutcome]]],
    *,
    fixed: bool,
) -> SweepStep:
    count = min(len(games) for pair in pairs for games in pair)
    added = [
        mean([_won(two[n]) - _won(one[n]) for one, two in pairs])
        for n in range(count)
        if not any(one[n].fault or two[n].fault for one, two in pairs)
    ]
    if fixed:
        known = paired_interval(added)
    else:
        known = within(mean_interval(added, spread=len(pairs) ** -0.5), 1.0)
    sure = len(added) >= LEAST
    return SweepStep(
        over=key,
        before=values[0],
        after=values[1],
        cells=len(pairs),
        games=len(added),
        difference=known.value,
        low=known.low if sure else None,
        high=known.high if sure else None,
    )


def _won(game: GameOutcome) -> float:
    return float(game.winner == "FRIENDLY")
