"""Where a vehicle could drive in one go: each hex farther on, its MP, its orders."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF, mf
from opfor.ports.session import Session
from opfor.rules.choices.vehicle_orders import (
    DriveOrder,
    StartUp,
    TurnTo,
    VehicleCommand,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import allotment, state_of
from opfor.rules.d_vehicles.d02_movement.d02_1_allotment import move_of
from opfor.rules.sequence import legal_orders
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit
from opfor.views.friendly_view import seen
from opfor.web.game import messages as m
from opfor.web.game.named import FRIENDLY, hex_of, own_units


def drives_of(session: Session, request: m.Drives) -> dict[str, Any]:
    """The cheapest drive of a vehicle to each hex that takes more than one order.

    By plain moves and turns on what bogs nobody; past where enemies are seen, not into
    it. What the rules make of each order is known only as it is given.
    """
    [unit] = own_units(session.game.state, (request.unit,))
    if unit.vehicle is None or not unit.location:
        return {"drives": []}
    found = _drives(session.play, unit)
    return {"drives": [_told(session, *each) for each in found]}


def _drives(
    view: GameView, unit: Unit
) -> Iterator[tuple[LocationName, int, list[VehicleCommand]]]:
    from opfor.sim.roads import Roads  # noqa: PLC0415 - no start waits for it

    first: list[VehicleCommand] = [] if state_of(unit).motion else [StartUp(unit.id)]
    start = (unit.location, state_of(unit).vca)
    spent = MF * len(first)
    reached = Roads(view, unit).reach(start, _left(view, unit) - spent, _shut(view))
    best: dict[LocationName, int] = {}
    for (to, vca), quarters in sorted(reached.spent.items(), key=lambda each: each[1]):
        way = reached.way((to, vca))
        orders = [*first, *_orders(unit.id, way)]
        if to in best or to == unit.location:
            continue
        best[to] = quarters
        if len(orders) > 1 and _legal(view, orders[0]):
            yield to, quarters + spent, orders


def _left(view: GameView, unit: Unit) -> int:
    """Quarters of MP that it has left."""
    move = move_of(view, unit)
    return allotment(view, unit) if move is None else move.allotment - move.spent


def _shut(view: GameView) -> set[LocationName]:
    """Where the player sees an enemy."""
    units = view.state.units.values()
    return {u.location for u in units if u.side == "ENEMY" and seen(u)}


def _orders(id_: str, way: list[tuple[LocationName, int]]) -> Iterator[VehicleCommand]:
    """The order that leads from each pose to the next one."""
    for (here, _), (there, vca) in pairwise(way):
        yield TurnTo(id_, vca) if here == there else DriveOrder(id_, there)


def _legal(view: GameView, order: VehicleCommand) -> bool:
    try:
        legal_orders.check(view, FRIENDLY, order)
    except Illegal:
        return False
    return True


def _told(
    session: Session, to: LocationName, quarters: int, orders: list[VehicleCommand]
) -> dict[str, Any]:
    return {
        "to": to,
        "hex": hex_of(session.world, to),
        "mp": mf(quarters),
        "route": [order.to for order in orders if isinstance(order, DriveOrder)],
        "turns": sum(isinstance(order, TurnTo) for order in orders),
        "starts": isinstance(orders[0], StartUp),
        "orders": [msgspec.to_builtins(order) for order in orders],
    }
