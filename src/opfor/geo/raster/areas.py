"""Draws what fills hexes: hill levels, woods, fields, water, Inherent terrain.

Depictions stay a few pixels clear of the hexsides and vertices of hexes without the
terrain, and run on across the hexsides between hexes that share it, as they do on
printed boards. LOS along hexsides and Bypass depend on it.
"""

from collections.abc import Callable, Iterable

import msgspec
import numpy as np
from numpy.typing import NDArray

from opfor.geo.boards.board import Heights, Plane
from opfor.geo.boards.plan import LOW_LINES, BoardPlan, Hex, canonical, terrain_of
from opfor.geo.generate.noise import Floats, mix, unit
from opfor.geo.hexes import SIDES, Grid, neighbour
from opfor.geo.raster.patch import Patch, Window, patch_at

_DEEP = 40.0
"""Pixels: farther inside than any irregularity reaches."""

_MOST_IN, _MOST_OUT = 7.0, 4.5
"""Pixels that noise may move an outline: the dot stays in, hexsides stay clear."""

_CREST_ROUGH = 6.0
"""Pixels that noise may move a crest line."""

_HALF_TURN = ((0.0, 1.0), (0.8660254037844386, 0.5), (0.8660254037844386, -0.5))
"""The three directions that run through opposite hexsides."""


_Shapes = Callable[[Floats, Floats, Hex], NDArray[np.bool_]]
"""Which pixels to draw, of offsets from the centre of a hex."""


class Outline(msgspec.Struct, frozen=True):
    """How an area terrain is drawn, in pixels.

    Args:
        radius: of the blot around a lone hex's centre.
        neck: half the width of the joint across a shared hexside.
        rough: how far noise moves the outline.
        field: a rectangle around the centre, not a blot.
    """

    radius: float
    neck: float
    rough: float
    field: bool = False


_OUTLINES: dict[str, Outline] = {
    "woods": Outline(25.5, 11.5, 11.0),
    "brush": Outline(25.5, 11.5, 11.0),
    "marsh": Outline(26.0, 12.0, 8.0),
    "pond": Outline(27.0, 13.0, 3.0),
    "grain": Outline(27.0, 13.5, 1.0, field=True),
    "plowed field": Outline(27.0, 13.5, 1.0, field=True),
}
_FIELD_HALF_WIDTH = 17.5


def draw_levels(elevation: Heights, plan: BoardPlan, noise: Floats) -> None:
    """Raise the hills and lower the valleys, each level inside the one below."""
    grid = plan.grid
    if not plan.levels:
        return
    for level in range(1, max(plan.levels.values()) + 1):
        high = {h for h, base in plan.levels.items() if base >= level}
        _contour(elevation, grid, high, noise, step=1)
    for level in range(-1, min(plan.levels.values()) - 1, -1):
        low = {h for h, base in plan.levels.items() if base <= level}
        _contour(elevation, grid, low, noise, step=-1)


def draw_areas(terrain: Plane, plan: BoardPlan, noise: Floats) -> None:
    """Draw every area terrain of the plan."""
    by_word: dict[str, list[Hex]] = {}
    for hex_, word in plan.areas.items():
        by_word.setdefault(word, []).append(hex_)
    for word, hexes in by_word.items():
        code = terrain_of(word).code
        if word == "shellholes":
            _scatter(terrain, plan.grid, hexes, code, _craters)
        elif word == "lumberyard":
            _scatter(terrain, plan.grid, hexes, code, _stacks)
        elif outline := _OUTLINES.get(word):
            _blots(terrain, plan, hexes, code, outline, noise)
        else:
            _fill(terrain, plan.grid, hexes, code)


def _around(
    grid: Grid, hex_: Hex, members: set[Hex], *, beyond: bool = False
) -> list[bool]:
    """Which neighbours are members; `beyond` stands for those off the board."""
    around = []
    for side in range(SIDES):
        beside = neighbour(*hex_, side)
        around.append(beside in members if grid.holds(*beside) else beyond)
    return around


def _contour(
    elevation: Heights, grid: Grid, members: set[Hex], noise: Floats, *, step: int
) -> None:
    """Move one level up or down inside the contour around the member hexes.

    Between centres the height runs evenly; the contour is where it is half way, so
    it passes near the hexsides' middles and smooths away their zigzag.
    """
    touched = set(members)
    for hex_ in members:
        touched.update(neighbour(*hex_, side) for side in range(SIDES))
    for hex_ in sorted(touched):
        if not grid.holds(*hex_):
            continue
        patch, here, part = patch_at(grid.centre(*hex_), elevation.shape)
        high = hex_ in members
        value = 1.0 if high else -1.0
        # a hill on the edge goes on beyond it
        around = np.where(_around(grid, hex_, members, beyond=high), 1.0, -1.0)
        sector, first, second = (
            patch.sector[part],
            patch.first[part],
            patch.second[part],
        )
        height = value * (1.0 - first - second)
        height += around[sector] * first + around[(sector + 1) % SIDES] * second
        raised = (
            height * 32.0 + np.clip(noise[here] * 7.0, -5.0, 5.0) > 0
        ) & patch.inside[part]
        elevation[here][raised] += step


def _blots(
    terrain: Plane,
    plan: BoardPlan,
    hexes: Iterable[Hex],
    code: int,
    outline: Outline,
    noise: Floats,
) -> None:
    grid, members = plan.grid, set(hexes)
    inlets = _inlets(plan)
    turns = _turns(members) if outline.field else {}
    for hex_ in sorted(members):
        patch, here, part = patch_at(grid.centre(*hex_), terrain.shape)
        around = _one_with(plan, hex_, _around(grid, hex_, members))
        for side in inlets.get(hex_, ()):
            around[side] = True
        if outline.field:
            depth = _field(patch, part, turns[hex_])
        else:
            depth = _size(outline, hex_) - patch.radius[part]
        depth = _joined(depth, patch, part, around, outline)
        shift = np.clip(noise[here] * outline.rough, -_MOST_IN, _MOST_OUT)
        drawn = (depth + shift > 0) & patch.inside[part]
        terrain[here][drawn] = code


def _one_with(plan: BoardPlan, hex_: Hex, around: list[bool]) -> list[bool]:
    """Which neighbours a hex is drawn as one with: not those kept apart."""
    if not plan.apart:
        return around
    sides = ((*hex_, side) for side in range(SIDES))
    kept = [canonical(plan.grid, side) in plan.apart for side in sides]
    return [joined and not apart for joined, apart in zip(around, kept, strict=True)]


def _size(outline: Outline, hex_: Hex) -> float:
    """No two copses are of one size."""
    return outline.radius - outline.rough * 0.4 * unit(*hex_, 3)


def _inlets(plan: BoardPlan) -> dict[Hex, list[int]]:
    """Hexsides where streams begin or end: pond or marsh reaches up to them."""
    inlets: dict[Hex, list[int]] = {}
    for line in plan.lines:
        for side in (line.start, line.end):
            if side is not None and line.kind in LOW_LINES:
                inlets.setdefault(side[:2], []).append(side[2])
                inlets.setdefault(neighbour(*side), []).append((side[2] + 3) % SIDES)
    return inlets


def _field(patch: Patch, part: Window, turn: int) -> Floats:
    """How far inside a rectangle around the centre each pixel lies."""
    ux, uy = _HALF_TURN[turn]
    x, y = patch.x[part], patch.y[part]
    along, across = np.abs(x * ux + y * uy), np.abs(y * ux - x * uy)
    depth: Floats = np.minimum(27.0 - along, _FIELD_HALF_WIDTH - across)
    return depth


def _joined(
    depth: Floats, patch: Patch, part: Window, around: list[bool], outline: Outline
) -> Floats:
    """Add the joints to the neighbours that share the terrain."""
    sector = patch.sector[part]
    for side in range(SIDES):
        if around[side]:
            depth = _blend(depth, outline.neck - patch.spoke[side][part])
    for side in range(SIDES):
        if around[side] and around[(side + 1) % SIDES]:
            depth = np.where(sector == side, _DEEP, depth)
    return depth


def _blend(a: Floats, b: Floats) -> Floats:
    """The greater of two depths, rounded where they are nearly equal."""
    near = np.maximum(6.0 - np.abs(a - b), 0.0)
    blended: Floats = np.maximum(a, b) + near * near / 24.0
    return blended


def _turns(members: set[Hex]) -> dict[Hex, int]:
    """The direction of each field: one for all hexes that hang together."""
    turns: dict[Hex, int] = {}
    for first in sorted(members):
        if first in turns:
            continue
        turn = mix(*first) % len(_HALF_TURN)
        waiting = [first]
        while waiting:
            hex_ = waiting.pop()
            if hex_ in members and hex_ not in turns:
                turns[hex_] = turn
                waiting.extend(neighbour(*hex_, side) for side in range(SIDES))
    return turns


def _fill(terrain: Plane, grid: Grid, hexes: Iterable[Hex], code: int) -> None:
    """Inherent terrain is the whole hex."""
    for hex_ in hexes:
        patch, here, part = patch_at(grid.centre(*hex_), terrain.shape)
        terrain[here][patch.inside[part]] = code


def _scatter(
    terrain: Plane, grid: Grid, hexes: Iterable[Hex], code: int, shapes: _Shapes
) -> None:
    for hex_ in hexes:
        patch, here, part = patch_at(grid.centre(*hex_), terrain.shape)
        drawn = shapes(patch.x[part], patch.y[part], hex_) & patch.inside[part]
        terrain[here][drawn] = code


def _craters(x: Floats, y: Floats, hex_: Hex) -> NDArray[np.bool_]:
    """One crater over the dot and five around it."""
    drawn: NDArray[np.bool_] = x * x + y * y < 81.0
    spots = ((0, -19), (18, -8), (15, 14), (-6, 20), (-19, 3))
    for number, (sx, sy) in enumerate(spots):
        dx = x - sx - 4.0 * unit(*hex_, number, 1)
        dy = y - sy - 4.0 * unit(*hex_, number, 2)
        drawn |= dx * dx + dy * dy < (4.0 + 3.0 * unit(*hex_, number, 3)) ** 2
    return drawn


def _stacks(x: Floats, y: Floats, hex_: Hex) -> NDArray[np.bool_]:
    """Stacks of timber, one over the dot, with lanes between."""
    ux, uy = _HALF_TURN[mix(*hex_) % len(_HALF_TURN)]
    along, across = x * ux + y * uy, y * ux - x * uy
    drawn = np.zeros(x.shape, np.bool_)
    for row in (-1, 0, 1):
        shift = 5.0 * unit(*hex_, row) if row else 0.0
        a = np.abs(along - shift - (10.0 if row else 0.0))
        b = np.abs(along - shift + 11.0) if row else a
        in_row = np.abs(across - row * 14.0) <= 4.0
        drawn |= in_row & ((a <= (8.0 if row else 11.0)) | (b <= 8.0))
    return drawn
