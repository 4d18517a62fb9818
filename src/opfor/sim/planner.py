"""A FRIENDLY player that looks ahead: `planner`.

At the beginning of its Player Turn, and when what it knows of the ENEMY has changed, it
plays on from the position with each of a few plans (`playout.py`), and takes the best
if that is clearly better than what `seasoned` would do (`race.py`). The plans are the
ways that `seasoned` finds when it fears fire more, shoots in place of moving, stays
where it is, goes drilled (scouts ahead, apart, by Double Time), makes for one goal
first, or keeps together, and that of `steady`. Everything else it does as `seasoned`
(readings: D-695, D-785, D-817, D-818).
"""

from typing import Any

from opfor.core.ask import Asked, Context, Order
from opfor.sim.fire import FAIR
from opfor.sim.ground_plan import plan_of
from opfor.sim.judgement import Assessment
from opfor.sim.playout import HORIZON, Lookout, Plan
from opfor.sim.race import Budget, best, race
from opfor.sim.shares import need_of
from opfor.sim.steady import Steady
from opfor.sim.temper import EVEN, SEASONED, Temper
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.world import World

_but = SEASONED._replace

TEMPERS = (
    SEASONED,
    EVEN,
    _but(name="wary", fear=2.0, haste=0.6),
    _but(name="shooting", fear=1.2, haste=0.8, prep=FAIR),
    _but(name="halting", fear=1.5, haste=0.25, prep=FAIR),
    _but(name="drilled", room=0.5, alert=0.7, scouts=True, tired=0.05),
)
"""How it might play a Player Turn, the usual way first."""

MASSED = _but(name="massed", shares=False)
"""Where it would part to make for several goals."""

PHASES = ("PFPh", "MPh", "APh")
"""Where a temper shows."""

MOST = 3
"""Decisions of a Player Turn."""

BUDGET = Budget(games=64)
"""What a decision costs, if nobody says how much."""

MOST_AIMS = 2
"""Goals of which each is tried as the first."""


def tempers(state: State, world: World) -> tuple[Temper, ...]:
    """How a position might be played; as `seasoned` does it comes first.

    Where there are several goals, so is to make for one of them first; where several
    are needed, for the nearest of them all together.
    """
    judge = _judge(state, world)
    goals = judge.goals
    firsts = goals[:MOST_AIMS] if len(goals) > 1 else ()
    massed = (MASSED,) if need_of(judge.view, "FRIENDLY").number > 1 else ()
    aims = (_but(name=f"{at} first", aim=at) for at in firsts)
    return (*TEMPERS, *massed, *aims)


def _judge(state: State, world: World) -> Assessment:
    view = FrozenView.of(state, world)
    return Assessment(view, "FRIENDLY", plan_of(view.world))


class Planner:
    """Plays as the best of a few plans does, by playouts.

    Args:
        world: what the game is played on.
        seed: what its playouts follow from.
        budget: what a decision may cost.
        horizon: Player Turns after which a playout is cut; 0: none is.
    """

    human = False

    def __init__(
        self,
        world: World,
        seed: int | str,
        *,
        budget: Budget | None = None,
        horizon: int = HORIZON,
    ) -> None:
        self._world, self._seed, self._horizon = world, str(seed), horizon
        self._budget = budget or BUDGET
        self._players: dict[Temper, Steady] = {}
        self._temper = SEASONED
        self._turn: object = None
        self._seen: object = None
        self._decided = 0

    @property
    def why(self) -> str:
        """The reason of its last answer, where it gives one."""
        return self._player().why

    def answer(self, asked: Asked, context: Context) -> Any:
        """An order, or an answer to a question."""
        if isinstance(asked.request, Order):
            self._face(asked, context.state)
        return self._player().answer(asked, context)

    def _player(self) -> Steady:
        """Who plays as was decided."""
        found = self._players.get(self._temper)
        if found is None:
            found = Steady(self._world, self._seed, temper=self._temper)
            self._players[self._temper] = found
        return found

    def _face(self, asked: Asked, state: State) -> None:
        """Decide how to play, if that matters now."""
        turn = state.turn, state.side
        if turn != self._turn:
            self._turn, self._seen, self._decided = turn, None, 0
            self._temper = SEASONED
        if state.phase not in PHASES or state.side != "FRIENDLY" or state.window:
            return
        seen = self._sight(state)
        if seen != self._seen and self._decided < MOST:
            self._seen, self._decided = seen, self._decided + 1
            self._temper = self._chosen(asked, state)

    def _sight(self, state: State) -> object:
        """Where enemies are known or feared to be, and what is to be taken."""
        judge = _judge(state, self._world)
        return {foe.place for foe in judge.foes}, judge.aims

    def _chosen(self, asked: Asked, state: State) -> Temper:
        seed = f"{self._seed}/{asked.number}"
        ahead = Lookout(self._world, state, seed, self._horizon)
        ways = tempers(state, self._world)
        made = race(
            len(ways),
            lambda way, nth: ahead.chance(Plan(ways[way]), nth),
            self._budget,
            drop_same=True,
        )
        return ways[best(made)]
