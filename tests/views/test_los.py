"""LOS as text."""

from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.views.los import format_sight, read_all_pairs, write_all_pairs
from tests.geo.los_sketch import Sketch


def village() -> Sketch:
    """A board with woods, a wall and grain."""
    board = Sketch(cols=5, rows=5)
    board.disc((2, 2), "Woods")
    board.disc((0, 2), "Grain")
    board.disc((4, 1), "Stone Building, 1 Level")
    return board


def test_a_sight_in_one_line() -> None:
    """Clear with its hindrance, or blocked with where and by what."""
    board = village()
    los = board.los()
    assert format_sight(los.map, board.sight((0, 0), (0, 4))) == "clear 1"
    assert format_sight(los.map, board.sight((2, 0), (2, 4))) == "blocked C3 woods"


def test_table_reads_back(tmp_path: Path) -> None:
    """The table of all pairs holds every answer, by the labels of the Locations."""
    los = village().los()
    path = tmp_path / "los.tsv"
    write_all_pairs(los, path)
    labels, square = read_all_pairs(path)
    assert labels[2] == "A3/0/Grain"
    assert "E2/1/Stone_Building,_1_Level" in labels
    assert (square == los.all_pairs()).all()


def test_faults_are_told(tmp_path: Path) -> None:
    """A file that is no table, and a folder that is not there."""
    path = tmp_path / "los.tsv"
    path.write_text("A1/0/Open_Ground\tX\n")
    with pytest.raises(OpforError, match="no table of LOS"):
        read_all_pairs(path)
    with pytest.raises(OpforError, match="cannot be written"):
        write_all_pairs(village().los(), tmp_path / "none" / "los.tsv")
