"""The boards' own pictures, from the player's VASL archives, in place of our art.

They are read anew each time and kept nowhere: they are his.
"""

from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Response
from fastapi import Path as InPath
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.geo.library import Library
from opfor.geo.map import MAX_BOARDS
from opfor.geo.vaslpicture import BoardPicture
from opfor.web.replays import Replay, Replays
from opfor.web.wire import described, json_of


class BoardArt(Struct, frozen=True, kw_only=True):
    """Where the picture of one board lies on the map, in pixels without the frame."""

    board: int
    left: int
    top: int
    width: int
    height: int
    turned: bool


FORMS = (list[BoardArt],)

Number = Annotated[int, InPath(ge=0, lt=MAX_BOARDS)]


def add_art(app: FastAPI, replays: Replays) -> None:
    """The routes of the boards' own pictures."""

    @app.get(
        "/api/replays/{game}/art",
        summary="Which boards come with pictures of their own, and where they lie",
        **described(list[BoardArt]),
    )
    async def which(game: str) -> Response:
        return json_of(await replays.ask(game, art_of))

    @app.get(
        "/api/replays/{game}/art/{board}",
        summary="The picture of a board, as the player's file has it",
        **described(media="image/*"),
    )
    async def one(game: str, board: Number) -> Response:
        picture = await replays.ask(game, lambda each: picture_of(each, board))
        kept = {"cache-control": "no-store"}
        return Response(picture.data, media_type=picture.media, headers=kept)


def art_of(replay: Replay) -> list[BoardArt]:
    """The boards whose pictures can be shown; our own have none."""
    found = []
    board_map, library = replay.world.map, _library(replay)
    for number, placed in enumerate(board_map.boards):
        try:
            library.picture(placed.board.name)
        except OpforError:
            continue
        left, top, width, height = board_map.area(number)
        found.append(
            BoardArt(
                board=number,
                left=left,
                top=top,
                width=width,
                height=height,
                turned=placed.turned,
            )
        )
    return found


def picture_of(replay: Replay, number: int) -> BoardPicture:
    """The picture of one of the boards.

    Errors:
        OpforError: there is no such board, or it has no picture.
    """
    boards = replay.world.map.boards
    if number >= len(boards):
        raise OpforError(f"the map has no board {number}")
    return _library(replay).picture(boards[number].board.name)


def _library(replay: Replay) -> Library:
    return Library([Path(folder) for folder in replay.setup.boards])
