"""The pixels of a map as the thread reads them: words, what is open, what is solid."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from opfor.core.errors import OpforError
from opfor.geo.hex_facts import ROADS, HexFacts
from opfor.geo.los import kernel
from opfor.geo.los.decks import deck_ground
from opfor.geo.los.rims import CLIFF, cliff_edges, rims_of
from opfor.geo.map import Map

MOST_PLACES = 2**kernel.PLACE_BITS
"""Hexes, and stretches of hexside terrain, that a word can tell apart."""
MOST_CLASSES = 2 ** (32 - kernel.CLASS_SHIFT)
"""Terrain of one code at one level of the ground, likewise."""

FARTHEST = 255
"""Pixels beyond which what is alike is as good as endless."""

BARE, GAP = 0, 1
"""The first of the codes: bare ground, and that in a hex which something fills."""

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


class Drawn(NamedTuple):
    """What each pixel counts as.

    Attributes:
        code: terrain, as number in `codes`.
        codes: the codes there are, bare ground and gaps first.
        ground: level of the ground, from the lowest Location.
        place: hex, or the rim of hexside terrain.
        rims: RIM rows.
    """

    code: NDArray[np.uint8]
    codes: Ints
    ground: NDArray[np.int32]
    place: NDArray[np.uint32]
    rims: NDArray[np.void]


def drawn(
    board_map: Map,
    facts: HexFacts,
    terrain: NDArray[np.uint8],
    owner: NDArray[np.int32],
    kind: NDArray[np.void],
    filler: Ints,
) -> Drawn:
    """What each pixel counts as.

    Inherent terrain fills its hex, but roads and the gaps of a sparse one stay bare:
    only a thread along hexsides is touched by the whole of it (D-414).
    """
    place = owner.astype(np.uint32)
    fills = np.take(filler.astype(np.uint8), owner)
    bare = np.take(kind["effect"] == 0, terrain)
    alien = np.take(kind["inherent"].copy(), terrain) & (terrain != fills)
    whole = np.where(alien | bare, fills, terrain)
    edges = (whole == 0) & cliff_edges(board_map, facts, terrain, owner)
    whole = np.where(edges, terrain, whole)
    gap = bare & (np.isin(terrain, ROADS) | np.take(facts.sparse, owner)) & ~edges
    gap &= whole > 0
    on_side = np.take(kind["side"] > 0, whole) & ~gap
    rims, which = rims_of(board_map, facts, np.argwhere(on_side), owner[on_side])
    place[on_side] = which
    ground = deck_ground(board_map, facts, owner)
    edge = (whole == CLIFF) & ~gap
    ground[edge] = facts.base[owner[edge]]
    ground -= (facts.base - facts.spans).min()
    codes = np.union1d(whole, filler)
    codes = np.concatenate(([0, 0], codes[codes > 0])).astype(np.int64)
    numbers = np.zeros(256, np.uint8)
    numbers[codes[GAP + 1 :]] = np.arange(GAP + 1, len(codes))
    code = np.where(gap, np.uint8(GAP), np.take(numbers, whole))
    return Drawn(code, codes, ground, place, rims)


def numbered(
    found: Drawn, grounds: Ints, filler: Ints
) -> tuple[NDArray[np.uint32], Ints]:
    """The class of each pixel, and that of what fills each hex, at the lowest ground.

    Errors:
        OpforError: there are more classes, or places, than a word can hold.
    """
    count = len(found.codes) * len(grounds)
    if count > MOST_CLASSES or len(found.rims) > MOST_PLACES:
        raise OpforError(
            "a map with so much terrain on so many levels is too varied for LOS"
        )
    class_ = found.code.astype(np.uint32) * np.uint32(len(grounds))
    class_ += (found.ground - grounds[0]).astype(np.uint32)
    order = np.searchsorted(found.codes[GAP + 1 :], filler) + GAP + 1
    return class_, np.where(filler > 0, order * len(grounds), 0)


def words(
    class_: NDArray[np.uint32], place: NDArray[np.uint32], low: Bools
) -> NDArray[np.uint32]:
    """Pack class, place and run of each pixel.

    Args:
        class_: the class of each pixel.
        place: its hex or rim.
        low: by class, whether it is bare and hides nothing from any Location.
    """
    word = class_ << np.uint32(kernel.PLACE_BITS) | place
    alike = np.where(np.take(low, class_), class_ << np.uint32(kernel.PLACE_BITS), word)
    run = np.minimum(distances(_edges(alike)), kernel.RUN_MASK)
    return _blocks(word << np.uint32(kernel.RUN_BITS) | run, 0)


def _blocks(plane: NDArray[Any], rest: int) -> NDArray[Any]:
    """The pixels of each block, those beyond the map as `rest`."""
    side = kernel.BLOCK
    wide, high = (-(-length // side) for length in plane.shape)
    padded = np.full((wide * side, high * side), rest, plane.dtype)
    padded[: plane.shape[0], : plane.shape[1]] = plane
    cut = padded.reshape(wide, side, high, side).swapaxes(1, 2)
    return cut.reshape(wide, high, side * side)


def _edges(alike: NDArray[np.uint32]) -> Bools:
    """Which pixels have a neighbour, in 8 directions, that is not alike."""
    edge = np.zeros(alike.shape, np.bool_)
    for here, there in (
        (np.s_[1:, :], np.s_[:-1, :]),
        (np.s_[:, 1:], np.s_[:, :-1]),
        (np.s_[1:, 1:], np.s_[:-1, :-1]),
        (np.s_[1:, :-1], np.s_[:-1, 1:]),
    ):
        differs = alike[here] != alike[there]
        edge[here] |= differs
        edge[there] |= differs
    return edge


def sure(level: NDArray[np.int8], class_: NDArray[np.uint32]) -> NDArray[np.int8]:
    """For each block of pixels the least level that its classes block."""
    found: NDArray[np.int8] = _blocks(np.take(level, class_), -128).min(axis=2)
    return found


def open_stretches(tops: NDArray[np.int8], heights: int) -> NDArray[np.uint8]:
    """How many blocks around each block hold nothing higher than each height.

    Args:
        tops: how high each pixel rises, in half levels.
        heights: how many heights.
    """
    highest = _blocks(tops, -128).max(axis=2)
    return np.stack([distances(highest > 2 * height) for height in range(heights)])


def distances(marked: Bools) -> NDArray[np.uint8]:
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
