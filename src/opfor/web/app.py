"""The server: pages, pictures and the websocket of a game.

opfor play --web        begins it, and prints its address
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import RedirectResponse
from starlette.staticfiles import StaticFiles

from opfor import __version__
from opfor.core.errors import OpforError
from opfor.ports.session import Session
from opfor.views.board.counters import symbols
from opfor.views.board.style import sheet_style
from opfor.web import art, packs, replays, rules, tables
from opfor.web.art import add_art
from opfor.web.folders import Places
from opfor.web.game import messages as m
from opfor.web.game.los_warmup import LosWaiting
from opfor.web.game.room import OpenGame, Post, fault
from opfor.web.game.rooms import NewGame, OpenGames
from opfor.web.game.view import PREFIX
from opfor.web.json_http import describe_forms, described, json_of, read_body
from opfor.web.packs import add_packs
from opfor.web.pages import CSS, STATIC, SVG, page, svg_of
from opfor.web.pictures import BoardShape, Theme, board_picture, board_shape
from opfor.web.replays import add_replays
from opfor.web.reports import add_reports
from opfor.web.rules import add_rules
from opfor.web.security import Door, Guard
from opfor.web.tables import add_tables

TOO_BIG = 1009
"""The code that a websocket is closed with after a message that is too long."""

FAILED = 1011
"""The code that a websocket is closed with after a fault."""

MOST_WAITING = 20
"""Requests of one page that wait while another is being done."""

LAST_WORDS = 1.5
"""Seconds in which a page can still hear why the server ends."""

SQUEEZE = 5
"""How hard answers are compressed: beyond this it costs more than it saves."""


def make_app(
    places: Places, door: Door, opened: Callable[[], Session] | None = None
) -> FastAPI:
    """The server's application.

    Args:
        places: where saves, boards and tables lie.
        door: who may talk to it.
        opened: begins or resumes the game of the command line.
    """
    rooms = OpenGames(places)

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        if opened:
            rooms.first = asyncio.create_task(rooms.open_first(opened))
            rooms.first.add_done_callback(lambda task: _end_if_failed(app, task))
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
    app.add_exception_handler(Exception, _failed)
    _pages(app)
    _api(app, rooms)
    _beginning(app, rooms)
    _pictures(app, rooms)
    _socket(app, rooms)
    films = add_replays(app, rooms)
    add_reports(app, films)
    add_art(app, rooms, films)
    add_tables(app, rooms)
    add_packs(app, rooms)
    add_rules(app)
    forms = (*art.FORMS, *replays.FORMS, *tables.FORMS, *packs.FORMS, *rules.FORMS)
    describe_forms(app, (NewGame, LosWaiting, BoardShape, *forms))
    app.mount("/static", _Fresh(directory=STATIC), name="static")
    return app


class _Fresh(StaticFiles):
    """Files of the page: the browser keeps them, but asks whether they are the same.

    Else it would mix those of one release with those of the next.
    """

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        found = super().file_response(*args, **kwargs)
        found.headers["cache-control"] = "no-cache"
        return found


def _end_if_failed(app: FastAPI, first: "asyncio.Task[str]") -> None:
    """Without the game that was asked for the server ends, once its page has it."""
    if first.cancelled() or not first.exception():
        return
    asyncio.get_running_loop().call_later(LAST_WORDS, app.state.end)


def _refused(_request: Request, error: Exception) -> Response:
    return json_of({"error": str(error)}, 400)


def _failed(_request: Request, error: Exception) -> Response:
    return json_of({"error": fault(error)}, 500)


# -- pages -------------------------------------------------------------------------


def _pages(app: FastAPI) -> None:
    rooms: OpenGames = app.state.rooms

    @app.get("/", summary="The start page", response_class=Response)
    async def start() -> Response:
        return page("start")

    @app.get("/opened", summary="The game of the command line", response_class=Response)
    async def first() -> Response:
        if rooms.first is None:
            return RedirectResponse("/", 303)
        return page("game")  # it loads while the game is being opened

    @app.get("/game/{game}", summary="The page of a game", response_class=Response)
    async def game_page(game: str) -> Response:  # noqa: ARG001 - it reads its address
        return page("game")


# -- what pages fetch ---------------------------------------------------------------


def _api(app: FastAPI, rooms: OpenGames) -> None:
    @app.get(
        "/api/start",
        summary="Missions, nations, boards, saves",
        **described(dict[str, Any]),
    )
    async def offers() -> Response:
        return json_of(await asyncio.to_thread(rooms.offers))

    @app.get(
        "/api/opened",
        summary="The game of the command line, once it is open; its id",
        **described(dict[str, str]),
    )
    async def first() -> Response:
        if rooms.first is None:
            raise OpforError("opfor was not told to open a game")
        return json_of({"id": await asyncio.shield(rooms.first)})

    @app.get(
        "/api/games/{game}/small.png",
        summary="A saved game as a small picture",
        **described(media="image/png"),
    )
    async def small(game: str) -> Response:
        picture = await asyncio.to_thread(rooms.picture, game)
        return Response(
            picture, media_type="image/png", headers={"cache-control": "no-cache"}
        )

    @app.get(
        "/api/games/{game}/board",
        summary="The hexes of a game's map",
        **described(BoardShape),
    )
    async def board(game: str) -> Response:
        room = await rooms.room(game)
        world = room.session.world
        return json_of(await room.work(lambda: board_shape(room.id, world)))


def _beginning(app: FastAPI, rooms: OpenGames) -> None:
    @app.post(
        "/api/games",
        summary="Begin a game; its id",
        **described(dict[str, str], body=NewGame),
    )
    async def begin(request: Request) -> Response:
        new = await read_body(request, NewGame)
        return json_of({"id": await rooms.begin(new)})

    @app.get(
        "/api/beginning",
        summary="How far the new game is that is being begun",
        **described(dict[str, str]),
    )
    async def beginning() -> Response:
        return json_of({"text": rooms.beginning.text if rooms.beginning else ""})

    @app.post(
        "/api/beginning",
        summary="Whether to wait for LOS of the new game's map",
        **described(dict[str, str], body=LosWaiting),
    )
    async def wait(request: Request) -> Response:
        waiting = await read_body(request, LosWaiting)
        if rooms.beginning:
            rooms.beginning.enough = not waiting.wait
        return await beginning()


# -- pictures ----------------------------------------------------------------------


def _pictures(app: FastAPI, rooms: OpenGames) -> None:
    @app.get(
        "/api/games/{game}/board.svg",
        summary="The map without its counters",
        **described(media=SVG),
    )
    async def picture(game: str, theme: Theme = "light", grid: bool = True) -> Response:
        room = await rooms.room(game)
        world = room.session.world
        svg = await asyncio.to_thread(board_picture, world, theme, grid=grid)
        return svg_of(svg, kept=3600)

    @app.get(
        "/api/map.png",
        summary="A map as a small picture",
        **described(media="image/png"),
    )
    async def map_small(map: str) -> Response:  # noqa: A002 - so it is called
        picture = await asyncio.to_thread(rooms.map_picture, map)
        return Response(
            picture, media_type="image/png", headers={"cache-control": "max-age=600"}
        )

    @app.get(
        "/api/games/{game}/symbols.svg",
        summary="What every counter uses",
        **described(media=SVG),
    )
    async def shapes(game: str) -> Response:
        room = await rooms.room(game)
        return svg_of(symbols(room.looks.sheet))

    @app.get(
        "/look/{theme}.css",
        summary="The colours of counters and threads",
        **described(media=CSS),
    )
    def look(theme: Theme) -> Response:
        return Response(sheet_style(theme, PREFIX), media_type="text/css")


# -- the websocket -----------------------------------------------------------------


def _socket(app: FastAPI, rooms: OpenGames) -> None:
    @app.websocket("/ws/{game}")
    async def talk(socket: WebSocket, game: str) -> None:
        await socket.accept()
        post: Post = asyncio.Queue()
        try:
            room = await rooms.room(game)
            await room.join(post)
        except Exception as error:
            said = str(error) if isinstance(error, OpforError) else fault(error)
            await socket.send_text(msgspec.json.encode(m.Refused(0, said)).decode())
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
        if any(not task.cancelled() and task.exception() for task in tasks):
            await socket.close(FAILED)  # the page connects anew, and has it all again


async def _receive(socket: WebSocket, room: OpenGame, post: Post) -> None:
    """Read requests until the page is gone; they are done one after another."""
    working: set[asyncio.Task[None]] = set()
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
            if isinstance(request, m.StopRequest):
                room.stop()
                post.put_nowait(m.Done(request.id))
                continue
            # Done to its end even if this page goes: the others hear of it.
            working = {task for task in working if not task.done()}
            working.add(asyncio.create_task(room.request(request, post)))
            if len(working) > MOST_WAITING:
                await asyncio.wait(working, return_when=asyncio.FIRST_COMPLETED)


async def _send(socket: WebSocket, room: OpenGame, post: Post) -> None:
    """Send what is in the post, with the faces that the page has not had yet."""
    had: set[str] = set()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            reply = await post.get()
            if isinstance(reply, m.News):
                reply = _with_looks(reply, room, had)
            await socket.send_text(msgspec.json.encode(reply).decode())


def _with_looks(news: m.News, room: OpenGame, had: set[str]) -> m.News:
    shown = [*news.view.pieces, *(p for beat in news.beats for p in beat.pieces)]
    new = {piece.look for piece in shown} - had
    had |= new
    faces = {look: room.looks.faces[look] for look in sorted(new)}
    return msgspec.structs.replace(news, looks=faces)
