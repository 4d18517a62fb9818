"""Where a vehicle can get to, and how far it is from what its side wants.

What each hex costs is worked out once for vehicles that drive alike on a map.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from opfor.geo.hexes import SIDES
from opfor.geo.terrain_chart import MF
from opfor.rules.b_terrain.b03_roads import road_rate
from opfor.rules.c_ordnance.c05_firer_drm import tight
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import vehicle
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit

STANDOFF = 3
"""Hexes from which a vehicle supports the taking, or the holding, of a Location."""

FAR = 10**6
"""Quarters of MP to what it cannot reach."""


class Node(NamedTuple):
    """A hex: quarters of MP for turning by a hexspine there, and the ways out of it.

    Each way has its hexside, the hex that it leads to, and quarters of MP; those that
    may bog it are left out.
    """

    turn: int
    ways: tuple[tuple[int, LocationName, int], ...]


Pose = tuple[LocationName, int]
"""A hex and the VCA in it."""


class ReachedPoses(NamedTuple):
    """The poses within reach: quarters of MP to each, and the one before it."""

    spent: Mapping[Pose, int]
    before: Mapping[Pose, Pose]

    def way(self, end: Pose) -> list[Pose]:
        """All poses up to one, the first of them where it stands."""
        found = [end]
        while found[-1] in self.before:
            found.append(self.before[found[-1]])
        return found[::-1]


class Roads:
    """The map as vehicles that drive like one of them see it.

    Args:
        view: the game.
        unit: the vehicle.
    """

    def __init__(self, view: GameView, unit: Unit) -> None:
        self._view, self._unit = view, unit
        self._kind, self._rate = vehicle(view, unit), road_rate(view, unit)
        movement = self._kind.movement if self._kind else ""
        mp = self._kind.mp if self._kind else 0
        self._name = f"roads of {movement} {mp} {self._rate}"
        self._nodes: dict[LocationName, Node] = view.world.lasting(
            self._name, None, dict
        )
        self._steps: dict[Pose, tuple[tuple[Pose, int], ...]] = view.world.lasting(
            f"steps of {self._name}", None, dict
        )

    def node(self, here: LocationName) -> Node:
        """A hex as it is driven through."""
        found = self._nodes.get(here)
        if found is None:
            found = self._nodes[here] = self._made(here)
        return found

    def _made(self, here: LocationName) -> Node:
        world, ways = self._view.world, list[tuple[int, LocationName, int]]()
        for side in range(SIDES):
            to = world.across(here, side)
            if not to or self._kind is None or world.locate(to).level > 0:
                continue
            way = world.drives(here, to, self._kind, road_rate=self._rate)[-1]
            if not (way.bar or way.all or way.bog):
                ways.append((side, to, way.quarters))
        turn = MF * (2 if tight(self._view, here) else 1)
        return Node(turn, tuple(ways))

    def steps(self, pose: Pose) -> tuple[tuple[Pose, int], ...]:
        """The poses next to one, and quarters of MP to each."""
        found = self._steps.get(pose)
        if found is None:
            (here, vca), node = pose, self.node(pose[0])
            left, right = (vca - 1) % SIDES, (vca + 1) % SIDES
            turns = [((here, left), node.turn), ((here, right), node.turn)]
            ahead = [
                ((to, vca), quarters)
                for side, to, quarters in node.ways
                if side in (left, vca)
            ]
            found = self._steps[pose] = (*turns, *ahead)
        return found

    def reach(
        self, start: Pose, left: int, shut: Container[LocationName]
    ) -> ReachedPoses:
        """Every pose that can be come to with so many quarters of MP."""
        spent, before = {start: 0}, dict[Pose, Pose]()
        heap = [(0, start)]
        while heap:
            cost, pose = heappop(heap)
            if cost > spent[pose]:
                continue
            for to, quarters in self.steps(pose):
                total = cost + quarters
                if total > left or total >= spent.get(to, FAR) or to[0] in shut:
                    continue
                spent[to], before[to] = total, pose
                heappush(heap, (total, to))
        return ReachedPoses(spent, before)

    def far(self, aims: Sequence[LocationName]) -> Mapping[LocationName, int]:
        """Quarters of MP from each hex to where the aims are supported from."""
        name = f"far {self._name}"
        fields: dict[Sequence[LocationName], Mapping[LocationName, int]]
        fields = self._view.world.lasting(name, None, dict)
        if aims not in fields:
            fields[aims] = self._field(self._around(aims))
        return fields[aims]

    def _around(self, aims: Iterable[LocationName]) -> set[LocationName]:
        world = self._view.world
        return {
            world.name(world.locate(name))
            for aim in aims
            for name in world.names
            if "/" not in name and world.range(name, aim) <= STANDOFF
        }

    def _field(self, sources: Iterable[LocationName]) -> Mapping[LocationName, int]:
        """From each hex to the nearest source, as if ways cost the same back."""
        found: dict[LocationName, int] = {}
        heap = [(0, at) for at in sorted(sources) if self.node(at).ways]
        while heap:
            cost, here = heappop(heap)
            if here in found:
                continue
            found[here] = cost
            for _, to, quarters in self.node(here).ways:
                if to not in found:
                    heappush(heap, (cost + quarters, to))
        return found
