"""Games played until an answer is known, wherever and in whatever order.

Games count in the order of their numbers, and whether they are enough is asked after
each: so the answer, and the file, are the same for any number of workers. What was
played beyond the last game that counts is thrown away.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import NamedTuple
from urllib.parse import quote

import msgspec
from msgspec.structs import replace

import opfor
from opfor.core.disk_cache import digest_of
from opfor.core.errors import OpforError
from opfor.core.packs import toml_files
from opfor.ports.session import Setup
from opfor.sim.players import files_read, player_digest
from opfor.sim.series import BatchOrder, GameOutcome, settled_order
from opfor.study.interval import share_interval
from opfor.study.results import Results
from opfor.study.workers import Batch, Workers, local

Games = dict[str, list[GameOutcome]]
"""Games by the name of their kind, in order of their numbers."""

Enough = Callable[[Games], bool]
"""Whether the games so far of a group are enough; each kind has as many."""

Told = Callable[[Games], object]
"""Hears of the games so far, each time that some have come."""


class Group(NamedTuple):
    """Kinds of games that are played side by side, as many of each.

    Args:
        orders: the kinds, by name.
        enough: asked after each number, in order.
    """

    orders: Mapping[str, BatchOrder]
    enough: Enough


BATCH_S = 2.0
"""Seconds that a batch is to take."""

LONGEST_BATCH = 64
"""Games of a batch."""

LOOK = 10
"""Games after which it is looked whether they are enough."""

MOST_FAULTS = 20
"""Games that ended in a fault of the program, after which no more are played."""

AT_ONCE = 8
"""Groups that are played by turns; a process keeps the map and tables of each."""

AHEAD = 2
"""Batches for each worker that are handed out."""


def study_digest(orders: Mapping[str, BatchOrder]) -> str:
    """A short name of all that the games of a study follow from.

    It has a part for each of what `results.PARTS` names, and for each file that a
    player reads.
    """
    asked, tables, players = [], [], []
    files: list[tuple[str, str]] = []
    for name, order in orders.items():
        packs = (toml_files(Path(folder)) for folder in order.setup.packs)
        asked.append((name, replace(order, rows={})))
        tables.append((order.rows, [digest_of(paths) for paths in packs]))
        players.append(player_digest(order.player))
        files += files_read(order.player)
    parts = map(_short, (asked, tables, players))
    read = (f"{quote(name, '')}={_short(held)}" for name, held in dict.fromkeys(files))
    return ":".join((opfor.__version__, *parts, *read))


def _short(part: object) -> str:
    return blake2b(msgspec.json.encode(part), digest_size=6).hexdigest()


def play_until(
    groups: Sequence[Group],
    *,
    workers: Workers,
    out: Path | None = None,
    told: Told = lambda _: None,
    steps_of: BatchOrder | None = None,
) -> Games:
    """Games of each group until they are enough.

    Args:
        groups: what is played.
        workers: who plays; they are left open.
        out: the file in which the games are kept, and from which they go on.
        told: hears of them.
        steps_of: the order that all kinds follow from by their names; then the file may
            have kinds that are not asked for this time.

    Errors:
        OpforError: the file has other games; or a Command asks a player (D-630).
    """
    groups = [
        group._replace(
            orders={name: settled_order(one) for name, one in group.orders.items()}
        )
        for group in groups
    ]
    orders = {name: order for group in groups for name, order in group.orders.items()}
    study = study_digest({"steps of": steps_of} if steps_of else orders)
    file = Results(out, study, orders, others=steps_of is not None) if out else None
    series = [_Series(group) for group in groups]
    games: Games = {name: found for one in series for name, found in one.games.items()}
    try:
        for one in series:
            one.take(file.found if file else {})
        _play(series, workers, file, lambda: told(games))
    except BaseException:
        if file:
            file.close()
        raise
    if file:
        file.finish(games)
    return games


def _play(
    series: Sequence["_Series"],
    workers: Workers,
    file: Results | None,
    told: Callable[[], object],
) -> None:
    of_kind = {name: one for one in series for name in one.games}
    pace, out, begun = _Pace(), 0, monotonic()
    told()
    while open_ := [one for one in series if not one.done][:AT_ONCE]:
        while out < workers.size * AHEAD:
            least = min(open_, key=lambda one: one.least)
            workers.give(least.batch(pace.games(len(of_kind) * workers.size)))
            out += 1
        batch, outcomes = workers.take()
        out -= 1
        pace.add(len(outcomes), monotonic() - begun, workers.size)
        for kind, outcome in of_kind[batch.cell].take({batch.cell: outcomes}):
            if file:
                file.add(kind, outcome)
        told()
    while out:  # they are done soon, and whoever plays is free for another study
        workers.take()
        out -= 1


class _Pace:
    """How many games take about as long as a batch should."""

    def __init__(self) -> None:
        self._played, self._each = 0, BATCH_S

    def add(self, games: int, seconds: float, workers: int) -> None:
        self._played += games
        self._each = seconds * workers / max(1, self._played)

    def games(self, shares: int) -> int:
        """For each share no more than a tenth of what has been played.

        So little is played that is thrown away when it is enough.
        """
        most = 1 + self._played // (10 * shares)
        return max(1, min(int(BATCH_S / self._each), most, LONGEST_BATCH))


class _Series:
    """The games of a group: those that count, and those that came before their turn.

    Attributes:
        games: those that count, by kind and in order; as many of each kind.
        done: whether they are enough.
    """

    def __init__(self, group: Group) -> None:
        self.done = False
        self.games: Games = {name: [] for name in group.orders}
        self._orders, self._enough = group.orders, group.enough
        self._early: dict[str, dict[int, GameOutcome]] = {
            name: {} for name in self.games
        }
        self._given = dict.fromkeys(self.games, 0)

    @property
    def least(self) -> int:
        """How many games were handed out of the kind that has fewest."""
        return min(self._given.values())

    def batch(self, games: int) -> Batch:
        """The next games to play, of the kind that has fewest."""
        kind = min(self._given, key=lambda name: self._given[name])
        first = self._given[kind]
        self._given[kind] += games
        return Batch(kind, self._orders[kind], first, games)

    def take(
        self, played: Mapping[str, Sequence[GameOutcome]]
    ) -> list[tuple[str, GameOutcome]]:
        """The games that count now; one that comes again counts once."""
        now = self._count()
        for kind in self.games:
            new = (one for one in played.get(kind, ()) if one.index >= now)
            self._early[kind] |= {one.index: one for one in new}
            self._given[kind] = max(self._given[kind], now + len(self._early[kind]))
        while not self.done and all(self._count() in e for e in self._early.values()):
            for kind, games in self.games.items():
                games.append(self._early[kind].pop(len(games)))
            self.done = self._enough(self.games)
        counted = range(now, self._count())
        return [
            (kind, games[at]) for at in counted for kind, games in self.games.items()
        ]

    def _count(self) -> int:
        """How many games of each kind count."""
        return min(map(len, self.games.values()))


# -- when it is enough ---------------------------------------------------------------


def so_many(games: int) -> Enough:
    """Enough after so many games."""
    return lambda found: count_of(found) >= games


def until_known(half: float, most: int | None = None) -> Enough:
    """Enough when the rate of wins is known to so much on both sides.

    Args:
        half: the half-width of its interval, such as 0.03.
        most: no more games than that.
    """

    def narrow(found: Games) -> bool:
        (games,) = found.values()
        return share_interval(*won_of(games), half=half).half <= half

    return now_and_then(narrow, most)


def now_and_then(known: Enough, most: int | None = None) -> Enough:
    """What is known is looked at after each tenth game.

    Args:
        known: whether it is enough.
        most: no more games than that.
    """

    def enough(found: Games) -> bool:
        count = count_of(found)
        if most is not None and count >= most:
            return True
        if count % LOOK:
            return False
        faults = sum(bool(one.fault) for games in found.values() for one in games)
        return faults >= MOST_FAULTS or known(found)

    return enough


def count_of(found: Games) -> int:
    """How many games there are of each kind."""
    return min(map(len, found.values()))


def won_of(found: Sequence[GameOutcome]) -> tuple[int, int]:
    """Games won by the FRIENDLY side, and games that came to an end."""
    ended = [one for one in found if not one.fault]
    return sum(one.winner == "FRIENDLY" for one in ended), len(ended)


def play_many(
    setup: Setup,
    *,
    games: int,
    seed: int,
    jobs: int = 1,
    player: str = "steady",
) -> list[GameOutcome]:
    """So many games of one kind on this machine, in order.

    Errors:
        OpforError: the numbers make no sense.
    """
    if games < 1:
        raise OpforError("play at least one game")
    order = BatchOrder(setup=setup, seed=seed, player=player)
    workers = local(jobs)
    try:
        return play_until([Group({"": order}, so_many(games))], workers=workers)[""]
    finally:
        workers.close()
