"""S9.35: the roads that the ENEMY's vehicles take toward the FBE."""

from collections.abc import Sequence

from msgspec import Struct

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, random_dr, where
from opfor.core.rule import rule
from opfor.geo.hexside_features import PATH
from opfor.rules.s_solitaire.s09_movement.command_clauses import edge_of
from opfor.rules.s_solitaire.s09_movement.movers import NOWHERE
from opfor.rules.s_solitaire.s09_vehicles.routes import (
    Count,
    VehicleRoute,
    by_mp,
    routes,
)
from opfor.rules.s_solitaire.s09_vehicles.steps import RouteStep, open_steps
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit

FARTHEST: Count = (2**30,)
"""What a road counts that does not lead there."""


def by_road(step: RouteStep) -> bool:
    """Whether a step follows a road."""
    return step.road


def on_road(view: GameView, where_: LocationName) -> bool:
    """Whether a road, and no mere path, leaves a hex across a hexside."""
    sides = view.world.joins.road[view.world.locate(where_).hex]
    return any(side not in (0, PATH) for side in sides.tolist())


class Road(Struct, frozen=True):
    """Where a road leads that begins with some step.

    Args:
        first: the first Location of it.
        count: MP and hexes to the goal; FARTHEST if it does not come there.
        nearest: the fewest hexes from the FBE that it comes to.
        there: MP and hexes to where it does.
    """

    first: LocationName
    count: Count
    nearest: int
    there: Count

    @property
    def through(self) -> bool:
        """It leads all the way."""
        return self.count != FARTHEST


@rule(
    "S9.35",
    "Road intersections",
    exc=("a Move Command that says otherwise",),
    cites=("S9.32", "S9.22"),
)
def road_ahead(
    play: Play,
    unit: Unit,
    *,
    back: LocationName = OFFBOARD,
    goals: Sequence[LocationName] = (),
) -> LocationName:
    """The road hex that a vehicle on a road enters next; NOWHERE if it ends there.

    At an intersection the road with the most direct path to the FBE, in MP, then in
    hexes; never the hex just left. If none leads there, the one that comes nearest,
    by the most direct path. Who stands on it farther on does not count.

    EXC: to the goals that its Move Command names.
    """
    # S9.35: never the hex just left.
    ways = [
        step
        for step in open_steps(play, unit, unit.location)
        if step.road and step.to != back
    ]
    if not ways:
        return NOWHERE
    ends = list(goals) or edge_of(play, "FBE")
    roads = [_road(play, unit, step, ends) for step in ways]
    order = PriorityList[Road](
        (
            where("leads all the way", lambda road: road.through),
            least("least MP", lambda road: road.count[0] if road.through else None),
            least("least hexes", lambda road: road.count),
            least("comes nearest to the FBE", lambda road: road.nearest),
            least("least MP and hexes to there", lambda road: road.there),
        ),
        random_dr(play, fact("which_road_takes", unit=unit.id)),
    )
    purpose = fact("follows_the_road", unit=unit.id, start=unit.location)
    return decide(
        play, order, roads, purpose=purpose, name=lambda road: road.first
    ).first


def _road(
    view: GameView, unit: Unit, step: RouteStep, ends: Sequence[LocationName]
) -> Road:
    """Where the road leads that begins with a step, without coming back."""

    def onward(step: RouteStep) -> bool:
        return by_road(step) and step.to != unit.location

    found = routes(view, unit, step.to, count=by_mp, only=onward, empty=True)
    counts = [_total(step, found[end]) for end in ends if end in found]
    near, there = min(
        (view.world.fbe_distance(place), _total(step, way))
        for place, way in found.items()
    )
    return Road(step.to, min(counts, default=FARTHEST), near, there)


def _total(step: RouteStep, way: VehicleRoute) -> Count:
    first = by_mp(step)
    return tuple(a + b for a, b in zip(first, way.count or (0, 0), strict=True))
