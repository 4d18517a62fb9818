"""Draws what runs from hex to hex, and what stands along hexsides."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from opfor.geo.boards.plan import Hex, PlannedLine, Side
from opfor.geo.generate.noise import mix, unit
from opfor.geo.hexes import SIDES, Grid

Point = tuple[float, float]

HALF_WIDTHS: dict[str, int] = {
    "road": 7,
    "paved road": 7,
    "sunken road": 13,
    "elevated road": 13,
    "path": 2,
    "gully": 12,
    "dry stream": 10,
    "stream": 11,
    "deep stream": 12,
}
"""Pixels from a line's middle to its edge."""
ROUGH = {"gully": 3, "dry stream": 2, "stream": 1, "road": 1, "path": 1}
"""Pixels by which the edge of a line comes and goes."""
HEXSIDE_HALF_WIDTHS = {"wall": 3, "hedge": 3, "bocage": 4, "cliff": 3}

_PATH_DETOUR = 9.0
"""Pixels by which a path passes a centre dot, so that the hex keeps its terrain."""
_DRIFT = 8.0
"""Pixels by which a line other than a paved road may miss the dot."""
_SPACING = 2.0
"""Pixels between the stamps that make up a line."""


def course(grid: Grid, line: PlannedLine, seed: int) -> list[Point]:
    """The points, close together, along which a line is drawn.

    A line leaves a hex through the middle of a hexside, and curves in between.
    """
    knots = _knots(grid, line, seed)
    if len(knots) == 1:
        return knots
    return list(_curve(knots))


def sweep(
    plane: NDArray[np.generic],
    points: Iterable[Point],
    value: int,
    *,
    radius: int,
    rough: int = 0,
    seed: int = 0,
) -> None:
    """Paint the way along the points with a round brush.

    Args:
        plane: painted on, shape (width, height).
        points: the way, in pixels; what lies off the plane is left out.
        value: the paint.
        radius: of the brush, in pixels.
        rough: how far the radius varies along the way.
        seed: of that variation.
    """
    width, height = plane.shape
    for number, (px, py) in enumerate(points):
        size = radius
        if rough:
            size += mix(seed, number // 2) % (2 * rough + 1) - rough
        left, top = round(px) - size, round(py) - size
        x0, x1 = max(0, left), min(width, left + 2 * size + 1)
        y0, y1 = max(0, top), min(height, top + 2 * size + 1)
        if x0 < x1 and y0 < y1:
            brush = _brush(size)[x0 - left : x1 - left, y0 - top : y1 - top]
            plane[x0:x1, y0:y1][brush] = value


def along_side(grid: Grid, side: Side) -> list[Point]:
    """Points along a hexside, vertex to vertex."""
    corners = grid.vertices(*side[:2])
    a, b = corners[side[2]], corners[(side[2] + 1) % SIDES]
    return [_between(a, b, step / 20) for step in range(21)]


@cache
def _brush(radius: int) -> NDArray[np.bool_]:
    x = np.arange(-radius, radius + 1)
    disc: NDArray[np.bool_] = x[:, None] ** 2 + x**2 <= radius * radius + radius
    return disc


def _knots(grid: Grid, line: PlannedLine, seed: int) -> list[Point]:
    """Where a line must pass: hexside middles, and near the dots between them."""
    middles: list[Point | None] = [_middle(grid, line.start)]
    for a, b in pairwise(line.hexes):
        middles.append(_between(grid.centre(*a), grid.centre(*b), 0.5))
    middles.append(_middle(grid, line.end))
    knots: list[Point] = [middles[0]] if middles[0] else []
    for number, hex_ in enumerate(line.hexes):
        before, after = middles[number], middles[number + 1]
        knots.append(_near_dot(grid, hex_, line.kind, before, after, seed))
        if after is not None:
            knots.append(after)
    return knots


def _middle(grid: Grid, side: Side | None) -> Point | None:
    return None if side is None else grid.side_midpoint(*side)


def _near_dot(
    grid: Grid,
    hex_: Hex,
    kind: str,
    before: Point | None,
    after: Point | None,
    seed: int,
) -> Point:
    x, y = grid.centre(*hex_)
    if kind == "path":
        ends = before or (x, y), after or (x, y)
        sides = _beside_dot((x, y), *ends)
        chosen = mix(seed, *hex_) & 1
        return sides[chosen if _on_board(grid, sides[chosen]) else 1 - chosen]
    if kind == "paved road":
        return x, y
    drift_x, drift_y = unit(seed, *hex_, 1) - 0.5, unit(seed, *hex_, 2) - 0.5
    return x + _DRIFT * drift_x, y + _DRIFT * drift_y


def _beside_dot(dot: Point, before: Point, after: Point) -> tuple[Point, Point]:
    """The points to the left and right of the dot as one walks past."""
    dx, dy = after[0] - before[0], after[1] - before[1]
    share = _PATH_DETOUR / (float(np.sqrt(dx * dx + dy * dy)) or 1.0)
    dx, dy = dx * share, dy * share
    return (dot[0] + dy, dot[1] - dx), (dot[0] - dy, dot[1] + dx)


def _on_board(grid: Grid, point: Point) -> bool:
    right, bottom = (grid.cols - 1) * grid.hex_width, grid.rows * grid.hex_height
    return 0 <= point[0] < right and 0 <= point[1] < bottom


def _curve(knots: list[Point]) -> Iterator[Point]:
    """A smooth curve through all knots (Catmull and Rom's)."""
    ends = [_mirror(knots[1], knots[0]), *knots, _mirror(knots[-2], knots[-1])]
    for p, a, b, n in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        gap = float(np.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2))
        steps = max(1, int(gap / _SPACING))
        for step in range(steps):
            yield _spline(p, a, b, n, step / steps)
    yield knots[-1]


def _spline(p: Point, a: Point, b: Point, n: Point, t: float) -> Point:
    def one(p: float, a: float, b: float, n: float) -> float:
        linear, square = b - p, 2 * p - 5 * a + 4 * b - n
        cube = 3 * (a - b) + n - p
        return a + t * (linear + t * (square + t * cube)) / 2

    return one(p[0], a[0], b[0], n[0]), one(p[1], a[1], b[1], n[1])


def _mirror(point: Point, at: Point) -> Point:
    return 2 * at[0] - point[0], 2 * at[1] - point[1]


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
