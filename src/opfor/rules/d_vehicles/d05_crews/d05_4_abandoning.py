"""D5.4: crews that leave their vehicle, and come back to it.

Reading: D-366.
"""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.choices.vehicle_orders import Abandon, Man
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


@rule("D5.42", "Re-entering an Abandoned vehicle", cites=("D5.43", "A21.22"))
def check_man(view: GameView, side: Side, order: Man) -> tuple[Unit, Unit]:
    """The unit and the Abandoned vehicle, beneath which it begins its MPh.

    A crew or HS in Good Order; not in the Player Turn in which the last crew left it,
    nor into a vehicle that was Recalled and could not go.

    Errors:
        Illegal: it cannot.
    """
    unit, hulk = view.state.units.get(order.unit), view.state.units.get(order.vehicle)
    if unit is None or unit.side != side or not unit.location:
        raise Illegal("D5.42", f"you have no unit {order.unit} on the map")
    if hulk is None or hulk.vehicle is None or not hulk.vehicle.abandoned:
        raise Illegal("D5.42", f"{order.vehicle} is no Abandoned vehicle")
    if hulk.location != unit.location or not has_crew(view, hulk):
        raise Illegal("D5.42", f"{unit.id} cannot get into {hulk.id}")
    found, move = mmc(view, unit), view.state.move
    if found is None or found.size == "squad" or unit.unarmed:
        raise Illegal("D5.42", f"a crew or HS mans a vehicle, not {unit.id}")
    begun = move is not None and any(unit.id in part.units for part in move.parts)
    if not movable(view, unit) or not unit.good_order or begun:
        raise Illegal("D5.42", f"{unit.id} has no MPh left to get in")
    if hulk.moved:
        raise Illegal("D5.42", f"{hulk.id} was left in this Player Turn")
    if hulk.side == side and hulk.vehicle.recalled:
        raise Illegal("D5.341", f"{hulk.id} was Recalled, and nobody mans it again")
    return unit, hulk


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
