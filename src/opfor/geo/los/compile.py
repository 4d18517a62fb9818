"""Makes a map ready for the thread: pixels, hexes, Locations, what hides what."""

import numpy as np
from numpy.typing import NDArray

from opfor.core.errors import OpforError
from opfor.geo.hex_facts import (
    TWO_STOREYS,
    HexFacts,
    at,
    building_codes,
    centres,
    codes_of,
    hex_plane,
    side_middles,
)
from opfor.geo.hexes import SIDES, Grid
from opfor.geo.los import kernel
from opfor.geo.los.forms import forms
from opfor.geo.los.sight import Conditions
from opfor.geo.los.spots import Spots
from opfor.geo.los.verdicts import HILLOCK, acts, classes, kinds, solid
from opfor.geo.los.words import (
    GAP,
    MOST_PLACES,
    drawn,
    numbered,
    open_stretches,
    sure,
    words,
)
from opfor.geo.map import Map

LOWEST, HIGHEST = -60, 60
"""Ground levels that LOS can hold."""

Bools = NDArray[np.bool_]


def make_planes(
    board_map: Map, facts: HexFacts, conditions: Conditions, spots: Spots
) -> kernel.Planes:
    """Everything that the thread needs of a map.

    Errors:
        OpforError: the map is larger, higher or more varied than the planes can hold.
    """
    _check(board_map)
    kind = kinds()
    swap = conditions.codes()
    code = swap[facts.code].astype(np.int64)
    filler = np.where(kind["inherent"][code], code, 0)
    owner = hex_plane(board_map.grid, *board_map.terrain.shape)
    pixels = drawn(board_map, facts, swap[board_map.terrain], owner, kind, filler)
    grounds = np.arange(pixels.ground.min(), pixels.ground.max() + 1)
    class_, fillers = numbered(pixels, grounds, filler)
    kind = kind[pixels.codes]
    rows = classes(kind, pixels.codes, grounds)
    hexes = _hexes(board_map, facts, code, fillers)
    hexes["form"], own = forms(board_map, hexes)
    places = _spots(board_map, facts, hexes, spots)
    full = np.where(
        pixels.code == GAP, np.take(fillers, owner) + class_ % len(grounds), class_
    )
    tops = np.take(rows["top"].astype(np.int8), full)
    low = (rows["bare"] == np.arange(len(rows))) & (rows["ground"] <= 0)
    heights = int(places["height"].max()) + 1
    return kernel.Planes(
        words=words(class_, pixels.place, low),
        width=class_.shape[0],
        height=class_.shape[1],
        open=open_stretches(tops, heights),
        solid=sure(solid(kind, grounds), class_),
        spots=places,
        hexes=hexes,
        classes=rows,
        acts=acts(kind, grounds, heights),
        rims=pixels.rims,
        own=own,
        sides=_sides(board_map.grid),
        margin=0.75 * board_map.grid.hex_height / 2,
        seen=np.zeros((kernel.DEPTH, 3), np.int64),
        note=np.zeros(3, np.int64),
    )


def _sides(grid: Grid) -> NDArray[np.float64]:
    """How much of a way east and south leads to each hexside, 1 where it is reached."""
    normal = np.array([grid.hex_height / 2, grid.hex_width / 3])
    normal /= np.linalg.norm(normal)
    east, south = normal / (2 * grid.hex_width / 3 * normal[0])
    down = 2 / grid.hex_height
    sides = [(0, -down), (east, -south), (east, south)]
    sides += [(0, down), (-east, south), (-east, -south)]
    return np.array(sides, np.float64)


def _check(board_map: Map) -> None:
    low, high = int(board_map.elevation.min()), int(board_map.elevation.max())
    if low < LOWEST or high > HIGHEST:
        raise OpforError(f"ground levels from {low} to {high} are more than LOS knows")
    if len(board_map) > MOST_PLACES or board_map.grid.cols * 2 > kernel.DEPTH:
        raise OpforError(f"a map of {len(board_map)} hexes is too large for LOS")


def _hexes(
    board_map: Map,
    facts: HexFacts,
    code: NDArray[np.int64],
    fillers: NDArray[np.int64],
) -> NDArray[np.void]:
    width, height = board_map.terrain.shape
    hexes = np.zeros(len(board_map), kernel.HEX)
    dots = centres(board_map.grid)
    hexes["x"] = np.clip(dots[:, 0].astype(np.int32), 0, width - 1)
    hexes["y"] = np.clip(dots[:, 1].astype(np.int32), 0, height - 1)
    col, row = np.array(list(board_map.grid)).T
    hexes["q"], hexes["r"] = col, row - (col + (col & 1)) // 2
    lowest = (facts.base - facts.spans).min()
    hexes["ground"] = facts.base - lowest
    hexes["floor"] = facts.base - facts.spans - lowest
    hexes["code"], hexes["filler"] = code, fillers
    hexes["bridged"] = facts.bridge
    hexes["stairs"] = np.isin(facts.own, TWO_STOREYS)
    hexes["stairs"][sorted(board_map.stairways)] = True
    hexes["around"] = np.array(board_map.neighbours)
    hexes["dips"] = _sides_with(board_map, codes_of("depression"))
    hexes["hillock"] = _groups(code == HILLOCK, hexes["around"])
    return hexes


def _spots(
    board_map: Map, facts: HexFacts, hexes: NDArray[np.void], spots: Spots
) -> NDArray[np.void]:
    """The Locations, with what of their own hexes holds a thread back."""
    hex_, level = spots.places.T
    places = np.zeros(len(hex_), kernel.SPOT)
    places["hex"] = hex_
    for name in ("x", "y", "q", "r"):
        places[name] = hexes[name][hex_]
    places["height"] = hexes["ground"][hex_] + level
    kind = kinds()[hexes["code"][hex_]]
    within = kind["building"] & (level <= kind["full"])
    sides = _sides_with(board_map, building_codes())
    places["built"] = np.where(within, sides[hex_], 0)
    sunken = (facts.depression & ~facts.bridge) | facts.spans
    places["sunken"] = sunken[hex_] & (places["height"] == hexes["floor"][hex_])
    return places


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


def _groups(member: Bools, around: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number the connected groups of hexes from 1."""
    group = np.zeros(len(member), np.int64)
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
