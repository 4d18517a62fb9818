"""What bridges hide: the ground beneath their decks."""

import numpy as np
from numpy.typing import NDArray

from opfor.geo.hex_facts import HexFacts, codes_of
from opfor.geo.map import Map

Points = NDArray[np.int64]


def deck_ground(
    board_map: Map, facts: HexFacts, owner: NDArray[np.int32]
) -> NDArray[np.int32]:
    """The ground of every pixel: on a bridge's roadway what the bridge spans.

    A deck is drawn at its own level, but is no ground (B6, D-071): LOS passes beneath
    it. The parapets keep their level, at which they hinder.
    """
    ground = board_map.elevation.astype(np.int32)
    bridge = codes_of("bridge")
    for hex_ in np.flatnonzero(facts.bridge):
        spots = _pixels(board_map, owner, int(hex_))
        parapet = bridge[board_map.terrain[spots[:, 0], spots[:, 1]]]
        roadway = spots[_within_hull(spots, spots[parapet]) & ~parapet]
        x, y = roadway[:, 0], roadway[:, 1]
        ground[x, y] = np.minimum(ground[x, y], facts.base[hex_] - facts.spans[hex_])
    return ground


def _pixels(board_map: Map, owner: NDArray[np.int32], hex_: int) -> Points:
    """The pixels of one hex."""
    x, y = board_map.grid.centre(*board_map.grid.coordinates(hex_))
    reach = int(board_map.grid.hex_width)
    start = np.maximum((int(x) - reach, int(y) - reach), 0)
    part = owner[start[0] : int(x) + reach + 1, start[1] : int(y) + reach + 1]
    return np.argwhere(part == hex_) + start


def _within_hull(spots: Points, around: Points) -> NDArray[np.bool_]:
    """Which spots lie within the convex hull of others."""
    if not len(around):
        return np.zeros(len(spots), np.bool_)
    turns = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    rays = np.stack((np.cos(turns), np.sin(turns)))
    within: NDArray[np.bool_] = (spots @ rays <= (around @ rays).max(axis=0)).all(
        axis=1
    )
    return within
