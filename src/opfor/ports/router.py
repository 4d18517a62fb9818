"""Who answers: the seeded dice, or the person who plays."""

from opfor.core.ask import Asked, Port, Waiting
from opfor.core.dice import Seeded


class Desk:
    """The router of a game that one person plays.

    Args:
        seed: what the seeded dice follow from.
        mine: the player rolls all dice himself; may change in play.
    """

    def __init__(self, seed: int | str, *, mine: bool = False) -> None:
        self.mine = mine
        self._seeded = Seeded(seed)
        self._person = Waiting()

    def pick(self, asked: Asked) -> Port:
        """The seeded dice for rolls and chits, unless they are the player's."""
        return self._seeded if asked.stream and not self.mine else self._person
