"""D2.13: stopping."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.rules.d_vehicles.d02_movement.spending import STOP, after_spending
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("D2.13", "Stopping")
def stop(view: GameView, unit: Unit) -> Move:
    """One MP, for a vehicle in Motion; it may go on after starting again.

    Errors:
        Illegal: it is Stopped, offboard, or lacks the MP.
    """
    if not state_of(unit).motion or not unit.location:
        raise Illegal("D2.13", f"{unit.id} is not in Motion on the map")
    return after_spending(view, unit, STOP)
