"""The server: pages, pictures and the websocket of a game.

opfor play --web        begins it, and prints its address
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import msgspec
from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from opfor import __version__
from opfor.core.codec import BAD_JSON
from opfor.core.errors import OpforError
from opfor.state.nations import load_all
from opfor.views.board.counters import symbols
from opfor.views.board.marks import FRAME
from opfor.views.board.style import sheet_style
from opfor.views.table_text import table_text
from opfor.web import messages as m
from opfor.web.pictures import board_picture
from opfor.web.room import Post, Room
from opfor.web.rooms import NewGame, Places, Rooms
from opfor.web.security import Door, Guard
from opfor.web.view import PREFIX

Theme = Literal["light", "dark"]

STATIC = Path(str(files("opfor.web") / "static"))

TOO_BIG = 1009
"""The code that a websocket is closed with after a message that is too long."""

SQUEEZE = 5
"""How hard answers are compressed: beyond this it costs more than it saves."""


def make_app(places: Places, door: Door) -> FastAPI:
    """The server's application.

    Args:
        places: where saves, boards and tables lie.
        door: who may talk to it.
    """
    rooms = Rooms(places)

    @contextlib.asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        yield
        await rooms.close()

    app = FastAPI(
        title="opfor",
        version=__version__,
        summary="Plays the ENEMY of Solitaire ASL.",
        docs_url=None,  # those pages would load scripts from elsewhere
        redoc_url=None,
        lifespan=life,
        middleware=[
            Middleware(Guard, door=door),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=SQUEEZE),
        ],
    )
    app.state.rooms = rooms
    app.add_exception_handler(OpforError, _refused)
    _pages(app)
    _api(app, rooms)
    _pictures(app, rooms)
    _socket(app, rooms)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app


def _refused(_request: Request, error: Exception) -> Response:
    return _json({"error": str(error)}, 400)


def _json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


# -- pages -------------------------------------------------------------------------


def _pages(app: FastAPI) -> None:
    @app.get("/", summary="The start page", response_class=Response)
    def start() -> Response:
        return _page("start.html")

    @app.get("/game/{game}", summary="The page of a game", response_class=Response)
    def game_page(game: str) -> Response:  # noqa: ARG001 - the page reads its address
        return _page("game.html")


def _page(name: str) -> Response:
    text = (STATIC / name).read_text("utf-8")
    return Response(text, media_type="text/html", headers={"cache-control": "no-cache"})


# -- what pages fetch ---------------------------------------------------------------


def _api(app: FastAPI, rooms: Rooms) -> None:
    new_game = {"content": {"application/json": {"schema": _schema(NewGame)}}}

    @app.get("/api/start", summary="Missions, nations, boards, saves")
    async def offers() -> Response:
        return _json(await asyncio.to_thread(rooms.offers))

    @app.post(
        "/api/games",
        summary="Begin a game; its id",
        openapi_extra={"requestBody": new_game},
    )
    async def begin(request: Request) -> Response:
        try:
            new = msgspec.json.decode(await request.body(), type=NewGame)
        except BAD_JSON as error:
            raise OpforError(f"this is no new game ({error})") from None
        return _json({"id": await rooms.begin(new)})

    @app.get("/api/games/{game}/small.png", summary="A saved game as a small picture")
    async def small(game: str) -> Response:
        picture = await asyncio.to_thread(rooms.picture, game)
        return Response(
            picture, media_type="image/png", headers={"cache-control": "no-cache"}
        )

    @app.get("/api/games/{game}/board", summary="The hexes of a game's map")
    async def board(game: str) -> Response:
        room = await rooms.room(game)
        return _json(await room.work(lambda: _board(room)))

    @app.get("/tables", summary="Every table by its id, as text")
    def tables() -> Response:
        found = load_all(*rooms.places.packs).tables
        text = "\n\n\n".join(table_text(found[name]) for name in sorted(found))
        return Response(text, media_type="text/plain; charset=utf-8")


def _schema(form: type) -> dict[str, Any]:
    schema = msgspec.json.schema(form)
    found: dict[str, Any] = schema["$defs"][form.__name__]
    return found


def _board(room: Room) -> dict[str, Any]:
    """The map as the page needs it: names and centres of hexes, and its size."""
    world = room.session.world
    grid, board_map = world.map.grid, world.map
    width, height = board_map.terrain.shape
    return {
        "id": room.id,
        "digest": board_map.digest,
        "width": int(width),
        "height": int(height),
        "frame": FRAME,
        "hex": [grid.hex_width, grid.hex_height],
        "names": [board_map.name(hex_) for hex_ in range(len(board_map))],
        "labels": [board_map.label(hex_) for hex_ in range(len(board_map))],
        "centres": [
            [round(v, 1) for v in grid.centre(*grid.coordinates(hex_))]
            for hex_ in range(len(board_map))
        ],
        "neighbours": board_map.neighbours,
        "levels": [len(world.ground.levels(hex_)) for hex_ in range(len(board_map))],
    }


# -- pictures ----------------------------------------------------------------------


def _pictures(app: FastAPI, rooms: Rooms) -> None:
    @app.get("/api/games/{game}/board.svg", summary="The map without its counters")
    async def picture(game: str, theme: Theme = "light", grid: bool = True) -> Response:
        room = await rooms.room(game)
        world = room.session.world
        svg = await asyncio.to_thread(board_picture, world, theme, grid=grid)
        return Response(
            svg, media_type="image/svg+xml", headers={"cache-control": "max-age=3600"}
        )

    @app.get("/api/games/{game}/symbols.svg", summary="What every counter uses")
    async def shapes(game: str) -> Response:
        room = await rooms.room(game)
        text = symbols(room.looks.sheet)
        return Response(text, media_type="image/svg+xml")

    @app.get("/look/{theme}.css", summary="The colours of counters and threads")
    def look(theme: Theme) -> Response:
        return Response(sheet_style(theme, PREFIX), media_type="text/css")


# -- the websocket -----------------------------------------------------------------


def _socket(app: FastAPI, rooms: Rooms) -> None:
    @app.websocket("/ws/{game}")
    async def talk(socket: WebSocket, game: str) -> None:
        await socket.accept()
        post: Post = asyncio.Queue()
        try:
            room = await rooms.room(game)
            await room.join(post)
        except OpforError as error:
            await socket.send_bytes(msgspec.json.encode(m.Refused(0, str(error))))
            await socket.close()
            return
        tasks = [
            asyncio.create_task(_send(socket, room, post)),
            asyncio.create_task(_receive(socket, room, post)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.posts.discard(post)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)


async def _receive(socket: WebSocket, room: Room, post: Post) -> None:
    """Read requests, one after another, until the page is gone."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text") or message.get("bytes") or ""
            if len(text) > m.MOST_BYTES:
                await socket.close(TOO_BIG, "this message is too long")
                return
            try:
                request = m.read_request(text)
            except OpforError as error:
                post.put_nowait(m.Refused(m.read_id(text), str(error)))
                continue
            # Done to its end even if this page goes: the others hear of it.
            await asyncio.shield(room.request(request, post))


async def _send(socket: WebSocket, room: Room, post: Post) -> None:
    """Send what is in the post, with the faces that the page has not had yet."""
    had: set[str] = set()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            reply = await post.get()
            if isinstance(reply, m.News):
                reply = _with_looks(reply, room, had)
            await socket.send_text(msgspec.json.encode(reply).decode())


def _with_looks(news: m.News, room: Room, had: set[str]) -> m.News:
    shown = [*news.view.pieces, *(p for beat in news.beats for p in beat.pieces)]
    new = {piece.look for piece in shown} - had
    had |= new
    faces = {look: room.looks.faces[look] for look in sorted(new)}
    return msgspec.structs.replace(news, looks=faces)
