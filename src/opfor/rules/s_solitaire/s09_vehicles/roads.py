"""S9.32, S9.35: the roads that the ENEMY's vehicles take toward the FBE."""

from collections.abc import Sequence

from msgspec import Struct

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.geo.hexside_features import PATH
from opfor.rules.a_infantry.a04_movement.bypass import OBSTACLES
from opfor.rules.s_solitaire.s09_movement.command_clauses import edge_of
from opfor.rules.s_solitaire.s09_movement.random_direction import NOWHERE
from opfor.rules.s_solitaire.s09_vehicles.platoons import entry_hexes
from opfor.rules.s_solitaire.s09_vehicles.routes import (
    Count,
    RouteStep,
    VehicleRoute,
    by_bog,
    by_mp,
    open_steps,
    routes,
    steps,
    terrain_of,
)
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


# -- S9.35 -------------------------------------------------------------------------


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


# -- S9.32 -------------------------------------------------------------------------


class EntryRoad(Struct, frozen=True, kw_only=True):
    """Where a vehicle could enter the map, and the way from there to the FBE.

    Args:
        hex: the hex along the EBE.
        way: the Locations after it.
        through: a road leads all the way to the FBE.
        count: MP and hexes of that road.
        nearest: the fewest hexes from the FBE that the road comes to.
        rough: Bog and obstacle hexes after the road's end.
    """

    hex: LocationName
    way: tuple[LocationName, ...] = ()
    through: bool = False
    count: Count = FARTHEST
    nearest: int = 0
    rough: int = 0


@rule("S9.32", "Where vehicles enter", cites=("S9.33/entry", "S9.35", "S9.36", "S6.1"))
def entry_road(play: Play, unit: Unit) -> EntryRoad:
    """The road hex of the EBE by which a vehicle enters, and its way to the FBE.

    One whose road leads all the way, by the most direct one in MP, then in hexes. If
    there is none, the one whose road comes nearest to the FBE; from its end on by the
    fewest Bog and obstacle hexes. It spends as many MP as it can without ESB, and is
    not subject to Panic in that turn (it has no Action DR).
    Reading: D-027 "to the FBE" is meant. Without any road at the EBE every hex along
    it counts as a road that ends at once.
    """
    edge = [at for at in edge_of(play, "EBE") if steps(play, unit, at)]
    # S9.33: next to its platoon; without a road any hex counts (D-027).
    able = entry_hexes(play, unit, edge)
    found = [_entry(play, unit, at) for at in able if on_road(play, at)] or [
        _entry(play, unit, at) for at in able
    ]
    order = PriorityList[EntryRoad](
        (
            where("a road all the way to the FBE", lambda one: one.through),
            least("least MP", lambda one: one.count[0] if one.through else None),
            least("least hexes", lambda one: one.count if one.through else None),
            most("road nearest to the FBE", lambda one: -one.nearest),
            least("fewest Bog and obstacle hexes", lambda one: one.rough),
        ),
        random_dr(play, fact("where_enters", unit=unit.id)),
    )
    purpose = fact("enters_the_map", unit=unit.id)
    return decide(play, order, found, purpose=purpose, name=lambda one: one.hex)


def _entry(view: GameView, unit: Unit, hex_: LocationName) -> EntryRoad:
    roads = routes(view, unit, hex_, count=by_mp, only=by_road, empty=True)
    ends = [at for at in edge_of(view, "FBE") if at in roads]
    if ends:
        best = roads[min(ends, key=lambda at: roads[at].count)]
        way = tuple(step.to for step in best.steps)
        return EntryRoad(hex=hex_, way=way, through=True, count=best.count or (0, 0))
    world = view.world
    last = min(roads, key=lambda at: (world.fbe_distance(at), roads[at].count))
    beyond = _off_road(view, unit, last)
    way = tuple(step.to for step in (*roads[last].steps, *beyond))
    rough = sum(_rough(view, step) for step in beyond)
    return EntryRoad(hex=hex_, way=way, nearest=world.fbe_distance(last), rough=rough)


def _off_road(view: GameView, unit: Unit, start: LocationName) -> tuple[RouteStep, ...]:
    """From the end of a road to the FBE by the fewest Bog and obstacle hexes."""

    def count(step: RouteStep) -> Count:
        return int(_rough(view, step)), *by_bog(step)

    found = routes(view, unit, start, count=count)
    ends = [found[at] for at in edge_of(view, "FBE") if at in found]
    return min(ends, key=lambda way: way.count).steps if ends else ()


def _rough(view: GameView, step: RouteStep) -> bool:
    obstacle = terrain_of(view, step.to) in OBSTACLES and not step.road
    return step.bog or (obstacle and not step.bypass)
