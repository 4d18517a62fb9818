"""S5.4: the Covered Arc of what was just Activated."""

from msgspec import Struct

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import Line, PriorityList, first, least, most
from opfor.core.rule import rule
from opfor.geo.edges import Edge
from opfor.geo.hexes import SIDES
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import (
    Vector,
    covers,
    shares,
    spine_name,
    vector,
)
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends
from opfor.state.play import Play
from opfor.state.units import OFFBOARD, LocationName

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


@rule("S5.4", "CA of an Activated AFV, Gun or fortification", cites=("C3.2",))
def select_arc(play: Play, where: LocationName, by: LocationName) -> int:
    """The CA that takes in the cause and as many other Targets as possible.

    Reading: D-041 a vehicle's VCA and TCA are both put so. Without a cause on the map
    the CA takes in most Targets, else it looks toward the FBE; what is still open
    goes to the CA with the cause nearest its middle, then clockwise.
    """
    # S5.4: the CA that take in the cause, then most other Targets
    arcs = _arcs(play, where, by)
    lines: tuple[Line[Arc], ...] = (
        most("most Targets", lambda arc: arc.targets),
        least("nearest its middle", lambda arc: arc.off_centre),
    )
    chosen = decide(
        play,
        PriorityList(lines, tie=first),
        arcs,
        purpose=fact("ca_in", where=where),
        name=lambda arc: spine_name(play.world, where, arc.spine),
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
    return [unit.location for unit in friends(play) if sees(play, where, unit.location)]
