"""Draws a plan into the two pixel planes of a board.

The drawing is a pure function of the plan: the same pixels on every machine. What
the planes say of each hex and hexside (see hex_facts.py) is what the plan says.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from opfor.geo.boards.board import Board, Heights, Plane
from opfor.geo.boards.plan import LOW_LINES, BoardPlan, Hex, PlannedLine, terrain_of
from opfor.geo.generate.noise import Floats, mix, noise_plane, seed_of
from opfor.geo.raster.areas import draw_areas, draw_levels
from opfor.geo.raster.buildings import draw_buildings
from opfor.geo.raster.lines import (
    HALF_WIDTHS,
    HEXSIDE_HALF_WIDTHS,
    ROUGH,
    Point,
    along_side,
    course,
    sweep,
)

_TRACK = 6
"""Pixels from the middle of a sunken or elevated road's own strip to its edge."""
_DECK = 12
"""Pixels from the middle of a bridge to the outer face of its parapets."""
_DECK_LENGTH = 20.0
"""Pixels from a bridge's centre dot to its ends."""


Planes = tuple[Plane, Heights]


def draw(plan: BoardPlan) -> Board:
    """Draw a plan as a board."""
    return board_of(plan, draw_planes(plan))


def size_of(plan: BoardPlan) -> tuple[int, int]:
    """Width and height of a plan's planes, in pixels."""
    grid = plan.grid
    return round((grid.cols - 1) * grid.hex_width), round(grid.rows * grid.hex_height)


def draw_planes(plan: BoardPlan) -> Planes:
    """Draw the terrain and the levels of a plan."""
    size = size_of(plan)
    terrain, elevation = np.zeros(size, np.uint8), np.zeros(size, np.int8)
    seed = seed_of(plan.name)
    smooth, rough = _noises(size, seed)
    draw_levels(elevation, plan, smooth)
    draw_areas(terrain, plan, rough)
    _draw_low_lines(terrain, elevation, plan, seed)
    _draw_roads(terrain, elevation, plan, seed)
    draw_buildings(terrain, plan, seed)
    _draw_hexsides(terrain, plan)
    return terrain, elevation


def board_of(plan: BoardPlan, planes: Planes) -> Board:
    """The board of a plan, with the planes as they were drawn."""
    terrain, elevation = planes
    return Board(
        name=plan.name,
        grid=plan.grid,
        terrain=terrain,
        elevation=elevation,
        stairways=plan.stairways(),
        source="text",
        title=plan.title,
    )


def _noises(size: tuple[int, int], seed: int) -> tuple[Floats, Floats]:
    """Irregularity from -1 to 1: for crest lines, and the rougher one for foliage."""
    smooth = noise_plane(size, cell=19, seed=seed)
    rough = noise_plane(size, cell=5, seed=seed + 1)
    rough *= 0.35
    rough += 0.65 * smooth
    return smooth, rough


def _paint(
    plane: NDArray[np.generic],
    plan: BoardPlan,
    line: PlannedLine,
    value: int,
    seed: int,
) -> None:
    sweep(
        plane,
        course(plan.grid, line, seed),
        value,
        radius=HALF_WIDTHS[line.kind],
        rough=ROUGH.get(line.kind, 0),
        seed=seed,
    )


def _draw_low_lines(
    terrain: Plane, elevation: Heights, plan: BoardPlan, seed: int
) -> None:
    """Gullies, streams and sunken roads: one level down, however many meet."""
    lines = [line for line in plan.lines if line.kind in LOW_LINES]
    if not lines:
        return
    low = np.zeros(terrain.shape, np.bool_)
    for line in lines:
        _paint(terrain, plan, line, terrain_of(line.kind).code, seed)
        _paint(low, plan, line, True, seed)
    for hex_, word in plan.bridges.items():
        for deck in _decks(plan, hex_, seed):
            sweep(terrain, deck, terrain_of(word).code, radius=_DECK)
            sweep(low, deck, False, radius=_DECK)
    elevation[low] -= 1


def _decks(plan: BoardPlan, hex_: Hex, seed: int) -> Iterator[list[Point]]:
    """The middle line of each road over a bridge."""
    x, y = plan.grid.centre(*hex_)
    for line in plan.lines:
        if line.kind in ("road", "paved road") and hex_ in line.hexes:
            yield [
                (px, py)
                for px, py in course(plan.grid, line, seed)
                if (px - x) ** 2 + (py - y) ** 2 <= _DECK_LENGTH**2
            ]


def _draw_roads(terrain: Plane, elevation: Heights, plan: BoardPlan, seed: int) -> None:
    """Paths first, then roads over them, the paved ones on top.

    A sunken or elevated road is a bank or cutting with a dirt road along its middle.
    """
    for kind in ("path", "elevated road", "sunken road", "road", "paved road"):
        lines = [line for line in plan.lines if line.kind == kind]
        for line in lines:
            if kind != "sunken road":
                _paint(terrain, plan, line, terrain_of(kind).code, seed)
            if kind in ("sunken road", "elevated road"):
                track = course(plan.grid, line, seed)
                sweep(terrain, track, terrain_of("road").code, radius=_TRACK)
        if lines and kind == "elevated road":
            high = np.zeros(terrain.shape, np.bool_)
            for line in lines:
                _paint(high, plan, line, True, seed)
            elevation[high] += 1


def _draw_hexsides(terrain: Plane, plan: BoardPlan) -> None:
    for side, word in plan.sides.items():
        sweep(
            terrain,
            along_side(plan.grid, side),
            terrain_of(word).code,
            radius=HEXSIDE_HALF_WIDTHS[word],
            rough=0 if word == "wall" else 1,
            seed=mix(*side),
        )
