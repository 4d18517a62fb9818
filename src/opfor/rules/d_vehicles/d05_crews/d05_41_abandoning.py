"""D5.41: crews that leave their vehicle by choice.

Reading: D-366.
"""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.vehicle_orders import Abandon
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    armament,
    state_of,
    vehicle,
)
from opfor.rules.d_vehicles.d02_movement.d02_1_allotment import move_of
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.rules.d_vehicles.d05_crews.d05_4_crew_leaves import has_crew
from opfor.state.counters import MMC
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import Side, Unit

ALL_MF = 4 * MF
"""Quarters of MF that a crew has, and spends to leave a vehicle or to man it."""


def on_foot(id_: str, *, mans: str = "") -> Move:
    """The move of a crew that spends all its MF beneath a vehicle."""
    return Move(
        units=(id_,),
        allotment=ALL_MF,
        spent=ALL_MF,
        here=ALL_MF,
        road=False,
        stopped=True,
        mans=mans,
    )


@rule("D5.41", "Abandoning a vehicle by choice", cites=("D5.4", "D5.43"))
def check_abandon(view: GameView, side: Side, order: Abandon) -> Unit:
    """The vehicle: in its own MPh, while it has neither moved nor fired, Stopped.

    Errors:
        Illegal: its crew may not leave it now.
    """
    unit = view.state.units.get(order.unit)
    if unit is None or unit.side != side or unit.vehicle is None or not unit.location:
        raise Illegal("D5.41", f"you have no vehicle {order.unit} on the map")
    if not crewed(unit) or not has_crew(view, unit):
        raise Illegal("D5.41", f"{unit.id} has no crew that could leave it now")
    state = state_of(unit)
    moved = state.motion or state.entered or state.trail or unit.moved
    if moved or move_of(view, unit) or unit.ti:
        raise Illegal("D5.41", f"{unit.id} has moved, or is in Motion")
    fired = [weapon.id for weapon in armament(view, unit) if weapon.fired]
    if fired:
        raise Illegal("D5.41", f"{fired[0]} has fired")
    return unit


# -- taken in the CCPh -------------------------------------------------------------


def vehicle_crew(view: GameView, unit: Unit) -> bool:
    """Whether it is the crew of a vehicle, not of Infantry (A1.123)."""
    found = view.world.counter(unit.counter)
    return isinstance(found, MMC) and found.vehicle_crew


def hulks(view: GameView, unit: Unit) -> list[Unit]:
    """The Abandoned vehicles in a unit's Location."""
    return [
        one
        for one in view.state.units_at(unit.location)
        if one.vehicle is not None and one.vehicle.abandoned and vehicle(view, one)
    ]
