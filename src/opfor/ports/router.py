"""Who answers: the seeded dice, the person who plays, or who stands in for a side."""

from collections.abc import Mapping

from opfor.core.ask import Asked, Choose, Order, Port, Waiting
from opfor.core.dice import Seeded
from opfor.core.policy import Policies
from opfor.ports.players import Random
from opfor.rules.policies import POLICIES
from opfor.state.world import World


class Desk:
    """The router of a game that one person plays.

    Args:
        seed: what the seeded dice follow from.
        world: what the game is played on.
        mine: the player rolls all dice himself; may change in play.
        policies: who decides the ENEMY's discretion, where the default does not.
    """

    def __init__(
        self,
        seed: int | str,
        world: World,
        *,
        mine: bool = False,
        policies: Mapping[str, str] | None = None,
    ) -> None:
        self.mine = mine
        self._seeded = Seeded(seed)
        self._person = Waiting()
        self._policies = Policies(POLICIES, policies, seed=seed)
        self._enemy = Random(world, seed, thorough=True)

    def pick(self, asked: Asked) -> Port:
        """The seeded dice for rolls and chits, unless they are the player's."""
        if asked.stream:
            return self._person if self.mine else self._seeded
        request = asked.request
        if request.side != "ENEMY":
            return self._person
        if isinstance(request, Choose) and request.why == "discretion":
            return self._person if self._policies.asks(request) else self._policies
        return self._enemy if isinstance(request, Order) else self._person
