"""D2.1: whether a vehicle can move, and how far.

Reading: D-306, what no source confirms.
"""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import mobile, state_of
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import Unit

REVERSE = {"tracked": 4, "halftrack": 3, "truck": 3, "armored car": 2}
"""By how much Reverse Movement makes a hex dearer (D2.2); halftracks: D-304."""


@rule("D2.1", "Who may drive", cites=("A3.2", "D8.1", "D8.2", "D5.4", "D5.34"))
def bar_to_driving(
    view: GameView, unit: Unit, *, stopping: bool = False
) -> Illegal | None:
    """The rule that forbids a vehicle to move in this MPh, if one does.

    Args:
        view: the game.
        unit: the vehicle.
        stopping: to spend a MP to stop, as one in Panic does (S6.309).
    """
    state = state_of(unit)
    before = move_of(view, unit) is None
    fired = [w for w in view.state.weapons_of(unit.id) if before and w.fired == "prep"]
    panics = unit.panic and stopping
    shut: tuple[tuple[bool, str, str], ...] = (
        (unit.vehicle is None, "D2.1", "is no vehicle"),
        (state.abandoned, "D5.4", "has no crew"),
        (state.stunned, "D5.34", "has a Stunned crew"),
        (bool(state.shock), "C7.4", "has a Shocked crew"),
        (unit.moved, "D2.1", "has had its move this turn"),
        (bool(fired), "A3.2", "has fired in this PFPh"),
        ((unit.ti or unit.panic) and not panics, "A4.8", "is TI or in Panic"),
    )
    for holds, number, why in shut:
        if holds:
            return Illegal(number, f"{unit.id} {why}")
    return None


def drivable(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle can go on: nothing bars it, and it has MP left."""
    if unit.vehicle is None or bar_to_driving(view, unit):
        return False
    move = move_of(view, unit)
    return move is None or (not move.stopped and move.spent < move.allotment)


def move_of(view: GameView, unit: Unit) -> Move | None:
    """The move in hand if it is this vehicle's."""
    move = view.state.move
    return move if move is not None and unit.id in move.units else None


def stoppable(unit: Unit) -> bool:
    """Whether a vehicle is in Motion and so can spend a Stop MP (D2.13)."""
    return mobile(unit) and state_of(unit).motion
