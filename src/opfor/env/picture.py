"""A game as a picture: the board with all that one side knows of."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from opfor.state.state import State
from opfor.state.world import World
from opfor.views.game_picture import empty_board_svg, game_svg
from opfor.views.png import to_png

WIDTH = 960
"""Pixels across."""


def picture_of(world: World, seen: State) -> NDArray[np.uint8]:
    """The board as rows of pixels, each red, green and blue.

    The board takes seconds and is drawn once; what lies on it is laid over it.
    """
    board = world.lasting(
        "board picture", WIDTH, lambda: _drawn(empty_board_svg(world))
    )
    pieces = _drawn(game_svg(world, seen, ground=False))
    whole = Image.alpha_composite(board, pieces)
    return np.asarray(whole.convert("RGB")).copy()


def _drawn(svg: str) -> Image.Image:
    with Image.open(BytesIO(to_png(svg, width=WIDTH))) as image:
        return image.convert("RGBA")
