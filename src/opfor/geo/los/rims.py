"""Where walls, hedges and cliffs stand: the hexside that each of their pixels is of."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from opfor.geo.hex_facts import HexFacts, centres
from opfor.geo.hexes import HEX_HEIGHT, SIDES
from opfor.geo.los.kernel import RIM
from opfor.geo.map import Map

NEAR = 11.5
"""Pixels from a hexside within which terrain drawn there may be its own."""

APART = 1e6
"""Pixels that put every spine behind every side."""

CLIFF = 75

Bools = NDArray[np.bool_]


def cliff_edges(
    board_map: Map,
    facts: HexFacts,
    terrain: NDArray[np.uint8],
    owner: NDArray[np.int32],
) -> Bools:
    """The pixels of cliffs that lie in the hex above: their crest line (B11).

    Where a cliff is drawn along some other hexside, it is its corner lapping over.
    """
    edge: Bools = terrain == CLIFF
    spots = np.argwhere(edge)
    if not len(spots):
        return edge
    hexes = owner[edge]
    side = np.argmin(_side_gaps(board_map, spots, hexes), axis=0)
    beyond = np.array(board_map.neighbours)[hexes, side]
    above = facts.base[hexes] > facts.base[beyond]
    edge[edge] = (facts.side[hexes, side] == CLIFF) & (beyond >= 0) & above
    return edge


def _side_gaps(
    board_map: Map, spots: NDArray[np.int64], hexes: NDArray[np.int32]
) -> NDArray[np.float64]:
    """The distances of pixels from the sides of their hexes, (6, pixels)."""
    grid = board_map.grid
    offset = spots - centres(grid)[hexes]
    corner = np.array(grid.vertices(0, 0)) - grid.centre(0, 0)
    pairs = zip(corner, np.roll(corner, -1, axis=0), strict=True)
    return np.array([gap_from(offset, one, two) for one, two in pairs])


def rims_of(
    board_map: Map,
    facts: HexFacts,
    spots: NDArray[np.int64],
    owner: NDArray[np.int32],
) -> tuple[NDArray[np.void], NDArray[np.uint32]]:
    """For pixels of hexside terrain, the hexsides that they may stand on."""
    if not len(spots):
        return np.zeros(1, RIM), np.zeros(0, np.uint32)
    around = np.array(board_map.neighbours)
    sides = _pixel_sides(board_map, facts, spots, owner, around)
    key = owner.astype(np.int64) << 24 | sides
    found, which = np.unique(key, return_inverse=True)
    rims = np.zeros(len(found), RIM)
    for rim, value in zip(rims, found.tolist(), strict=True):
        hex_ = value >> 24
        near = list(_pairs(hex_, value & 4095, around))
        pairs = (near + list(_pairs(hex_, value >> 12 & 4095, around)))[:6]
        rim["hex"], rim["near"], rim["count"] = hex_, len(near), len(pairs)
        for number, (one, two) in enumerate(pairs):
            rim["one"][number], rim["two"][number] = one, two
    return rims, which.astype(np.uint32)


def _pairs(
    hex_: int, bits: int, around: NDArray[np.int64]
) -> Iterator[tuple[int, int]]:
    for side in range(SIDES):
        beyond, before = int(around[hex_, side]), int(around[hex_, side - 1])
        if bits >> side & 1 and beyond >= 0:
            yield hex_, beyond
        if bits >> (side + SIDES) & 1 and min(before, beyond) >= 0:
            yield before, beyond


def _pixel_sides(
    board_map: Map,
    facts: HexFacts,
    spots: NDArray[np.int64],
    owner: NDArray[np.int32],
    around: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Bits 0-5: sides of the pixel's hex; bits 6-11: spines at its corners.

    Where hexside terrain ends, its drawing laps round the corner. So a pixel belongs
    to that side of its hex, of those that hold such terrain and are near, whose middle
    is nearest; if there is none, to such a spine near it; then to those farther off;
    or else to the nearest side (D-415). Bits 12 on: all that are near, for a thread
    that runs along hexsides.
    """
    grid = board_map.grid
    offset = spots - centres(grid)[owner]
    corner = np.array(grid.vertices(0, 0)) - np.array(grid.centre(0, 0))
    gaps, far = np.empty((2, 2 * SIDES, len(spots)))
    holds = np.zeros((2 * SIDES, len(spots)), np.bool_)
    for side in range(SIDES):
        ends = corner[side], corner[(side + 1) % SIDES]
        gaps[side] = gap_from(offset, *ends)
        far[side] = np.linalg.norm(offset - sum(ends) / 2, axis=1)
        holds[side] = facts.side[owner, side] > 0
        gaps[side + SIDES] = gap_from(offset, corner[side], 2 * corner[side])
        far[side + SIDES] = np.linalg.norm(offset - 1.5 * corner[side], axis=1) + APART
        # the spine at corner n is the before-neighbour's side n + 1
        before = around[owner, side - 1]
        spine = facts.side[before, (side + 1) % SIDES] > 0
        holds[side + SIDES] = (before >= 0) & (around[owner, side] >= 0) & spine
    weights = 1 << np.arange(2 * SIDES)[:, None]
    near_it = gaps < NEAR * grid.hex_height / HEX_HEIGHT
    far = np.where(near_it, far, far + 2 * APART)
    nearest = np.where(holds, far, np.inf).argmin(axis=0)
    nearest = np.where(holds.any(axis=0), nearest, gaps[:SIDES].argmin(axis=0))
    near = np.left_shift(1, nearest)
    wide = ((holds & near_it) * weights).sum(axis=0)
    found: NDArray[np.int64] = (wide & ~near) << 12 | near
    return found


def gap_from(
    points: NDArray[np.float64], one: NDArray[np.float64], two: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The distance of points from a line between two others."""
    along = two - one
    share = np.clip((points - one) @ along / (along @ along), 0, 1)
    gap: NDArray[np.float64] = np.linalg.norm(
        points - one - share[:, None] * along, axis=1
    )
    return gap
