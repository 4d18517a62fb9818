"""What of a saved game does not fit: its boards' overlays, SSR and crops."""

from collections.abc import Sequence

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.geo.boards.library import Library
from opfor.geo.boards.variant import nameable, unknown
from opfor.vasl.boards.laid import Laid
from opfor.vasl.boards.overlays import beneath_overlay, beneath_ssr

_ASIS = "the board's own terrain counts until you say otherwise (adjust terrain)"


class Misfit(Struct, frozen=True):
    """Something of the saved game that does not fit the Mission.

    Args:
        what: the counter, or what is missing.
        where: its hex.
        why: what is the matter.
        done: what opfor does about it.
    """

    what: str
    where: str
    why: str
    done: str

    def __str__(self) -> str:
        beside = self.where.startswith(("beside", "["))
        place = f"{' ' if beside else ' in '}{self.where}" if self.where else ""
        return f"{self.what}{place}: {self.why}; {self.done}"


def board_misfits(boards: Sequence[Laid], library: Library) -> list[Misfit]:
    """Overlays and SSR that change nothing, and crops that are not laid as they are."""
    found = []
    for laid in boards:
        saved = laid.saved
        if cut := _askew(laid):
            found.append(Misfit(f"board {saved.name}", "", "it is cropped askew", cut))
        found += [
            Misfit(
                f"overlay {each.name}",
                saved.name,
                _unknown(beneath_overlay(laid, each)),
                _ASIS,
            )
            for each in saved.overlays
        ]
        found += [
            Misfit(
                f"SSR {name}",
                saved.name,
                f"{why}{_beneath(laid, name, library)}",
                _ASIS,
            )
            for name in saved.ssr
            if (why := _unapplied(name, laid, library))
        ]
    return found


def _unknown(hexes: str) -> str:
    return f"opfor does not know the terrain of {hexes or 'its hexes'}"


def _beneath(laid: Laid, name: str, library: Library) -> str:
    """Of a SSR that changes nothing but the picture: the hexes that it draws anew."""
    hexes = beneath_ssr(laid, name, library)
    return f", it draws {hexes}" if hexes else ""


def _unapplied(name: str, laid: Laid, library: Library) -> str:
    """Why a terrain change is not on the map; empty if it is."""
    if not nameable(name):
        return "opfor does not know it"
    try:
        table = library.changes
    except OpforError as problem:
        return problem.what
    if laid.board is None or name not in laid.board.ssr:
        return "the board cannot be changed"
    return unknown(name, table)


ASKEW = 0.6
"""Hexes by which a crop may miss a hexrow's dots before the player is told."""


def _askew(laid: Laid) -> str:
    """What is laid of a board that is not cropped along the dots of a hexrow."""
    board = laid.board
    if board is None or not laid.saved.crop:
        return ""
    grid, zoom = board.grid, laid.saved.zoom
    axes = zip(
        laid.saved.crop, laid.size, board.corner, board.terrain.shape, strict=False
    )
    hexes = grid.hex_width, grid.hex_height
    gaps = [
        gap / size
        for (start, length, corner, left), size in zip(axes, hexes, strict=True)
        for gap in (start - corner, start + length / zoom - corner - left)
    ]
    if max(map(abs, gaps)) <= ASKEW:
        return ""
    first, last = board.label(0, 0), board.label(grid.cols - 1, grid.rows - 1)
    return f"it is laid from {first} to {last}"
