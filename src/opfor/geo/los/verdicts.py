"""What terrain and ground do to a thread, for the heights of both its ends.

All that A6 and chapter B ask of levels stands in one table, worked out for a map once.
Ranges and places, which differ from thread to thread, are left to the kernel.
"""

import numpy as np
from numpy.typing import NDArray

from opfor.geo.hex_facts import ROWHOUSE_WALLS
from opfor.geo.los import kernel
from opfor.geo.los.rims import CLIFF
from opfor.geo.los.sight import LIGHT_WOODS
from opfor.geo.terrain import terrain_types

NONE, HINDRANCE, OBSTACLE = 0, 1, 2
"""Effects of terrain on LOS."""

INNER_WALLS = (172, 173)
"""Codes of walls inside a Factory."""

HILLOCK = 105

KIND = np.dtype(
    [
        ("full", "i4"),  # height in full levels
        ("half", "i4"),  # 1 if half a level more
        ("effect", "i4"),
        ("lower", "i4"),  # effect on LOS at its own level, where `split`
        ("split", "?"),
        ("drm", "i4"),
        ("inherent", "?"),
        ("building", "?"),
        ("side", "i4"),  # hexside terrain: 1, or 2 where it is half a level
        ("bar", "?"),  # blocks in its own hexes too: black bars, inner walls
        ("hillock", "?"),
        ("cliff", "?"),
        ("deck", "?"),  # a bridge: what lies beneath is the ground
    ]
)

_EFFECTS = {"none": NONE, "hindrance": HINDRANCE, "obstacle": OBSTACLE}

Ints = NDArray[np.int64]


def kinds() -> NDArray[np.void]:
    """What LOS needs of every terrain code."""
    table = np.zeros(256, KIND)
    table["drm"] = 1
    table["drm"][LIGHT_WOODS] = 2
    for code, terrain in terrain_types().items():
        row = table[code]
        row["effect"] = effect = _EFFECTS[terrain.los]
        row["lower"] = _EFFECTS[terrain.lower]
        if effect:
            row["full"], row["half"] = terrain.height, terrain.half
        row["split"] = terrain.split > 0
        row["inherent"] = terrain.inherent and effect
        if effect and terrain.category == "hexside":
            row["side"] = 2 if terrain.half else 1
        row["building"] = terrain.category == "building"
        row["deck"] = terrain.category == "bridge"
    table["building"][list(ROWHOUSE_WALLS)] = False
    table["bar"][list(ROWHOUSE_WALLS + INNER_WALLS)] = True
    table["cliff"][CLIFF] = True
    table["hillock"][HILLOCK] = True
    return table


def classes(kind: NDArray[np.void], codes: Ints, grounds: Ints) -> NDArray[np.void]:
    """A row for each code at each level of the ground, the codes one after another.

    Args:
        kind: what LOS needs of each of the codes.
        codes: the codes, bare ground first.
        grounds: the levels, from the lowest Location of the map.
    """
    count = len(grounds)
    table = np.zeros(len(codes) * count, kernel.CLASS)
    kind = np.repeat(kind, count)
    table["code"] = np.repeat(codes, count)
    table["ground"] = np.tile(grounds, len(codes))
    table["bare"] = np.tile(np.arange(count), len(codes))
    table["side"], table["cliff"], table["deck"] = (
        kind[name] for name in ("side", "cliff", "deck")
    )
    table["yields"] = (kind["effect"] == NONE) | kind["inherent"]
    table["top"] = top = 2 * (table["ground"] + kind["full"]) + kind["half"]
    table["bar"] = np.where(kind["bar"], top, 2 * kernel.NEVER)
    table["walls"] = np.where(kind["building"], top, 2 * kernel.NEVER)
    return table


def solid(kind: NDArray[np.void], grounds: Ints) -> NDArray[np.int8]:
    """Twice the level that each class blocks without exceptions, one more if terrain.

    Terrain hides from a higher end what is lower than it, ground alone does not.
    """
    ground = np.tile(grounds, len(kind))
    kind = np.repeat(kind, len(grounds))
    bare = (kind["side"] > 0) | kind["inherent"] | kind["hillock"] | kind["split"]
    plain = (kind["effect"] == OBSTACLE) & ~bare
    level = np.where(plain, 2 * (ground + kind["full"]) + 1, 2 * ground)
    level[kind["cliff"] | kind["deck"]] = -128
    return np.clip(level, -128, 127).astype(np.int8)


def acts(kind: NDArray[np.void], grounds: Ints, heights: int) -> NDArray[np.int16]:
    """What each class does, by the heights of the lower and of the higher end."""
    ground = np.tile(grounds, len(kind))
    kind = np.repeat(kind, len(grounds))
    # a wall that does not stand at the thread's own level is as good as bare ground
    wall = kind["side"] == 2
    low, high = np.meshgrid(*[np.arange(heights)] * 2, indexing="ij")
    low, high = low[..., None], high[..., None]
    flat = low == high
    rises = 2 * (ground + kind["full"]) + kind["half"] > 2 * low
    kind = np.where(wall, np.zeros_like(kind), kind)
    way, verdict = _judged(kind, ground, low, high)
    at_level = wall & flat & (ground == low)
    way = np.where(at_level, kernel.WALL, way)
    table = np.zeros((*way.shape, 4), np.int16)
    way = np.where(rises, np.maximum(way, kernel.RISES), -way)
    table[..., 0], table[..., 1] = way, verdict
    table[..., 2] = np.where(ground > low, 2 * ground - high - low, kernel.NEVER)
    table[..., 3] = 2 * (ground + kind["full"]) - high - low + 1
    return table


def _judged(
    kind: NDArray[np.void], ground: Ints, low: Ints, high: Ints
) -> tuple[Ints, Ints]:
    """How the verdict of each class is come to, and what it is."""
    top = ground + kind["full"]
    usual = _strike(kind, kind["effect"])
    level = low == high
    obstacle = kind["effect"] == OBSTACLE
    hides = np.where(obstacle | kind["cliff"], kernel.BLIND, usual * (kind["full"] > 0))
    cases = (
        (
            (ground > high) & ~kind["cliff"] & ~kind["deck"],
            kernel.ANYWHERE,
            kernel.GROUND,
        ),
        (
            kind["split"] & level & (ground == high),
            kernel.BETWEEN,
            _strike(kind, kind["lower"]),
        ),
        # a deck hinders who looks along or beneath it, and hides nothing
        (kind["deck"] & (ground >= high), kernel.BETWEEN, usual),
        (kind["deck"], kernel.NOTHING, 0),
        (kind["hillock"] & level & (ground == high), kernel.HILLOCK, kernel.HALF),
        (kind["hillock"], kernel.NOTHING, 0),
        ((low < top) & (top < high), kernel.BEHIND, hides),
        (kind["cliff"], kernel.NOTHING, 0),
        (
            (kind["half"] > 0) & level & (top == high),
            kernel.BETWEEN,
            _strike(kind, kind["effect"], kernel.HALF),
        ),
        (top > high, kernel.BETWEEN, usual),
        # as high as the higher end it hides what lies below (A6.4, B10.2)
        ((top == high) & obstacle & ~level, kernel.BETWEEN, kernel.HEIGHT),
        ((top == high) & (ground == high) & ~level, kernel.LEVEL, usual),
        ((top == high) & ~level, kernel.BETWEEN, usual),
    )
    shape = np.broadcast_shapes(low.shape, ground.shape)
    when = [np.broadcast_to(case[0], shape) for case in cases]
    ways = np.select(when, [np.broadcast_to(case[1], shape) for case in cases])
    verdicts = np.select(when, [np.broadcast_to(case[2], shape) for case in cases])
    return ways, verdicts


def _strike(kind: NDArray[np.void], effect: Ints, reason: int = kernel.TERRAIN) -> Ints:
    """What an effect comes to: a block with its reason, a DRM, or nothing."""
    drm = np.where(effect == HINDRANCE, kind["drm"], 0)
    return np.where(effect == OBSTACLE, reason, drm)
