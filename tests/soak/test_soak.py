"""The long test itself: it counts, it finds what is planted, its page adds up."""

import argparse
import os
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core import save
from opfor.core.errors import OpforError
from opfor.core.game import Game
from tests.soak import __main__ as runner
from tests.soak import disks, files, orders
from tests.soak.__main__ import played, processor, seconds
from tests.soak.page import Done, Run, text
from tests.soak.parts import PARTS, Part, part
from tests.soak.seeds import chance, folder


def test_time() -> None:
    """A time is typed with its unit."""
    assert [seconds(one) for one in ("90s", "10m", "1.5h", "0")] == [90, 600, 5400, 0]
    with pytest.raises(argparse.ArgumentTypeError):
        seconds("soon")


def test_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trial that says nothing for too long, or ends without a word, is a fault."""
    monkeypatch.setattr(runner, "LOOK", 0.1)
    monkeypatch.setattr(runner, "SLOWEST", 2)
    slow = Part(name="files", does="", share=1, patience=0.1)
    assert played(slow, 1, 0.0, Done()) == "nothing for 0 s"
    none = Part(name="no part", does="", share=1, patience=60)
    assert played(none, 1, 0.0, Done()) == "it ended without a word"
    assert processor(os.getpid()) > 0


@pytest.mark.parametrize("seed", range(len(disks.WAYS)))
def test_disks(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of each."""
    monkeypatch.setattr(disks, "EACH", 1)
    with folder() as own:
        assert sum(disks.trial(seed, own).values()) == 1


FOUND = {"disks": (3,), "files": (170, 100_010)}
"""Seeds by which a part found a fault, before it was mended."""


@pytest.mark.parametrize(
    ("name", "seed"), [(name, seed) for name, seeds in FOUND.items() for seed in seeds]
)
def test_found(name: str, seed: int) -> None:
    """They find none any more."""
    with folder() as own:
        assert part(name).trial()(seed, own)


@pytest.mark.parametrize("kind", files.WAYS)
def test_files(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four of each kind."""
    way = replace(files.WAYS[kind], each=4)
    monkeypatch.setitem(files.WAYS, kind, way)
    assert files.trial(list(files.WAYS).index(kind), tmp_path)[kind] == 4


def test_orders() -> None:
    """A game's orders are those that it has and those that were taken back."""
    done = orders.trial(1, Path())
    kept = done["orders"] - done["orders taken back"]
    assert kept > 50
    assert done["orders taken back"] > 3 * kept
    assert done["events"] > done["orders"]
    assert done["offers"]


def test_unsound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A State that is not sound, and one that an undo leaves another, are found."""
    with monkeypatch.context() as patch:
        patch.setattr(orders, "faults", lambda state: [state.phase] * (state.turn > 1))
        with pytest.raises(AssertionError, match="event"):
            orders.Played(1).play()
    monkeypatch.setattr(Game, "back_to", lambda *_: None)
    with pytest.raises((AssertionError, OpforError)):
        orders.Played(1).play()


def test_fixed_seed(monkeypatch: pytest.MonkeyPatch, capfd: Any) -> None:
    """The same trials each time; what hangs on the clock fails if it fails twice."""
    seeds = list[tuple[str, int]]()
    wrong = {("kills", 1): ["late"], ("orders", 1): ["bad"]}

    def played(one: Part, seed: int, _time: float, done: Done) -> str:
        seeds.append((one.name, seed))
        done.next[one.name] = seed + 1
        done.passed += 1
        left = wrong.get((one.name, seed))
        return left.pop() if left else ""

    monkeypatch.setattr(runner, "played", played)
    parts = ["--part", "orders", "--part", "kills", "--for", "0"]
    assert runner.main(["--seed", "1", *parts]) == 1
    assert seeds == [("orders", 1), ("kills", 1), ("kills", 1)]
    told = capfd.readouterr().out
    assert "FAULT python -m tests.soak --part orders --seed 1 --for 0" in told
    assert "ONCE python -m tests.soak --part kills" in told
    assert told.endswith("3 passed, 1 failed\n")


def test_planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A save that is opened without a look at its sums is found."""
    monkeypatch.setattr(save, "mended", lambda saved, *_: saved)
    monkeypatch.setattr(save, "check_options", lambda *_: None)
    with pytest.raises(AssertionError, match="other"):
        many_saves(tmp_path)


def many_saves(folder: Path) -> None:
    """Enough of them that one has another state."""
    rng = chance("planted", 1)
    for nth in range(400):
        (folder / str(nth)).mkdir()
        files.a_save(rng, folder / str(nth))


def test_page() -> None:
    """Counts of runs add up; each part has its line, each run as well."""
    done = Done()
    done.add("files", {"saves": 40}, 2048)
    done.add("files", {"saves": 40, "refused": 3}, 1024)
    done.spend("files", 120, 60)
    done.runs.append(
        Run(date="1999-01-01", commit="abc", machine="m", minutes=2.0, faults=1)
    )
    told = text(done)
    assert "| 80 saves, 3 refused | 2 | 1 | 2 |" in told
    assert done.passed == 2
    assert "| 1999-01-01 | abc | m | 2 | 1 |" in told
    assert all(part.does in told for part in PARTS)
