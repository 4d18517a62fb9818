"""Makes a map ready for the thread: pixels, hexes, hexside terrain, open stretches."""

import numpy as np
from numpy.typing import NDArray

from opfor.core.errors import OpforError
from opfor.geo.hex_facts import (
    ROADS,
    ROWHOUSE_WALLS,
    TWO_STOREYS,
    HexFacts,
    at,
    building_codes,
    centres,
    codes_of,
    hex_plane,
    side_middles,
)
from opfor.geo.hexes import SIDES
from opfor.geo.los import kernel
from opfor.geo.los.decks import deck_ground
from opfor.geo.los.rims import CLIFF, cliff_edges, rims_of
from opfor.geo.los.sight import LIGHT_WOODS, Conditions
from opfor.geo.map import Map
from opfor.geo.terrain import terrain_types

LOWEST, HIGHEST = -60, 60
"""Ground levels that a pixel's word can hold."""
MOST_PLACES = 2**17
"""Hexes, and stretches of hexside terrain, that a word can tell apart."""

FARTHEST = 255
"""Blocks beyond which an open stretch is as good as endless."""

CORNERS = ((-1, -1), (1, 0), (1, 1), (1, 1), (-1, 1), (-1, 0))
"""Pixels by which the corners of an end's own hex reach beyond it, from the top left
clockwise. What VASL's answers show, to the pixel; a pixel is 60 cm on the ground."""

INNER_WALLS = (172, 173)
"""Codes of walls inside a Factory."""

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
        row["deck"] = terrain.category == "bridge"
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
    words, rims, tops = _words(board_map, facts, terrain, owner, hexes, types)
    lowest = int(hexes["floor"].min())
    highest = int((facts.base + facts.levels).max())
    grid = board_map.grid
    normal = np.array([grid.hex_height / 2, grid.hex_width / 3])
    normal /= np.linalg.norm(normal)
    half = grid.hex_height / 2
    shape = np.array([half, *normal, 2 * grid.hex_width / 3 * normal[0], 0.75 * half])
    return kernel.Planes(
        words=words,
        open=_open_stretches(tops, np.arange(lowest, highest + 1)),
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
    hexes["sunken"] = (facts.depression & ~facts.bridge) | facts.spans
    hexes["floor"] = facts.base - facts.spans
    hexes["bridged"] = facts.bridge
    hexes["stairs"] = np.isin(facts.own, TWO_STOREYS)
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
) -> tuple[NDArray[np.uint32], NDArray[np.void], NDArray[np.int8]]:
    """Pack the planes into words; the rims of hexside terrain; how high pixels rise.

    Inherent terrain fills its hex, but roads and the gaps of a sparse one stay bare:
    only a thread along hexsides is touched by the whole of it, so it rises there too
    (D-414).
    """
    place = owner.astype(np.uint32)
    filler = np.take(np.ascontiguousarray(hexes["filler"]), owner)
    bare = np.take(types["effect"] == 0, terrain)
    alien = np.take(types["inherent"].copy(), terrain) & (terrain != filler)
    whole = np.where(alien | bare, filler, terrain)
    edges = (whole == 0) & cliff_edges(board_map, facts, terrain, owner)
    whole = np.where(edges, terrain, whole)
    gap = bare & (np.isin(terrain, ROADS) | np.take(facts.sparse, owner)) & ~edges
    code = np.where(gap, 0, whole)
    on_side = np.take(types["hexside"] & (types["effect"] > 0), code)
    rims, which = rims_of(board_map, facts, np.argwhere(on_side), owner[on_side])
    place[on_side] = which
    ground = deck_ground(board_map, facts, owner)
    edge = code == CLIFF
    ground[edge] = facts.base[owner[edge]]
    words = (ground + 64).astype(np.uint32)
    words <<= np.uint32(8)
    words |= code
    words <<= np.uint32(17)
    words |= place
    heights = (2 * types["full"] + types["half"]).astype(np.int8)
    tops = np.take(heights, whole) + 2 * ground.astype(np.int8)
    return words, rims, tops


def _open_stretches(
    tops: NDArray[np.int8], levels: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """How many blocks around each block hold nothing higher than each level.

    Args:
        tops: how high each pixel rises, in half levels.
        levels: the levels.
    """
    wide, high = (-(-side // kernel.BLOCK) for side in tops.shape)
    padded = np.full((wide * kernel.BLOCK, high * kernel.BLOCK), -128, np.int8)
    padded[: tops.shape[0], : tops.shape[1]] = tops
    steps = range(kernel.BLOCK)
    columns = np.maximum.reduce([padded[step :: kernel.BLOCK] for step in steps])
    blocks = np.maximum.reduce([columns[:, step :: kernel.BLOCK] for step in steps])
    out = np.empty((len(levels), wide, high), np.uint8)
    for number, level in enumerate(levels):
        out[number] = _distances(blocks > 2 * level)
    return out


def _distances(marked: Bools) -> NDArray[np.uint8]:
    """The distance of every cell from the nearest marked one, steps in 8 directions.

    A column follows from the one before it and its own cells above, then in turn from
    the right and from below; 255 stands for all that is farther.
    """
    found = np.where(marked, 0, FARTHEST).astype(np.int16)
    _sweep(found)
    _sweep(found[::-1, ::-1])
    return found.astype(np.uint8)


def _sweep(found: NDArray[np.int16]) -> None:
    down = np.arange(found.shape[1], dtype=np.int16)
    before = np.full(found.shape[1] + 2, FARTHEST, np.int16)
    for column in found:
        beside = np.minimum(np.minimum(before[:-2], before[2:]), before[1:-1]) + 1
        least = np.minimum(column, beside)
        # a step down counts one: what lies above, less the way to it
        least = np.minimum.accumulate(least - down) + down
        column[:] = np.minimum(least, FARTHEST)
        before[1:-1] = column
