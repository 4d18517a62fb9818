"""A real cluster of this machine: workers and scheduler killed, the client gone.

Whatever happens, the figures and the file are those of one process, to the byte.
"""

import os
import signal
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import msgspec
import psutil  # type: ignore[import-untyped] # Dask has it
import pytest
from msgspec.structs import replace

import opfor
from opfor.cli.app import STOPPED
from opfor.core.errors import OpforError
from opfor.ports.session import Setup
from opfor.sim.series import BatchOrder
from opfor.state.mission import load_mission
from opfor.study.cluster import LOCAL, Cluster, play_packed, unpacked
from opfor.study.run import Games, Group, play_until, so_many
from opfor.study.workers import Batch, local, play_batch
from tests.study.test_run import Stopped, timeless

pytestmark = pytest.mark.filterwarnings("ignore")  # those of Dask are its own

ORDER = BatchOrder(
    setup=Setup(mission=replace(load_mission("tutorial"), turns=1), seed=1),
    seed=5,
    player="random",
)
GAMES = 24
GROUP = Group({"": ORDER}, so_many(GAMES))

SOON = 600
"""Seconds after which a test has failed; on a quiet machine it takes thirty."""


class Machines:
    """A scheduler and workers, each a process that can be killed."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self._port}"
        self.scheduler = self.start_scheduler()
        self.workers = [self.start_worker()]
        self.end = monotonic() + SOON

    def start_scheduler(self) -> subprocess.Popen[bytes]:
        """At the same address each time."""
        where = ["--host", "127.0.0.1", "--port", str(self._port)]
        return self._started("dask_scheduler", *where)

    def start_worker(self) -> subprocess.Popen[bytes]:
        """One that plays a batch at a time."""
        return self._started(
            "dask_worker", self.address, "--nthreads", "1", "--no-nanny"
        )

    def _started(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        silent = subprocess.DEVNULL
        command = [sys.executable, "-m", f"distributed.cli.{what}", "--no-dashboard"]
        return subprocess.Popen([*command, *words], stdout=silent, stderr=silent)

    def kill_worker(self) -> None:
        """The one that works, and another takes its place."""
        self.workers[-1].kill()
        self.workers.append(self.start_worker())

    def kill_scheduler(self) -> None:
        """It comes back and has forgotten everything; so do the workers."""
        self.scheduler.kill()
        self.scheduler.wait()
        self.scheduler = self.start_scheduler()
        self.kill_worker()

    def wait(self) -> None:
        """Until the scheduler answers."""
        while monotonic() < self.end:
            with socket.socket() as tried:
                if not tried.connect_ex(("127.0.0.1", self._port)):
                    return
            sleep(0.1)

    def close(self) -> None:
        """Kill all of them."""
        for process in (self.scheduler, *self.workers):
            process.kill()
            process.wait()


@pytest.fixture
def machines() -> Iterator[Machines]:
    """A scheduler and one worker."""
    made = Machines()
    made.wait()
    yield made
    made.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file as one process writes it."""
    out = tmp_path_factory.mktemp("whole") / "file.jsonl"
    play_until([GROUP], workers=local(1), out=out)
    return out.read_bytes()


def played(
    machines: Machines, out: Path, *steps: tuple[int, Any], patience: float = 60
) -> None:
    """Play on the cluster; each step is done once so many games are known."""
    left = list(steps)

    def told(found: Games) -> None:
        assert monotonic() < machines.end
        while left and len(found[""]) >= left[0][0]:
            left.pop(0)[1]()

    cluster = Cluster(machines.address, patience=patience)
    try:
        play_until([GROUP], workers=cluster, out=out, told=told)
    finally:
        cluster.close()
    assert not left


def test_killed_and_restarted(machines: Machines, tmp_path: Path, whole: bytes) -> None:
    """A worker is killed, then the scheduler: nothing is lost, nothing double."""
    out = tmp_path / "file.jsonl"
    played(machines, out, (3, machines.kill_worker), (10, machines.kill_scheduler))
    assert out.read_bytes() == whole
    assert len(machines.workers) == 3


def test_client_gone(machines: Machines, tmp_path: Path, whole: bytes) -> None:
    """Who was gone goes on from his file, with more workers than before."""
    out = tmp_path / "file.jsonl"

    def gone() -> None:
        raise Stopped

    with pytest.raises(Stopped):
        played(machines, out, (7, gone))
    kept = out.read_bytes()
    assert 7 <= kept.count(b"\n") < GAMES
    machines.workers.append(machines.start_worker())
    played(machines, out)
    assert out.read_bytes() == whole


def test_two_at_a_time() -> None:
    """Each local cluster finds ports of its own, and says nothing of those taken."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with closing(Cluster(LOCAL, 1)), closing(Cluster(LOCAL, 1)):
            pass
    assert not [one for one in told if "Port" in str(one.message)]


@pytest.mark.parametrize("later", [0.0, 1.0])
def test_ctrl_c_at_its_start(tmp_path: Path, later: float) -> None:
    """Ctrl-C, which all its processes hear, ends them without a traceback."""
    words = ["sim", "tutorial", "--until", "1", "--cluster", LOCAL, "--jobs", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "opfor", *words, "--out", str(tmp_path / "games.jsonl")],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        end = monotonic() + SOON
        while not _has_workers(running.pid) and monotonic() < end:
            sleep(0.05)
        sleep(later)
        os.killpg(running.pid, signal.SIGINT)
        told = running.communicate(timeout=SOON)[1]
    assert running.returncode == STOPPED
    assert "Traceback" not in told
    while _group(running.pid) and monotonic() < end:
        sleep(0.1)
    assert not _group(running.pid)


def _group(leader: int) -> list[str]:
    """The command lines of a process group."""
    found: list[str] = []
    for one in psutil.process_iter():
        with suppress(psutil.Error, ProcessLookupError):  # it has just ended
            if os.getpgid(one.pid) == leader:
                found.append(" ".join(one.cmdline()))
    return found


def _has_workers(leader: int) -> bool:
    return any("spawn_main" in args for args in _group(leader))


def test_no_address() -> None:
    """A slip of the pen is told at once."""
    with pytest.raises(OpforError, match="'lokal' is no address of a scheduler"):
        Cluster("lokal")


def test_nobody_there() -> None:
    """Without a scheduler it says so, in one sentence and in bounded time."""
    with pytest.raises(OpforError, match="no Dask scheduler"):
        Cluster("tcp://127.0.0.1:1")


def test_no_workers(machines: Machines) -> None:
    """Workers that do not come back are waited for, but not for ever."""
    machines.workers[-1].kill()
    cluster = Cluster(machines.address, patience=7)
    try:
        cluster.give(Batch("", ORDER, 0, 1))
        with pytest.raises(OpforError, match="no workers"):
            cluster.take()
    finally:
        cluster.close()


class TestPacked:
    """A batch as it travels."""

    def test_same_games(self) -> None:
        """What comes back is what was played."""
        order = msgspec.msgpack.encode(ORDER)
        found = unpacked(play_packed(opfor.__version__, order, 2, 2))
        there = [timeless(one) for one in found]
        assert there == [timeless(one) for one in play_batch(ORDER, 2, 2)]

    def test_size(self) -> None:
        """A game weighs no more than docs/how-to/studies.md says."""
        order = msgspec.msgpack.encode(ORDER)
        assert len(order) < 4000
        assert len(play_packed(opfor.__version__, order, 0, 4)) / 4 < 2000

    def test_other_version(self) -> None:
        """A worker of another opfor plays nothing."""
        with pytest.raises(OpforError, match="same on all machines"):
            play_packed("0.0.1", b"", 0, 1)
