"""How the rate of games grows with workers: processes, and a local Dask cluster.

The same games of one Mission are played by one process, by two (`--jobs`), and by a
local cluster (`--cluster local`) of one worker and of two, in this order and then
backwards, so that whatever else the machine does falls on all. Everybody has played
before the clock starts. It says something of scaling only where both cores are free:
`load` is what others were doing when it began. Processor seconds a game are told too;
they show what the handing out costs, and what two that share caches lose, on a machine
that is busy as well.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing
from time import monotonic

import psutil  # type: ignore[import-untyped] # comes with Dask

from opfor.ports.session import Setup
from opfor.sim.series import BatchOrder
from opfor.state.mission import load_mission
from opfor.study.cluster import LOCAL, Cluster
from opfor.study.run import Games, Group, count_of, play_until, so_many
from opfor.study.workers import Here, Played, Processes, Workers

MISSION = "first-contact"

WARM = 6
"""Games of each way before the clock starts."""

ONE_S = 40.0
"""About how long one process is to play: the last batches end one by one, which in a
short run is a tenth of it."""

LEAST, MOST = 8, 200
"""Games that are played each time."""


def run() -> dict[str, float]:
    """Games a second and processor seconds a game of each way, and ratios."""
    load = os.getloadavg()[0]
    with ExitStack() as stack:
        ways = dict(_ways(stack))
        games = max(LEAST, min(MOST, round(ONE_S * _warmed(ways["one_process"]))))
        found: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
        for name in [*ways, *reversed(ways)]:
            found[name].append(_played(ways[name], games))
    rates = {name: 2 / sum(1 / rate for rate, _ in of) for name, of in found.items()}
    figures = {"load": load, "games": float(games)}
    figures |= {f"{name}_per_s": rate for name, rate in rates.items()}
    for name, of in found.items():
        figures[f"{name}_cpu_s_a_game"] = sum(cpu for _, cpu in of) / len(of)
    figures["processes_ratio"] = rates["two_processes"] / rates["one_process"]
    figures["cluster_ratio"] = rates["cluster_of_two"] / rates["cluster_of_one"]
    return figures


def _ways(stack: ExitStack) -> Iterator[tuple[str, Workers]]:
    """Each way, ready to play; processes are forked before Dask has its threads."""
    here, two = Here(), stack.enter_context(closing(Processes(2)))
    for way in (here, two):
        _warmed(way)
    yield from (("one_process", here), ("two_processes", two))
    for name, workers in (("cluster_of_one", 1), ("cluster_of_two", 2)):
        cluster = stack.enter_context(closing(Cluster(LOCAL, workers)))
        _warmed(cluster)
        yield name, cluster


def _warmed(way: Workers) -> float:
    """Games a second of some that do not count."""
    return _played(way, WARM)[0]


def _played(way: Workers, games: int) -> tuple[float, float]:
    """Games a second until so many count, and processor seconds a game.

    What is played beyond them, until the last batch that was handed out is back, is in
    the seconds of the processor, and so are its games.
    """
    counted = _Counted(way)
    order = BatchOrder(setup=Setup(mission=load_mission(MISSION), seed=1), seed=1)
    begun, used, last = monotonic(), _cpu_s(), [0.0]

    def told(found: Games) -> None:
        if count_of(found) >= games and not last[0]:
            last[0] = monotonic()

    play_until([Group({"": order}, so_many(games))], workers=counted, told=told)
    return games / (last[0] - begun), (_cpu_s() - used) / counted.games


class _Counted:
    """Workers, with a count of all games that came back.

    Attributes:
        games: that count.
    """

    def __init__(self, workers: Workers) -> None:
        self.give, self.close = workers.give, workers.close
        self._workers, self.games = workers, 0

    @property
    def size(self) -> int:
        """As many as there are."""
        return self._workers.size

    def take(self) -> Played:
        """The first that is done."""
        played = self._workers.take()
        self.games += len(played.outcomes)
        return played


def _cpu_s() -> float:
    """Seconds of the processor of this process and of all that it has started."""
    own = psutil.Process()
    seconds = 0.0
    for process in (own, *own.children(recursive=True)):
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        seconds += times.user + times.system
    return seconds
