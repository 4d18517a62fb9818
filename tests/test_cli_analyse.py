"""`opfor analyse`: a game weighed in the terminal, kept beside its save."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import monotonic, sleep

import psutil  # type: ignore[import-untyped] # Dask has it
import pytest
from msgspec.structs import replace

from opfor.cli.app import BAD_INPUT, STOPPED, main
from opfor.core.save import read_save
from opfor.sim import analyse as weighing
from opfor.sim.analyse import Looked, Task
from opfor.views.analysis import (
    Analysis,
    WeighedDecision,
    analysis_file,
    encoded,
    read_analysis,
)
from tests.sim.saves import tutorial

COST = 0.25


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A short game that is over."""
    return tutorial(tmp_path_factory.mktemp("games") / "idle.opfor").read_bytes()


@pytest.fixture
def save(tmp_path: Path, source: bytes) -> Path:
    """A copy of it."""
    path = tmp_path / "idle.opfor"
    path.write_bytes(source)
    return path


def kept(save: Path) -> Analysis | None:
    """What lies beside a save."""
    return read_analysis(save, read_save(save).entries)


def weighed(task: Task, cost: float) -> Looked:
    """A decision that cost so much, without a playout."""
    one = WeighedDecision(
        number=task.number,
        moment=task.after,
        turn=1,
        side="FRIENDLY",
        phase="MPh",
        order={"type": "end"},
        said="nothing done",
        better_said="a march",
        chance=0.5,
        low=0.25,
        high=0.75,
        cost=cost,
        cost_low=cost / 2,
        cost_high=2 * cost,
        games=8,
    )
    return Looked(task.number, one)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The decisions that were looked at."""
    numbers: list[int] = []

    def look(task: Task) -> Looked:
        numbers.append(task.number)
        return weighed(task, COST if len(numbers) == 1 else 0.0)

    monkeypatch.setattr(weighing, "look", look)
    return numbers


def test_told_and_kept(
    save: Path, asked: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    """The dearest decision is told with what was better; the file has all of them."""
    assert not main(["analyse", str(save), "--jobs", "1"])
    shown = capsys.readouterr().out
    found = kept(save)
    assert found is not None
    assert found.whole
    assert asked == sorted(found.looked)
    assert "1. Turn 1, FRIENDLY MPh: nothing done, 50%" in shown
    assert "better: a march, +25 points" in shown
    assert f"judgement: -{100 * COST:.0f} points; luck" in shown
    assert str(analysis_file(save)) in shown


def test_goes_on(
    save: Path,
    asked: list[int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """After Ctrl-C what is known stays, and only the rest is weighed."""
    three, again = count(), weighing.look

    def stops(task: Task) -> Looked:
        if next(three) == 3:
            raise KeyboardInterrupt
        return again(task)

    monkeypatch.setattr(weighing, "look", stops)
    assert main(["analyse", str(save), "--jobs", "1"]) == STOPPED
    part = kept(save)
    assert part is not None
    assert len(part.looked) == 3
    told = capsys.readouterr().err
    assert f"stopped after 3 of {part.decisions} decisions; " in told
    assert f"`opfor analyse {save} --jobs 1` goes on" in told
    assert "the dearest so far:\n1. Turn 1, FRIENDLY MPh: nothing done, 50%" in told
    monkeypatch.setattr(weighing, "look", again)
    assert not main(["analyse", str(save), "--jobs", "1"])
    whole = kept(save)
    assert whole is not None
    assert whole.whole
    assert len(asked) == len(set(asked)) == whole.decisions


SOON = 60
"""Seconds in which whatever is done should be done."""


@pytest.mark.parametrize("gap", [0.001, 0.05])
def test_ctrl_c_twice(save: Path, gap: float) -> None:
    """Ctrl-C ends the weighing at once, a second one changes nothing; none is left."""
    words = ["analyse", str(save), "--jobs", "2", "--games", "1000", "--horizon", "0"]
    with subprocess.Popen(
        [sys.executable, "-m", "opfor", *words],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        end = monotonic() + SOON
        while _workers(running.pid) < 2 and monotonic() < end:
            sleep(0.05)
        sleep(0.5)
        os.killpg(running.pid, signal.SIGINT)
        sleep(gap)
        os.killpg(running.pid, signal.SIGINT)
        try:
            told = running.communicate(timeout=20)[1]
        finally:
            while _group(running.pid) and monotonic() < end - SOON / 2:
                sleep(0.05)
            left = _group(running.pid)
            if left:
                os.killpg(running.pid, signal.SIGKILL)
    assert not left
    assert running.returncode in (STOPPED, -signal.SIGINT)
    assert "stopped after " in told
    assert "Traceback" not in told


def _group(leader: int) -> list[psutil.Process]:
    """The processes of a group that are still at work."""
    found: list[psutil.Process] = []
    for one in psutil.process_iter():
        with suppress(psutil.Error, ProcessLookupError):  # it has just ended
            alive = one.status() != psutil.STATUS_ZOMBIE
            if alive and os.getpgid(one.pid) == leader:
                found.append(one)
    return found


def _workers(leader: int) -> int:
    """How many work for it; the tracker of multiprocessing is none of them."""
    lines = [" ".join(one.cmdline()) for one in _group(leader) if one.pid != leader]
    return len([line for line in lines if "resource_tracker" not in line])


def test_anew(save: Path, asked: list[int]) -> None:
    """Nothing is weighed twice, unless that is wanted."""
    words = ["analyse", str(save), "--jobs", "1"]
    assert not main(words)
    once = len(asked)
    assert not main(words)
    assert len(asked) == once
    assert not main([*words, "--anew"])
    assert len(asked) == 2 * once


def test_budget(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each decision is played on as far and as often as was said."""
    budgets: set[tuple[int, int]] = set()

    def each(
        known: Analysis, todo: list[Task], _each: Callable[..., object]
    ) -> Iterator[Analysis]:
        budgets.update((task.at.horizon, task.games) for task in todo)
        yield known

    monkeypatch.setattr(weighing, "analyse", each)
    words = ["analyse", str(save), "--jobs", "1"]
    assert not main([*words, "--horizon", "5", "--games", "2"])
    assert budgets == {(5, 2)}


def test_stopped_early(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C as the game is still being read is not passed over in silence."""

    def stops(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(weighing, "tasks", stops)
    assert main(["analyse", str(save), "--jobs", "1"]) == STOPPED
    assert "stopped before a decision was weighed" in capsys.readouterr().err


def test_other_budget(
    save: Path, asked: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    """What was begun goes on with its own playouts; other ones are refused."""
    words = ["analyse", str(save), "--jobs", "1"]
    assert not main([*words, "--games", "2"])
    how = "weighed by about 2 playouts of each order, over 2 Player Turns"
    assert how in capsys.readouterr().out
    once = len(asked)
    assert not main(words)
    assert not main([*words, "--games", "2", "--horizon", "2"])
    assert how in capsys.readouterr().out
    assert main([*words, "--games", "5"]) == BAD_INPUT
    told = " ".join(capsys.readouterr().err.split())
    assert "begun with --games 2; go on without --games, or begin again" in told
    assert main([*words, "--horizon", "0"]) == BAD_INPUT
    assert len(asked) == once
    assert not main([*words, "--games", "5", "--horizon", "0", "--anew"])
    told = capsys.readouterr().out
    assert "weighed by about 5 playouts of each order, to the end of the game" in told


def test_older_file(
    save: Path, asked: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    """An analysis that does not say how it was begun opens, and cannot be told more."""
    words = ["analyse", str(save), "--jobs", "1"]
    assert not main(words)
    whole = kept(save)
    assert whole
    old = replace(whole, games=None, horizon=None)
    analysis_file(save).write_bytes(encoded(old))
    capsys.readouterr()
    assert not main(words)
    assert "playouts" not in capsys.readouterr().out
    assert main([*words, "--games", "8"]) == BAD_INPUT
    assert "does not say with which --games" in capsys.readouterr().err
    assert asked


def test_command_again(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What goes on after Ctrl-C has the options that it was begun with."""

    def stops(_: Task) -> Looked:
        raise KeyboardInterrupt

    monkeypatch.setattr(weighing, "look", stops)
    words = ["analyse", str(save), "--jobs", "1", "--games", "2", "--anew"]
    assert main(words) == STOPPED
    assert f"`opfor {' '.join(words)}` goes on" in capsys.readouterr().err


def test_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is no save is one sentence."""
    (tmp_path / "x.opfor").write_bytes(b"nothing")
    assert main(["analyse", str(tmp_path / "x.opfor"), "--jobs", "1"])
    assert "x.opfor" in capsys.readouterr().err
