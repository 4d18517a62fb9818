"""S5.4: the Covered Arc of what was just Activated.

A CA is named by a hexspine: spine n runs to corner n of the hex, which lies between
hexsides n-1 and n. The arc is all that lies between the two hex grains that leave by
those hexsides, the grains themselves included (C3.2).
"""

from msgspec import Struct

from opfor.core.explain import decide
from opfor.core.priority import Line, PriorityList, first, least, most
from opfor.core.rule import rule
from opfor.geo.edges import Edge
from opfor.geo.hexes import SIDES
from opfor.rules.asl.a06_los import sees
from opfor.state.play import Play
from opfor.state.units import OFFBOARD, LocationName
from opfor.state.world import World

Vector = tuple[int, int]
"""Columns to the right, and half hexes down, from one hex to another."""

SIDE_VECTORS: tuple[Vector, ...] = (
    (0, -2),
    (1, -1),
    (1, 1),
    (0, 2),
    (-1, 1),
    (-1, -1),
)
"""One step across each hexside."""

EDGE_VECTORS: dict[Edge, Vector] = {
    "top": (0, -2),
    "right": (2, 0),
    "bottom": (0, 2),
    "left": (-2, 0),
}
"""The way to each side of the map."""


class Arc(Struct, frozen=True):
    """One of the six CA: its spine, what it covers, and how far off the cause lies."""

    spine: int
    targets: int
    off_centre: int


def vector(world: World, start: LocationName, end: LocationName) -> Vector:
    """The way from one Location's hex to another's."""
    grid = world.map.grid
    a = grid.coordinates(world.locate(start).hex)
    b = grid.coordinates(world.locate(end).hex)
    return b[0] - a[0], (2 * b[1] - (b[0] & 1)) - (2 * a[1] - (a[0] & 1))


def shares(spine: int, way: Vector) -> Vector:
    """A way as steps along the two grains of a CA; neither is negative within it.

    Doubled, so that they stay whole numbers.
    """
    left, right = SIDE_VECTORS[(spine - 1) % SIDES], SIDE_VECTORS[spine]
    det = _cross(left, right)
    return 2 * _cross(way, right) // det, 2 * _cross(left, way) // det


def _cross(a: Vector, b: Vector) -> int:
    return a[0] * b[1] - a[1] * b[0]


def covers(spine: int, way: Vector) -> bool:
    """Whether a CA takes in a way; its own hex is always in it."""
    return min(shares(spine, way)) >= 0


def in_arc(world: World, start: LocationName, spine: int, end: LocationName) -> bool:
    """Whether a Location lies in the CA of a counter in another (C3.2)."""
    return covers(spine, vector(world, start, end))


@rule("S5.4", "CA of an Activated AFV, Gun or fortification", cites=("C3.2",))
def select_arc(play: Play, where: LocationName, by: LocationName) -> int:
    """The CA that takes in the cause and as many other Targets as possible.

    Reading: D-041 a vehicle's VCA and TCA are both put so. Without a cause on the map
    the CA takes in most Targets, else it looks toward the FBE; what is still open
    goes to the CA with the cause nearest its middle, then clockwise.
    """
    arcs = _arcs(play, where, by)
    lines: tuple[Line[Arc], ...] = (
        most("most Targets", lambda arc: arc.targets),
        least("nearest its middle", lambda arc: arc.off_centre),
    )
    chosen = decide(
        play,
        PriorityList(lines, tie=first),
        arcs,
        purpose=f"CA in {where}",
        name=lambda arc: f"spine {arc.spine}",
    )
    return chosen.spine


def _arcs(play: Play, where: LocationName, by: LocationName) -> list[Arc]:
    """The CA that take in the cause, or all of them if none is on the map."""
    world = play.world
    aim = EDGE_VECTORS[play.state.mission.fbe]
    if by != OFFBOARD:
        aim = vector(world, where, by)
    ways = [vector(world, where, at) for at in _targets(play, where)]
    return [
        Arc(spine, sum(covers(spine, way) for way in ways), _off_centre(spine, aim))
        for spine in range(SIDES)
        if by == OFFBOARD or covers(spine, aim)
    ]


def _off_centre(spine: int, way: Vector) -> int:
    """How far a way lies off a spine; behind the CA is farthest."""
    left, right = shares(spine, way)
    return abs(left - right) if min(left, right) >= 0 else 4 * (abs(left) + abs(right))


def _targets(play: Play, where: LocationName) -> list[LocationName]:
    """Where the FRIENDLY units are that can be seen, once for each unit."""
    return [
        unit.location
        for unit in play.state.units.values()
        if unit.side == "FRIENDLY"
        and unit.location
        and sees(play, where, unit.location)
    ]
