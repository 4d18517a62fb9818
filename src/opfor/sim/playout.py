"""Playing on from a position, to see what becomes of it.

FRIENDLY follows a plan to the end of the Player Turn and plays as `seasoned` after it,
the ENEMY plays by its rules. What FRIENDLY does not know is drawn anew for each
playout, and so are all dice (`unknowns.py`). A State never changes, so nothing is
copied: a playout is a game of its own that begins with that State.
"""

from typing import Any

from msgspec import Struct

from opfor.core.ask import Asked, Context, Order
from opfor.core.errors import OpforError
from opfor.core.game import Game, Program
from opfor.ports.program_players import Random
from opfor.rules.sequence.s02_turn import program
from opfor.sim.outlook import outlook
from opfor.sim.run import ProgramRouter
from opfor.sim.steady import Steady
from opfor.sim.temper import SEASONED, Temper
from opfor.sim.unknowns import Known, imagined, known
from opfor.state.state import State
from opfor.state.world import World

HORIZON = 2
"""Player Turns after which a playout is cut, if nobody says how many: this one and the
ENEMY's answer to it (reading: D-741)."""


class Plan(Struct, frozen=True):
    """What FRIENDLY is to do.

    Args:
        temper: how it plays to the end of the Player Turn.
        order: its next order, as JSON; None: the one that the temper finds.
    """

    temper: Temper = SEASONED
    order: Any = None


class Lookout:
    """Playouts from one moment of a game.

    Args:
        world: what it is played on.
        state: the position as it is; all that FRIENDLY cannot know is forgotten.
        seed: what all luck of the playouts follows from.
        horizon: Player Turns after which a playout is cut; 0: none is.
    """

    def __init__(
        self, world: World, state: State, seed: str, horizon: int = HORIZON
    ) -> None:
        self._world, self._seed = world, seed
        self._known: Known = known(state, world)
        self._end = _player_turn(state) + horizon if horizon else None

    def chance(self, plan: Plan, nth: int) -> float | None:
        """What one playout comes to: the chance of FRIENDLY to win, at its end.

        Those of the same number have the same unknowns and dice, whatever the plan, as
        far as they run alike. None: what was drawn forbids the order.
        """
        seed = f"{self._seed}/{nth}"
        state = imagined(self._known, self._world, seed)
        order = plan.order and self._known.order(plan.order)
        world = self._world
        players = {
            "FRIENDLY": _Planned(world, seed, Plan(plan.temper, order)),
            "ENEMY": Random(world, f"{seed}E"),
        }
        router = ProgramRouter(seed, players, world.readings)  # type: ignore[arg-type]
        game = Game(state, self._until(program(world)), router)
        try:
            game.run()
        except OpforError:
            return None
        return outlook(game.state, world)

    def _until(self, usual: Program[State]) -> Program[State]:
        """The program of the game, to the horizon."""

        def next_step(state: State) -> Any:
            if self._end is not None and _player_turn(state) >= self._end:
                return None
            return usual(state)

        return next_step


def _player_turn(state: State) -> int:
    """The number of the Player Turn."""
    return 2 * state.turn + (state.side != state.mission.first)


class _Planned:
    """FRIENDLY in a playout."""

    human = False

    def __init__(self, world: World, seed: str, plan: Plan) -> None:
        self._order = plan.order
        self._usual = Steady(world, seed, temper=SEASONED)
        self._now = Steady(world, seed, temper=plan.temper)
        self._when: int | None = None

    def answer(self, asked: Asked, context: Context) -> Any:
        """The order of the plan, then by its temper, then as `seasoned` does."""
        when = _player_turn(context.state)
        if self._when is None:
            self._when = when
        if self._order is not None and isinstance(asked.request, Order):
            order, self._order = self._order, None
            return order
        player = self._now if when == self._when else self._usual
        return player.answer(asked, context)
