"""`opfor los`: one line for one pair of Locations."""

import json
from pathlib import Path

import pytest

from opfor.cli import main
from opfor.views.los import read_all_pairs
from tests.cli_runs import Capture, told

BOARD = """
board: m1
woods: C5
grain: E5 E6
stone building 2: G5
stairwell: G5
"""


@pytest.fixture
def view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The options that find a board with woods, Grain and a building."""
    monkeypatch.delenv("OPFOR_BOARDS", raising=False)
    (tmp_path / "m1.txt").write_text(BOARD)
    return ["--boards", str(tmp_path)]


class TestLos:
    """`opfor los`."""

    @pytest.mark.parametrize(
        ("args", "line"),
        [
            (["A3", "A7"], "clear 0"),
            (["C3", "C7"], "blocked C5 woods"),
            (["C7", "C3"], "blocked C5 woods"),
            (["E3", "E8"], "clear 2"),
            (["E8", "E3"], "clear 2"),
            (["E3", "E8", "--date", "1943-07"], "clear 2"),
            (["E3", "E8", "--date", "1943-02"], "clear 0"),
            (["m1A3", "m1A7"], "clear 0"),
            (["G5", "G5/1"], "clear 0"),
            (["A3", "A3"], "clear 0"),
        ],
    )
    def test_line(
        self, args: list[str], line: str, view: list[str], capsys: Capture
    ) -> None:
        """It is clear with a Hindrance, or blocked in a hex by something."""
        assert main(["los", "m1", *args, *view]) == 0
        assert capsys.readouterr().out == f"{line}\n"

    def test_levels(self, view: list[str], capsys: Capture) -> None:
        """A Location is a hex and a level: the second level sees over Grain."""
        assert main(["los", "m1", "G5/2", "E8", *view]) == 0
        high = capsys.readouterr().out
        assert high == "clear 0\n"

    def test_turned(self, view: list[str], capsys: Capture) -> None:
        """Turning the board turns what is on it with its hexes."""
        assert main(["los", "rm1@0,0", "C3", "C7", *view]) == 0
        assert capsys.readouterr().out == "blocked C5 woods\n"

    def test_json(self, view: list[str], capsys: Capture) -> None:
        """As JSON it has the range and every Hindrance too."""
        assert main(["los", "m1", "E3", "E8", "--json", *view]) == 0
        assert json.loads(capsys.readouterr().out) == {
            "clear": True,
            "range": 5,
            "hindrance": 2,
            "hindrances": [
                {"hex": "E5", "terrain": "grain", "drm": 1},
                {"hex": "E6", "terrain": "grain", "drm": 1},
            ],
            "blocked_at": None,
            "blocked_by": "",
        }
        assert main(["los", "m1", "C3", "C7", "--json", *view]) == 0
        blocked = json.loads(capsys.readouterr().out)
        assert (blocked["clear"], blocked["blocked_at"]) == (False, "C5")
        assert blocked["blocked_by"] == "woods"

    def test_all_pairs(self, view: list[str], tmp_path: Path) -> None:
        """A file with every pair, which says what single calls say."""
        path = tmp_path / "m1.tsv"
        assert main(["los", "m1", "--all", "-o", str(path), *view]) == 0
        labels, square = read_all_pairs(path)
        at = {label.rpartition("/")[0]: n for n, label in enumerate(labels)}
        assert square[at["C3/0"], at["C7/0"]] == -1
        assert square[at["E3/0"], at["E8/0"]] == 2
        assert square[at["G5/2"], at["E8/0"]] == 0
        assert (square == square.T).all()


class TestBadInput:
    """One line each."""

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            ([], "MAP"),
            (["m1", "A1"], "TO"),
            (["m9", "A1", "A2"], "m9"),
            (["", "A1", "A2"], "boards"),
            (["m1 x1", "A1", "A2"], "x1"),
            (["m1", "ZZ9", "A2"], "ZZ9"),
            (["m1", "A1", "A99"], "A99"),
            (["m1", "A1", ""], "FROM and TO"),
            (["m1", "--all"], "--all -o FILE"),
            (["m1", "-o", "m1.tsv"], "FROM and TO"),
            (["m1", "A1", "A2", "--all", "-o", "m1.tsv"], "FROM and TO"),
            (["m1", "--all", "-o", "nowhere/m1.tsv"], "nowhere/m1.tsv"),
            (["m1", "5A", "A2"], "5A"),
            (["m1", "A1/1", "A2"], "no level 1"),
            (["m1", "G5/3", "A2"], "from 0 to 2"),
            (["m1", "G5/one", "A2"], "write it as K5/1"),
            (["m1", "G5/", "A2"], "write it as K5/1"),
            (["m1", "G5/\u00b2", "A2"], "write it as K5/1"),
            (["m1", "G5/-1", "A2"], "write it as K5/1"),
            (["m1", "A1", "A2", "--date", "July"], "July"),
            (["m1@0,0 rm1@0,1", "A1", "A2"], "could be"),
        ],
    )
    def test_told(
        self, args: list[str], said: str, view: list[str], capsys: Capture
    ) -> None:
        """The line names what is wrong, or what to write."""
        assert main(["los", *args, *view]) == 2
        assert said in told(capsys)
