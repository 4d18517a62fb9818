"""D2.12: starting."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import mobile, state_of
from opfor.rules.d_vehicles.d02_movement.spending import START, after_spending
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("D2.12", "Starting")
def start(view: GameView, unit: Unit) -> Move:
    """One MP, for a vehicle that is Stopped.

    Errors:
        Illegal: it is not, cannot move, or lacks the MP.
    """
    if state_of(unit).motion:
        raise Illegal("D2.12", f"{unit.id} is in Motion already")
    if not mobile(unit):
        raise Illegal("D2.1", f"{unit.id} cannot move")
    return after_spending(view, unit, START)
