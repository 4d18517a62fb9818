"""Batches played on a Dask cluster (the extra `cluster`).

A batch is one task of some seconds. A worker that is killed gives its tasks back to the
scheduler by itself; a scheduler that is restarted has forgotten them, so they are
handed out anew once it is there again; and what a client that is gone has not written
is not in its file, and so is played again. A result counts once, for games go by their
numbers (`run.py`). Nothing here has to be right for the figures to be: it only has to
go on.
"""

import logging
import zlib
from contextlib import suppress
from time import monotonic, sleep
from typing import TYPE_CHECKING, NamedTuple

import msgspec

import opfor
from opfor.core.errors import OpforError
from opfor.core.interrupts import interrupts_held
from opfor.sim.series import BatchOrder, GameOutcome
from opfor.study.workers import Batch, Played, cores, play_batch

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

LOCAL = "local"
"""In place of an address: a cluster of this machine, for this command alone."""

POLL_S = 0.02
"""Seconds between two looks for what is done."""

PATIENCE_S = 300.0
"""Seconds that a scheduler, or every worker, may be gone."""

CONNECT_S = 10
"""Seconds for one try to reach the scheduler."""

COUNT_S = 5.0
"""Seconds after which workers are counted again."""

TRIES = 5
"""How often a batch is handed out whose workers die: it may be what kills them."""


def play_packed(version: str, order: bytes, first: int, games: int) -> bytes:
    """The games of a batch, as they travel; runs on a worker.

    Errors:
        OpforError: the worker has another opfor.
    """
    if opfor.__version__ != version:
        raise OpforError(
            f"a worker has opfor {opfor.__version__}, this is {version}",
            do="install the same on all machines",
        )
    asked = msgspec.msgpack.decode(order, type=BatchOrder)
    return zlib.compress(msgspec.msgpack.encode(play_batch(asked, first, games)))


class Cluster:
    """Workers of a Dask cluster.

    Args:
        address: the scheduler's, such as tcp://10.0.0.1:8786, or "local".
        jobs: processes of a local one; None for as many as there are cores.
        patience: seconds that the scheduler, or every worker, may be gone.

    Errors:
        OpforError: Dask is not installed, the address is none, or nobody answers there.
    """

    def __init__(
        self, address: str, jobs: int | None = None, *, patience: float = PATIENCE_S
    ) -> None:
        _check_installed()
        _check_address(address)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self._own: LocalCluster | None = None
        self._patience = patience
        self._waiting: list[_Task] = []
        self._given: dict[Future, _Task] = {}
        self._counted, self._threads = -COUNT_S, 0
        try:
            if address == LOCAL:
                with interrupts_held():
                    self._own = _local_cluster(jobs or cores())
                    address = self._own.scheduler_address
            self._address = address
            self._client = self._connected(monotonic() + CONNECT_S)
        except BaseException:  # Ctrl-C, too, leaves no process
            self.close()
            raise

    @property
    def size(self) -> int:
        """How many tasks are worked on at a time, as of some seconds ago."""
        if monotonic() - self._counted >= COUNT_S:
            with suppress(Exception):  # it is counted again soon
                self._threads = sum(self._client.nthreads().values())
            self._counted = monotonic()
        return max(1, self._threads)

    def give(self, batch: Batch) -> None:
        """Hand a batch to the scheduler, as soon as it is there."""
        self._waiting.append(_Task(batch, 1))

    def take(self) -> Played:
        """The first batch that is done; what was lost on the way is handed out anew.

        Errors:
            OpforError: a batch kills its workers, or there is no scheduler or worker
                any more.
        """
        end = monotonic() + self._patience
        while True:
            if self._client.status == "closed":
                self._begin_anew(end)
            if self._client.status == "running":
                self._hand_out()
                for future in list(self._given):
                    if (done := self._looked_at(future)) is not None:
                        return done
                if self.size and self._threads:
                    end = monotonic() + self._patience
            if monotonic() > end:
                raise OpforError("the cluster has no workers", self._address, GO_ON)
            sleep(POLL_S)

    def close(self) -> None:
        """Let go of everything; tasks that nobody waits for are dropped there."""
        with suppress(Exception):  # whoever is gone needs no farewell
            self._client.cancel(list(self._given))
        with suppress(Exception):
            self._client.close(timeout=2)
        if self._own is not None:
            with suppress(Exception):
                self._own.close(timeout=5)

    # -- inside ------------------------------------------------------------------------

    def _hand_out(self) -> None:
        """Submit what waits for it."""
        while self._waiting:
            task = self._waiting[-1]
            order = msgspec.msgpack.encode(task.batch.order)
            asked = opfor.__version__, order, task.batch.first, task.batch.games
            try:
                future = self._client.submit(play_packed, *asked, pure=False)
            except Exception:
                return
            self._given[future] = self._waiting.pop()

    def _looked_at(self, future: "Future") -> Played | None:
        """The batch, if it is done; if it was lost, it is handed out anew."""
        status = future.status
        if status == "finished":
            return self._fetched(future)
        if status != "pending":
            self._again(future, future.exception() if status == "error" else None)
        return None

    def _fetched(self, future: "Future") -> Played | None:
        """What a worker has of a batch that is done; None if he is just gone."""
        try:
            packed: bytes = future.result(timeout=CONNECT_S)
        except Exception:
            return None
        batch, _ = self._given.pop(future)
        return Played(batch, unpacked(packed))

    def _again(self, future: "Future", error: BaseException | None) -> None:
        """Hand out a batch once more, if it is not its own fault."""
        batch, tries = self._given.pop(future)
        if isinstance(error, OpforError):
            raise error
        if error is not None and tries >= TRIES:
            raise OpforError(
                f"games {batch.first} to {batch.first + batch.games - 1} cannot be "
                f"played ({type(error).__name__}: {error})",
                self._address,
                "give the workers more memory; " + GO_ON,
            )
        self._waiting.append(_Task(batch, tries + (error is not None)))

    def _begin_anew(self, end: float) -> None:
        """Another client; what was handed out by the one before waits again."""
        self._client = self._connected(end)
        self._waiting += self._given.values()
        self._given = {}

    def _connected(self, end: float) -> "Client":
        from distributed import Client  # noqa: PLC0415 - an extra

        while True:
            try:
                return Client(self._address, timeout=CONNECT_S, set_as_default=False)
            except Exception as error:
                if monotonic() > end:
                    told = "no Dask scheduler answers"
                    raise OpforError(told, self._address, START) from error
                sleep(1)


class _Task(NamedTuple):
    """A batch, and how often it was handed out but for what was not its fault."""

    batch: Batch
    tries: int


GO_ON = "with --out the same command goes on"

START = "start one with `dask scheduler`, or write --cluster local"


def unpacked(packed: bytes) -> list[GameOutcome]:
    """Games as they come from a worker."""
    return msgspec.msgpack.decode(zlib.decompress(packed), type=list[GameOutcome])


def _check_installed() -> None:
    try:
        import distributed  # noqa: F401, PLC0415 - an extra
    except ImportError:
        raise OpforError(
            "--cluster needs Dask", do="pip install 'opfor[cluster]'"
        ) from None


def _check_address(address: str) -> None:
    """A word without a port is a slip: nobody need wait for its answer."""
    if address != LOCAL and ":" not in address:
        do = "write one such as tcp://10.0.0.1:8786, or --cluster local"
        raise OpforError(f"{address!r} is no address of a scheduler", do=do)


SELDOM = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.worker.memory.monitor-interval": "1s",
}
"""How a local cluster watches itself. As Dask has it that takes a tenth of two cores:
each 10 ms the stack of a game is walked for a profile that nobody sees, and so on."""


def _local_cluster(jobs: int) -> "LocalCluster":
    import dask  # noqa: PLC0415 - an extra
    from distributed import LocalCluster  # noqa: PLC0415 - an extra

    with dask.config.set(SELDOM):
        return LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",  # any port: 8787 may be another cluster's
            scheduler_kwargs={"dashboard": False},
            silence_logs=logging.CRITICAL,
        )
