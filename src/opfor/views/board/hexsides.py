"""Walls, hedges, bocage, cliffs: drawn along the hexsides where the planes have them.

A hexside is walked in small steps; where the plane holds the terrain beside it, the
line is drawn, so gates and half walls stay what they are. Such terrain that lies
away from every hexside is drawn as the patch that it is.
"""

from collections.abc import Iterable
from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from opfor.geo.hexes import SIDES
from opfor.views.board.masks import Mask, grown, shrunk
from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import group
from opfor.views.board.trace import lines, rounded, shapes

STEPS = 40
"""Pieces that a hexside is walked in."""
LEAST = 60.0
"""Square pixels from which something away from hexsides is drawn."""

Run = list[tuple[float, float]]


class HexsideKind(msgspec.Struct, frozen=True):
    """A kind of hexside terrain.

    Args:
        name: its class.
        codes: its terrain codes.
        strokes: the classes that its line is drawn in, one over the other.
        reach: how far from a line its pixels still belong to it.
    """

    name: str
    codes: tuple[int, ...]
    strokes: tuple[str, ...]
    reach: float = 7.0


LINES = (
    HexsideKind("cliff", (75,), ("cliff-rock", "cliff-edge")),
    HexsideKind("wall", (72,), ("wall-shade", "wall-body", "wall-stones")),
    HexsideKind("hedge", (73,), ("hedge-shade", "hedge-body", "hedge-leaves"), 10.0),
    HexsideKind("cactushedge", (116,), ("hedge-shade", "cactus-row", "hedge-leaves")),
    HexsideKind(
        "bocage", (74,), ("bocage-shade", "bocage-body", "bocage-leaves"), 13.0
    ),
    HexsideKind("railbank", (152, 157), ("railbank-body", "railbank-ties")),
    HexsideKind("dunecrest", (109, 110), ("dunecrest-body", "dunecrest-line")),
    HexsideKind("roadblock", (81,), ("roadblock-body", "roadblock-bars")),
    HexsideKind("paddybank", (138,), ("paddybank-body",)),
)


def hexsides(sheet: Sheet) -> str:
    """Every kind of hexside terrain that occurs."""
    return group(
        sheet.css("hexsides"),
        *(_line(sheet, line) for line in LINES if sheet.holds(line.codes)),
    )


def _line(sheet: Sheet, line: HexsideKind) -> str:
    mask = sheet.mask(line.codes)
    reach = line.reach * sheet.detail
    runs = chained(_runs(sheet, mask, reach))
    drawn = sheet.strokes(line.name, lines(runs), *line.strokes)
    if line.name == "cliff":
        drawn = sheet.path(_hachures(sheet, runs), "cliff-hachures") + drawn
    away = _stray(mask, runs, reach)
    least = LEAST * sheet.detail**2
    stray = sheet.path(rounded(shapes(away, least=least)), f"{line.name}-stray")
    core = shrunk(away, round(1.5 * sheet.detail))
    light = sheet.path(rounded(shapes(core, least=9)), f"{line.name}-core")
    return group(sheet.css(line.name), drawn, stray, light if stray else "")


def _runs(sheet: Sheet, mask: Mask, reach: float) -> list[Run]:
    """The stretches of hexsides beside which the mask lies.

    A run shorter than the line is wide is the next hexside lapping over a corner.
    """
    ends = _sides(sheet)
    share = (np.arange(STEPS) + 0.5) / STEPS
    along = ends[:, 1] - ends[:, 0]
    points = ends[:, 0][:, None] + along[:, None] * share[None, :, None]
    normal = along[:, ::-1] * (-1, 1) / np.hypot(along[:, 0], along[:, 1])[:, None]
    found = np.zeros(points.shape[:2], np.bool_)
    for off in (-2.5, -1.0, 1.0, 2.5):
        found |= _on(mask, points + normal[:, None] * off * sheet.detail)
    runs: list[Run] = []
    for side in np.flatnonzero(found.any(axis=1)).tolist():
        least = (reach + 2) / np.hypot(*along[side]) * STEPS
        for a, b in _stretches(found[side], least):
            first, last = ends[side, 0] + along[side] * ([a], [b]) / STEPS
            runs.append([tuple(first.tolist()), tuple(last.tolist())])
    return runs


def _sides(sheet: Sheet) -> NDArray[np.float64]:
    """Both ends of every hexside, each hexside once, shape (sides, 2, 2)."""
    ends = []
    for hex_, (col, row) in enumerate(sheet.grid):
        corners = sheet.grid.vertices(col, row)
        for side in range(SIDES):
            other = sheet.map.neighbours[hex_][side]
            if other < 0 or other > hex_:
                ends.append((corners[side], corners[(side + 1) % SIDES]))
    return np.array(ends)


def _on(mask: Mask, points: NDArray[np.float64]) -> Mask:
    x = np.clip(points[..., 0].astype(np.int64), 0, mask.shape[0] - 1)
    y = np.clip(points[..., 1].astype(np.int64), 0, mask.shape[1] - 1)
    return np.asarray(mask[x, y])


def _stretches(found: NDArray[np.bool_], least: float) -> Iterable[tuple[int, int]]:
    """Runs of True, with gaps of one or two pieces closed and short ones dropped."""
    filled = found.copy()
    filled[1:-1] |= found[:-2] & found[2:]
    edges = np.flatnonzero(np.diff(np.pad(filled.astype(np.int8), 1)))
    for a, b in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        if b - a >= least:
            yield (0 if a <= 2 else a), (STEPS if b >= STEPS - 2 else b)


def chained(runs: Iterable[Run]) -> list[Run]:
    """Runs joined end to end wherever exactly two of them meet."""
    links: dict[tuple[int, int], list[int]] = {}
    open_runs = dict(enumerate(list(run) for run in runs))
    for number, run in open_runs.items():
        for end in (run[0], run[-1]):
            links.setdefault(_spot(end), []).append(number)
    owner = {number: number for number in open_runs}
    for spot in sorted(links):
        meeting = sorted({_root(owner, number) for number in links[spot]})
        if len(links[spot]) == 2 and len(meeting) == 2:
            first, second = meeting
            open_runs[first] = _joined(open_runs[first], open_runs.pop(second), spot)
            owner[second] = first
    return list(open_runs.values())


def _joined(first: Run, second: Run, spot: tuple[int, int]) -> Run:
    if _spot(first[-1]) != spot:
        first = first[::-1]
    if _spot(second[0]) != spot:
        second = second[::-1]
    return first + second[1:]


def _root(owner: dict[int, int], number: int) -> int:
    while owner[number] != number:
        number = owner[number]
    return number


def _spot(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _stray(mask: Mask, runs: list[Run], reach: float) -> Mask:
    """What of the mask lies away from the lines drawn."""
    near = np.zeros(mask.shape, np.bool_)
    for run in runs:
        for (ax, ay), (bx, by) in pairwise(run):
            count = int(np.hypot(bx - ax, by - ay)) + 2
            x = np.linspace(ax, bx, count).astype(np.int64)
            y = np.linspace(ay, by, count).astype(np.int64)
            on = (x >= 0) & (y >= 0) & (x < mask.shape[0]) & (y < mask.shape[1])
            near[x[on], y[on]] = True
    return mask & ~grown(near, round(reach))


def _hachures(sheet: Sheet, runs: list[Run]) -> str:
    """Short strokes on the lower side of a cliff."""
    ticks: list[Run] = []
    for run in runs:
        for (ax, ay), (bx, by) in pairwise(run):
            length = max(float(np.hypot(bx - ax, by - ay)), 1e-9)
            nx, ny = -(by - ay) / length, (bx - ax) / length
            side = _lower_side(sheet, ((ax + bx) / 2, (ay + by) / 2), (nx, ny))
            for step in range(2, int(length), 4):
                x, y = ax + (bx - ax) * step / length, ay + (by - ay) * step / length
                reach = side * (5.5 if step % 8 < 4 else 3.8) * sheet.detail
                ticks.append([(x, y), (x + nx * reach, y + ny * reach)])
    return lines(ticks)


def _lower_side(
    sheet: Sheet, middle: tuple[float, float], normal: tuple[float, float]
) -> int:
    heights = [
        sheet.elevation[
            min(max(int(middle[0] + normal[0] * off), 0), sheet.size[0] - 1),
            min(max(int(middle[1] + normal[1] * off), 0), sheet.size[1] - 1),
        ]
        for off in (-9 * sheet.detail, 9 * sheet.detail)
    ]
    return -1 if heights[0] < heights[1] else 1
