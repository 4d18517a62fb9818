"""Draws buildings: houses around the centre dot, wings across shared hexsides."""

import numpy as np
from numpy.typing import NDArray

from opfor.geo.boards.board import Plane
from opfor.geo.boards.plan import BoardPlan, Hex, PlannedBuilding
from opfor.geo.generate.noise import mix, unit
from opfor.geo.hexes import SIDES, Grid, neighbour
from opfor.geo.raster.patch import TOWARDS, Patch, Window, patch_at

Pixels = NDArray[np.bool_]
Direction = tuple[float, float]

_DIRECTIONS: tuple[Direction, ...] = (
    (1.0, 0.0),
    (0.8660254037844386, 0.5),
    (0.5, 0.8660254037844386),
    (0.0, 1.0),
    (-0.5, 0.8660254037844386),
    (-0.8660254037844386, 0.5),
)
"""Ways in which a house of one hex can face: along or across hexsides."""

_PARTY_WALL = 1.5
"""Pixels from the middle of a party wall to its face."""


def draw_buildings(terrain: Plane, plan: BoardPlan, seed: int) -> None:
    """Draw every building, then the party walls of rowhouses."""
    for building in plan.buildings:
        wing = 12.0 + int(3 * unit(seed, *building.hexes[0], 7))
        for hex_ in building.hexes:
            patch, here, part = patch_at(plan.grid.centre(*hex_), terrain.shape)
            if len(building.hexes) == 1:
                drawn = _house(patch, part, mix(seed, *hex_))
            else:
                drawn = _wings(patch, part, hex_, building, wing)
            terrain[here][drawn & patch.inside[part]] = building.code
    for building in plan.buildings:
        if building.rowhouse:
            _party_walls(terrain, plan.grid, building)


def _box(
    patch: Patch,
    part: Window,
    facing: Direction,
    *,
    half: tuple[float, float],
    at: tuple[float, float] = (0.0, 0.0),
) -> Pixels:
    """A rectangle: half its length along `facing` and across, moved by `at`."""
    ux, uy = facing
    x, y = patch.x[part], patch.y[part]
    along, across = x * ux + y * uy - at[0], y * ux - x * uy - at[1]
    box: Pixels = (np.abs(along) <= half[0]) & (np.abs(across) <= half[1])
    return box


def _house(patch: Patch, part: Window, luck: int) -> Pixels:
    """A rectangle, often with a corner cut out or a porch."""
    facing = _DIRECTIONS[luck % len(_DIRECTIONS)]
    length, depth = 15.0 + luck // 7 % 5, 11.5 + luck // 37 % 4
    house = _box(patch, part, facing, half=(length, depth))
    corner = (1 if luck & 2**20 else -1, 1 if luck & 2**21 else -1)
    if luck // 211 % 5 < 2:
        cut_at = corner[0] * length, corner[1] * depth
        house &= ~_box(patch, part, facing, half=(length - 5, depth - 4), at=cut_at)
    elif luck // 211 % 5 == 2:
        porch_at = corner[0] * length / 3, corner[1] * depth
        house |= _box(patch, part, facing, half=(6.0, 5.0), at=porch_at)
    return house


def _wings(
    patch: Patch, part: Window, hex_: Hex, building: PlannedBuilding, wing: float
) -> Pixels:
    """A block on the dot and a wing to each neighbour of the same building."""
    members = set(building.hexes)
    joined = [neighbour(*hex_, side) in members for side in range(SIDES)]
    facing = _unit_towards(joined.index(True))
    block = wing + mix(*hex_) % 4
    drawn = _box(patch, part, facing, half=(block, block))
    for side in range(SIDES):
        if joined[side]:
            half_way = 17.0
            drawn |= _box(
                patch, part, _unit_towards(side), half=(half_way, wing), at=(17.0, 0.0)
            )
        if joined[side] and joined[(side + 1) % SIDES]:
            drawn |= patch.sector[part] == side
    return drawn


def _unit_towards(side: int) -> Direction:
    x, y = TOWARDS[side]
    length = float(np.sqrt(x * x + y * y))
    return x / length, y / length


def _party_walls(terrain: Plane, grid: Grid, building: PlannedBuilding) -> None:
    """A bar through the building along each hexside that it crosses."""
    for a, b in building.joints():
        for hex_, other in ((a, b), (b, a)):
            side = [neighbour(*hex_, n) for n in range(SIDES)].index(other)
            patch, here, part = patch_at(grid.centre(*hex_), terrain.shape)
            x, y = TOWARDS[side]
            half_gap = float(np.sqrt(x * x + y * y)) / 2
            bar = _box(
                patch,
                part,
                _unit_towards(side),
                half=(_PARTY_WALL, 17.5),
                at=(half_gap, 0.0),
            )
            terrain[here][bar & patch.inside[part]] = building.wall_code
