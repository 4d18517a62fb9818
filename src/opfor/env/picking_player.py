"""A player of `opfor sim` and `opfor study` that sees and picks as in an environment.

class Mine(PickingPlayer):
    def pick(self, obs): return choice_of_what_was_learned(obs)

opfor sim tutorial --player my_module:Mine
"""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, SupportsIndex

from opfor.core.ask import Asked, Context
from opfor.env.match import Held
from opfor.env.picked_game import PickedGame
from opfor.env.spaces import Form, observation
from opfor.ports.program_players import Random
from opfor.sim.picks import Picks, in_all
from opfor.state.play import FrozenView
from opfor.state.units import Side
from opfor.state.world import World

MOST_PICKS = 5_000
"""Picks in a game after which it goes on by chance, so that it comes to an end; an
environment cuts it short there."""


class PickingPlayer(ABC):
    """Picks slots of what is offered (D-750), shown what an environment shows.

    Args:
        world: what the game is played on.
        seed: what its choices follow from.

    Attributes:
        form: whether it is shown arrays or a text.
        picks_so_far: how its picks went; `opfor sim` tells of those that were refused.
    """

    human = False
    form: ClassVar[Form] = "numbers"

    def __init__(self, world: World, seed: str) -> None:
        self._world, self.picks_so_far = world, Picks()
        self._by_chance = Random(world, seed, thorough=True)

    @abstractmethod
    def pick(self, obs: dict[str, Any]) -> SupportsIndex:
        """The slot that is picked; `obs` is what `MissionEnv.step` gives."""

    def answer(self, asked: Asked, context: Context) -> Any:
        """What the picks come to."""
        side: Side = "ENEMY" if asked.request.side == "ENEMY" else "FRIENDLY"
        held = Held(FrozenView.of(context.state, self._world), asked)
        game = PickedGame(context.state.mission)
        game.take_up(held)
        while not game.over:
            if self.picks_so_far.made >= MOST_PICKS:
                self.picks_so_far = self.picks_so_far._replace(by_chance=1)
                return self._by_chance.answer(asked, context)
            game.pick(self.pick(observation(game, side, self.form)))
            now = Picks(1, int(bool(game.refused)))
            self.picks_so_far = in_all((self.picks_so_far, now))
        return held.value
