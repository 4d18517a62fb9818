"""Buildings: roofs whose faces are lit by the way they slope, storeys, stairwells.

A roof face belongs to the wall that it falls towards, so every pixel takes the tone
of its nearest wall: hips and ridges come out right for any ground plan.
"""

import msgspec
import numpy as np
from numpy.typing import NDArray

from opfor.views.board.glyphs import lettering
from opfor.views.board.masks import Mask
from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import element, group
from opfor.views.board.trace import Ring, Shape, shapes, straight


class Roof(msgspec.Struct, frozen=True):
    """A kind of roof: its codes, and how far it slopes before it is flat, in pixels."""

    name: str
    codes: tuple[int, ...]
    slope: float = 14.0


ROWHOUSE_WALLS = (76, 77, 78, 79, 80)
INNER_WALLS = (172, 173)
ROOFS = (
    Roof("stone", (40, 41, 42, 43, 44, 49, 125)),
    Roof("wood", (50, 51, 52, 53, 54, 59, 130, 160, 161, 162, 168, 169)),
    Roof("stonefactory", (45, 46, 47, 48), 4.0),
    Roof("woodfactory", (55, 56, 57, 58), 4.0),
    Roof("ruin", (170, 171, 174, 180, 181, 182, 183, 184, 185, 186), 4.0),
    Roof("adobe", (113, 114, 115), 3.0),
    Roof("tank", (163, 164, 165, 166, 167), 9.0),
)
FACES = 4
"""Tones of a roof: 0 looks away from the light, 3 into it."""
LIGHT = (-0.42, -0.91)
"""Where the light comes from: the top, a little from the left."""
SHORTEST = 5.0
"""Pixels that a wall must be longer than to carry a face of the roof."""
MOST = 2_000_000
"""Most pixel-to-wall distances computed at once."""


def buildings(sheet: Sheet) -> str:
    """Every building, with the walls between rowhouses and inside Factories."""
    roofs = [_roofs(sheet, roof) for roof in ROOFS if sheet.holds(roof.codes)]
    walls = [
        sheet.path(straight(shapes(sheet.mask(codes), soften=1)), name)
        for name, codes in (("rowhouse", ROWHOUSE_WALLS), ("innerwall", INNER_WALLS))
        if sheet.holds(codes)
    ]
    return group(sheet.css("buildings"), *roofs, *walls)


def storeys(sheet: Sheet) -> str:
    """The highest upper level of each building hex, and its stairwell."""
    places = []
    for hex_ in np.flatnonzero(sheet.facts.levels > 0).tolist():
        x, y = _beside(sheet, hex_)
        places.append((x, y, str(int(sheet.facts.levels[hex_]))))
    data = lettering(places, size=8.5 * sheet.detail)
    numbers = sheet.strokes("storeynumbers", data, "storey-halo", "storey-number")
    return group(sheet.css("storeys"), _stairs(sheet), numbers)


def _roofs(sheet: Sheet, roof: Roof) -> str:
    codes = (*roof.codes, *(ROWHOUSE_WALLS if roof.name == "stone" else ()))
    mask = sheet.mask(codes)
    parts = shapes(mask, soften=0, tolerance=1.3)
    tones = np.full(mask.shape, 255, np.uint8)
    for part in parts:
        _tone(tones, mask, part, roof.slope * sheet.detail, 2 if sheet.unit > 2 else 1)
    base = sheet.strokes(
        roof.name, straight(parts), f"roof-edge {roof.name}-flat", shadow=1.8
    )
    faces = [
        sheet.path(
            straight(shapes(tones == face, soften=0, tolerance=0.9)),
            f"{roof.name}-face{face}",
        )
        for face in range(FACES)
    ]
    over = sheet.path(straight(parts), "roof-line", f"{roof.name}-line")
    return group(sheet.css(roof.name), base, *faces, over)


def _tone(
    tones: NDArray[np.uint8], mask: Mask, part: Shape, slope: float, step: int
) -> None:
    """Write the face of each pixel of a building into `tones`, in squares of `step`."""
    left, top = np.maximum(np.floor(part[0].min(axis=0)).astype(int), 0)
    right, bottom = np.ceil(part[0].max(axis=0)).astype(int)
    points = step * np.argwhere(mask[left : right + 1 : step, top : bottom + 1 : step])
    points += np.array([left, top])
    starts = np.concatenate(part)
    ends = np.concatenate([np.roll(ring, -1, axis=0) for ring in part])
    walls = starts, ends
    # The cut corners of a plan are too short to carry a face of their own.
    long = np.hypot(*(ends - starts).T) > SHORTEST
    if long.sum() >= 3:
        walls = starts[long], ends[long]
    chunk = max(1, MOST // len(starts))
    for first in range(0, len(points), chunk):
        some = points[first : first + chunk]
        centres = some.astype(np.float64) + 0.5
        within = _enclosed(centres, starts, ends)
        lit, gap = _nearest_wall(centres, *walls)
        face = np.clip((lit + 1) / 2 * FACES, 0, FACES - 1).astype(np.uint8)
        face[gap > slope] = FACES
        chosen = some[within]
        for dx, dy in np.ndindex(step, step):
            x = np.minimum(chosen[:, 0] + dx, mask.shape[0] - 1)
            y = np.minimum(chosen[:, 1] + dy, mask.shape[1] - 1)
            tones[x, y] = face[within]


def _nearest_wall(
    points: Ring, starts: Ring, ends: Ring
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each point: how lit the face is that it lies on, and how far its wall is.

    Args:
        points: shape (n, 2).
        starts: where each wall begins, shape (m, 2).
        ends: where it ends.
    """
    along = ends - starts
    off = points[:, None, :] - starts[None, :, :]
    length2 = np.maximum((along**2).sum(axis=1), 1e-9)
    at = np.clip((off * along).sum(axis=2) / length2, 0, 1)
    gaps = off - at[:, :, None] * along
    far = np.hypot(gaps[:, :, 0], gaps[:, :, 1])
    nearest = far.argmin(axis=1)
    row = np.arange(len(points))
    gap = far[row, nearest]
    # The face falls from the point towards its wall: against the gap.
    lit = -(gaps[row, nearest] @ np.array(LIGHT)) / np.maximum(gap, 1e-9)
    return lit, gap


def _enclosed(points: Ring, starts: Ring, ends: Ring) -> NDArray[np.bool_]:
    """Whether walls enclose each point: a ray to the right crosses an odd number."""
    x, y = points[:, 0, None], points[:, 1, None]
    spans = (starts[:, 1] > y) != (ends[:, 1] > y)
    along = ends - starts
    rise = np.where(np.abs(along[:, 1]) < 1e-9, 1e-9, along[:, 1])
    crossing = starts[:, 0] + (y - starts[:, 1]) * along[:, 0] / rise
    return np.asarray((spans & (x < crossing)).sum(axis=1) % 2 == 1)


def _beside(sheet: Sheet, hex_: int) -> tuple[float, float]:
    """A place for a hex's storeys: beside its dot, on the building if it can be."""
    cx, cy = sheet.grid.centre(*sheet.grid.coordinates(hex_))
    width, height = sheet.size
    step = 11 * sheet.detail
    places = [
        (cx + dx * step, cy + dy * step)
        for dx, dy in ((0, 1), (1, 0.4), (-1, 0.4), (1, -0.5), (-1, -0.5), (0, -1))
    ]
    seen = [p for p in places if 6 <= p[0] <= width - 6 and 6 <= p[1] <= height - 6]
    for x, y in seen:
        spot = sheet.terrain[int(x) - 3 : int(x) + 4, int(y) - 3 : int(y) + 4]
        if (spot == sheet.facts.code[hex_]).all():
            return x, y
    return seen[0] if seen else (cx, cy)


def _stairs(sheet: Sheet) -> str:
    """Stairwells: a small square with steps around the hex's dot."""
    r = 4.2 * sheet.detail
    marks = []
    for hex_ in sorted(sheet.map.stairways):
        x, y = sheet.grid.centre(*sheet.grid.coordinates(hex_))
        marks.append(
            element(
                "rect",
                class_=sheet.css("stairwell"),
                x=x - r,
                y=y - r,
                width=2 * r,
                height=2 * r,
            )
        )
        steps = (
            f"M{x - r:.1f} {y - r / 3:.1f}h{2 * r:.1f}m0 {r * 2 / 3:.1f}h-{2 * r:.1f}"
        )
        marks.append(sheet.path(steps, "steps"))
    return "".join(marks)
