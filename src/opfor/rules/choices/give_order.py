"""Giving an order from within the rules: what the ENEMY decides, it orders like anyone.

So nothing that the ENEMY does can break a rule that binds the player: the same offers,
the same check, the same carrying out, by the orders that the World was given.
"""

from collections.abc import Iterator

from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import Command
from opfor.state.play import GameView, Play
from opfor.state.units import Side


def legal(view: GameView, side: Side, *only: type[Command]) -> Iterator[Offer]:
    """Every legal order of a side now, of some kinds only."""
    return view.world.orders.legal(view, side, *only)


def allowed(view: GameView, side: Side, command: Command) -> bool:
    """Whether an order is legal now; for trying out what to decide on."""
    return view.world.orders.allows(view, side, command)


def order(play: Play, side: Side, command: Command) -> None:
    """Check an order and carry it out.

    Errors:
        Illegal: naming the rule; a decision that is not legal is a fault.
    """
    play.world.orders.check(play, side, command)
    play.world.orders.carry_out(play, side, command)
