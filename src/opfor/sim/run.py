"""One game without a person, from its Mission to its result."""

from collections.abc import Mapping
from types import MappingProxyType

from opfor.core.ask import Asked, Choose, Port
from opfor.core.dice import Seeded
from opfor.core.game import Game, Listener
from opfor.core.policy import ASK, Policies
from opfor.rules.choices.policies import EVERY
from opfor.rules.sequence.s02_turn import program
from opfor.sim.by_situation import BySituation
from opfor.state.mission import Mission
from opfor.state.state import State
from opfor.state.units import Side
from opfor.state.world import World


class ProgramRouter:
    """The router of a game between programs: dice from a seed, a player a side.

    Discretion is decided by the policies, as `policies` sets them.
    """

    def __init__(
        self,
        seed: int | str,
        players: Mapping[Side, Port],
        policies: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._dice, self._players = Seeded(seed), players
        # Nobody is there to be asked: what is set to ask plays its default.
        set_ = {name: way for name, way in (policies or {}).items() if way != ASK}
        self._policies = Policies(EVERY, set_, seed=seed)

    def pick(self, asked: Asked) -> Port:
        """The dice for rolls and chits, else the player of the side that is asked."""
        if asked.stream:
            return self._dice
        request = asked.request
        if isinstance(request, Choose) and request.why == "discretion":
            return self._policies
        return self._players["ENEMY" if asked.request.side == "ENEMY" else "FRIENDLY"]


def play_out(
    world: World,
    mission: Mission,
    seed: int | str,
    players: Mapping[Side, Port],
    *,
    listener: Listener | None = None,
    keyed: bool = False,
) -> Game[State]:
    """A whole game; the same seed and players give the same game.

    Args:
        world: what it is played on, shared by any number of games.
        mission: what is played.
        seed: of the dice.
        players: who orders each side.
        listener: hears each event.
        keyed: what falls and what is chosen follows from the situation
            (`by_situation.py`), not from how often it has come to it.
    """
    usual = ProgramRouter(seed, players, world.readings)
    router = BySituation(usual) if keyed else usual
    game = Game(State(mission=mission), program(world), router)
    if listener is not None:
        game.listen(listener)
    game.run()
    return game
