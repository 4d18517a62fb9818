"""Games that a server plays in the background, one question at a time.

They are played in processes of their own, so that the page stays quick, and can be
stopped at any moment.
"""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import connection, get_context, parent_process
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.interrupts import interrupts_held
from opfor.sim.series import GameOutcome
from opfor.study.workers import Batch, Played, cores, play_batch

NICE = 10
"""How far the games stand back behind everything else of the computer."""


T = TypeVar("T")
R = TypeVar("R")


class NoMoreGames(Exception):  # noqa: N818 - nothing went wrong
    """Nobody wants to know any more."""


class OwnProcesses:
    """Processes that play, and that can be stopped in the middle of a game.

    Args:
        jobs: how many.
    """

    def __init__(self, jobs: int) -> None:
        self.size = jobs
        # A server has threads: a process that is forked from one may hang.
        with interrupts_held():
            self._pool = get_context("spawn").Pool(jobs, initializer=_stand_back)
        self._done: SimpleQueue[Any] = SimpleQueue()

    def give(self, batch: Batch) -> None:
        """Hand it to the next process that is free."""

        def done(outcomes: list[GameOutcome]) -> None:
            self._done.put(Played(batch, outcomes))

        self._pool.apply_async(
            play_batch,
            (batch.order, batch.first, batch.games),
            callback=done,
            error_callback=self._done.put,
        )

    def take(self) -> Played:
        """The first that is done.

        Errors:
            NoMoreGames: somebody stopped it.
        """
        found: Played = self._next()
        return found

    def each(self, work: Callable[[T], R], things: Sequence[T]) -> Iterator[R]:
        """Work at each of some things; what came of it, as it comes.

        Errors:
            NoMoreGames: somebody stopped it.
        """
        put = self._done.put
        for thing in things:
            self._pool.apply_async(work, (thing,), callback=put, error_callback=put)
        for _ in things:
            yield self._next()

    def _next(self) -> Any:
        """The next that is done."""
        found = self._done.get()
        if isinstance(found, BaseException):
            raise found
        return found

    def stop(self) -> None:
        """Whoever waits for a batch waits no more."""
        self._done.put(NoMoreGames())

    def close(self) -> None:
        """End the processes at once; what is not taken is lost."""
        self._pool.terminate()


def _stand_back() -> None:
    """Leave the computer to others, and end without a word when the server has."""
    with suppress(AttributeError, OSError):  # not every system has it
        os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    """End in the middle of a game once the server is gone, however it went."""
    server = parent_process()
    if server is not None:
        connection.wait([server.sentinel])
        os._exit(0)


class Progress(Struct, frozen=True, kw_only=True):
    """How far the work is.

    Args:
        running: games are being played.
        said: how it ended; empty: well, or not yet.
    """

    running: bool = False
    said: str = ""


P = TypeVar("P", bound=Progress)

Tell = Callable[..., None]
"""Changes what is told, by keyword; of work that was stopped nothing is told."""


class Background(Generic[P]):
    """The one question that a server works at.

    Args:
        now: what is told before the first.

    Attributes:
        now: how far it is.
    """

    def __init__(self, now: P) -> None:
        self.now = now
        self._lock = Lock()
        self._workers: OwnProcesses | None = None

    def begin(self, now: P, work: Callable[[OwnProcesses, Tell], None]) -> P:
        """Work at a question in place of the last.

        Args:
            now: what is told at first.
            work: plays by the processes, and tells how far it is.
        """
        self.stop()
        with self._lock:
            workers = self._workers = OwnProcesses(max(1, cores() - 1))
            self.now = now
        Thread(target=self._work, args=(work, workers), daemon=True).start()
        return now

    def stop(self, said: str = "") -> P:
        """Play no more; what is known stays."""
        with self._lock:
            workers, self._workers = self._workers, None
            if workers is not None:
                self._change(running=False, said=said)
        if workers is not None:
            workers.stop()
        return self.now

    def _work(
        self, work: Callable[[OwnProcesses, Tell], None], workers: OwnProcesses
    ) -> None:
        def tell(**news: Any) -> None:
            with self._lock:
                if self._workers is workers:
                    self._change(**news)

        try:
            work(workers, tell)
        except NoMoreGames:
            pass
        except OpforError as error:
            tell(said=str(error))
        except Exception as error:
            tell(said=f"a fault of the program: {type(error).__name__}: {error}")
        finally:
            workers.close()
            tell(running=False)
            with self._lock:
                if self._workers is workers:
                    self._workers = None

    def _change(self, **news: Any) -> None:
        self.now = replace(self.now, **news)
