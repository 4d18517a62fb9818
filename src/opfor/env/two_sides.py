"""A Mission as a game of two for PettingZoo: FRIENDLY, and the ENEMY's discretion.

The rules still say what the ENEMY does; its player decides where they leave it a
choice (docs/policies.md). The two take turns: who is not asked can only wait (D-752).
"""

from typing import Any, ClassVar

import gymnasium
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import aec_to_parallel

from opfor.env.kept import Kept
from opfor.env.match import KeptGame
from opfor.env.mission_env import Render, check_modes, info_of, rendered, reward
from opfor.env.picked_game import PickedGame
from opfor.env.spaces import Form, action_space, observation, observation_space
from opfor.state.mission import Mission
from opfor.state.units import Side

SIDES: dict[str, Side] = {"friendly": "FRIENDLY", "enemy": "ENEMY"}
"""The agents, in the order of their turns, and whose side each plays."""

MOST_CYCLES = 5_000
"""Turns of both after which a game is cut short, if nothing else is said."""


class TwoSides(Kept, AECEnv):  # type: ignore[misc] # it is not typed
    """One Mission for two players; an action picks a slot of what is offered (D-750).

    The reward is 1 for who wins and -1 for who loses, 0 else.

    Args:
        mission: what is played, or its name.
        form: whether observations are arrays or a text.
        render_mode: what `render` gives: pixels or a text, as FRIENDLY sees it.
        max_cycles: turns of both after which a game is cut short.

    Errors:
        OpforError: there is no such Mission, form or mode.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "opfor_two_sides_v0",
        "render_modes": ["rgb_array", "ansi"],
        "render_fps": 2,
        "is_parallelizable": True,
    }

    def __init__(
        self,
        mission: Mission | str = "tutorial",
        *,
        form: Form = "numbers",
        render_mode: Render | None = None,
        max_cycles: int = MOST_CYCLES,
    ) -> None:
        super().__init__()
        check_modes(form, render_mode)
        self.game = PickedGame(mission, both=True)
        self.form, self.render_mode, self.max_cycles = form, render_mode, max_cycles
        self.possible_agents = list(SIDES)
        space = observation_space(self.game.mission, form)
        self.observation_spaces = dict.fromkeys(SIDES, space)
        self.action_spaces = {agent: action_space() for agent in SIDES}
        self._random = gymnasium.utils.seeding.np_random(None)[0]

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """What an agent is shown; the same for both."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """What an agent can pick from."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> None:
        """A new game; the same seed gives the same placements and dice."""
        del options  # there are none
        if seed is not None:
            self._random = gymnasium.utils.seeding.np_random(seed)[0]
        self.game.begin(str(self._random.integers(2**31)))
        self._begin_turns()

    def _begin_turns(self) -> None:
        self.agents = list(SIDES)
        self.rewards = dict.fromkeys(SIDES, 0.0)
        self._cumulative_rewards = dict.fromkeys(SIDES, 0.0)
        self.terminations = dict.fromkeys(SIDES, False)
        self.truncations = dict.fromkeys(SIDES, False)
        self.infos = {agent: info_of(self.game) for agent in SIDES}
        self.agent_selection = self.agents[0]
        self._cycles = 0

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent is shown now, with the mask of what it can pick."""
        return observation(self.game, SIDES[agent], self.form)

    def step(self, action: int | None) -> None:
        """Pick a slot for the agent whose turn it is; who is not asked waits."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if self.game.side == SIDES[agent] and action is not None:
            self.game.pick(action)
        self._next_turn(last=agent == self.possible_agents[-1])
        self._accumulate_rewards()

    def _next_turn(self, *, last: bool) -> None:
        """The other one's turn; a game ends for both, after the last of them."""
        self._cycles += last
        over = last and self.game.over
        cut = last and self._cycles >= self.max_cycles
        self.rewards = {
            agent: reward(self.game, SIDES[agent]) if over else 0.0
            for agent in self.agents
        }
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut and not over)
        self.infos = {agent: info_of(self.game) for agent in self.agents}
        self.agent_selection = self.possible_agents[0 if last else 1]

    def restore(self, position: KeptGame, *, seed: int | None = None) -> None:
        """Go on from a position, with other dice to come if there is a seed."""
        self.game.restore(position, None if seed is None else str(seed))
        self._begin_turns()

    def render(self) -> Any:
        """The game as FRIENDLY sees it, as the mode says."""
        return rendered(self.game, "FRIENDLY", self.render_mode)

    def close(self) -> None:
        """Nothing is open; PettingZoo asks for it of whatever renders."""


def env(mission: Mission | str = "tutorial", **settings: Any) -> TwoSides:
    """The environment, as PettingZoo's tools make one."""
    return TwoSides(mission, **settings)


def parallel_env(
    mission: Mission | str = "tutorial", **settings: Any
) -> ParallelEnv[str, Any, Any]:
    """The same for both at once: who is not asked waits, whatever it picks."""
    return aec_to_parallel(TwoSides(mission, **settings))
