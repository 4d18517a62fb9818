"""The effect of one change: games in pairs, with the same placements and dice.

Both games of a pair have the same number, and so the same seed; each situation has its
own dice (`sim/by_situation.py`). What the change does is the mean of the differences,
and where pairs are alike that is known with fewer games than from games of their own.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.table import Table
from opfor.sim.series import BatchOrder, GameOutcome
from opfor.sim.summary import mean
from opfor.state.nations import load_nation
from opfor.study.interval import (
    Interval,
    mean_interval,
    paired_interval,
    student_interval,
    within,
)
from opfor.study.run import Enough, Games, Group, now_and_then, so_many

BASE, CHANGED = "base", "changed"

WINS = "wins"

FIGURES: Mapping[str, Callable[[GameOutcome], float]] = {
    WINS: lambda game: float(game.winner == "FRIENDLY"),
    "FRIENDLY units lost": lambda game: float(sum(game.losses["FRIENDLY"])),
    "ENEMY units lost": lambda game: float(sum(game.losses["ENEMY"])),
    "FRIENDLY VP": lambda game: float(game.vp["FRIENDLY"]),
    "ENEMY VP": lambda game: float(game.vp["ENEMY"]),
    "Game Turns": lambda game: float(game.turns),
}
"""What is compared of a game."""


class Effect(Struct, frozen=True, kw_only=True):
    """What a change does to one figure.

    Args:
        figure: which.
        base, changed: its mean without and with the change.
        difference: what the change adds.
        low, high: its interval; None as long as nothing is known, as if the difference
            is the same in every pair.
        saved: how many games of their own would tell as much as one of these; None if
            the difference is the same in every pair.
    """

    figure: str
    base: float
    changed: float
    difference: float
    low: float | None
    high: float | None
    saved: float | None


class Comparison(Struct, frozen=True, kw_only=True):
    """What a change does.

    Args:
        pairs: the pairs in which both games came to an end.
        alike: those of them that ended with the same winner and losses.
        effects: a line for each figure.
        faults: pairs with a fault, by number.
        interval: what the intervals are: for a number of pairs that was fixed
            beforehand, or at all times.
    """

    pairs: int
    alike: int
    effects: list[Effect]
    faults: dict[int, str]
    interval: Literal["fixed", "anytime"] = "anytime"


class Unread(NamedTuple):
    """A row laid over a table that no game with the change tells of.

    Args:
        row: its table and which row it is.
        told: games tell what they read of that table; of some they do not.
    """

    row: str
    told: bool


def rows_unread(base: BatchOrder, changed: BatchOrder, found: Games) -> list[Unread]:
    """The rows that a change lays over tables and of which no game with it tells."""
    setup = changed.setup
    packs = (Path(folder) for folder in setup.packs)
    nation = load_nation(setup.mission.enemy, *packs).with_rows(changed.rows)
    read = {name for game in found[CHANGED] for name in game.rows}
    known = {name for games in found.values() for game in games for name in game.rows}
    told = {name for name in changed.rows if _told(nation.table(name), known)}
    return [
        Unread(table.name_of(row), name in told)
        for name, rows in changed.rows.items()
        for table in (nation.table(name),)
        for row in table.rows[-len(rows) :][len(base.rows.get(name, ())) :]
        if table.name_of(row) not in read
        or not row.applies(setup.mission.date, row.when)
    ]


def _told(table: Table, read: Set[str]) -> bool:
    """Whether games tell what they read of a table: of this one they have."""
    return not read.isdisjoint(map(table.name_of, table.rows))


def pair_group(
    base: BatchOrder, changed: BatchOrder, enough: Enough, *, paired: bool = True
) -> Group:
    """Two kinds of games side by side.

    Args:
        base: without the change.
        changed: with it.
        enough: when they are enough.
        paired: the same dice for the same situation; else each has dice of its own.
    """
    if not paired:
        changed = replace(changed, seed=changed.seed + OTHER_SEED)
    orders = {BASE: base, CHANGED: changed}
    return Group({n: replace(o, keyed=paired) for n, o in orders.items()}, enough)


OTHER_SEED = 1_000_000
"""How far off the seed of games that are not paired lies."""


def until_difference(half: float | None, most: int | None) -> Enough:
    """Enough when the difference of the rates of wins is known, or after so many pairs.

    Args:
        half: the half-width of its interval; None for no such end.
        most: pairs.
    """
    if half is None:
        return so_many(most or PAIRS)
    return now_and_then(lambda found: wins_so_far(found).half <= half, most)


PAIRS = 100
"""Pairs that are played if nobody says how many."""


def wins_so_far(found: Games) -> Interval:
    """What the change adds to the rate of wins, however often one looks."""
    return difference(*_ended(found)[:2], WINS)


def differences(found: Games) -> list[float]:
    """What the change adds to wins in each pair that came to an end."""
    base, changed, _ = _ended(found)
    of = FIGURES[WINS]
    return [of(two) - of(one) for one, two in zip(base, changed, strict=True)]


def difference(
    base: Sequence[GameOutcome],
    changed: Sequence[GameOutcome],
    figure: str,
    *,
    fixed: bool = False,
) -> Interval:
    """What a change adds to a figure, over pairs.

    Args:
        base: the games of the pairs without it.
        changed: those with it.
        figure: which.
        fixed: how many pairs there are was fixed before the first; else the interval
            holds however often one looks.
    """
    of = FIGURES[figure]
    values = [of(two) - of(one) for one, two in zip(base, changed, strict=True)]
    if fixed:
        return (paired_interval if figure == WINS else student_interval)(values)
    if figure != WINS:
        return mean_interval(values)
    return within(mean_interval(values, spread=1.0), 1.0)


def _ended(
    found: Games,
) -> tuple[list[GameOutcome], list[GameOutcome], dict[int, str]]:
    """The pairs in which both games ended, and the faults of the others."""
    pairs = list(zip(found[BASE], found[CHANGED], strict=False))
    whole = [(one, two) for one, two in pairs if not (one.fault or two.fault)]
    faults = {one.index: one.fault or two.fault for one, two in pairs}
    return (
        [one for one, _ in whole],
        [two for _, two in whole],
        {number: fault for number, fault in faults.items() if fault},
    )


def comparison(found: Games, *, fixed: bool = False) -> Comparison:
    """What a change does, by the games in pairs; `fixed` as in `difference`."""
    base, changed, faults = _ended(found)
    pairs = list(zip(base, changed, strict=True))
    return Comparison(
        pairs=len(pairs),
        alike=sum(_same_end(one, two) for one, two in pairs),
        effects=[_effect(base, changed, figure, fixed=fixed) for figure in FIGURES],
        faults=faults,
        interval="fixed" if fixed else "anytime",
    )


def _same_end(one: GameOutcome, two: GameOutcome) -> bool:
    return (one.winner, one.losses, one.vp) == (two.winner, two.losses, two.vp)


def _effect(
    base: Sequence[GameOutcome],
    changed: Sequence[GameOutcome],
    figure: str,
    *,
    fixed: bool,
) -> Effect:
    of = FIGURES[figure]
    ones, twos = [of(game) for game in base], [of(game) for game in changed]
    known = difference(base, changed, figure, fixed=fixed)
    pairs = zip(ones, twos, strict=True)
    apart = variance([two - one for one, two in pairs])
    # no spread is no knowledge of the next pair, but for wins, which are told with some
    told = known.half < NOTHING and (apart > 0 or figure == WINS)
    return Effect(
        figure=figure,
        base=mean(ones),
        changed=mean(twos),
        difference=known.value,
        low=known.low if told else None,
        high=known.high if told else None,
        saved=(variance(ones) + variance(twos)) / apart if apart else None,
    )


NOTHING = 1e9
"""A half-width that says nothing."""


def variance(values: Sequence[float]) -> float:
    """The mean square from the mean."""
    middle = mean(values)
    return mean([(value - middle) ** 2 for value in values])
