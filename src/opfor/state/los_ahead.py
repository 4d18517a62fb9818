"""LOS of a whole map, worked out before it is needed and kept for the next time."""

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from opfor.geo.los.spots import MOST_SPOTS, keep_sights
from opfor.state.world import World

if TYPE_CHECKING:
    from opfor.geo.los.los import Los

SOON = 0.5
"""Seconds after which it is said how far it is."""


def work_out_los(
    world: World,
    tell: Callable[[float], bool] = lambda _share: True,
    *,
    by: "Los | None" = None,
) -> None:
    """LOS of the whole map for the World.

    Done once for a map, and kept; else it only has LOS compiled. Where it is stopped,
    LOS is worked out in play, pair by pair.

    Args:
        world: whose LOS.
        tell: is told the share that is done; says whether to go on.
        by: what works it out; by itself a Los of its own, as each is for one thread.
    """
    from opfor.geo.los.los import Los  # noqa: PLC0415 - its compiler takes a second to load

    los = by or Los(world.map, world.ground.facts, world.conditions)
    los.check(0, len(los) - 1)
    if world.known_sights is not None or len(los) > MOST_SPOTS:
        return
    found = np.empty((len(los), len(los)), np.int8)
    told = monotonic()
    for number in range(len(los)):
        los.fill(found, number)
        if monotonic() > told + SOON:
            told = monotonic()
            if not tell(_share(number + 1, len(los))):
                return
    keep_sights(world.spots, world.conditions, found)
    world.known_sights = found


def _share(rows: int, count: int) -> float:
    """How much of all pairs the first rows hold, each pair in the earlier row."""
    return rows * (2 * count + 1 - rows) / (count * (count + 1))
