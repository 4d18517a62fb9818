"""The player's boards beside the checkout, read once for all tests."""

from functools import cache

from opfor.geo.board import Board
from opfor.geo.map import Map, parse_map
from opfor.geo.vaslboard import read_board
from tests.shared import SHARED

BOARDS = SHARED / "boards"


@cache
def shared_board(name: str) -> Board:
    """One of the boards."""
    return read_board(BOARDS, name)


@cache
def shared_map(text: str) -> Map:
    """A map of those boards."""
    return parse_map(text, shared_board)
