"""A Mission as an environment of Gymnasium: FRIENDLY acts, the rules play the ENEMY."""

from typing import Any, Literal, SupportsIndex

import gymnasium
import numpy as np
from numpy.typing import NDArray

from opfor.core.errors import OpforError
from opfor.env.kept import Kept
from opfor.env.match import KeptGame
from opfor.env.picked_game import PickedGame
from opfor.env.picture import picture_of
from opfor.env.spaces import Form, action_space, mask_of, observation, observation_space
from opfor.env.text import text_of
from opfor.state.mission import Mission
from opfor.state.seen import seen_by
from opfor.state.units import Side

Render = Literal["rgb_array", "ansi"]

SIDE: Side = "FRIENDLY"

SEEDS = 2**31
"""How many games there are to draw from."""


class MissionEnv(Kept, gymnasium.Env[dict[str, Any], np.int64]):
    """One Mission; an action picks a slot of what is offered (D-750).

    The reward is 1 for a game won, -1 for one lost, 0 else.

    Args:
        mission: what is played, or its name.
        form: whether observations are arrays or a text.
        render_mode: what `render` gives: pixels or a text.

    Errors:
        OpforError: there is no such Mission, form or mode.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": ["rgb_array", "ansi"],
        "render_fps": 2,
    }

    def __init__(
        self,
        mission: Mission | str = "tutorial",
        *,
        form: Form = "numbers",
        render_mode: Render | None = None,
    ) -> None:
        check_modes(form, render_mode)
        self.game = PickedGame(mission)
        self.form, self.render_mode, self._mode = form, render_mode, render_mode
        self.action_space = action_space()
        self.observation_space = observation_space(self.game.mission, form)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game; the same seed gives the same placements and dice."""
        super().reset(seed=seed, options=options)
        self.game.begin(str(self.np_random.integers(SEEDS)))
        return self._observed(), self._info()

    def step(
        self, action: SupportsIndex
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Pick a slot; one that nothing stands in has no effect.

        A game is rewarded once, as it ends; a step after that changes nothing.

        Errors:
            OpforError: there is no such slot, or no game is begun.
        """
        ended = self.game.over
        self.game.pick(action)
        gained = 0.0 if ended else reward(self.game, SIDE)
        return self._observed(), gained, self.game.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions can be picked now, as some libraries ask for it."""
        return mask_of(self.game, SIDE).astype(np.bool_)

    def restore(
        self, position: KeptGame, *, seed: int | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Go on from a position, any number of times.

        Args:
            position: what `save` gave, of this Mission.
            seed: other dice from there on, for who looks ahead without knowing what
                will be rolled; None: those that would have come.
        """
        self.game.restore(position, None if seed is None else str(seed))
        return self._observed(), self._info()

    def render(self) -> Any:
        """The game as its player sees it, as the mode says."""
        return rendered(self.game, SIDE, self._mode)

    def _observed(self) -> dict[str, Any]:
        return observation(self.game, SIDE, self.form)

    def _info(self) -> dict[str, Any]:
        return info_of(self.game)


def check_modes(form: str, render_mode: str | None) -> None:
    """See that there are such modes.

    Errors:
        OpforError: there are not.
    """
    if form not in ("numbers", "text"):
        raise OpforError(f"there is no form {form!r}", do="numbers or text")
    if render_mode not in (None, "rgb_array", "ansi"):
        raise OpforError(f"there is no mode {render_mode!r}", do="rgb_array or ansi")


def reward(game: PickedGame, side: Side) -> float:
    """1 for a game won, -1 for one lost; 0 for a draw and while it goes on."""
    winner = game.match.winner
    return 0.0 if winner is None else 1.0 if winner == side else -1.0


def info_of(game: PickedGame) -> dict[str, Any]:
    """Where the game stands, for logs: no player needs it."""
    state = game.match.state
    return {
        "turn": state.turn,
        "phase": str(state.phase),
        "asked": game.kind,
        "refused": game.refused,
        "winner": game.match.winner or "",
    }


def rendered(game: PickedGame, side: Side, mode: Render | None) -> Any:
    """A game as one side sees it: pixels, a text, or nothing without a mode."""
    if mode is None:
        return None
    seen = seen_by(game.match.state, side)
    if mode == "ansi":
        return text_of(game, seen, side)
    return picture_of(game.match.view.world, seen)
