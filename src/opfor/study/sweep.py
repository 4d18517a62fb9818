"""A grid of values, each cell played until its rate of wins is known.

All cells have the same placements and dice in the same situation, so they differ by
their values more than by luck.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.rule import RuleId
from opfor.sim.series import SIDES, BatchOrder, GameOutcome
from opfor.sim.summary import Z95, by_turn, mean, wilson
from opfor.state.nations import load_nation
from opfor.state.units import Side
from opfor.study.change import with_values
from opfor.study.interval import Interval, share_interval
from opfor.study.run import Enough, Games, Group, so_many, until_known, won_of
from opfor.study.steps import MISSION, SweepStep, Values, sweep_steps, value_text

MOST_CELLS = 500
"""Cells of a grid."""

GAMES = 100
"""Games of a cell if nobody says how many."""

LEAST_USES = 8
"""Games with and games without a rule for anything to be said of it."""


class Grid(NamedTuple):
    """What is to be played.

    Args:
        cells: what is played, by the name of the cell.
        left_out: why some cannot be played, by name.
        values: the Mission and the values of each cell, by its name.
    """

    cells: dict[str, BatchOrder]
    left_out: dict[str, str]
    values: dict[str, Values]


def grid(orders: Mapping[str, BatchOrder], axes: Mapping[str, Sequence[Any]]) -> Grid:
    """Every combination of Missions and values.

    Args:
        orders: what is played without the values, by the names of Missions.
        axes: the values of each key.

    Errors:
        OpforError: a key is unknown, there are too many cells, or none can be played.
    """
    made, left_out = dict[str, BatchOrder](), dict[str, str]()
    where = dict[str, Values]()
    combinations = list(product(*axes.values()))
    if len(orders) * len(combinations) > MOST_CELLS:
        raise OpforError(f"a grid has no more than {MOST_CELLS} cells")
    for mission, order in orders.items():
        for values in combinations:
            chosen = dict(zip(axes, values, strict=True))
            told = (f"{key}={value_text(value)}" for key, value in chosen.items())
            name = ", ".join((mission, *told) if len(orders) > 1 or not axes else told)
            try:
                made[name] = _cell(order, chosen)
                where[name] = {MISSION: mission, **chosen}
            except OpforError as error:
                left_out[name] = str(error)
    if not made:
        why = next(iter(left_out.values()), "")
        raise OpforError(f"no cell of the grid can be played: {why}")
    return Grid(made, left_out, where)


def _cell(order: BatchOrder, values: Mapping[str, Any]) -> BatchOrder:
    made = with_values(order, values)
    mission = made.setup.mission
    packs = (Path(folder) for folder in made.setup.packs)
    load_nation(mission.enemy, *packs).fact("name", date=mission.date)
    return made


def groups_of(cells: Mapping[str, BatchOrder], enough: Enough) -> list[Group]:
    """Each cell for itself, until it is known."""
    return [Group({name: order}, enough) for name, order in cells.items()]


def enough_of(half: float | None, games: int | None) -> Enough:
    """When a cell is known.

    Args:
        half: the half-width of its interval; None for no such end.
        games: no more than that.
    """
    return so_many(games or GAMES) if half is None else until_known(half, games)


# -- what came of it -----------------------------------------------------------------


class CellFigures(Struct, frozen=True, kw_only=True):
    """What came of a cell.

    Args:
        cell: its name.
        games, won: that came to an end, and that FRIENDLY won.
        rate, low, high: the share won, with its interval (`SweepFigures`).
        vp: the mean VP of each side.
        losses: the mean losses of each side, turn by turn.
        turns: the mean length.
        faults: games that ended in a fault of the program.
    """

    cell: str
    games: int
    won: int
    rate: float
    low: float
    high: float
    vp: dict[Side, float]
    losses: dict[Side, list[float]]
    turns: float
    faults: int


def figures(cell: str, games: Sequence[GameOutcome], half: float | None) -> CellFigures:
    """The figures of a cell.

    Args:
        cell: its name.
        games: its games.
        half: what an interval that holds at all times is narrowest for; None: how many
            games there are was fixed before the first, so it is Wilson's.
    """
    ended = [game for game in games if not game.fault]
    won, count = won_of(games)
    if half is None:
        known = Interval(won / count if count else 0.5, *wilson(won, count))
    else:
        known = share_interval(won, count, half=half)
    lost = {side: by_turn([game.losses[side] for game in ended]) for side in SIDES}
    return CellFigures(
        cell=cell,
        games=count,
        won=won,
        rate=known.value,
        low=known.low,
        high=known.high,
        vp={side: mean([float(game.vp[side]) for game in ended]) for side in SIDES},
        losses=lost,
        turns=mean([float(game.turns) for game in ended]),
        faults=len(games) - count,
    )


class SweepFigures(Struct, frozen=True):
    """What came of a sweep.

    Args:
        cells: the figures of each cell.
        steps: what each value adds over the one before it.
        interval: what the intervals are: for a number of games that was fixed
            beforehand, or those that hold however often one looks.
    """

    cells: list[CellFigures]
    steps: list[SweepStep]
    interval: Literal["fixed", "anytime"] = "anytime"


def sweep_figures(
    values: Mapping[str, Values], found: Games, half: float | None
) -> SweepFigures:
    """What came of a sweep; `half` as in `figures`."""
    fixed = half is None
    return SweepFigures(
        cells=[figures(name, found[name], half) for name in values],
        steps=sweep_steps(values, found, fixed=fixed),
        interval="fixed" if fixed else "anytime",
    )


class Decisive(Struct, frozen=True, kw_only=True):
    """A rule or row, and how games with it went beside those without it.

    Args:
        name: the rule's number, or table and row.
        parts: parts of the rule that were used in just the same games.
        games: in which it was used.
        difference: the rate of wins with it less that without, cell by cell.
        low, high: its 95 % interval.
    """

    name: str
    parts: tuple[str, ...] = ()
    games: int
    difference: float
    low: float
    high: float


def decisive(found: Games, *, rows: bool, most: int) -> list[Decisive]:
    """The rules, or rows, whose games went most otherwise, the surest first.

    A part of a rule that was used in just its games is told with it, for it says the
    same. It says what went together, not what brought about what: who is losing routs.

    Args:
        found: games by cell; only games of one cell are set against each other.
        rows: rows of tables, else rules.
        most: how many.
    """
    used = [
        [(set(g.rows if rows else g.rules), g.winner == "FRIENDLY") for g in games]
        for games in ([g for g in cell if not g.fault] for cell in found.values())
    ]
    names = sorted({name for cell in used for had, _ in cell for name in had})
    scored = [score for name in names if (score := _score(name, used))]
    if not rows:
        scored = _with_parts(scored, used)
    scored.sort(key=lambda one: -one[0])
    return [one for _, one in scored[:most]]


Used = Sequence[tuple[set[str], bool]]
"""What was used in each game of a cell, and whether FRIENDLY won it."""


def _with_parts(
    scored: Iterable[tuple[float, Decisive]], used: Iterable[Used]
) -> list[tuple[float, Decisive]]:
    """Rules, each with the parts of it that were used in the very same games.

    Args:
        scored: rules by their names, so a part comes behind what it is a part of.
        used: what was used, cell by cell.
    """
    games = [had for cell in used for had, _ in cell]
    whole: dict[frozenset[int], list[tuple[float, Decisive]]] = {}
    for score, one in scored:
        same = frozenset(n for n, had in enumerate(games) if one.name in had)
        told = whole.setdefault(same, [])
        for nth, (of_score, of) in enumerate(told):
            if part_of(one.name, of.name):
                told[nth] = of_score, replace(of, parts=(*of.parts, one.name))
                break
        else:
            told.append((score, one))
    return [each for told in whole.values() for each in told]


def part_of(rule: str, whole: str) -> bool:
    """Whether a rule is a part of another one, as S5.751 and S5.75/exc1 of S5.75."""
    part, of = RuleId.parse(rule), RuleId.parse(whole)
    if (part.chapter, part.section) != (of.chapter, of.section) or of.suffix:
        return False
    if of.paragraph or of.letter:
        return part.parent == of
    return part.digits.startswith(of.digits)


def _score(name: str, cells: Iterable[Used]) -> tuple[float, Decisive] | None:
    """How sure a difference is, and the difference; None of too few games."""
    weight = total = spread = 0.0
    uses = without = 0
    for cell in cells:
        yes = [won for had, won in cell if name in had]
        no = [won for had, won in cell if name not in had]
        uses, without = uses + len(yes), without + len(no)
        if not (yes and no):
            continue
        p, q = (sum(yes) + 0.5) / (len(yes) + 1), (sum(no) + 0.5) / (len(no) + 1)
        own = len(yes) * len(no) / (len(yes) + len(no))
        weight, total = weight + own, total + own * (p - q)
        spread += own**2 * (p * (1 - p) / len(yes) + q * (1 - q) / len(no))
    if uses < LEAST_USES or without < LEAST_USES or not weight:
        return None
    value, error = total / weight, sqrt(spread) / weight
    told = Decisive(
        name=name,
        games=uses,
        difference=value,
        low=max(-1.0, value - Z95 * error),
        high=min(1.0, value + Z95 * error),
    )
    return abs(value) / error, told


def woken(games: Iterable[GameOutcome]) -> dict[str, int]:
    """In how many games a S? was Activated in each Location."""
    counts: dict[str, int] = {}
    for place in _places(games):
        counts[place] = counts.get(place, 0) + 1
    return dict(sorted(counts.items()))


def _places(games: Iterable[GameOutcome]) -> Iterator[str]:
    for game in games:
        yield from dict.fromkeys(filter(None, game.woken))
