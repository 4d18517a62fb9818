"""`opfor replay` and `opfor export`: what a save is good for."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from opfor.cli import main
from opfor.core.jsonl import import_jsonl
from opfor.core.save import Save, read_save
from tests.cli_runs import Capture, told
from tests.core.test_jsonl import saved_game
from tests.core.toy import new_game, play
from tests.ports.playing import session


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """The save of a finished game of the toy."""
    path = tmp_path / "game.opfor"
    Save.create(path, {}, saved_game(play(new_game(seed=5)))).close()
    return path


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """The save of a game of SASL that has just begun."""
    path = tmp_path / "first.opfor"
    game = session(path)
    game.game.run()
    game.close()
    return path


class TestReplay:
    """`opfor replay`."""

    def test_story(self, played: Path, capsys: Capture) -> None:
        """It tells the game line by line with the number of each rule."""
        assert main(["replay", str(played)]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert any("S5.11" in line and "AC#" in line for line in lines)

    def test_check(self, played: Path, capsys: Capture) -> None:
        """A save plays again to the byte, and is left as it was."""
        before = played.read_bytes()
        assert main(["replay", str(played), "--check"]) == 0
        assert capsys.readouterr().out.startswith("ok: ")
        assert played.read_bytes() == before

    def test_failed_check(self, played: Path, capsys: Capture) -> None:
        """A save whose events are not what comes of its answers exits 1."""
        with closing(sqlite3.connect(played)) as db:
            db.execute("UPDATE events SET event = replace(event, '7', '8')")
            db.commit()
        assert main(["replay", str(played), "--check"]) == 1
        assert "were changed from outside" in told(capsys)

    def test_another_program(self, save: Path, capsys: Capture) -> None:
        """The save of another kind of game is none of ours."""
        assert main(["replay", str(save)]) == 2
        assert "no game of opfor" in told(capsys)

    @pytest.mark.parametrize("args", [[], ["--check"]])
    def test_no_save(self, args: list[str], tmp_path: Path, capsys: Capture) -> None:
        """A file that is not there is told."""
        assert main(["replay", str(tmp_path / "none"), *args]) == 2
        assert "cannot be read" in told(capsys)


class TestExport:
    """`opfor export`."""

    def test_screen(self, save: Path, capsys: Capture) -> None:
        """Without -o the lines are printed; they read back as the same game."""
        assert main(["export", str(save)]) == 0
        back = import_jsonl(capsys.readouterr().out.encode())
        assert back.entries == read_save(save).entries
        assert back.events == read_save(save).events

    def test_file(self, save: Path, tmp_path: Path, capsys: Capture) -> None:
        """With -o they go to that file, the same to the byte."""
        target = tmp_path / "report.jsonl"
        assert main(["export", str(save), "-o", str(target)]) == 0
        saved = read_save(save)
        count = f"{len(saved.entries)} answers, {len(saved.events)} events"
        assert capsys.readouterr().out == f"written: {target}, {count}\n"
        assert main(["export", str(save)]) == 0
        assert capsys.readouterr().out.encode() == target.read_bytes()

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (None, "cannot be read"),
            (b"", "no save of opfor"),
            (b"SQLite format 3\0" + bytes(200), "another program"),
            (b"\xff" * 5000, "no save of opfor"),
        ],
    )
    def test_no_save(
        self, content: bytes | None, said: str, tmp_path: Path, capsys: Capture
    ) -> None:
        """What is no save is said to be none."""
        path = tmp_path / "other"
        if content is not None:
            path.write_bytes(content)
        assert main(["export", str(path)]) == 2
        assert said in told(capsys)

    def test_cut_off(self, save: Path, capsys: Capture) -> None:
        """A save that was cut off is told."""
        save.write_bytes(save.read_bytes()[:-1000])
        assert main(["export", str(save)]) == 2
        assert "cut off" in told(capsys)

    def test_a_folder(self, tmp_path: Path, capsys: Capture) -> None:
        """A folder is no save."""
        assert main(["export", str(tmp_path)]) == 2
        assert "cannot be read" in told(capsys)
