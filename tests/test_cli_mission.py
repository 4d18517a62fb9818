"""`opfor mission`: rolled, written, checked."""

import sys
from importlib.resources import files
from pathlib import Path

import pytest
import typer

from opfor.cli import main
from opfor.cli.offers import with_offers
from opfor.ports.suited import Offer, WithoutTables
from opfor.state.mission import load_mission
from tests.cli_runs import Capture, told


def test_roll_and_check(tmp_path: Path, capsys: Capture) -> None:
    """What is rolled is written under the file's name, and has no faults."""
    path = tmp_path / "ridge.toml"
    words = ["--kind", "attack", "--enemy", "finnish", "--map", "o3", "--seed", "7"]
    assert main(["mission", "roll", "--quick", *words, "-o", str(path)]) == 0
    assert "(seed 7): attack" in capsys.readouterr().out
    mission = load_mission(str(path))
    assert (mission.id, mission.enemy) == ("ridge", "finnish")
    assert mission.map == "o3"
    assert main(["mission", "check", str(path)]) == 0
    assert "can be played, and won" in capsys.readouterr().out


def test_with_boards_of_his(tmp_path: Path, capsys: Capture) -> None:
    """How it is played is told with the folder that its boards are in."""
    shelf = tmp_path / "my boards"
    shelf.mkdir()
    ours = files("opfor.data").joinpath("boards", "o1.txt").read_text("utf-8")
    ours = ours.replace("board: o1", "board: x1")
    (shelf / "x1.txt").write_text(ours, "utf-8")
    path = tmp_path / "there.toml"
    words = ["--only", "mine", "--boards", str(shelf), "--kind", "attack"]
    assert main(["mission", "roll", "--quick", *words, "-o", str(path)]) == 0
    told = capsys.readouterr().out
    assert f"opfor play {path} --boards '{shelf}'" in told


def test_check_fails(tmp_path: Path, capsys: Capture) -> None:
    """A fault is a line, and the exit code says so."""
    path = tmp_path / "bad.toml"
    path.write_text('id = "bad"\nturns = "six"\n', "utf-8")
    assert main(["mission", "check", str(path)]) == 1
    assert f"{path}:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--kind", "atack"], "'atack' is unknown; did you mean attack?"),
        (["--length", "epic"], "'epic' is unknown"),
        (["--date", "1942-13"], "this is no month"),
        (["--only", "his"], "'his' is unknown"),
        (["-o", "ridge.txt", "--map", "o3"], "a Mission is a .toml file"),
    ],
)
def test_bad_wishes(words: list[str], said: str, capsys: Capture) -> None:
    """What is not understood is one line."""
    assert main(["mission", "roll", "--quick", *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["mission", "roll", "--quick"], ["board", "new", "--style", "village"]]
)
def test_never_over_a_file(words: list[str], tmp_path: Path, capsys: Capture) -> None:
    """What is to be edited takes no file's place, and needs a folder."""
    path = tmp_path / "mine.toml"
    path.write_text("mine")
    assert main([*words, "-o", str(path)]) == 2
    assert "this is there already" in capsys.readouterr().err
    assert path.read_text() == "mine"
    assert main([*words, "-o", str(tmp_path / "no" / "mine.toml")]) == 2
    assert "there is no such folder" in capsys.readouterr().err


class TestOffers:
    """What can be played instead, in one key."""

    def opened(self, changes: dict[str, str | int | None]) -> str:
        """A game that is there only in 1941-06."""
        if changes.get("date") != "1941-06":
            offers = (Offer("the nearest month", {"date": "1941-06"}),)
            raise WithoutTables("no tables", offers)
        return "opened"

    @pytest.mark.parametrize("key", ["1", "x"])
    def test_key(self, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Its number takes an offer, any other key none."""
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(typer, "getchar", lambda: key)
        if key == "1":
            assert with_offers(self.opened, {"date": "1939-09"}) == "opened"
            return
        with pytest.raises(WithoutTables):
            with_offers(self.opened, {"date": "1939-09"})

    def test_nobody_there(self, capsys: Capture) -> None:
        """Without a terminal they are told in the line."""
        words = ["--enemy", "belgian", "--date", "1941-08"]
        assert main(["play", "first-contact", "--text", *words]) == 2
        assert "take 1940-05, the nearest month" in told(capsys)
