"""D2.14: what the next hex costs a vehicle, planned before the MP are spent.

`step` is a query, as is what `spending.py` says of the MP that there are. The orders
are carried out in `orders/vehicles`, in `d02_14_drive.py` and `d02_spend_mp.py`.

Reading: D-306, what no source confirms.
"""

from typing import NamedTuple

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.geo.movement.infantry_cost import CostPart
from opfor.geo.movement.vehicle_cost import VehicleCost
from opfor.geo.terrain_chart import MF, mf
from opfor.rules.a_infantry.a02_5_entry_and_exit import may_exit
from opfor.rules.b_terrain.b03_roads import road_rate
from opfor.rules.b_terrain.b23_41_vehicles_in_buildings import check_building
from opfor.rules.c_ordnance.c10_moving_guns.c10_1_tow_bar import tow_bar
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    afv,
    mobile,
    state_of,
    vehicle,
)
from opfor.rules.d_vehicles.d02_movement.d02_1_allotment import REVERSE
from opfor.rules.d_vehicles.d02_movement.d02_3_bypass import check_out, way_past
from opfor.rules.d_vehicles.d02_movement.d02_11_vca import ahead
from opfor.rules.d_vehicles.d02_movement.d02_14_b2_obstacles import past_obstacles
from opfor.rules.d_vehicles.d02_movement.d02_15_minimum_move import minimum_move
from opfor.rules.d_vehicles.d02_movement.spending import START, begin_or_continue
from opfor.rules.d_vehicles.d05_crews.d05_341_way_home import at_home_edge, strays
from opfor.rules.d_vehicles.d07_overrun.d07_1_overrun import check_overrun, overrun_cost
from opfor.rules.d_vehicles.d07_overrun.d07_213_who_reacts import among
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName, Unit

WRECKS = ("wreck", "burning wreck")


class DriveStep(NamedTuple):
    """The next hex: the move once it is entered, and the way into it."""

    move: Move
    way: VehicleCost


class Wish(NamedTuple):
    """How a vehicle is to enter the next hex.

    Args:
        to: where; OFFBOARD to leave the map.
        reverse: backward.
        minimum: by a Minimum Move.
        road: along the road, where one leads there.
        slow: with all its MP, where terrain leaves a choice.
        overrun: with an OVR of what is there.
        bypass: the hexside of `to` along which it goes by VBM; empty for none.
    """

    to: LocationName
    reverse: bool = False
    minimum: bool = False
    road: bool = True
    slow: bool = False
    overrun: bool = False
    bypass: tuple[int, ...] = ()


@rule("D2.14", "Entering a hex", cites=("D2.1", "D2.11", "D2.2", "D2.15", "A4.14"))
def step(view: GameView, unit: Unit, wish: Wish) -> DriveStep:
    """The move of a vehicle after it enters the next hex.

    Errors:
        Illegal: it is Stopped, does not face that way, may not go there, or lacks MP.
    """
    # D2.12, D2.11: it is in Motion and faces that way
    move = begin_or_continue(view, unit)
    _may_go(view, unit, wish)
    way = way_into(view, unit, wish)
    if way.bar:
        place = wish.to or "offboard"
        raise Illegal("D2.14", f"{place} cannot be entered: {way.bar}")
    # B23.41: into a building
    if not wish.bypass:
        check_building(view, unit, wish.to)
    # D7.1, A4.14: enemies there are overrun, or bar the way
    if wish.overrun:
        _overruns(view, unit, wish, way)
    else:
        _check_enemies(view, unit, wish)
    # D2.14: what the hex costs, D2.15: by a Minimum Move, D7.1/cost: by OVR
    cost = move.allotment - move.spent if way.all else way.quarters
    if way.all and (move.steps or move.spent > START):
        raise Illegal("D2.14", f"{wish.to} takes all MP, and some are spent")
    if wish.minimum:
        cost = minimum_move(move, way)
    if wish.overrun:
        cost += overrun_cost(view, unit)
    # D1.1: no more MP than it has
    if move.spent + cost > move.allotment:
        left = mf(move.allotment - move.spent)
        raise Illegal("D1.1", f"{mf(cost)} MP are needed and {left} are left")
    side = view.world.side_between(wish.to, unit.location) if wish.to else -1
    after = replace(
        move,
        spent=move.spent + cost,
        here=cost,
        steps=move.steps + 1,
        entry_side=side,
        minimum=wish.minimum,
        overrun=wish.overrun,
        beside=not wish.overrun and among(view, unit, wish.to),
    )
    return DriveStep(after, way)


def _may_go(view: GameView, unit: Unit, wish: Wish) -> None:
    """Refuse to move what stands, faces another way, or may not go there."""
    if unit.location and not state_of(unit).motion:
        raise Illegal("D2.12", f"{unit.id} must start first")
    if not mobile(unit):
        raise Illegal("D2.1", f"{unit.id} cannot move")
    if not wish.bypass:
        check_out(view, unit, wish.to)
        _faces(view, unit, wish)
    if strays(view, unit, wish.to):
        raise Illegal("D5.341", f"{unit.id} is under Recall and goes homeward")
    if wish.reverse and state_of(unit).towing:
        raise Illegal("C10.1", f"{unit.id} does not reverse with a Gun in tow")


def _overruns(view: GameView, unit: Unit, wish: Wish, way: VehicleCost) -> None:
    """Refuse an OVR of nothing, backward, or with all MP for the hex."""
    if wish.reverse or wish.minimum or wish.bypass or way.all:
        raise Illegal("D7.1", "an OVR is forward, with MP for it beside the hex's")
    check_overrun(view, unit, wish.to)


def _faces(view: GameView, unit: Unit, wish: Wish) -> None:
    """Refuse a hex that is not in the VCA, or behind the vehicle in Reverse."""
    if not unit.location or not wish.to:
        return
    if view.world.range(unit.location, wish.to) != 1:
        raise Illegal("D2.11", f"{wish.to} is not next to {unit.id}")
    there = view.world.side_between(unit.location, wish.to)
    if there not in ahead(unit, reverse=wish.reverse):
        what = "behind it" if wish.reverse else "in its VCA"
        raise Illegal("D2.11", f"{wish.to} is not {what}")


def _check_enemies(view: GameView, unit: Unit, wish: Wish) -> None:
    """Refuse a hex with a Known enemy vehicle or Infantry, prisoners apart.

    Infantry it may overrun, or an AFV pass by VBM (D-372).
    """
    passes = bool(wish.bypass) and afv(view, unit)
    for other in view.state.units_at(wish.to) if wish.to else ():
        if other.side == unit.side or other.guard:
            continue
        if other.concealed or other.hidden:
            continue
        if other.vehicle or not passes:
            raise Illegal("A4.14", f"{other.id} is in {wish.to}")


def way_into(view: GameView, unit: Unit, wish: Wish) -> VehicleCost:
    """The way into the next hex with what stands on the map; `bar` if there is none."""
    if wish.to == OFFBOARD:
        home = state_of(unit).recalled and at_home_edge(view, unit)
        leaves = home or may_exit(view, unit.side, unit.location)
        parts = (CostPart("off the map", MF),) if leaves else ()
        return VehicleCost(parts=parts, bar="" if leaves else "no edge to leave by")
    found = vehicle(view, unit)
    if found is None or view.world.locate(wish.to).level > 0:
        return VehicleCost(bar="no vehicle goes there")
    if not unit.location:
        return _onto_the_map(view, unit, wish.to)
    if wish.bypass:
        return _past(view, unit, wish)
    ways = view.world.drives(
        unit.location,
        wish.to,
        found,
        by_road=wish.road,
        road_rate=road_rate(view, unit),
    )
    way = ways[0] if wish.slow else ways[-1]
    if not way.bar:
        way = past_obstacles(view, found, unit.location, wish.to, way)
    return _with_what_stands(view, unit, wish, way)


def _past(view: GameView, unit: Unit, wish: Wish) -> VehicleCost:
    """The way by VBM, along one hexside at a time."""
    if len(wish.bypass) != 1 or wish.reverse or wish.slow:
        return VehicleCost(bar="VBM is forward, along one hexside at a time")
    way = way_past(view, unit, wish.to, wish.bypass[0])
    if wish.to == unit.location:
        return way
    return _with_what_stands(view, unit, wish, way)


def _with_what_stands(
    view: GameView, unit: Unit, wish: Wish, way: VehicleCost
) -> VehicleCost:
    """The cost with vehicles and wrecks there, a Gun in tow, and Reverse Movement."""
    if bar := way.bar or tow_bar(unit, way):
        return VehicleCost(bar=bar)
    if way.all:
        return way
    found, parts = vehicle(view, unit), list(way.parts)
    count = vehicles_at(view, wish.to)
    if count:
        each = 2 * MF if way.road else MF
        parts.append(CostPart("vehicles and wrecks", count * each))
    if state_of(unit).towing:
        parts.append(CostPart("a Gun in tow", MF))
    if wish.reverse and found is not None:
        more = (REVERSE[found.movement] - 1) * sum(part.quarters for part in parts)
        parts.append(CostPart("Reverse", more))
    return replace(way, parts=tuple(parts))


@rule("D2.14/b1", "Vehicles and wrecks in the way")
def vehicles_at(view: GameView, where: LocationName) -> int:
    """How many vehicles and wrecks are in a hex."""
    units = sum(unit.vehicle is not None for unit in view.state.units_at(where))
    markers = view.state.markers.values()
    return units + sum(m.kind in WRECKS and m.location == where for m in markers)


def _onto_the_map(view: GameView, unit: Unit, to: LocationName) -> VehicleCost:
    """From offboard into an edge hex of its own side, as by the best way on the map.

    Reading: D-403 along a road of an edge hex at the road's cost.
    """
    edge = "FBE" if unit.side == "FRIENDLY" else "EBE"
    if not view.world.at_edge(to, edge):  # type: ignore[arg-type] # as named here
        return VehicleCost(bar=f"not a hex of the {edge}")
    found = vehicle(view, unit)
    assert found is not None  # noqa: S101 - whoever calls has looked
    rate = road_rate(view, unit)
    every = (
        view.world.drives(at, to, found, road_rate=rate) for at in _next_to(view, to)
    )
    ways = [each[-1] for each in every if not each[-1].bar]
    if not ways:
        return VehicleCost(bar="it cannot be entered there")
    return min(ways, key=lambda way: (way.all, bool(way.bog), way.quarters))


def _next_to(view: GameView, place: LocationName) -> list[LocationName]:
    """The Locations at ground level around a hex."""
    sides = (view.world.across(place, side) for side in range(SIDES))
    return [at for at in sides if at]
