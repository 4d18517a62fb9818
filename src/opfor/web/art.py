"""The boards' own pictures, from the player's VASL archives, in place of our art.

They are read anew each time and kept nowhere: they are his.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Response
from fastapi import Path as InPath
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.geo.boards.board import Board
from opfor.geo.boards.library import Library
from opfor.geo.boards.vasl_layers import Painting
from opfor.geo.boards.vasl_picture import BoardPicture
from opfor.geo.map import MAX_BOARDS, Map
from opfor.web.game.rooms import OpenGames
from opfor.web.json_http import described, json_of
from opfor.web.replays.routes import Replays


class BoardArt(Struct, frozen=True, kw_only=True):
    """Where the picture of one board lies on the map, in pixels without the frame.

    Args:
        board: the board's number on the map.
        left, top, width, height: where it lies.
        turned: by half a turn.
        cut: left, top, width and height of what is shown of it, as shares of it.
        painting: what SSR do to it.
    """

    board: int
    left: int
    top: int
    width: int
    height: int
    turned: bool
    cut: tuple[float, float, float, float] = (0, 0, 1, 1)
    painting: Painting = Painting()


Number = Annotated[int, InPath(ge=0, lt=MAX_BOARDS)]


Ground = Callable[[str], Awaitable[tuple[Map, tuple[str, ...]]]]
"""The map of a game, and the player's folders of boards that it is from."""


def add_art(app: FastAPI, rooms: OpenGames, replays: Replays) -> None:
    """The routes of the boards' own pictures, for games and for replays."""

    async def played(game: str) -> tuple[Map, tuple[str, ...]]:
        session = (await rooms.room(game)).session
        return session.world.map, session.setup.boards

    async def told(game: str) -> tuple[Map, tuple[str, ...]]:
        replay = await replays.of(game)
        return replay.world.map, replay.setup.boards

    _add(app, "/api/games/{game}/art", played)
    _add(app, "/api/replays/{game}/art", told)


def _add(app: FastAPI, path: str, ground: Ground) -> None:
    @app.get(
        path,
        summary="Which boards come with pictures of their own, and where they lie",
        **described(list[BoardArt]),
    )
    async def which(game: str) -> Response:
        return json_of(await asyncio.to_thread(art_of, *await ground(game)))

    @app.get(
        f"{path}/{{board}}",
        summary="The picture of a board, as the player's file has it",
        **described(media="image/*"),
    )
    async def one(game: str, board: Number) -> Response:
        found = await ground(game)
        picture = await asyncio.to_thread(picture_of, *found, board)
        return shown_picture(picture)

    @app.get(
        f"{path}/{{board}}/{{image}}",
        summary="A picture that an SSR lays over a board",
        **described(media="image/*"),
    )
    async def layer(game: str, board: Number, image: str) -> Response:
        found = await ground(game)
        return shown_picture(await asyncio.to_thread(layer_of, *found, board, image))


def shown_picture(picture: BoardPicture) -> Response:
    """A picture of the player's own, which no browser keeps."""
    kept = {"cache-control": "no-store"}
    return Response(picture.data, media_type=picture.media, headers=kept)


def art_of(board_map: Map, folders: tuple[str, ...]) -> list[BoardArt]:
    """The boards whose pictures can be shown; our own have none."""
    found = []
    for number, placed in enumerate(board_map.boards):
        try:
            _picture(placed.board, folders)
            painted = _library(folders).painting(placed.board)
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
                cut=_cut(placed.board),
                painting=painted,
            )
        )
    return found


def picture_of(board_map: Map, folders: tuple[str, ...], number: int) -> BoardPicture:
    """The picture of one of the boards.

    Errors:
        OpforError: there is no such board, or it has no picture.
    """
    if number >= len(board_map.boards):
        raise OpforError(f"the map has no board {number}")
    return _picture(board_map.boards[number].board, folders)


def layer_of(
    board_map: Map, folders: tuple[str, ...], number: int, image: str
) -> BoardPicture:
    """A picture that the SSR of one of the boards lay over it.

    Errors:
        OpforError: there is none of that name.
    """
    if number >= len(board_map.boards):
        raise OpforError(f"the map has no board {number}")
    board, library = board_map.boards[number].board, _library(folders)
    painted = library.painting(board)
    if image not in {
        *(each.image for each in painted.overlays),
        *(each.image for each in painted.patterns),
    }:
        raise OpforError(f"no picture {image[:60]!r} lies on board {board.name}")
    return library.layer(board, image)


def _cut(board: Board) -> tuple[float, float, float, float]:
    """What is left of a cropped board, as shares of the whole."""
    if board.whole is None:
        return 0, 0, 1, 1
    (left, top), (across, down) = board.corner, board.whole
    width, height = board.terrain.shape
    return left / across, top / down, width / across, height / down


def _library(folders: tuple[str, ...]) -> Library:
    return Library([Path(folder) for folder in folders])


def _picture(board: Board, folders: tuple[str, ...]) -> BoardPicture:
    """The picture from the first folder that has the board, as a library finds it."""
    if board.source != "vasl":
        raise OpforError(f"no picture comes with board {board.name}")
    return _library(folders).picture(board.name)
