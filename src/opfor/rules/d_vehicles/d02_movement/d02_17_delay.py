"""D2.17: Delay."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.rules.d_vehicles.d02_movement.spending import after_spending
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("D2.17", "Delay", cites=("C5.31",))
def delay(view: GameView, unit: Unit, mp: int) -> Move:
    """Any number of MP spent where a Stopped vehicle is.

    Errors:
        Illegal: it is in Motion, or lacks the MP.
    """
    if state_of(unit).motion or mp < 1:
        raise Illegal("D2.17", f"{unit.id} Delays only while Stopped")
    return after_spending(view, unit, mp * MF)
