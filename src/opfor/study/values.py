"""Which values of our own matter most: each changed by a step, one at a time.

A row whose source is `project` gets, one at a time, the result of the row beside it in
its column (a number one more, where it stands alone), and the same games are played
with it. A game in which the row was not read is the same game with or without the
change, for each situation has its own dice; so only the others are played again.
"""

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.table import Row, Span, Table
from opfor.sim.series import BatchOrder, GameOutcome, settled_order
from opfor.sim.summary import mean
from opfor.state.nations import Nation, load_nation
from opfor.study.compare import WINS, difference
from opfor.study.run import Group, Told, play_until, so_many
from opfor.study.workers import Batch, Played, Workers
from opfor.views.table_text import result_text

LEAST_SHARE = 0.02
"""Of the games in which a row is read for it to be tried: else it cannot matter."""


class Step(NamedTuple):
    """A row with the step by which it is tried.

    Args:
        name: the table and the row, such as "A1 6", as games tell of it.
        order: what is played.
        was, now: the result of the row.
    """

    name: str
    order: BatchOrder
    was: str
    now: str


class Weight(Struct, frozen=True, kw_only=True):
    """What a step of a value does to the odds.

    Args:
        value: the table and the row.
        was, now: its result, and what it was tried with.
        read: the share of games in which it is read.
        played: how many games were played again.
        difference: what the step adds to the rate of wins.
        low, high: its interval, for a number of pairs that was fixed beforehand; None
            of too few games.
    """

    value: str
    was: str
    now: str
    read: float
    played: int
    difference: float
    low: float | None
    high: float | None


def weights(
    order: BatchOrder,
    *,
    games: int,
    workers: Workers,
    out: Path | None = None,
    told: Told = lambda _: None,
) -> list[Weight]:
    """What a step of each of our own values does, the most first.

    Those that do as much are told by how often they are read.

    Args:
        order: what is played.
        games: pairs for each value.
        workers: who plays.
        out: the file of the games as they are; those with a step stand beside it.
        told: hears of the games.
    """
    order = replace(order, keyed=True)
    enough = so_many(games)
    plain = [Group({"": order}, enough)]
    found = play_until(plain, workers=workers, out=out, told=told)[""]
    names = {name for game in found for name in game.rows}
    often = {name for name in names if _share(found, name) >= LEAST_SHARE}
    steps = list(steps_of(order, often))
    groups = [Group({step.name: step.order}, enough) for step in steps]
    sparing = Sparing(workers, found)
    beside = steps_file(out) if out else None
    tried = play_until(
        groups, workers=sparing, out=beside, told=told, steps_of=settled_order(order)
    )
    made = [_weight(step, found, tried[step.name]) for step in steps]
    return sorted(made, key=lambda one: (-abs(one.difference), -one.read, one.value))


def steps_file(out: Path) -> Path:
    """The file of the games with a step, beside that of the games as they are."""
    return out.with_name(f"{out.stem}-steps{out.suffix}")


def _share(games: Sequence[GameOutcome], read: str) -> float:
    return mean([float(read in game.rows) for game in games])


def _weight(
    step: Step, base: Sequence[GameOutcome], tried: Sequence[GameOutcome]
) -> Weight:
    pairs = [p for p in zip(base, tried, strict=True) if not (p[0].fault or p[1].fault)]
    base, tried = [one for one, _ in pairs], [two for _, two in pairs]
    known = difference(base, tried, WINS, fixed=True)
    sure = known.half < float("inf")
    return Weight(
        value=step.name,
        was=step.was,
        now=step.now,
        read=_share(base, step.name),
        played=sum(step.name in one.rows for one in base),
        difference=known.value,
        low=known.low if sure else None,
        high=known.high if sure else None,
    )


# -- the steps -----------------------------------------------------------------------


def steps_of(order: BatchOrder, read: Collection[str]) -> Iterator[Step]:
    """Each row of ours among those that games have read, with its step."""
    mission = order.setup.mission
    packs = (Path(folder) for folder in order.setup.packs)
    nation = load_nation(mission.enemy, *packs).with_rows(order.rows)
    for name, table in _tables(nation):
        for row in table.rows:
            told = table.name_of(row)
            if told not in read or row.source != "project":
                continue
            result = _next(table, row, mission.date)
            if result is not None:
                yield Step(
                    told,
                    _with_row(order, name, _stepped(table, row, result)),
                    result_text(row.result),
                    result_text(result),
                )


def _tables(nation: Nation) -> Iterator[tuple[str, Table]]:
    """The tables of everybody, and those of the ENEMY nation."""
    for name, table in nation.tables.items():
        owner, slash, short = name.rpartition("/")
        if not slash or (owner == nation.id and short != "pack"):
            yield name, table


def _with_row(order: BatchOrder, table: str, row: dict[str, Any]) -> BatchOrder:
    rows = [*order.rows.get(table, []), row]
    return replace(order, rows=order.rows | {table: rows})


def _stepped(table: Table, row: Row, result: Any) -> dict[str, Any]:
    """A row over this one, with that result."""
    made: dict[str, Any] = {"result": _plain(result)} | dict(row.when)
    made |= {"from": row.since} if row.since else {}
    made |= {"until": row.until} if row.until else {}
    return made if table.key == "none" else made | {"on": str(row.on)}


def _next(table: Table, row: Row, date: str) -> Any:
    """The result of the row beside it, that nearer to 7; else one more of a number.

    None where there is no step.
    """
    if table.key == "list" or not row.applies(date, row.when):
        return None
    beside = [
        other
        for other in table.rows
        if other.when == row.when and other.applies(date, row.when)
        if other.result != row.result and _touch(other, row)
    ]
    if beside:
        return min(beside, key=lambda other: abs(_middle(other.on) - 7)).result
    return row.result + 1 if type(row.result) is int else None


def _touch(one: Row, other: Row) -> bool:
    return one.on.low == other.on.high + 1 or other.on.low == one.on.high + 1


def _middle(span: Span) -> float:
    return (max(span.low, -20) + min(span.high, 30)) / 2


def _plain(result: Any) -> Any:
    """A result as a file would have it."""
    if isinstance(result, tuple):
        return [_plain(one) for one in result]
    if isinstance(result, Mapping):
        return {key: _plain(value) for key, value in result.items()}
    return result


class Sparing:
    """Workers that play again only the games in which a row was read.

    Args:
        workers: who plays those; each kind of games has the name of its row.
        base: the games as they are.
    """

    def __init__(self, workers: Workers, base: Sequence[GameOutcome]) -> None:
        self._workers, self._base = workers, base
        self._same: deque[Played] = deque()
        self._beyond: deque[Played] = deque()
        self._out = 0

    @property
    def size(self) -> int:
        """As many as there are."""
        return self._workers.size

    def give(self, batch: Batch) -> None:
        """Hand it out, unless none of its games would be another one."""
        games = list(self._base[batch.first : batch.first + batch.games])
        if any(batch.cell in game.rows for game in games):
            self._workers.give(batch)
            self._out += 1
        else:
            (self._same if games else self._beyond).append(Played(batch, games))

    def take(self) -> Played:
        """What is the same first; last what is beyond the games that are needed."""
        if self._same:
            return self._same.popleft()
        if self._out:
            self._out -= 1
            return self._workers.take()
        return self._beyond.popleft()

    def close(self) -> None:
        """Let go of those who play."""
        self._workers.close()
