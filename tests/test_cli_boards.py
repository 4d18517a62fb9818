"""`opfor board`: lists, pictures, checks and new boards."""

import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from opfor.cli import main
from opfor.ports.session import Setup, begin
from opfor.state.mission import load_mission
from tests.cli_runs import Capture, told
from tests.shared import SHARED, needs_shared

OURS = Path(str(files("opfor.data"))) / "boards"
VASL = SHARED / "boards"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one good text board of the player's own, and a broken one."""
    monkeypatch.delenv("OPFOR_BOARDS", raising=False)
    place = tmp_path / "mine"
    place.mkdir()
    (place / "m1.txt").write_text("board: m1\nwoods: D4 D5\n")
    (place / "m2.txt").write_text("board: m2\nwoods: D4 ZZ99\n")
    return place


class TestList:
    """`opfor board list`."""

    def test_shipped(self, folder: Path, capsys: Capture) -> None:
        """Without options it lists our boards, one a line."""
        assert folder
        assert main(["board", "list"]) == 0
        assert "o1" in capsys.readouterr().out.splitlines()

    def test_folders(
        self, folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """--boards and $OPFOR_BOARDS add the boards of a folder."""
        assert main(["board", "list", "--boards", str(folder)]) == 0
        by_option = capsys.readouterr().out
        monkeypatch.setenv("OPFOR_BOARDS", str(folder))
        assert main(["board", "list"]) == 0
        assert capsys.readouterr().out == by_option
        assert {"m1", "m2", "o1"} <= set(by_option.split())

    @needs_shared
    def test_vasl(self, capsys: Capture) -> None:
        """A folder of VASL boards is listed by the names of the boards."""
        assert main(["board", "list", "--boards", str(VASL)]) == 0
        assert {"01", "y", "o1"} <= set(capsys.readouterr().out.split())


class TestShow:
    """`opfor board show`."""

    def test_svg(self, folder: Path, tmp_path: Path, capsys: Capture) -> None:
        """A map of two boards, one turned, becomes one SVG."""
        target = tmp_path / "map.svg"
        map_ = "m1@0,0 rm1@0,1"
        args = ["board", "show", map_, "-o", str(target), "--boards", str(folder)]
        assert main(args) == 0
        assert capsys.readouterr() == ("", "")
        assert target.read_text().startswith("<svg")

    def test_png(self, folder: Path, tmp_path: Path) -> None:
        """The end of the name decides on the form; --width is the PNG's width."""
        target = tmp_path / "map.PNG"
        args = ["board", "show", "m1", "-o", str(target), "--boards", str(folder)]
        assert main([*args, "--width", "300"]) == 0
        data = target.read_bytes()
        assert data.startswith(b"\x89PNG")
        assert int.from_bytes(data[16:20], "big") == 300

    def test_a_saved_game(self, tmp_path: Path) -> None:
        """A save is drawn with its S?; the save itself is left as it was."""
        save, target = tmp_path / "game.opfor", tmp_path / "game.svg"
        session = begin(Setup(mission=load_mission("first-contact"), seed=5), save)
        session.game.run()
        suspects = len({s.location for s in session.game.state.suspects.values()})
        session.close()
        before = save.read_bytes()
        assert main(["board", "show", str(save), "-o", str(target)]) == 0
        assert target.read_text().count("S?") >= suspects > 0
        assert save.read_bytes() == before


class TestCheck:
    """`opfor board check`."""

    def test_files(self, folder: Path, capsys: Capture) -> None:
        """Each file has one line, `ok` or its error; one error makes it fail."""
        good, bad = folder / "m1.txt", folder / "m2.txt"
        assert main(["board", "check", str(good)]) == 0
        assert capsys.readouterr().out == f"{good}: ok\n"
        assert main(["board", "check", str(bad), str(good)]) == 1
        first, second = capsys.readouterr().out.splitlines()
        assert first.startswith(f"{bad}: ")
        assert "ZZ99" in first
        assert second == f"{good}: ok"

    def test_folder(self, folder: Path, capsys: Capture) -> None:
        """Every board of a folder is checked, with ours."""
        assert main(["board", "check", "--boards", str(folder)]) == 1
        lines = capsys.readouterr().out.splitlines()
        assert "m1: ok" in lines
        assert "o1: ok" in lines
        assert sum(line.startswith("m2: ") and "ZZ99" in line for line in lines) == 1

    @needs_shared
    def test_vasl(self, tmp_path: Path, capsys: Capture) -> None:
        """A VASL board is checked, and a broken one has its cause told."""
        shutil.copytree(VASL / "bdy", tmp_path / "bdz9")
        (tmp_path / "bdz9" / "LOSData").write_bytes(b"nothing")
        assert main(["board", "check", str(VASL / "bdy"), str(tmp_path / "bdz9")]) == 1
        first, second = capsys.readouterr().out.splitlines()
        assert first.endswith("bdy: ok")
        assert "gzip" in second


class TestNew:
    """`opfor board new`."""

    def test_a_board(self, tmp_path: Path, capsys: Capture) -> None:
        """The same style and seed print the same board, and it is in order."""
        args = ["board", "new", "--style", "village", "--seed", "7"]
        assert main(args) == 0
        text = capsys.readouterr().out
        target = tmp_path / "new.txt"
        assert main([*args, "-o", str(target)]) == 0
        assert target.read_text() == text
        assert main(["board", "check", str(target)]) == 0


class TestBadInput:
    """One line each."""

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (["shwo"], "show"),
            (["list", "--boards", "/no/such/folder"], "/no/such/folder"),
            (["show", "m1"], "-o"),
            (["show", "no-board", "-o", "x.svg"], "no-board"),
            (["show", "", "-o", "x.svg"], "1 to 24 boards"),
            (["show", "o1", "-o", "x.gif"], ".svg or .png"),
            (["show", "o1", "-o", "x"], ".svg or .png"),
            (["show", "o1@9999,0", "-o", "x.svg"], "o1@9999,0"),
            (["show", "o1@0,0 o1@0,0", "-o", "x.svg"], "one place"),
            (["show", "o1@0,0 o1@2,0", "-o", "x.svg"], "column"),
            (["show", "o1", "-o", "/no/such/folder/x.svg"], "/no/such/folder"),
            (["show", "o1", "-o", "x.png", "--width", "0"], "0 pixels"),
            (["show", "o1", "-o", "x.png", "--width", "wide"], "--width"),
            (["new", "--style", "moon"], "moon"),
            (["new"], "--style"),
            (["new", "--style", "village", "--seed", "x"], "--seed"),
            (["new", "--style", "village", "-o", "/no/such/folder/x"], "/no/such"),
        ],
    )
    def test_told(
        self,
        args: list[str],
        said: str,
        tmp_path: Path,
        capsys: Capture,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """The line names what is wrong; no file is left behind."""
        monkeypatch.chdir(tmp_path)
        monkeypatch.delenv("OPFOR_BOARDS", raising=False)
        assert main(["board", *args]) == 2
        assert said in told(capsys)
        assert list(tmp_path.iterdir()) == []
