"""Which hexes of a board have terrain that nothing tells: beneath overlays.

An overlay of VASL is a picture; so is what some SSR of a scenario lay over a board. The
terrain in it is in no file that opfor reads, so the hexes are told to the player, who
says what they are (`adjust terrain`).
"""

from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.geo.boards.board import Board
from opfor.geo.boards.library import Library
from opfor.vasl.boards.laid import Laid, Overlay

MOST_NAMED = 12
"""So many hexes are named one by one; of more the first, the last and how many."""

NEAR = 1
"""Hexes around those that an overlay lies by, which it may reach."""


def beneath_overlay(laid: Laid, overlay: Overlay) -> str:
    """The hexes that an overlay may cover, in words; empty if nothing tells them.

    The two hexes by which VASL lays it, what is between them, and the hexes around.
    """
    board = laid.board
    if board is None:
        return ""
    places = []
    for label in overlay.hexes:
        try:
            places.append(board.hex(label))
        except OpforError:
            continue
    if not places:
        return ""
    cols, rows = zip(*places, strict=True)
    found = [
        (col, row)
        for col in range(min(cols) - NEAR, max(cols) + NEAR + 1)
        for row in range(min(rows) - NEAR, max(rows) + NEAR + 1)
        if board.grid.holds(col, row)
    ]
    return _named(board, found)


def beneath_ssr(laid: Laid, name: str, library: Library) -> str:
    """The hexes that the picture of a SSR covers, in words; empty if it has none."""
    board = laid.board
    if board is None or board.source != "vasl":
        return ""
    try:
        laid_over = library.painting(replace(board, ssr=(name,))).overlays
        boxes = [
            (each.x, each.y, picture.width, picture.height)
            for each in laid_over
            for picture in [library.layer(board, each.image)]
        ]
    except OpforError:
        return ""
    found = [
        place
        for place in board.grid
        for x, y in [board.grid.centre(*place)]
        if any(
            left <= x + board.corner[0] < left + width
            and top <= y + board.corner[1] < top + height
            for left, top, width, height in boxes
        )
    ]
    return _named(board, found)


def _named(board: Board, places: list[tuple[int, int]]) -> str:
    labels = [board.label(*place) for place in places]
    if len(labels) <= MOST_NAMED:
        return ", ".join(labels)
    return f"{labels[0]} to {labels[-1]}, {len(labels)} hexes"
