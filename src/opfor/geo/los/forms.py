"""The pixels that count as an end's own hex."""

import numpy as np
from numpy.typing import NDArray

from opfor.geo.hex_facts import centres
from opfor.geo.map import Map

CORNERS = ((-1, -1), (1, 0), (1, 1), (1, 1), (-1, 1), (-1, 0))
"""Pixels by which the corners of an end's own hex reach beyond it, from the top left
clockwise. What VASL's answers show, to the pixel; a pixel is 60 cm on the ground."""

Bools = NDArray[np.bool_]


def forms(
    board_map: Map, hexes: NDArray[np.void]
) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
    """The pixels of an end's own hex: which form each hex has, and each form's rows.

    A hex is a polygon in whole pixels whose corners lie CORNERS further out; dots
    lie at fractions of pixels, so that hexes differ in form.
    """
    dots = np.stack((hexes["x"], hexes["y"]), axis=1)
    true = centres(board_map.grid)
    corner = np.array(board_map.grid.vertices(0, 0)) - board_map.grid.centre(0, 0)
    corners = np.trunc(true[:, None] + corner) + CORNERS - dots[:, None]
    found, which = np.unique(corners.astype(np.int16), axis=0, return_inverse=True)
    reach = int(np.abs(found).max())
    own = np.zeros((len(found), 2 * reach + 1, 2), np.int16)
    own[:, :, 0] = 1  # rows that the hex does not reach hold nothing: 1 to 0
    across = np.arange(-reach, reach + 1)
    for form, polygon in enumerate(found.astype(np.float64)):
        held = _holds(polygon, across)
        rows = held.any(axis=1)
        own[form, rows, 0] = across[held[rows].argmax(axis=1)]
        own[form, rows, 1] = across[::-1][held[rows, ::-1].argmax(axis=1)]
    return which.reshape(-1).astype(np.int32), own


def _holds(polygon: NDArray[np.float64], across: NDArray[np.int64]) -> Bools:
    """Which pixels [row, x] lie in a polygon, its right and lower edges left out."""
    x, y = across[None, :], across[:, None]
    held = np.zeros((len(across), len(across)), np.bool_)
    for number, (x1, y1) in enumerate(polygon):
        x2, y2 = polygon[number - 1]
        if y1 != y2:
            meets = (min(y1, y2) <= y) & (y < max(y1, y2))
            held ^= meets & (x < x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return held
