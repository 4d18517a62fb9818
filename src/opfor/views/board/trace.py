"""From masks to outlines, and from outlines to SVG path data.

Smoothing must not move terrain away from what LOS sees: the blur rounds single
pixels only, and a corner is cut by at most half of `ROUND` pixels.
"""

from collections.abc import Iterable, Sequence

import contourpy
import numpy as np
from numpy.typing import NDArray

from opfor.views.board.masks import Mask, softened, window
from opfor.views.board.noise import chance

Ring = NDArray[np.float64]
"""A closed line as points, shape (n, 2), the first not repeated."""
Shape = list[Ring]
"""An outer ring and the rings of its holes."""

BLEED = 12
"""Pixels that an area at the map's edge runs on beyond it, so that no outline shows."""
UNEVEN = 8.0
"""Pixels between the points of an uneven edge."""
ROUND = 4.0
"""Most pixels before and after a corner that rounding may touch."""


def shapes(
    mask: Mask, *, soften: int = 2, tolerance: float = 0.7, least: float = 4.0
) -> list[Shape]:
    """The outlines of a mask's connected parts, simplified.

    Args:
        mask: the pixels.
        soften: rounds of blur; each moves an edge only where it is jagged.
        tolerance: most pixels that simplifying may move the line.
        least: square pixels below which a part or a hole is left out.
    """
    view = window(mask, 3)
    if view is None:
        return []
    left, top = view[0].start, view[1].start
    field = softened(np.pad(mask[view], BLEED, mode="edge"), soften)
    maker = contourpy.contour_generator(
        z=np.pad(field, 1), fill_type=contourpy.FillType.OuterOffset
    )
    # Row and column of the field are x and y; contourpy gives (column, row).
    shift = np.array([left - BLEED - 0.5, top - BLEED - 0.5])
    found = []
    for points, offsets in zip(*maker.filled(0.5, 2.0), strict=True):
        rings = (points[a:b, ::-1] + shift for a, b in _pairs(offsets))
        kept = [simplified(ring[:-1], tolerance) for ring in rings]
        found.append([kept[0], *(ring for ring in kept[1:] if area(ring) >= least)])
    return [shape for shape in found if area(shape[0]) >= least]


def simplified(ring: Ring, tolerance: float) -> Ring:
    """The ring with as few points as stay within `tolerance` (Douglas-Peucker)."""
    if len(ring) < 5:
        return ring
    far = int(np.argmax(((ring - ring[0]) ** 2).sum(axis=1)))
    line = np.concatenate([ring, ring[:1]])
    keep = np.zeros(len(line), np.bool_)
    keep[[0, far]] = True
    todo = [(0, far), (far, len(ring))]
    while todo:
        a, b = todo.pop()
        if b - a < 2:
            continue
        gaps = _gaps(line[a + 1 : b], line[a], line[b])
        worst = int(np.argmax(gaps))
        if gaps[worst] > tolerance:
            cut = a + 1 + worst
            keep[cut] = True
            todo += [(a, cut), (cut, b)]
    return ring[keep[:-1]]


def jittered(parts: Iterable[Shape], reach: float) -> list[Shape]:
    """Shapes with an uneven edge, each point moved by `reach` pixels at most.

    For terrain that fills its hex whatever is depicted: its edge means nothing to
    LOS and should not look like a hexagon.
    """
    return [[_uneven(ring, reach) for ring in shape] for shape in parts]


def rounded(parts: Iterable[Shape], *, radius: float = ROUND) -> str:
    """Path data of shapes with every corner rounded by a curve."""
    return "".join(_rounded_ring(ring, radius) for shape in parts for ring in shape)


def straight(parts: Iterable[Shape]) -> str:
    """Path data of shapes with their corners as they are."""
    return "".join(_straight_ring(ring) for shape in parts for ring in shape)


def lines(runs: Iterable[Sequence[tuple[float, float]]]) -> str:
    """Path data of open lines through points."""
    out = []
    for run in runs:
        (x, y), *rest = [(round(10 * x), round(10 * y)) for x, y in run]
        out.append(f"M{pair(x, y)}")
        for nx, ny in rest:
            out.append(f"l{pair(nx - x, ny - y)}")
            x, y = nx, ny
    return "".join(out)


def dots(points: Iterable[tuple[float, float]]) -> str:
    """Path data of points: stroked with round caps, each becomes a disc."""
    return "".join(f"M{pair(round(10 * x), round(10 * y))}h.1" for x, y in points)


def pair(x: int, y: int) -> str:
    """Two numbers given in tenths, as short as path data allows."""
    second = _tenths(y)
    return _tenths(x) + (second if second[0] == "-" else " " + second)


def area(ring: Ring) -> float:
    """The area inside a ring, in square pixels."""
    x, y = ring[:, 0], ring[:, 1]
    return abs(float(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))) / 2


def _pairs(offsets: NDArray[np.uint32]) -> Iterable[tuple[int, int]]:
    return zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)


def _uneven(ring: Ring, reach: float) -> Ring:
    """The ring in steps of some pixels, each moved by what its place says."""
    ahead = np.roll(ring, -1, axis=0) - ring
    count = np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]) / UNEVEN, 1).astype(int)
    start = np.repeat(np.arange(len(ring)), count)
    share = (
        np.arange(len(start)) - np.repeat(np.cumsum(count) - count, count)
    ) / count[start]
    points = ring[start] + ahead[start] * share[:, None]
    spot = np.rint(points).astype(np.int64)
    moved = [chance(spot[:, 0], spot[:, 1], seed) - 0.5 for seed in (7, 8)]
    return np.asarray(points + 2 * reach * np.stack(moved, axis=1))


def _gaps(points: Ring, a: Ring, b: Ring) -> NDArray[np.float64]:
    """The distance of points from the line between two others."""
    along = b - a
    length = float(np.hypot(*along))
    off = points - a
    if length < 1e-9:
        return np.asarray(np.hypot(off[:, 0], off[:, 1]))
    return np.asarray(np.abs(off[:, 0] * along[1] - off[:, 1] * along[0]) / length)


def _rounded_ring(ring: Ring, radius: float) -> str:
    ahead = np.roll(ring, -1, axis=0) - ring
    length = np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), 1e-9)
    cut = np.minimum(radius, length / 2)
    step = ahead / length[:, None] * cut[:, None]
    leave, enter = ring + step, ring - np.roll(step, 1, axis=0)
    rows = np.rint(np.hstack([enter, ring, leave]) * 10).astype(int).tolist()
    x, y = rows[-1][4:]
    out = [f"M{pair(x, y)}"]
    for ex, ey, px, py, lx, ly in rows:
        if abs(ex - x) + abs(ey - y) > 1:
            out.append(f"l{pair(ex - x, ey - y)}")
            x, y = ex, ey
        end = pair(lx - x, ly - y)
        gap = "" if end[0] == "-" else " "
        out.append(f"q{pair(px - x, py - y)}{gap}{end}")
        x, y = lx, ly
    return "".join(out) + "z"


def _straight_ring(ring: Ring) -> str:
    points = np.rint(ring * 10).astype(int).tolist()
    x, y = points[0]
    out = [f"M{pair(x, y)}"]
    for nx, ny in points[1:]:
        out.append(f"l{pair(nx - x, ny - y)}")
        x, y = nx, ny
    return "".join(out) + "z"


def _tenths(value: int) -> str:
    whole, rest = divmod(abs(value), 10)
    sign = "-" if value < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{rest}"
