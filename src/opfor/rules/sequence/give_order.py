"""Giving an order from within the rules: what the ENEMY decides, it orders like anyone.

So nothing that the ENEMY does can break a rule that binds the player: the same check,
the same carrying out.
"""

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Command
from opfor.rules.sequence import orders_by_phase
from opfor.state.play import GameView, Play
from opfor.state.units import Side


def order(play: Play, side: Side, command: Command) -> None:
    """Check an order and carry it out.

    Errors:
        Illegal: naming the rule; a decision that is not legal is a fault.
    """
    orders_by_phase.check(play, side, command)
    orders_by_phase.carry_out(play, side, command)


def allowed(view: GameView, side: Side, command: Command) -> bool:
    """Whether an order is legal now; for trying out what to decide on."""
    try:
        orders_by_phase.check(view, side, command)
    except Illegal:
        return False
    return True
