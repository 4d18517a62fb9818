"""S6.309: vehicles in Motion move on."""

from opfor.core.rule import rule
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("S6.309", "Motion vehicles move on", exc=("a Panicked one stops",))
def motion_vehicle(_look: GameView, unit: Unit) -> Automatic | None:
    """A Good Order vehicle in Motion has a Move Command.

    EXC: one in Panic stops, which is all that it does in its MPh.
    """
    moving = unit.vehicle is not None and unit.vehicle.motion
    if moving and unit.good_order and not unit.panic:
        return Automatic("S6.309", "Move")
    return None
