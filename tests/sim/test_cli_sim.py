"""`opfor sim` on the command line."""

import json
from pathlib import Path

import pytest

from opfor.cli.app import BAD_INPUT, main


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
