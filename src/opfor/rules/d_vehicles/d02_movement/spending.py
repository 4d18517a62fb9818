"""D2: the MP that a vehicle has, and the Move as they are spent."""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF, mf
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import allotment
from opfor.rules.d_vehicles.d02_movement.d02_1_allotment import bar_to_driving, move_of
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import Side, Unit

START = STOP = MF
"""Quarters of MP to start and to stop (D2.12, D2.13)."""


def unit_of(view: GameView, side: Side, id_: str, *, stopping: bool = False) -> Unit:
    """The vehicle that an order names; one in Panic may do nothing but stop.

    Errors:
        Illegal: it is not the side's, no vehicle, or may not move.
    """
    unit = view.state.units.get(id_)
    if unit is None or unit.side != side:
        raise Illegal("D2.1", f"you have no vehicle {id_}")
    if bar := bar_to_driving(view, unit, stopping=stopping):
        raise bar
    return unit


def begin_or_continue(view: GameView, unit: Unit) -> Move:
    """The move of a vehicle before its next MP.

    Errors:
        Illegal: it can do nothing more in this MPh.
    """
    move = move_of(view, unit)
    if move is None:
        whole = allotment(view, unit)
        return Move(units=(unit.id,), allotment=whole, driven=True)
    if move.stopped:
        raise Illegal("D2.1", f"{unit.id} can do nothing more in this MPh")
    alone, *others = move.parts
    return replace(alone, behind=tuple(others))


def after_spending(view: GameView, unit: Unit, quarters: int) -> Move:
    """The move after MP spent where the vehicle is.

    Errors:
        Illegal: it has not as many left.
    """
    move = begin_or_continue(view, unit)
    if move.spent + quarters > move.allotment:
        left = mf(move.allotment - move.spent)
        raise Illegal("D1.1", f"{mf(quarters)} MP are needed and {left} are left")
    return replace(move, spent=move.spent + quarters, here=move.here + quarters)
