"""How far each Location is from what a side wants, and how well it is covered.

Worked out once for a map and its goals; the player that moves by it looks at the next
steps alone.
"""

from collections.abc import Sequence
from functools import cache

from opfor.geo.movement.infantry_cost import ALL
from opfor.geo.movement.paths import reach
from opfor.geo.terrain_chart import MF
from opfor.state.units import LocationName
from opfor.state.world import World

IN_THE_OPEN = 2 * MF
"""Quarters of MF that a step without Concealment Terrain counts for more."""


Way = tuple[LocationName, int]
"""A Location that is entered next, and the quarters of MF; ALL if it takes all MF."""


def plan_of(world: World) -> "GroundPlan":
    """The plan of a world, made once for all who play on it."""
    return world.lasting("ground plan", None, lambda: GroundPlan(world))


class GroundPlan:
    """The map as a side sees it that is on its way somewhere.

    Args:
        world: what it plays on.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._far = cache(self._field)
        self._nearest = cache(self._least)
        self._numbers = {name: number for number, name in enumerate(world.names)}
        self._ways: dict[LocationName, tuple[Way, ...]] = {}

    def ways(self, here: LocationName) -> tuple[Way, ...]:
        """The Locations that can be entered next, with what that costs."""
        found = self._ways.get(here)
        if found is None:
            entered = self._world.ways(here)
            ways = tuple((to, way.quarters) for to, way in entered)
            found = self._ways[here] = ways
        return found

    def far(self, place: LocationName, goals: Sequence[LocationName]) -> int:
        """Quarters of MF from a Location to the nearest goal, more over open land."""
        found = self._numbers.get(place)
        if found is None:
            found = self._world.ground.number(self._world.locate(place))
        return self._nearest(tuple(goals))[found]

    def _least(self, goals: tuple[LocationName, ...]) -> Sequence[int]:
        fields = [self._far(goal) for goal in goals]
        none = [0] * len(self._world.names)
        return [min(far) for far in zip(*fields, strict=True)] if fields else none

    def _field(self, goal: LocationName) -> Sequence[int]:
        world = self._world
        covered = [
            world.ground.concealment_terrain(at) for at in world.ground.locations
        ]

        def price(_here: int, _way: int, to: int, quarters: int) -> int:
            step = 4 * MF if quarters == ALL else quarters
            return step + IN_THE_OPEN * (not covered[to])

        start = world.ground.number(world.locate(goal))
        return reach(world.moves, [start], price=price).spent
