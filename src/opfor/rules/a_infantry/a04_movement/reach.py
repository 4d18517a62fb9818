"""Where a stack could go in this MPh, and at what cost: for views and policies."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from opfor.geo.movement.paths import FAR, Price, Reach
from opfor.geo.movement.paths import reach as cheapest
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import (
    begin_or_continue,
)
from opfor.rules.a_infantry.a04_movement.a04_11_allotment import ROAD_BONUS
from opfor.rules.a_infantry.a04_movement.a04_13_cost import as_it_stands, standing
from opfor.rules.choices.orders import MoveTo
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView
from opfor.state.units import (
    OFFBOARD,
    LocationName,
    Unit,
)


class Reached(NamedTuple):
    """A Location within reach.

    Attributes:
        spent: quarters of MF to it, those spent before in this MPh included.
        route: the Locations on the way, the start first and it last.
    """

    spent: int
    route: tuple[LocationName, ...]


def reach(
    view: GameView, units: Sequence[Unit], *, double_time: bool = False
) -> Mapping[LocationName, Reached]:
    """Every Location that a stack on the map could enter in this MPh.

    By plain movement as things stand now: without Bypass and Minimum Moves, with the
    road bonus where the whole way follows roads. Nothing for a stack offboard.

    Errors:
        Illegal: the units cannot move so.
    """
    world, start = view.world, units[0].location
    ids = tuple(unit.id for unit in units)
    move = begin_or_continue(
        view, units, MoveTo(ids, start, double_time=double_time)
    ).move
    if start == OFFBOARD or move.stopped:
        return {}
    first = world.ground.number(world.locate(start))
    left = move.allotment - move.spent
    found = cheapest(world.moves, [first], limit=left, price=_price(view, units, move))
    reached = _named(view, found, move)
    if move.road and not move.assault:
        price = _price(view, units, move, roads=True)
        limit = left + ROAD_BONUS
        found = cheapest(world.moves, [first], limit=limit, price=price)
        reached = _named(view, found, move) | reached
    return {place: way for place, way in reached.items() if place != start}


def price_of(view: GameView, units: Sequence[Unit], move: Move) -> Price:
    """What each way costs a stack on its move, by the numbers of Locations."""
    return _price(view, units, move)


def _price(
    view: GameView, units: Sequence[Unit], move: Move, *, roads: bool = False
) -> Price:
    """What each way costs as things stand; None if it is barred, or leaves the road."""
    world, now, side = view.world, standing(view), units[0].side
    places = world.ground.locations

    def price(here: int, way: int, there: int, _printed: int) -> int | None:
        to = world.name(places[there])
        entry = world.moves.entry(places[here], way)
        if roads and not entry.by_road:
            return None
        if now.known_against(side, to) and not move.charge:
            return None
        at = world.name(places[here])
        entry = as_it_stands(view, now, units, to, entry, start=at)
        if entry.bar:
            return None
        return move.allotment if entry.all else entry.quarters

    return price


def _named(view: GameView, found: Reach, move: Move) -> dict[LocationName, Reached]:
    world, places = view.world, view.world.ground.locations
    return {
        world.name(places[number]): Reached(
            move.spent + spent,
            tuple(world.name(places[n]) for n in found.route(number)),
        )
        for number, spent in enumerate(found.spent)
        if spent < FAR
    }
