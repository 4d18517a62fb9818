"""`opfor sim` on the command line."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from opfor.cli.app import BAD_INPUT, STOPPED, main
from opfor.cli.progress import bar, kept_in
from opfor.cli.stopping import TERMINATED
from opfor.sim.series import GameOutcome


def test_json_and_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The figures as JSON, and a line for each game."""
    csv = tmp_path / "games.csv"
    words = ["sim", "first-contact", "--games", "2", "--player", "random", "--json"]
    assert not main([*words, "--csv", str(csv)])
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 2
    assert found["low"] <= found["win_rate"] <= found["high"]
    assert len(csv.read_text("utf-8").splitlines()) == 3


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    """In words the first line has the Mission and its rate."""
    assert not main(["sim", "first-contact", "--games", "1", "--player", "random"])
    assert "First Contact: " in capsys.readouterr().out


def test_no_player(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown player is bad input."""
    assert main(["sim", "first-contact", "--player", "genius"]) == BAD_INPUT
    assert "genius" in capsys.readouterr().err


def test_until(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It plays until the rate is known, and goes on from its file."""
    out = tmp_path / "games.jsonl"
    words = ["sim", "tutorial", "--until", "40", "--player", "random", "--json"]
    assert not main([*words, "--jobs", "2", "--out", str(out)])
    first = json.loads(capsys.readouterr().out)
    assert (first["high"] - first["low"]) / 2 <= 0.4
    kept = out.read_bytes()
    assert not main([*words, "--jobs", "1", "--out", str(out)])
    assert json.loads(capsys.readouterr().out)["won"] == first["won"]
    assert out.read_bytes() == kept


def test_not_reached(capsys: pytest.CaptureFixture[str]) -> None:
    """It is said if the rate is not known as well as was wanted; figures stay pure."""
    words = ["sim", "tutorial", "--until", "6", "--player", "random", "--jobs", "1"]
    assert not main([*words, "--games", "3", "--json"])
    told = capsys.readouterr()
    assert json.loads(told.out)["games"] == 3
    assert "± 6 points were not reached; it is ± " in told.err


@pytest.mark.parametrize(
    ("told_by", "codes", "again"),
    [
        (signal.SIGINT, (STOPPED, -signal.SIGINT), None),
        (signal.SIGINT, (STOPPED, -signal.SIGINT), 0.05),
        (signal.SIGTERM, (TERMINATED,), None),
        (signal.SIGTERM, (TERMINATED, -signal.SIGTERM), 0.05),
    ],
)
def test_stopped(
    tmp_path: Path,
    told_by: signal.Signals,
    codes: tuple[int, ...],
    again: float | None,
) -> None:
    """Ctrl-C, or SIGTERM, ends it with what is kept whole; no process is left."""
    out = tmp_path / "games.jsonl"
    words = ["sim", "tutorial", "--until", "1", "--jobs", "2", "--out", str(out)]
    with subprocess.Popen(
        [sys.executable, "-m", "opfor", *words],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        end = monotonic() + 60
        while not (out.exists() and out.stat().st_size) and monotonic() < end:
            sleep(0.1)
        os.killpg(running.pid, told_by)
        if again is not None:
            sleep(again)
            os.killpg(running.pid, told_by)
        told = running.communicate(timeout=60)[1]
    assert running.returncode in codes
    assert "the same command goes on" in told
    assert "Traceback" not in told
    lines = out.read_bytes().splitlines(keepends=True)
    assert lines
    assert [json.loads(line)["game"] for line in lines] == list(range(len(lines)))
    while _alive(running.pid) and monotonic() < end:
        sleep(0.05)
    assert not _alive(running.pid)


def _alive(group: int) -> bool:
    """Whether a process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("games", "out", "said"),
    [
        (0, Path("games.jsonl"), "stopped before a game was done"),
        (2, None, "stopped after 2 games; --out FILE would have kept them"),
        (2, Path("g.jsonl"), "2 games; they are in g.jsonl, the same command goes on"),
    ],
)
def test_what_is_left(
    games: int, out: Path | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C says how much was played, and whether it is kept."""
    one = GameOutcome(index=0, result="", winner="")

    def stopped() -> None:
        with bar(kept_in(out), lambda _: 9, lambda _: "") as told:
            told({"": [one] * games})
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["sim", "tutorial", "--csv", "none/a.csv"],
        ["study", "sweep", "tutorial", "--over", "ac=1..2", "--page", "none/a.html"],
    ],
)
def test_nowhere(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A place that cannot be written to is told before a game is played."""
    assert main([*words, "--games", "1000000"]) == BAD_INPUT
    assert "no such folder" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["sim"], ["sim", "campaign"], ["study", "values"]])
def test_no_file_of_games(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What --out keeps is lines of JSON, and does not go by another name."""
    mission = [] if "campaign" in words else ["tutorial"]
    out = tmp_path / "games.csv"
    assert main([*words, *mission, "--out", str(out)]) == BAD_INPUT
    assert "name it games.jsonl" in capsys.readouterr().err
    assert not out.exists()


def test_kept_in_two() -> None:
    """Where games lie in two files, both are named."""
    assert kept_in(Path("a.jsonl"), Path("b.jsonl")).startswith(
        "they are in a.jsonl and b.jsonl,"
    )


def test_gone_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """More games than a file had are told of, for what their number may hang on."""
    out = str(tmp_path / "games.jsonl")
    words = ["sim", "tutorial", "--player", "random", "--jobs", "1", "--out", out]
    assert not main([*words, "--games", "1"])
    assert "were in the file" not in capsys.readouterr().err
    assert not main([*words, "--games", "2"])
    assert "1 of 2 games were in the file; the" in capsys.readouterr().err
