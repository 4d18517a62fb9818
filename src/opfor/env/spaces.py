"""The spaces of an environment: of one Mission always the same ones."""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from opfor.env.match import world_of
from opfor.env.observe import (
    LIMIT,
    MOST_UNITS,
    OFFER_COLUMNS,
    QUESTION_COLUMNS,
    board_shape,
    observe,
)
from opfor.env.picked_game import PickedGame
from opfor.env.questions import SLOTS
from opfor.env.text import MOST, SIGNS, text_of
from opfor.env.unit_row import UNIT_COLUMNS
from opfor.state.mission import Mission
from opfor.state.seen import seen_by
from opfor.state.units import Side

Form = Literal["numbers", "text"]
"""What an observation is: arrays, or a text."""


def action_space() -> spaces.Discrete:
    """The slots."""
    return spaces.Discrete(SLOTS)


def observation_space(mission: Mission, form: Form) -> spaces.Dict:
    """What is shown, with the mask of what can be picked."""
    mask = spaces.MultiBinary(SLOTS)
    if form == "text":
        text = spaces.Text(MOST, min_length=1, charset=SIGNS)
        return spaces.Dict({"text": text, "action_mask": mask})
    return spaces.Dict(
        {
            "board": _box(*board_shape(world_of(mission))),
            "units": _box(MOST_UNITS, len(UNIT_COLUMNS)),
            "question": _box(len(QUESTION_COLUMNS)),
            "offers": _box(SLOTS, len(OFFER_COLUMNS)),
            "action_mask": mask,
        }
    )


def _box(*shape: int) -> spaces.Box:
    return spaces.Box(-LIMIT, LIMIT, shape, np.float32)


def mask_of(game: PickedGame, side: Side) -> NDArray[np.int8]:
    """What a side can pick now; who is not asked can only wait, in slot 0.

    So it is once the game is over, too: many samplers cannot do with a mask of zeros.
    """
    if game.side == side:
        return game.mask()
    mask = np.zeros(SLOTS, np.int8)
    mask[0] = 1
    return mask


def observation(game: PickedGame, side: Side, form: Form) -> dict[str, Any]:
    """What a side is shown now, with the mask of what it can pick."""
    seen, mask = seen_by(game.match.state, side), mask_of(game, side)
    if form == "text":
        return {"text": text_of(game, seen, side), "action_mask": mask}
    return {**observe(game, seen, side)._asdict(), "action_mask": mask}
