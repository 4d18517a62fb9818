"""LOS of a new map, worked out before it is needed, with word of how far it is."""

from collections.abc import Callable
from time import monotonic

import numpy as np
from msgspec import Struct

from opfor.geo.los.spots import MOST_SPOTS, keep_sights
from opfor.state.world import World

SOON = 0.5
"""Seconds after which it is said that something takes long, and how far it is."""


class LosWaiting(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the player waits for LOS of the new game's map."""

    wait: bool


class Beginning:
    """How far a new game is that is being begun.

    Attributes:
        text: what is being done, in words; empty: nothing is.
        enough: the player does not wait for LOS; the rest is done as he reads.
    """

    def __init__(self) -> None:
        self.text = "The boards are read"
        self.enough = False

    def get_ready(self, world: World) -> None:
        """Work out LOS of the new game's map, as far as the player waits for it."""
        if world.known_sights is None:
            self.text = "LOS is made ready, and the first time ever compiled"
            work_out_los(world, self._tell)
        self.text = "The game is begun"

    def _tell(self, share: float) -> bool:
        self.text = los_text(share)
        return not self.enough


def los_text(share: float) -> str:
    """How far LOS of a map is, in words."""
    return f"LOS of this map: {100 * share:.0f} %"


def work_out_los(world: World, tell: Callable[[float], bool]) -> None:
    """LOS of the whole map for the World, by a Los of its own: each is for one thread.

    Done once for a map, and kept; else it only has LOS compiled. Where it is stopped,
    LOS is worked out in play, pair by pair.

    Args:
        world: whose LOS.
        tell: is told the share that is done; says whether to go on.
    """
    from opfor.geo.los.los import Los  # noqa: PLC0415 - its compiler takes a second to load

    los = Los(world.map, world.ground.facts, world.conditions)
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
