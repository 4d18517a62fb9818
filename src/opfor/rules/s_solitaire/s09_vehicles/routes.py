"""The ways open to a vehicle, and what a route of it counts.

One way is compared with another by what the Terrain Chart has for it: MP for what is
entered, a Bog check where there is one. What a move costs in play, VCA changes and the
like, is for chapter D to say (D-238).
"""

from collections.abc import Callable, Collection
from heapq import heappop, heappush
from operator import add

from msgspec import Struct

from opfor.rules.s_solitaire.s09_vehicles.s09_37_bypass import around
from opfor.rules.s_solitaire.s09_vehicles.steps import (
    RouteStep,
    open_steps,
    steps,
)
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName, Unit

FAR = 10**6
"""More than any route counts."""


Count = tuple[int, ...]
Counting = Callable[["RouteStep"], Count]


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


def mp_away(view: GameView, unit: Unit) -> Callable[[LocationName], int]:
    """How many quarters of MP a vehicle is from a Location, by the terrain alone.

    Where no vehicle of its kind can go, to the nearest hex next to it; FAR if it cannot
    come there either.
    """
    found = routes(view, unit, unit.location, count=by_mp, empty=True)
    mp = {at: way.count[0] if way.count else 0 for at, way in found.items()}

    def away(to: LocationName) -> int:
        if to in mp:
            return mp[to]
        return min((mp[at] for at in mp if view.world.range(at, to) <= 1), default=FAR)

    return away


def _plus(one: Count, other: Count) -> Count:
    if not one:
        return other
    return tuple(map(add, one, other))


def route_to(
    view: GameView,
    unit: Unit,
    goals: Collection[LocationName],
    *,
    count: Counting = by_bog,
    start: LocationName = OFFBOARD,
    only: Callable[[RouteStep], bool] = lambda _step: True,
) -> tuple[RouteStep, ...]:
    """The steps to the nearest of some Locations; empty if there is no way."""
    begin = start or unit.location
    found = routes(view, unit, begin, count=count, only=only, goals=goals)
    ends = [found[goal] for goal in goals if goal in found and found[goal].steps]
    return min(ends, key=lambda way: way.count).steps if ends else ()
