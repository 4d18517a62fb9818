"""A FRIENDLY player that looks ahead: `planner`.

Where much is to be decided it plays on from the position with each of a few plans
(`playout.py`), and takes the best if that is clearly better than what `steady` would
do (`race.py`). The plans are the ways that `steady` finds when it fears fire more or
less, is in more or less of a hurry, and shoots or moves. It decides anew in each phase
of its Player Turn in which that makes a difference, and when what it knows of the ENEMY
has changed. Everything else it does as `steady`.
"""

from typing import Any

from opfor.core.ask import Asked, Context, Order
from opfor.sim.fire import FAIR
from opfor.sim.ground_plan import plan_of
from opfor.sim.judgement import EVEN, Assessment, Temper
from opfor.sim.playout import HORIZON, Lookout, Plan
from opfor.sim.race import Budget, best, race
from opfor.sim.steady import Steady
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.world import World

TEMPERS = (
    EVEN,
    Temper("bold", fear=0.5, haste=2.0),
    Temper("wary", fear=2.0, haste=0.6),
    Temper("rushing", fear=0.15, haste=3.0, prep=1.0),
    Temper("shooting", fear=1.2, haste=0.8, prep=FAIR),
)
"""How it might play a Player Turn."""

PHASES = ("PFPh", "MPh", "APh")
"""Where a temper shows."""

MOST = 3
"""Decisions of a phase."""


class Planner:
    """Plays as the best of a few plans does, by playouts.

    Args:
        world: what the game is played on.
        seed: what its playouts follow from.
        budget: what a decision may cost.
        horizon: Player Turns after which a playout is cut; 0: none is.

    Attributes:
        why: the reason of its last answer, where it gives one.
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
        self._budget = budget or Budget()
        self._players = {
            temper.name: Steady(world, seed, temper=temper) for temper in TEMPERS
        }
        self._temper = EVEN
        self._phase: object = None
        self._danger: object = None
        self._decided = 0
        self.why = ""

    def answer(self, asked: Asked, context: Context) -> Any:
        """An order, or an answer to a question."""
        state = context.state
        if isinstance(asked.request, Order):
            self._face(asked, state)
        player = self._players[self._temper.name]
        found = player.answer(asked, context)
        self.why = player.why
        return found

    def _face(self, asked: Asked, state: State) -> None:
        """Decide how to play, if that matters now."""
        now = state.turn, state.side, state.phase
        if now != self._phase:
            if state.phase not in PHASES or state.side != "FRIENDLY":
                self._temper = EVEN
            self._phase, self._danger, self._decided = now, None, 0
        if state.phase not in PHASES or state.side != "FRIENDLY" or state.window:
            return
        danger = self._dangers(state)
        if danger != self._danger and self._decided < MOST:
            self._danger, self._decided = danger, self._decided + 1
            self._temper = self._chosen(asked, state)

    def _dangers(self, state: State) -> object:
        view = FrozenView.of(state, self._world)
        return Assessment(view, "FRIENDLY", plan_of(view.world)).danger

    def _chosen(self, asked: Asked, state: State) -> Temper:
        seed = f"{self._seed}/{asked.number}"
        ahead = Lookout(self._world, state, seed, self._horizon)
        plans = [Plan(temper) for temper in TEMPERS]
        made = race(
            len(plans), lambda plan, nth: ahead.chance(plans[plan], nth), self._budget
        )
        return TEMPERS[best(made)]
