"""Where batches of games are played: here, in processes, or on a cluster.

Whoever asks hands out batches and takes back what is done, in any order; a game follows
from its order and its number alone, so it does not matter who plays it.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Future,
    ProcessPoolExecutor,
    as_completed,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, parent_process
from multiprocessing.process import BaseProcess
from typing import NamedTuple, ParamSpec, Protocol, TypeVar

from opfor.core.errors import OpforError
from opfor.core.interrupts import interrupts_held
from opfor.sim.series import BatchOrder, GameOutcome, get_ready, play_one

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")


class Batch(NamedTuple):
    """Some games in a row of one kind.

    Args:
        cell: which of the kinds that are compared.
        order: what is played.
        first: the number of the first game.
        games: how many.
    """

    cell: str
    order: BatchOrder
    first: int
    games: int


class Played(NamedTuple):
    """A batch with what came of it, in order."""

    batch: Batch
    outcomes: list[GameOutcome]


def play_batch(order: BatchOrder, first: int, count: int) -> list[GameOutcome]:
    """The games of a batch."""
    get_ready(order)
    return [play_one(order, index) for index in range(first, first + count)]


class Workers(Protocol):
    """Who plays."""

    @property
    def size(self) -> int:
        """How many batches are played at a time."""
        ...

    def give(self, batch: Batch, /) -> None:
        """Hand out a batch; it is played in time."""
        ...

    def take(self) -> Played:
        """Wait for any batch that is done."""
        ...

    def close(self) -> None:
        """Stop at once; what is not taken is lost."""
        ...


class Here:
    """This process alone."""

    size = 1

    def __init__(self) -> None:
        self._given: deque[Batch] = deque()

    def give(self, batch: Batch) -> None:
        """Put it behind the others."""
        self._given.append(batch)

    def take(self) -> Played:
        """Play the next one."""
        batch = self._given.popleft()
        return Played(batch, play_batch(batch.order, batch.first, batch.games))

    def close(self) -> None:
        """Nothing is open."""


class Pool:
    """Processes of this machine that can be ended in the middle of their work.

    Ctrl-C comes to all processes of the terminal, and SIGTERM often to all of a job:
    these do not hear it, and end when they are told to.

    Args:
        jobs: how many.
    """

    def __init__(self, jobs: int) -> None:
        self._pool = ProcessPoolExecutor(jobs, initializer=_led)
        self._own: set[BaseProcess] = set()

    def submit(
        self, work: Callable[P, R], *args: P.args, **options: P.kwargs
    ) -> Future[R]:
        """Hand something to the next process that is free."""
        with interrupts_held():
            others = set(active_children())
            done = self._pool.submit(work, *args, **options)
            self._own |= set(active_children()) - others
        return done

    def each(self, work: Callable[[T], R], things: Sequence[T]) -> Iterator[R]:
        """Work at each of some things; what came of it, as it comes."""
        for done in as_completed([self.submit(work, thing) for thing in things]):
            yield result_of(done)

    def close(self) -> None:
        """End them at once; what is not done is lost."""
        for one in self._own:
            one.kill()
        self._pool.shutdown(cancel_futures=True)


def _led() -> None:
    """Leave Ctrl-C and SIGTERM to the process that began this one, if it is there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end_if_alone)


def _end_if_alone(number: int, _frame: object) -> None:
    leader = parent_process()
    if leader is None or not leader.is_alive():
        os._exit(128 + number)


def result_of(done: Future[R]) -> R:
    """What came of something that a process did.

    Errors:
        OpforError: the process was killed from outside.
    """
    try:
        return done.result()
    except BrokenProcessPool:
        raise OpforError(
            "a process that played was killed",
            do="give the command again with fewer --jobs, or more memory",
        ) from None


class Processes:
    """Processes of this machine that play."""

    def __init__(self, jobs: int) -> None:
        self.size = jobs
        self._pool = Pool(jobs)
        self._given: dict[Future[list[GameOutcome]], Batch] = {}
        self._maps: set[tuple[object, ...]] = set()

    def give(self, batch: Batch) -> None:
        """Hand it to the next process that is free."""
        self._get_ready(batch.order)
        done = self._pool.submit(play_batch, batch.order, batch.first, batch.games)
        self._given[done] = batch

    def take(self) -> Played:
        """The first that is done.

        Errors:
            OpforError: a process was killed from outside.
        """
        done = next(iter(wait(self._given, return_when=FIRST_COMPLETED).done))
        return Played(self._given.pop(done), result_of(done))

    def _get_ready(self, order: BatchOrder) -> None:
        """Work out LOS of a map once for all processes, before the first begins.

        Where those are forked from this one they have it at once, and what compiles.
        """
        setup, mission = order.setup, order.setup.mission
        on = setup.boards, mission.map, mission.date
        if on not in self._maps:
            self._maps.add(on)
            world = get_ready(order)
            if len(self._maps) == 1:
                world.los.check(0, len(world.spots) - 1)

    def close(self) -> None:
        """End them in the middle of their batches."""
        self._pool.close()


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def local(jobs: int) -> Workers:
    """Workers on this machine.

    Errors:
        OpforError: less than one.
    """
    if jobs < 1:
        raise OpforError("play in at least one process")
    return Here() if jobs == 1 else Processes(jobs)
