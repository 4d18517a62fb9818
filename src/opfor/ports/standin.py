"""Who plays a side that nobody plays: any legal order, by chance.

It stands in for the ENEMY's own rules (S6 to S11), and is a player of simulations.
"""

from typing import Any

import msgspec

from opfor.core.ask import Asked, Choose, Context, Order
from opfor.core.dice import uniform
from opfor.core.errors import OpforError
from opfor.rules import doings
from opfor.state.play import Scene
from opfor.state.units import Side
from opfor.state.world import World


class StandIn:
    """Orders anything that is legal, as its seed has it.

    Args:
        world: what the game is played on.
        seed: what its choices follow from.
    """

    human = False

    def __init__(self, world: World, seed: int | str) -> None:
        self._world, self._seed = world, str(seed)

    def answer(self, asked: Asked, context: Context) -> Any:
        """One of the legal orders, or of the options of a choice."""
        request = asked.request
        if isinstance(request, Choose):
            return request.options[self._any(asked, len(request.options))].key
        if not isinstance(request, Order):
            raise OpforError(f"nobody plays the {request.side}: {asked}")
        side: Side = "ENEMY" if request.side == "ENEMY" else "FRIENDLY"
        offers = list(doings.legal(Scene(context.state, self._world), side))
        return msgspec.to_builtins(offers[self._any(asked, len(offers))].order)

    def _any(self, asked: Asked, count: int) -> int:
        return uniform(self._seed, "stand-in", asked.number, count)
