"""`opfor example`: its exit codes, and what it prints."""

from pathlib import Path

import pytest

from opfor.cli import main
from tests.cli_runs import Capture
from tests.ports.examples.small import GIVENS, MOVE


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An example that passes."""
    path = tmp_path / "mine.toml"
    path.write_text(GIVENS + MOVE, encoding="utf-8")
    return path


class TestExample:
    """`opfor example`."""

    def test_passed(self, file: Path, capsys: Capture) -> None:
        """An example that is true ends with 0 and one line."""
        assert main(["example", str(file)]) == 0
        assert (
            capsys.readouterr().out == "1 passed, 0 failed, 0 unreadable, 0 skipped\n"
        )

    def test_verbose(self, file: Path, capsys: Capture) -> None:
        """--verbose tells the story of an example that passed, rule by rule."""
        assert main(["example", "--verbose", str(file)]) == 0
        out = capsys.readouterr().out
        assert "A squad meets a S?." in out
        assert "S5.72" in out

    def test_missed(self, file: Path, capsys: Capture) -> None:
        """A miss ends with 1 and tells expected against got."""
        file.write_text(f"{GIVENS}{MOVE}expect.ac = 4\n", encoding="utf-8")
        assert main(["example", str(file)]) == 1
        out = capsys.readouterr().out
        assert "expected  4" in out
        assert "got       3" in out
        assert out.endswith("0 passed, 1 failed, 0 unreadable, 0 skipped\n")

    def test_unreadable(self, file: Path, tmp_path: Path, capsys: Capture) -> None:
        """A wrong head makes its cases unreadable; the other files are played."""
        broken = tmp_path / "broken.toml"
        broken.write_text((GIVENS + MOVE).replace("ac = 3", "acc = 3"), "utf-8")
        assert main(["example", str(broken), str(file)]) == 1
        out = capsys.readouterr().out
        assert "unreadable  " in out
        assert f"{broken}:4: acc: " in out
        assert out.endswith("1 passed, 0 failed, 1 unreadable, 0 skipped\n")

    def test_one_of_three(self, file: Path, capsys: Capture) -> None:
        """A case that cannot be read hides no other, be it no TOML at all."""
        for wrong in ('do = "V asault K6"', "expect.lefft = 1", "do = = 3"):
            text = f'{GIVENS}{MOVE}[[case]]\nwhat = "No case."\n{wrong}\n{MOVE}'
            file.write_text(text, encoding="utf-8")
            assert main(["example", str(file)]) == 1
            out = capsys.readouterr().out
            assert "No case." in out
            line = text[: text.index(wrong)].count("\n") + 1
            assert f"{file}:{line}: " in out or f"at line {line}" in out
            assert out.endswith("2 passed, 0 failed, 1 unreadable, 0 skipped\n")

    def test_no_case(self, file: Path, capsys: Capture) -> None:
        """A file in which nothing can be read counts as one that is unreadable."""
        file.write_text("ac = = 3", encoding="utf-8")
        assert main(["example", str(file)]) == 1
        assert "1 unreadable" in capsys.readouterr().out

    def test_no_file(self, capsys: Capture) -> None:
        """A file that is not there is told."""
        assert main(["example", "nowhere.toml"]) == 2
        assert "nowhere.toml: cannot be read" in capsys.readouterr().err

    def test_skipped(self, file: Path, capsys: Capture) -> None:
        """A case on a board that is missing is skipped and named; that is no miss."""
        text = (GIVENS + MOVE).replace("what =", 'map = "no-such"\nwhat =')
        file.write_text(text, encoding="utf-8")
        assert main(["example", str(file)]) == 0
        out = capsys.readouterr().out
        assert "board no-such is not here" in out
        assert out.endswith("0 passed, 0 failed, 0 unreadable, 1 skipped\n")

    def test_pack(self, file: Path, tmp_path: Path, capsys: Capture) -> None:
        """A player's own tables count, and the rows of the file over them."""
        pack = tmp_path / "mine"
        pack.mkdir()
        row = '{ on = "6", result = ["S", "S"] }'
        table = f'extends = "A1"\nsource = "project"\nrows = [{row}]\n'
        (pack / "a1.toml").write_text(table, encoding="utf-8")
        assert main(["example", "--pack", str(pack), str(file)]) == 0
        without = (GIVENS + MOVE).replace('A1 = [{ on = "6", result = ["S"] }]', "")
        file.write_text(without, encoding="utf-8")
        assert main(["example", "--pack", str(pack), str(file)]) == 1
        assert "S, S" in capsys.readouterr().out
