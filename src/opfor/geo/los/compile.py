"""Makes a map ready for the thread: pixels, hexes, hexside terrain, open stretches."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from opfor.core.errors import OpforError
from opfor.geo.hex_facts import (
    ROWHOUSE_WALLS,
    HexFacts,
    at,
    building_codes,
    centres,
    codes_of,
    hex_plane,
    side_middles,
)
from opfor.geo.hexes import HEX_HEIGHT, SIDES
from opfor.geo.los import kernel
from opfor.geo.los.jit import compiled
from opfor.geo.los.sight import LIGHT_WOODS, Conditions
from opfor.geo.map import Map
from opfor.geo.terrain import terrain_types

LOWEST, HIGHEST = -60, 60
"""Ground levels that a pixel's word can hold."""
MOST_PLACES = 2**17
"""Hexes, and stretches of hexside terrain, that a word can tell apart."""

NEAR_SIDE, NEAR_CORNER = 8.0, 11.5
"""Pixels from a hexside within which terrain drawn there belongs to it; the second
for a thread along hexsides, which meets it end on."""

CORNERS = ((-1, -1), (1, 0), (1, 1), (1, 1), (-1, 1), (-1, 0))
"""Pixels by which the corners of an end's own hex reach beyond it, from the top left
clockwise. What VASL's answers show, to the pixel; a pixel is 60 cm on the ground."""

INNER_WALLS = (172, 173)
"""Codes of walls inside a Factory."""
CLIFF = 75

_EFFECTS = {"none": kernel.NONE, "hindrance": kernel.HINDRANCE, "obstacle": 2}

Bools = NDArray[np.bool_]


def kinds() -> NDArray[np.void]:
    """What LOS needs of every terrain code."""
    table = np.zeros(256, kernel.KIND)
    table["drm"] = 1
    table["drm"][LIGHT_WOODS] = 2
    for code, terrain in terrain_types().items():
        row = table[code]
        row["effect"] = _EFFECTS[terrain.los]
        row["lower"] = _EFFECTS[terrain.lower]
        if row["effect"]:
            row["full"], row["half"] = terrain.height, terrain.half
        row["split"] = round(2 * terrain.split)
        row["inherent"] = terrain.inherent and row["effect"]
        row["hexside"] = terrain.category == "hexside"
        row["building"] = terrain.category == "building"
    table["building"][list(ROWHOUSE_WALLS)] = False
    table["bar"][list(ROWHOUSE_WALLS + INNER_WALLS)] = True
    table["cliff"][CLIFF] = True
    table["hillock"][105] = True
    bare = (
        table["hexside"] | table["inherent"] | table["hillock"] | (table["split"] > 0)
    )
    table["plain"] = (table["effect"] == kernel.OBSTACLE) & ~bare
    return table


def make_planes(
    board_map: Map, facts: HexFacts, conditions: Conditions
) -> kernel.Planes:
    """Everything that the thread needs of a map.

    Errors:
        OpforError: the map is larger or higher than the planes can hold.
    """
    _check(board_map)
    types = kinds()
    swap = conditions.codes()
    terrain = swap[board_map.terrain]
    owner = hex_plane(board_map.grid, *terrain.shape)
    hexes = _hexes(board_map, facts, swap, types)
    hexes["form"], own = _forms(board_map, hexes)
    words, rims = _words(board_map, facts, terrain, owner, hexes, types)
    lowest = int(facts.base.min())
    highest = int((facts.base + facts.levels).max())
    grid = board_map.grid
    normal = np.array([grid.hex_height / 2, grid.hex_width / 3])
    normal /= np.linalg.norm(normal)
    half = grid.hex_height / 2
    shape = np.array([half, *normal, 2 * grid.hex_width / 3 * normal[0], 0.75 * half])
    return kernel.Planes(
        words=words,
        open=_open_stretches(words, types, np.arange(lowest, highest + 1)),
        lowest=lowest,
        hexes=hexes,
        kinds=types,
        rims=rims,
        shape=shape,
        own=own,
        seen=np.zeros((kernel.DEPTH, 3), np.int64),
        note=np.zeros(6, np.int64),
    )


def _check(board_map: Map) -> None:
    low, high = int(board_map.elevation.min()), int(board_map.elevation.max())
    if low < LOWEST or high > HIGHEST:
        raise OpforError(f"ground levels from {low} to {high} are more than LOS knows")
    if len(board_map) > MOST_PLACES or board_map.grid.cols * 2 > kernel.DEPTH:
        raise OpforError(f"a map of {len(board_map)} hexes is too large for LOS")


def _hexes(
    board_map: Map, facts: HexFacts, swap: NDArray[np.uint8], types: NDArray[np.void]
) -> NDArray[np.void]:
    width, height = board_map.terrain.shape
    hexes = np.zeros(len(board_map), kernel.HEX)
    dots = centres(board_map.grid)
    hexes["index"] = np.arange(len(board_map))
    hexes["x"] = np.clip(dots[:, 0].astype(np.int32), 0, width - 1)
    hexes["y"] = np.clip(dots[:, 1].astype(np.int32), 0, height - 1)
    hexes["col"], hexes["row"] = np.array(list(board_map.grid)).T
    hexes["ground"] = facts.base
    hexes["code"] = swap[facts.code]
    hexes["filler"] = np.where(types["inherent"][hexes["code"]], hexes["code"], 0)
    hexes["sunken"] = facts.depression & ~facts.bridge
    hexes["bridged"] = facts.bridge
    hexes["stairs"][sorted(board_map.stairways)] = True
    hexes["around"] = np.array(board_map.neighbours)
    hexes["built"] = _sides_with(board_map, building_codes())
    hexes["dips"] = _sides_with(board_map, codes_of("depression"))
    hexes["slopes"] = _bits(facts.slope)
    hexes["hillock"] = _groups(hexes["code"] == 105, hexes["around"])
    return hexes


def _forms(
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
    forms, which = np.unique(corners.astype(np.int16), axis=0, return_inverse=True)
    reach = int(np.abs(forms).max())
    own = np.zeros((len(forms), 2 * reach + 1, 2), np.int16)
    own[:, :, 0] = 1  # rows that the hex does not reach hold nothing: 1 to 0
    across = np.arange(-reach, reach + 1)
    for form, polygon in enumerate(forms.astype(np.float64)):
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


def _sides_with(board_map: Map, wanted: Bools) -> NDArray[np.uint8]:
    """Hexsides (as bits) whose middle, seen from either hex, is of wanted codes."""
    middles = side_middles(board_map.grid)
    inward = middles * (1 - 1 / np.linalg.norm(middles, axis=1, keepdims=True))
    codes = at(board_map.terrain, centres(board_map.grid)[:, None] + inward)
    own = wanted[codes.astype(np.int64)]
    around = np.array(board_map.neighbours)
    both = own.copy()
    for side in range(SIDES):
        other = around[:, side]
        both[:, side] |= (other >= 0) & own[other, (side + 3) % SIDES]
    return _bits(both)


def _bits(sides: Bools) -> NDArray[np.uint8]:
    bits: NDArray[np.uint8] = np.packbits(sides, axis=1, bitorder="little")[:, 0]
    return bits


def _groups(member: Bools, around: NDArray[np.int32]) -> NDArray[np.int32]:
    """Number the connected groups of hexes from 1."""
    group = np.zeros(len(member), np.int32)
    for start in np.flatnonzero(member):
        if group[start]:
            continue
        reached = [int(start)]
        group[start] = number = group.max() + 1
        while reached:
            for other in around[reached.pop()]:
                if other >= 0 and member[other] and not group[other]:
                    group[other] = number
                    reached.append(int(other))
    return group


def _words(
    board_map: Map,
    facts: HexFacts,
    terrain: NDArray[np.uint8],
    owner: NDArray[np.int32],
    hexes: NDArray[np.void],
    types: NDArray[np.void],
) -> tuple[NDArray[np.uint32], NDArray[np.void]]:
    """Pack the planes into words, and list the rims of hexside terrain."""
    place = owner.astype(np.uint32)
    filler = np.take(np.ascontiguousarray(hexes["filler"]), owner)
    bare = np.take(types["effect"] == 0, terrain)
    alien = np.take(types["inherent"].copy(), terrain) & (terrain != filler)
    code = np.where(alien | bare, filler, terrain)
    code = np.where(
        (code == 0) & _cliff_edges(board_map, facts, terrain, owner), terrain, code
    )
    on_side = np.take(types["hexside"] & (types["effect"] > 0), code)
    spots = np.argwhere(on_side)
    rims, which = _rims(board_map, facts, spots, owner[on_side])
    place[on_side] = which
    ground = board_map.elevation.astype(np.int32)
    edge = code == CLIFF
    ground[edge] = facts.base[owner[edge]]
    words = (ground + 64).astype(np.uint32)
    words <<= np.uint32(8)
    words |= code
    words <<= np.uint32(17)
    words |= place
    return words, rims


def _cliff_edges(
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
    return np.array([_gap(offset, one, two) for one, two in pairs])


def _rims(
    board_map: Map,
    facts: HexFacts,
    spots: NDArray[np.int64],
    owner: NDArray[np.int32],
) -> tuple[NDArray[np.void], NDArray[np.uint32]]:
    """For pixels of hexside terrain, the hexsides that they may stand on."""
    if not len(spots):
        return np.zeros(1, kernel.RIM), np.zeros(0, np.uint32)
    around = np.array(board_map.neighbours)
    sides = _pixel_sides(board_map, facts, spots, owner, around)
    key = owner.astype(np.int64) << 24 | sides
    found, which = np.unique(key, return_inverse=True)
    rims = np.zeros(len(found), kernel.RIM)
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

    Where hexside terrain ends, its drawing laps round the corner: a pixel may belong
    to any hexside near it that holds such terrain, or else to the nearest.
    """
    grid = board_map.grid
    offset = spots - centres(grid)[owner]
    corner = np.array(grid.vertices(0, 0)) - np.array(grid.centre(0, 0))
    gaps = np.empty((2 * SIDES, len(spots)))
    holds = np.zeros((2 * SIDES, len(spots)), np.bool_)
    for side in range(SIDES):
        gaps[side] = _gap(offset, corner[side], corner[(side + 1) % SIDES])
        holds[side] = facts.side[owner, side] > 0
        gaps[side + SIDES] = _gap(offset, corner[side], 2 * corner[side])
        # the spine at corner n is the before-neighbour's side n + 1
        before = around[owner, side - 1]
        spine = facts.side[before, (side + 1) % SIDES] > 0
        holds[side + SIDES] = (before >= 0) & (around[owner, side] >= 0) & spine
    weights = 1 << np.arange(2 * SIDES)[:, None]
    scale = grid.hex_height / HEX_HEIGHT
    near = ((holds & (gaps < NEAR_SIDE * scale)) * weights).sum(axis=0)
    wide = ((holds & (gaps < NEAR_CORNER * scale)) * weights).sum(axis=0)
    nearest = 1 << np.argmin(gaps[:SIDES], axis=0)
    near = np.where(near > 0, near, nearest)
    found: NDArray[np.int64] = (wide & ~near) << 12 | near
    return found


def _gap(
    points: NDArray[np.float64], one: NDArray[np.float64], two: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The distance of points from a line between two others."""
    along = two - one
    share = np.clip((points - one) @ along / (along @ along), 0, 1)
    gap: NDArray[np.float64] = np.linalg.norm(
        points - one - share[:, None] * along, axis=1
    )
    return gap


def _open_stretches(
    words: NDArray[np.uint32], types: NDArray[np.void], levels: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """How many blocks around each block hold nothing higher than each level."""
    tops = (2 * types["full"] + types["half"]).astype(np.int8)
    top = np.take(tops, (words >> np.uint32(17)) & np.uint32(255))
    top += 2 * ((words >> np.uint32(25)).astype(np.int8) - 64)
    wide, high = (-(-side // kernel.BLOCK) for side in words.shape)
    padded = np.full((wide * kernel.BLOCK, high * kernel.BLOCK), -128, np.int8)
    padded[: words.shape[0], : words.shape[1]] = top
    steps = range(kernel.BLOCK)
    columns = np.maximum.reduce([padded[step :: kernel.BLOCK] for step in steps])
    blocks = np.maximum.reduce([columns[:, step :: kernel.BLOCK] for step in steps])
    out = np.empty((len(levels), wide, high), np.uint8)
    for number, level in enumerate(levels):
        out[number] = _distances(blocks > 2 * level)
    return out


@compiled
def _distances(marked: Bools) -> NDArray[np.uint8]:
    """The distance of every cell from the nearest marked one, steps in 8 directions."""
    width, height = marked.shape
    gap = np.where(marked, 0, 255).astype(np.uint8)
    for x in range(width):
        for y in range(height):
            for dx, dy in ((-1, -1), (-1, 0), (-1, 1), (0, -1)):
                if 0 <= x + dx < width and 0 <= y + dy < height:
                    gap[x, y] = min(gap[x, y], min(gap[x + dx, y + dy], 254) + 1)
    for x in range(width - 1, -1, -1):
        for y in range(height - 1, -1, -1):
            for dx, dy in ((1, 1), (1, 0), (1, -1), (0, 1)):
                if 0 <= x + dx < width and 0 <= y + dy < height:
                    gap[x, y] = min(gap[x, y], min(gap[x + dx, y + dy], 254) + 1)
    return gap
