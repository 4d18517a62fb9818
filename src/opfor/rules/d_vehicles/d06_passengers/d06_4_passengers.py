"""D6: who can ride on a vehicle, how many, and at what cost in MP."""

from collections.abc import Sequence
from math import ceil

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.choices.vehicle_orders import Dismount, Embark
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    afv,
    allotment,
    state_of,
    vehicle,
)
from opfor.rules.d_vehicles.d02_movement.spending import (
    after_spending,
    begin_or_continue,
    unit_of,
)
from opfor.rules.d_vehicles.d06_passengers.d06_2_riders import may_ride
from opfor.state.counters import SupportWeapon
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import Side, Unit

SQUAD, SMALLER = 10, 5
"""PP of a squad, and of a HS or crew, as Passengers or Riders."""

RIDERS = 14
"""PP that an AFV carries as Riders."""

LEG = 4
"""The part of its MP that loading or unloading costs: one in four."""


def load_of(view: GameView, unit: Unit) -> int:
    """PP of a unit with its SW; a SMC has none of his own."""
    found = mmc(view, unit)
    own = 0 if found is None else SQUAD if found.size == "squad" else SMALLER
    pieces = [view.world.counter(w.counter) for w in view.state.weapons_of(unit.id)]
    return own + sum(piece.pp for piece in pieces if isinstance(piece, SupportWeapon))


def room(view: GameView, carrier: Unit, *, rides: bool) -> int:
    """PP that a vehicle has left for Passengers, or for Riders."""
    found = vehicle(view, carrier)
    if found is None:
        return 0
    tracked = afv(view, carrier) and found.movement == "tracked"
    whole = (RIDERS if tracked else 0) if rides else found.pp
    aboard = [u for u in view.state.units.values() if u.aboard == carrier.id]
    return whole - sum(load_of(view, u) for u in aboard if u.rides == rides)


@rule("D6.4", "Loading", cites=("D6.1", "D6.2", "D1.1"))
def loading(view: GameView, side: Side, order: Embark) -> Move:
    """The vehicle's move after loading: a quarter of its MP, FRU, while Stopped.

    Infantry that could move and has not, in the vehicle's Location, as far as there is
    room.
    Reading: D-315.

    Errors:
        Illegal: it cannot be done.
    """
    carrier = unit_of(view, side, order.vehicle)
    units = [view.state.units.get(id_) for id_ in order.units]
    if not units or state_of(carrier).motion:
        raise Illegal("D6.4", f"{carrier.id} loads only while Stopped")
    if state_of(carrier).entered:
        raise Illegal("D6.4", f"{carrier.id} has moved before it loads")
    for unit in units:
        here = unit is not None and unit.location == carrier.location
        if unit is None or unit.side != side or not here or not movable(view, unit):
            raise Illegal("D6.4", "only Infantry there that could move is loaded")
        if not unit.good_order or begun_on_foot(view, unit):
            raise Illegal("D6.4", f"{unit.id} is not in Good Order, or has moved")
        if order.rides and not may_ride(view, unit):
            raise Illegal("D6.2", f"nobody of {unit.id}'s nation rides on AFV yet")
    need = sum(load_of(view, unit) for unit in units if unit)
    if need > room(view, carrier, rides=order.rides) or not carrier.location:
        raise Illegal("D6.1", f"{carrier.id} has no room for {need} PP")
    if not (order.rides or _has_seats(view, carrier)):
        raise Illegal("D6.1", f"{carrier.id} carries no Passengers")
    return _leg(view, carrier)


def _has_seats(view: GameView, carrier: Unit) -> bool:
    found = vehicle(view, carrier)
    return found is not None and found.pp > 0


def begun_on_foot(view: GameView, unit: Unit) -> bool:
    """Whether it is in the midst of its own move."""
    move = view.state.move
    return move is not None and unit.id in move.units


def _leg(view: GameView, carrier: Unit) -> Move:
    begin_or_continue(view, carrier)
    return after_spending(view, carrier, ceil(allotment(view, carrier) / MF / LEG) * MF)


@rule("D6.5", "Unloading", cites=("D6.4",))
def unloading(view: GameView, side: Side, order: Dismount) -> Move:
    """The vehicle's move after unloading: a quarter of its MP, FRU, while Stopped.

    Reading: D-315.

    Errors:
        Illegal: it cannot be done.
    """
    carriers = sorted({carrier_of(view, id_) for id_ in order.units})
    if len(carriers) != 1 or "" in carriers:
        raise Illegal("D6.5", "those of one vehicle are unloaded at a time")
    carrier = unit_of(view, side, carriers[0])
    if state_of(carrier).motion:
        raise Illegal("D6.5", f"{carrier.id} unloads only while Stopped")
    return _leg(view, carrier)


def carrier_of(view: GameView, id_: str) -> str:
    """The id of the vehicle that a unit is aboard; empty for none."""
    unit = view.state.units.get(id_)
    return unit.aboard if unit else ""


def aboard(view: GameView, carrier: Unit) -> Sequence[Unit]:
    """Whom a vehicle carries."""
    return [unit for unit in view.state.units.values() if unit.aboard == carrier.id]
