"""`opfor export`: a save as JSON lines."""

from pathlib import Path

import pytest

from opfor.cli import main
from opfor.core.jsonl import import_jsonl
from opfor.core.save import Save, read_save
from tests.cli_runs import Capture, told
from tests.core.test_jsonl import saved_game
from tests.core.toy import new_game, play


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """The save of a finished game of the toy."""
    path = tmp_path / "game.opfor"
    Save.create(path, {}, saved_game(play(new_game(seed=5)))).close()
    return path


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
        assert capsys.readouterr().out == ""
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
