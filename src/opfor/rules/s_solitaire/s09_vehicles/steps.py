"""Where a vehicle could go next: the steps of its routes."""

from collections.abc import Callable
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.geo.hexes import SIDES
from opfor.geo.movement.infantry_cost import landing
from opfor.geo.movement.vehicle_cost import ROAD, ROAD_BU
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import piece
from opfor.rules.d_vehicles.d02_movement.d02_3_bypass import (
    HEXSIDE,
    bypassing,
    hexsides_on,
)
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_movement.s09_26_prohibited import prohibited
from opfor.state.counters import Vehicle
from opfor.state.play import FrozenView, GameView
from opfor.state.units import LocationName, Unit

MP = MF
"""Quarters in one MP."""


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


def open_steps(view: GameView, unit: Unit, start: LocationName) -> list[RouteStep]:
    """The hexes that a vehicle may enter next: none that S9.26 forbids, or is held.

    Out of Bypass those that touch the corner that it has come to (D2.31), or one that
    further hexsides lead to (S9.37/on), which it pays for.
    """
    shut = closed(view, unit)
    found = [step for step in steps(view, unit, start) if not shut(step.to)]
    if start != unit.location or not bypassing(unit):
        return found
    ways = [(step, hexsides_on(view, unit, step.side)) for step in found]
    return [
        replace(step, quarters=step.quarters + n * HEXSIDE * MP)
        for step, n in ways
        if n is not None
    ]


def closed(view: GameView, unit: Unit) -> Callable[[LocationName], bool]:
    """Whether S9.26 forbids a vehicle a Location, or who holds it.

    Kept with the state: a search for a route comes to each Location by all its sides.
    """

    def make() -> Callable[[LocationName], bool]:
        now = FrozenView(view.state, view.world)  # a game would go on to other states
        held = {friend.location for friend in friends(now)}
        mover = stack(now, [unit])
        return cache(lambda to: to in held or bool(prohibited(now, mover, to)))

    return view.world.once(view.state, ("closed to", unit.id), make)


def terrain_of(view: GameView, where: LocationName) -> str:
    """The name of a Location's terrain."""
    return view.world.ground.terrain(view.world.locate(where)).name
