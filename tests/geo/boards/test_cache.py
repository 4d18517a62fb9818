"""Boards that were drawn before come from the disk, pixel for pixel."""

from importlib.resources import files
from pathlib import Path

import pytest

from opfor.geo.boards.board import Board
from opfor.geo.boards.text import read_plan, read_text_board
from opfor.geo.raster.raster import draw

BOARD = Path(str(files("opfor.data"))) / "boards" / "o1.txt"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder that is empty."""
    monkeypatch.setattr(
        "opfor.core.disk_cache.user_cache_path", lambda *a, **k: tmp_path
    )
    return tmp_path / "drawn"


def never(*_: object) -> None:
    """Drawing is not allowed."""
    raise AssertionError


class TestDrawn:
    """A text board is drawn once for good."""

    def test_same(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The second time nothing is drawn, and the board is the same."""
        first = read_text_board(BOARD)
        monkeypatch.setattr("opfor.geo.boards.cache.draw_planes", never)
        assert alike(read_text_board(BOARD), first)
        assert alike(first, draw(read_plan(BOARD)))

    def test_another(self, tmp_path: Path, cache: Path) -> None:
        """Another text is another board."""
        text = BOARD.read_text()
        other = tmp_path / "o1.txt"
        other.write_text(text + "woods: A1\n")
        assert not alike(read_text_board(other), read_text_board(BOARD))
        assert len(list(cache.iterdir())) == 2

    @pytest.mark.parametrize("cut", [0, 10, 1000])
    def test_damaged(self, cache: Path, cut: int) -> None:
        """What cannot be read is drawn anew."""
        first = read_text_board(BOARD)
        (kept,) = cache.iterdir()
        kept.write_bytes(kept.read_bytes()[:cut])
        assert alike(read_text_board(BOARD), first)


def alike(one: Board, other: Board) -> bool:
    """Whether two boards are the same in all that can be seen of them."""
    named = (one.name, one.title, one.source) == (other.name, other.title, other.source)
    return named and one.digest == other.digest
