"""D5.341: how a vehicle under Recall makes its way off the map.

Reading: D-354, what no source confirms.
"""

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.ground import Location
from opfor.geo.hexes import SIDES
from opfor.geo.movement.vehicle_cost import VehicleCost
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_to_other_side
from opfor.rules.a_infantry.a02_5_entry_and_exit import OWN_EDGE
from opfor.rules.b_terrain.b03_roads import road_rate
from opfor.rules.choices.give_order import allowed
from opfor.rules.choices.orders import Command
from opfor.rules.choices.vehicle_orders import DriveOrder, StartUp, TurnTo
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import mobile, state_of, vehicle
from opfor.rules.d_vehicles.d02_movement.d02_1_allotment import drivable
from opfor.rules.d_vehicles.d02_movement.d02_3_bypass import (
    HEXSIDE,
    bypassing,
    hexsides_on,
    next_hexside,
)
from opfor.rules.d_vehicles.d02_movement.d02_11_vca import ahead
from opfor.state.counters import Vehicle
from opfor.state.play import FrozenView, GameView
from opfor.state.units import OFFBOARD, LocationName, Side, Unit
from opfor.state.world import World

Distances = Mapping[LocationName, int]
"""Quarters of MP to the edge of the map, by where from."""


@rule("D5.341/way", "The shortest way home", cites=("D5.341",))
def way_home(view: GameView, unit: Unit) -> Distances:
    """Quarters of MP from each hex to its side's edge, turns and stops not counted."""
    found = vehicle(view, unit)
    if found is None:
        return {}
    rate, edge = road_rate(view, unit), OWN_EDGE[unit.side]
    ends = [view.world.name(Location(hex_)) for hex_ in view.world.compass.along(edge)]
    return view.world.lasting(
        f"way home {found.id} {rate} {edge}",
        None,
        lambda: _distances(view.world, found, rate, ends),
    )


def _distances(
    world: World, found: Vehicle, rate: int, ends: list[LocationName]
) -> Distances:
    """The least MP from each hex, worked out from the edge inward."""
    best: dict[LocationName, int] = {}
    heap = [(MF, end) for end in ends]
    while heap:
        so_far, here = heappop(heap)
        if here in best:
            continue
        best[here] = so_far
        for side in range(SIDES):
            before = world.across(here, side)
            if not before or before in best:
                continue
            way = world.drives(before, here, found, road_rate=rate)[-1]
            if not way.bar:
                heappush(heap, (so_far + _cost(found, way), before))
    return best


def homeward_hexes(view: GameView, unit: Unit) -> list[LocationName]:
    """The next hexes on the way home, the best one first.

    Nearer to the edge than it is now, and without Known enemies. Out of Bypass those
    to whose corner it can come; if none of them is nearer, any.
    """
    far, here, world = way_home(view, unit), unit.location, view.world
    found, rate = vehicle(view, unit), road_rate(view, unit)
    ways: dict[LocationName, int] = {}
    for side in range(SIDES):
        to, past = world.across(here, side), hexsides_on(view, unit, side)
        useful = to in far and (far[to] < far.get(here, 0) or bypassing(unit))
        if found is None or not useful or past is None or _held(view, unit, to):
            continue
        way = world.drives(here, to, found, road_rate=rate)[-1]
        if not way.bar:
            ways[to] = far[to] + _cost(found, way) + past * HEXSIDE * MF
    nearer = [to for to in ways if far[to] < far.get(here, 0)]
    return sorted(nearer or ways, key=lambda to: ways[to])


def _cost(found: Vehicle, way: VehicleCost) -> int:
    return found.mp * MF if way.all else way.quarters


def _held(view: GameView, unit: Unit, to: LocationName) -> bool:
    there = view.state.units_at(to)
    enemies = (u for u in there if u.side != unit.side and not u.guard)
    return any(map(known_to_other_side, enemies))


def at_home_edge(view: GameView, unit: Unit) -> bool:
    """Whether it can leave the map from where it is, by its side's own edge."""
    return bool(unit.location) and view.world.at_edge(
        unit.location, OWN_EDGE[unit.side]
    )


@rule("D5.341/exit", "Under Recall only homeward", cites=("D5.341/way", "A2.6"))
def strays(view: GameView, unit: Unit, to: LocationName) -> bool:
    """Whether a hex, or OFFBOARD, is not on the way home of a vehicle under Recall.

    What has no way home may go where it likes.
    """
    if not state_of(unit).recalled or not unit.location:
        return False
    if at_home_edge(view, unit):
        return bool(to)
    ways = homeward_hexes(view, unit)
    if to == unit.location:
        return bool(ways) and not any(_past(view, unit, way) for way in ways)
    return bool(ways) and to not in ways


def _past(view: GameView, unit: Unit, to: LocationName) -> int | None:
    """Past how many further hexsides of its obstacle it comes to a neighbour."""
    return hexsides_on(view, unit, view.world.side_between(unit.location, to))


@rule("D5.341/mph", "What a vehicle under Recall does next", cites=("D5.341/way",))
def homeward(view: GameView, unit: Unit) -> Command | None:
    """Its next order on the shortest way off the map; None if it can do no more.

    It starts, turns to the next hex of its way, and enters it, out of Bypass past
    further hexsides if it must; at its own edge it leaves the map. What lacks the MP
    makes a Minimum Move. Either side's vehicle; none starts that could not drive then.
    """
    if not state_of(unit).recalled or not unit.location or not mobile(unit):
        return None
    move = view.state.move
    if (move and unit.id not in move.units) or not drivable(view, unit):
        return None
    return next(_allowed(view, unit), None)


def _allowed(view: GameView, unit: Unit) -> Iterator[Command]:
    side = unit.side
    start = StartUp(unit.id)
    if not state_of(unit).motion:
        if allowed(view, side, start) and _could_drive(view, unit):
            yield start
        return
    for order in _steps(view, unit):
        if allowed(view, side, order):
            yield order


def _could_drive(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle that is Stopped could go on in Motion, by some VCA."""
    for vca in range(SIDES):
        vehicle_ = replace(state_of(unit), motion=True, vca=vca)
        now = replace(unit, vehicle=vehicle_)
        state = replace(view.state, units=view.state.units | {unit.id: now})
        on = FrozenView(state, view.world)
        for order in _steps(on, now):
            if isinstance(order, DriveOrder) and allowed(on, unit.side, order):
                return True
    return False


def _steps(view: GameView, unit: Unit) -> Iterator[DriveOrder | TurnTo]:
    if at_home_edge(view, unit):
        yield DriveOrder(unit.id, OFFBOARD)
        return
    for to in homeward_hexes(view, unit):
        spine = _turn_toward(view, unit, to)
        if _past(view, unit, to):
            yield DriveOrder(unit.id, unit.location, bypass=(next_hexside(unit),))
        elif spine >= 0:
            yield TurnTo(unit.id, spine)
        else:
            yield DriveOrder(unit.id, to)
            yield DriveOrder(unit.id, to, minimum=True)


def _turn_toward(view: GameView, unit: Unit, to: LocationName) -> int:
    """The next hexspine toward a hex; -1 if it is in the VCA."""
    side = view.world.side_between(unit.location, to)
    if side in ahead(unit):
        return -1
    vca = state_of(unit).vca
    off = min(((spine - vca + 3) % SIDES - 3 for spine in (side, side + 1)), key=abs)
    return (vca + (1 if off > 0 else -1)) % SIDES


def due(view: GameView, side: Side) -> Command | None:
    """What the first vehicle of a side under Recall must do yet in this MPh."""
    own = [unit for unit in view.state.units.values() if unit.side == side]
    recalled = [unit for unit in own if unit.vehicle and unit.vehicle.recalled]
    orders = (homeward(view, unit) for unit in recalled)
    return next((order for order in orders if order is not None), None)


def may_end(view: GameView, side: Side) -> None:
    """Raise Illegal if a vehicle of the player under Recall could go on homeward.

    The ENEMY's do so by themselves.
    """
    if view.state.phase != "MPh" or view.state.side != side or side == "ENEMY":
        return
    order = due(view, side)
    if isinstance(order, StartUp | DriveOrder | TurnTo):
        raise Illegal("D5.341", f"{order.unit} is under Recall and must go on homeward")
