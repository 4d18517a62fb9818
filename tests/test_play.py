"""`opfor play` as a process of its own: options, pipes, kill and resume."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from opfor.cli import main
from opfor.core.save import read_save
from opfor.ports.session import build_world, kind_on, read_setup
from tests.cli_runs import Capture, told
from tests.shared import SHARED, needs_shared

PLAY = [sys.executable, "-m", "opfor", "play"]


def piped(*args: str, lines: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a game on lines of standard input."""
    return subprocess.run(
        [*PLAY, *args],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=os.environ | {"COLUMNS": "80"} | env,
    )


class TestKilled:
    """What was shown as done outlasts a kill."""

    def test_kill_and_resume(self, tmp_path: Path) -> None:
        """Killed at an open question, a game goes on at that question."""
        path = str(tmp_path / "a.opfor")
        game = subprocess.Popen(
            [*PLAY, "--text", "--seed", "7", "--save", path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write("table fire\nmove 467A,81A R10\nrange Q1 Q2\n")
        game.stdin.flush()
        while "range 1" not in game.stdout.readline():
            pass
        game.send_signal(signal.SIGKILL)
        game.wait()
        game.stdin.close()
        game.stdout.close()
        again = piped("--resume", path, lines="p\nunits\n")
        assert again.returncode == 0
        assert "what the attack did to 467A" in again.stdout
        assert "467A 4-6-7, MMG, pinned" in " ".join(again.stdout.split())
        saved = read_save(Path(path))
        world = build_world(read_setup(saved.options))
        kind_on(world).check_replay(saved)

    def test_end_of_input(self, tmp_path: Path) -> None:
        """A pipe that ends leaves the game saved and says how to go on."""
        path = tmp_path / "a.opfor"
        done = piped("--seed", "7", "--save", str(path), lines="look Q6")
        assert done.returncode == 0
        assert done.stderr == ""
        assert "MPh AC#" in done.stdout
        assert "look Q6\nQ6: road" in done.stdout
        assert "The game is saved: opfor play --resume" in done.stdout
        assert read_save(path).options["seed"] == 7


def test_ascii_terminal(tmp_path: Path) -> None:
    """A terminal that knows only ASCII shows question marks, never a traceback."""
    done = piped(
        *("--seed", "7", "--save", str(tmp_path / "a.opfor")),
        lines="help\nmove 467C EE10\nboard\nwhy\n",
        PYTHONIOENCODING="ascii",
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert "UNIT[,UNIT?]" in done.stdout


class TestOptions:
    """The command's options, wrong ones above all."""

    def play(self, tmp_path: Path, *args: str, commands: str = "quit\n") -> int:
        """Run in this process, commands from a file."""
        (tmp_path / "c.txt").write_text(commands)
        return main(
            [
                *("play", *args),
                *("--commands", str(tmp_path / "c.txt")),
            ]
        )

    def test_changes(self, tmp_path: Path, capsys: Capture) -> None:
        """Month, nations, AC# and dice can be changed, and are told."""
        path = str(tmp_path / "a.opfor")
        sides = ("--enemy", "german", "--friendly", "russian")
        more = ("--date", "1943-07", "--ac", "2", "--dice", "seeded")
        assert self.play(tmp_path, *sides, *more, "--save", path) == 0
        out = capsys.readouterr().out
        assert "Russian (you) against German, 1943-07" in out
        assert "the AC# is 2" in out

    @needs_shared
    def test_vasl_board(self, tmp_path: Path, capsys: Capture) -> None:
        """The same Mission runs on a VASL board."""
        boards = str(SHARED / "boards")
        path = str(tmp_path / "a.opfor")
        code = self.play(
            tmp_path, "--boards", boards, "--map", "33", "--save", path,
            commands="look R7\nquit\n",
        )  # fmt: skip
        assert code == 0
        assert "R7: wooden building" in capsys.readouterr().out

    @needs_shared
    def test_changed_board(self, tmp_path: Path, capsys: Capture) -> None:
        """What a SSR changes is looked up in the module that is named."""
        path, shared = tmp_path / "a.opfor", SHARED / "vasl"
        (tmp_path / "commands").write_text("look C2\nquit\n")
        for board, terrain in (("04", "grain"), ("04+NoGrain", "open ground")):
            save = str(path.with_stem(terrain[:5]))
            args = ["--text", "--map", board, "--boards", str(shared / "boards")]
            args += ["--module", str(shared / "vasl.vmod"), "--save", save]
            assert main(["play", *args, "--commands", str(tmp_path / "commands")]) == 0
            assert f"C2: {terrain}" in capsys.readouterr().out

    def test_seed_is_told(self, tmp_path: Path, capsys: Capture) -> None:
        """A seed that nobody gave is chosen, shown and stored."""
        path = tmp_path / "a.opfor"
        assert self.play(tmp_path, "--save", str(path)) == 0
        seed = read_save(path).options["seed"]
        assert f"Seed {seed}." in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (["nowhere"], "there is no Mission 'nowhere'"),
            (["--map", "zz"], "there is no board 'zz'"),
            (["--boards", "/no/such"], "/no/such"),
            (["--pack", "/no/such"], "/no/such: this is no folder of tables"),
            (["--pack", "nosuch"], "there is no pack 'nosuch'; your packs are: none"),
            (["nowhere", "--pack", "nosuch"], "there is no pack 'nosuch'"),
            (["--dice", "loaded"], "dice are not 'loaded'"),
            (["--date", "soon"], "soon: this is no month"),
            (["--enemy", "martian"], "there is no nation 'martian'"),
            (["--ac", "7"], "the AC# runs from 1 to 5"),
            (["--resume", "/no/such.opfor"], "/no/such.opfor: cannot be read"),
            (["--seed", "-3"], "greater than or equal to 0"),
        ],
    )
    def test_wrong(
        self, args: list[str], said: str, tmp_path: Path, capsys: Capture
    ) -> None:
        """A wrong option is one line on stderr, and no game begins."""
        path = tmp_path / "a.opfor"
        assert self.play(tmp_path, *args, "--save", str(path)) == 2
        assert said in told(capsys)
        assert not path.exists()

    def test_save_in_use(self, tmp_path: Path, capsys: Capture) -> None:
        """An existing file is never written over."""
        path = tmp_path / "a.opfor"
        path.write_text("mine")
        assert self.play(tmp_path, "--save", str(path)) == 2
        assert "exists already" in told(capsys)
        assert path.read_text() == "mine"

    def test_commands_that_are_not_there(self, tmp_path: Path, capsys: Capture) -> None:
        """A missing file of commands is told before a game begins."""
        path = tmp_path / "a.opfor"
        args = ["play", "--save", str(path), "--commands", str(tmp_path / "none")]
        assert main(args) == 2
        assert "none: cannot be read" in told(capsys)
        assert not path.exists()
