"""The pixels of one hex: what drawing needs to know of each, computed once.

Hex centres fall on eight different fractions of a pixel; a patch is made for each
and then laid on the plane wherever a hex has that fraction.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from opfor.geo.generate.noise import Floats
from opfor.geo.hexes import HEX_HEIGHT, HEX_WIDTH, SIDES

TOWARDS: tuple[tuple[float, float], ...] = (
    (0.0, -HEX_HEIGHT),
    (HEX_WIDTH, -HEX_HEIGHT / 2),
    (HEX_WIDTH, HEX_HEIGHT / 2),
    (0.0, HEX_HEIGHT),
    (-HEX_WIDTH, HEX_HEIGHT / 2),
    (-HEX_WIDTH, -HEX_HEIGHT / 2),
)
"""From a hex centre to those of its neighbours, by hexside, in pixels."""

_REACH = (38, 34)
"""Pixels from the centre to the patch's edge."""

Window = tuple[slice, slice]


@dataclass(frozen=True, eq=False)
class Patch:
    """The pixels around one hex centre, arrays of shape (width, height).

    Attributes:
        x, y: offset from the centre.
        inside: the pixels nearest to this centre.
        radius: distance from the centre.
        spoke: for each hexside, distance to the line to that neighbour's centre.
        sector: the hexside n such that the pixel lies between the directions to
            neighbours n and n + 1.
        first, second: the pixel's weight of those two neighbours; the weight of
            the hex itself is what is left of 1.
    """

    x: Floats
    y: Floats
    inside: NDArray[np.bool_]
    radius: Floats
    spoke: tuple[Floats, ...]
    sector: NDArray[np.int64]
    first: Floats
    second: Floats


def patch_at(
    centre: tuple[float, float], shape: tuple[int, int]
) -> tuple[Patch, Window, Window]:
    """The patch of a hex, and the windows of plane and patch that meet.

    Args:
        centre: the hex centre in pixels.
        shape: width and height of the plane.
    """
    at = int(centre[0]), int(centre[1])
    patch = _patch(centre[0] - at[0], centre[1] - at[1])
    on_plane, on_patch = [], []
    for middle, reach, size in zip(at, _REACH, shape, strict=True):
        low, high = max(0, middle - reach), min(size, middle + reach + 1)
        on_plane.append(slice(low, high))
        on_patch.append(slice(low - middle + reach, high - middle + reach))
    return patch, (on_plane[0], on_plane[1]), (on_patch[0], on_patch[1])


@cache
def _patch(part_x: float, part_y: float) -> Patch:
    xs = np.arange(-_REACH[0], _REACH[0] + 1) - part_x
    ys = np.arange(-_REACH[1], _REACH[1] + 1) - part_y
    x, y = np.meshgrid(xs, ys, indexing="ij")
    sector, first, second = _weights(x, y)
    return Patch(
        x=x,
        y=y,
        inside=_nearest(x, y),
        radius=np.sqrt(x * x + y * y),
        spoke=tuple(_to_segment(x, y, end) for end in TOWARDS),
        sector=sector,
        first=first,
        second=second,
    )


def _nearest(x: Floats, y: Floats) -> NDArray[np.bool_]:
    """The hex's pixels; those on hexsides 0 to 2 too, so that each has one hex."""
    inside = np.ones(x.shape, np.bool_)
    for side, (nx, ny) in enumerate(TOWARDS):
        share, limit = x * nx + y * ny, (nx * nx + ny * ny) / 2
        inside &= share <= limit if side < 3 else share < limit
    return inside


def _to_segment(x: Floats, y: Floats, end: tuple[float, float]) -> Floats:
    """Distance to the line from the patch's centre to `end`."""
    ex, ey = end
    along = np.clip((x * ex + y * ey) / (ex * ex + ey * ey), 0.0, 1.0)
    dx, dy = x - along * ex, y - along * ey
    gap: Floats = np.sqrt(dx * dx + dy * dy)
    return gap


def _weights(x: Floats, y: Floats) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Each pixel as a sum of the two neighbour directions that enclose it."""
    sector = np.zeros(x.shape, np.int64)
    first, second = np.zeros(x.shape), np.zeros(x.shape)
    for side in range(SIDES):
        (ax, ay), (bx, by) = TOWARDS[side], TOWARDS[(side + 1) % SIDES]
        area = ax * by - ay * bx
        a, b = (x * by - y * bx) / area, (y * ax - x * ay) / area
        here = (a >= 0) & (b >= 0)
        sector[here], first[here], second[here] = side, a[here], b[here]
    return sector, first, second
