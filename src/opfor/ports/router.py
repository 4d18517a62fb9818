"""Who answers: the seeded dice, the person who plays, or who stands in for a side."""

from opfor.core.ask import Asked, Order, Port, Waiting
from opfor.core.dice import Seeded
from opfor.ports.players import Random
from opfor.state.world import World


class Desk:
    """The router of a game that one person plays.

    Args:
        seed: what the seeded dice follow from.
        world: what the game is played on.
        mine: the player rolls all dice himself; may change in play.
    """

    def __init__(self, seed: int | str, world: World, *, mine: bool = False) -> None:
        self.mine = mine
        self._seeded = Seeded(seed)
        self._person = Waiting()
        self._enemy = Random(world, seed, thorough=True)

    def pick(self, asked: Asked) -> Port:
        """The seeded dice for rolls and chits, unless they are the player's."""
        if asked.stream:
            return self._person if self.mine else self._seeded
        enemy = asked.request.side == "ENEMY" and isinstance(asked.request, Order)
        return self._enemy if enemy else self._person
