"""S9.26, S9.36, S9.37: the ways open to a vehicle, and what a route of it counts.

One way is compared with another by what the Terrain Chart has for it: MP for what is
entered, a Bog check where there is one. What a move costs in play, VCA changes and the
like, is for chapter D to say (D-238).
"""

from collections.abc import Callable, Collection
from functools import cache
from heapq import heappop, heappush

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.geo.movement.infantry_cost import landing
from opfor.geo.movement.vehicle_cost import ROAD, ROAD_BU
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_units import piece
from opfor.rules.a_infantry.a04_movement.bypass import CLOCKWISE, COUNTER, OBSTACLES
from opfor.rules.b_terrain.b27_digging import PAVED
from opfor.rules.d_vehicles.d01_vehicles import state_of
from opfor.rules.d_vehicles.d02_movement.bypass import (
    HEXSIDE,
    bypassing,
    end_of,
    touches,
    turn_of,
)
from opfor.rules.s_solitaire.s01_terms import friends
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_movement.prohibited import prohibited
from opfor.state.counters import Vehicle
from opfor.state.play import FrozenView, GameView
from opfor.state.units import OFFBOARD, LocationName, Unit

MP = MF
"""Quarters in one MP."""

FAR = 10**6
"""More than any route counts."""

MUDDY = ("mud", "deep snow")
"""Ground on which all but paved roads may bog a vehicle (D8.23)."""

Count = tuple[int, ...]
Counting = Callable[["RouteStep"], Count]


class RouteStep(Struct, frozen=True, kw_only=True):
    """One hex that a vehicle may enter next.

    Args:
        to: the Location.
        side: the hexside of the hex it leaves.
        quarters: of MP, by the Terrain Chart.
        bog: a Bog check is due.
        road: it comes by road.
        bypass: the hexsides along which it goes, for VBM.
    """

    to: LocationName
    side: int
    quarters: int
    bog: bool = False
    road: bool = False
    bypass: tuple[int, ...] = ()


def kind_of(view: GameView, unit: Unit) -> Vehicle:
    """The counter of a vehicle.

    Errors:
        OpforError: it is none.
    """
    found = piece(view, unit)
    if not isinstance(found, Vehicle):
        raise OpforError(f"{unit.id} is no vehicle", "S9.3")
    return found


# -- by the terrain ----------------------------------------------------------------


def steps(view: GameView, unit: Unit, start: LocationName) -> tuple[RouteStep, ...]:
    """The hexes that the terrain lets a vehicle enter from a Location; kept."""
    found, ce = kind_of(view, unit), bool(unit.vehicle and unit.vehicle.ce)
    rate = ROAD if ce or found.unarmored else ROAD_BU
    name = f"vehicle ways {found.id} {rate}"
    kept: dict[LocationName, tuple[RouteStep, ...]] = view.world.lasting(
        name, None, dict
    )
    if start not in kept:
        every = (_step(view, found, start, side, rate) for side in range(SIDES))
        kept[start] = tuple(step for step in every if step is not None)
    return kept[start]


def _step(
    view: GameView, found: Vehicle, start: LocationName, side: int, rate: int
) -> RouteStep | None:
    """The way across one hexside; None if no vehicle of this kind can take it."""
    world = view.world
    here, lists = world.locate(start), world.moves.lists
    across = lists.other[here.hex][side]
    there = landing(lists, here, side, across) if across >= 0 else "off the map"
    if isinstance(there, str) or there.level > 0:
        return None
    if world.ground.building[there.hex] and (found.open_topped or found.unarmored):
        return None
    to = world.name(there)
    way = world.drives(start, to, found, road_rate=rate)[-1]
    if way.bar:
        return None
    return RouteStep(
        to=to,
        side=side,
        quarters=found.mp * MP if way.all else way.quarters,
        bog=bool(way.bog),
        road=way.road,
    )


# -- as things stand ---------------------------------------------------------------


def open_steps(view: GameView, unit: Unit, start: LocationName) -> list[RouteStep]:
    """The hexes that a vehicle may enter next: none that S9.26 forbids, or is held.

    Out of Bypass those that touch the corner that it has come to (D2.31).
    """
    corner = unit if bypassing(unit) and start == unit.location else None
    closed = _closed(view, unit)
    return [
        step
        for step in steps(view, unit, start)
        if not closed(step.to)
        if corner is None or touches(corner, step.side)
    ]


def _closed(view: GameView, unit: Unit) -> Callable[[LocationName], bool]:
    """Whether S9.26 forbids a vehicle a Location, or who holds it.

    Kept with the state: a search for a route comes to each Location by all its sides.
    """

    def make() -> Callable[[LocationName], bool]:
        now = FrozenView(view.state, view.world)  # a game would go on to other states
        held = {friend.location for friend in friends(now)}
        mover = stack(now, [unit])
        return cache(lambda to: to in held or bool(prohibited(now, mover, to)))

    return view.world.once(view.state, ("closed to", unit.id), make)


@rule(
    "S9.36",
    "Bog hexes only as the last choice",
    exc=("Mud, or a Move Command into one",),
    cites=("S9.37", "S9.361", "D8.2"),
)
def dry_steps(
    view: GameView,
    unit: Unit,
    start: LocationName,
    *,
    back: LocationName = OFFBOARD,
    ordered: LocationName = OFFBOARD,
) -> list[RouteStep]:
    """The hexes among which a vehicle chooses: those that may not bog it, if any.

    Without entering the hex it has just left. Past an obstacle it goes by Bypass.

    EXC: in Mud all that no woods or obstacle blocks, paved roads first (S9.361); a hex
    that the Move Command has it enter, such as for an OVR.
    """
    every = [step for step in open_steps(view, unit, start) if step.to != back]
    if view.state.weather.ground in MUDDY:
        clear = [s for s in every if terrain_of(view, s.to) not in OBSTACLES]
        return [s for s in clear if paved(view, s)] or clear or every
    every = [
        around(view, step, unit, start) if step.to != ordered else step
        for step in every
    ]
    dry = [step for step in every if not step.bog or step.to == ordered]
    return dry or every


def terrain_of(view: GameView, where: LocationName) -> str:
    """The name of a Location's terrain."""
    return view.world.ground.terrain(view.world.locate(where)).name


def paved(view: GameView, step: RouteStep) -> bool:
    """Whether a step follows a paved road."""
    hex_ = view.world.locate(step.to).hex
    return step.road and bool((view.world.joins.road[hex_] == PAVED).any())


@rule("S9.37", "Bypass to avoid Bog or Prohibited Locations", cites=("D2.3", "D2.31"))
def around(
    view: GameView,
    step: RouteStep,
    unit: Unit,
    start: LocationName,
    *,
    onward: LocationName = OFFBOARD,
) -> RouteStep:
    """A step into an obstacle that may bog as a step by Bypass along it, if it can be.

    Along the hexside next to the one crossed, clockwise first; each costs twice what
    Open Ground does. To a corner of where it goes then, if either is. A vehicle that is
    in Bypass goes on round the same way.
    Reading: D-349.

    Args:
        view: the game.
        step: the step.
        unit: the vehicle, where it is.
        start: where the step is from.
        onward: the Location after that of the step, if it is known.
    """
    world = view.world
    if not step.bog or terrain_of(view, step.to) not in OBSTACLES:
        return step
    clear = world.joins.clear[world.locate(step.to).hex]
    entered = (step.side + SIDES // 2) % SIDES
    turns = _turns(unit, step) if start == unit.location else (CLOCKWISE, COUNTER)
    ways = [(way, turn) for turn in turns if clear[way := (entered + turn) % SIDES]]
    if not ways:
        return step
    near = bool(onward) and world.range(step.to, onward) == 1
    out = world.side_between(step.to, onward) if near else -1
    side, _ = next(
        (way for way in ways if out in _beside(end_of(*way)[0])),
        ways[0],
    )
    return replace(step, bypass=(side,), bog=False, quarters=HEXSIDE * MP)


def _turns(unit: Unit, step: RouteStep) -> tuple[int, ...]:
    """The ways round an obstacle that a vehicle could go by a step (D2.3)."""
    if not bypassing(unit):
        return CLOCKWISE, COUNTER
    turn = turn_of(unit)
    onward = (state_of(unit).bypass[-1] + turn) % SIDES
    return (turn,) if step.side == onward else ()


def _beside(corner: int) -> tuple[int, int]:
    """The hexsides that touch a corner."""
    return corner, (corner - 1) % SIDES


@rule("S9.37/on", "On along an obstacle", cites=("S9.37", "D2.3"))
def along(view: GameView, unit: Unit, to: LocationName) -> RouteStep | None:
    """A further hexside of its obstacle, for a vehicle in Bypass on its way to a hex.

    Only if that way leads, past hexsides that are clear, to a corner of it.
    """
    world, here = view.world, unit.location
    if not bypassing(unit) or world.range(here, to) != 1:
        return None
    turn, first = turn_of(unit), state_of(unit).bypass[-1]
    out, clear = world.side_between(here, to), world.joins.clear[world.locate(here).hex]
    for n in range(1, SIDES):
        side = (first + n * turn) % SIDES
        if not clear[side]:
            return None
        if out in _beside(end_of(side, turn)[0]):
            next_ = ((first + turn) % SIDES,)
            ca = state_of(unit).vca
            return RouteStep(to=here, side=ca, quarters=HEXSIDE * MP, bypass=next_)
    return None


# -- routes ------------------------------------------------------------------------


def by_mp(step: RouteStep) -> Count:
    """A route of least MP, then of least hexes."""
    return step.quarters, 1


def by_bog(step: RouteStep) -> Count:
    """A route of least Bog hexes, then of least MP (S9.26, S9.32)."""
    return int(step.bog), step.quarters


class VehicleRoute(Struct, frozen=True):
    """A route: its steps, and what it counts."""

    steps: tuple[RouteStep, ...]
    count: Count


def routes(  # noqa: PLR0913 - what each asks for, by keyword
    view: GameView,
    unit: Unit,
    start: LocationName,
    *,
    count: Counting = by_bog,
    only: Callable[[RouteStep], bool] = lambda _step: True,
    most: Count = (FAR,),
    goals: Collection[LocationName] = (),
    empty: bool = False,
) -> dict[LocationName, VehicleRoute]:
    """The cheapest route from a Location to every one that can be reached.

    Nothing is looked at beyond what is asked for: a map has some hundred hexes.

    Args:
        view: the game.
        unit: the vehicle.
        start: where from.
        count: what each step counts.
        only: the steps that may be taken.
        most: what a route may count.
        goals: of these the nearest ones are wanted, and nothing farther away.
        empty: by the terrain alone, as if nobody and nothing stood in the way.
    """
    found = {start: VehicleRoute((), ())}
    heap: list[tuple[Count, int, LocationName]] = [((), 0, start)]
    ways: dict[LocationName, tuple[RouteStep, ...]] = {start: ()}
    done: set[LocationName] = set()
    order = 0
    while heap:
        so_far, _, here = heappop(heap)
        if so_far > most:
            break
        if here in done:
            continue
        done.add(here)
        found[here] = VehicleRoute(ways[here], so_far)
        if here in goals and here != start:
            most = so_far
        every = steps(view, unit, here) if empty else open_steps(view, unit, here)
        for plain in every:
            if plain.to in done:
                continue
            step = plain if empty else around(view, plain, unit, here)
            if not only(step):
                continue
            total = _plus(so_far, count(step))
            order += 1
            known = found.get(step.to)
            if known is None or total < known.count:
                found[step.to] = VehicleRoute((), total)
                ways[step.to] = (*ways[here], step)
                heappush(heap, (total, order, step.to))
    return {at: way for at, way in found.items() if at in done}


def _plus(one: Count, other: Count) -> Count:
    if not one:
        return other
    return tuple(a + b for a, b in zip(one, other, strict=True))


def route_to(
    view: GameView,
    unit: Unit,
    goals: Collection[LocationName],
    *,
    count: Counting = by_bog,
    start: LocationName = OFFBOARD,
) -> tuple[RouteStep, ...]:
    """The steps to the nearest of some Locations; empty if there is no way."""
    found = routes(view, unit, start or unit.location, count=count, goals=goals)
    ends = [found[goal] for goal in goals if goal in found and found[goal].steps]
    return min(ends, key=lambda way: way.count).steps if ends else ()
