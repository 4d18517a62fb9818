"""The player's boards beside the checkout, the last few of them kept."""

from functools import lru_cache

from opfor.geo.boards.board import Board
from opfor.geo.boards.vasl import read_board
from opfor.geo.map import Map, parse_map
from tests.shared import SHARED

BOARDS = SHARED / "boards"


@lru_cache(maxsize=8)
def shared_board(name: str) -> Board:
    """One of the boards."""
    return read_board(BOARDS, name)


@lru_cache(maxsize=8)
def shared_map(text: str) -> Map:
    """A map of those boards."""
    return parse_map(text, shared_board)
