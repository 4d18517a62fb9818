"""The server: pages, pictures and the websocket of a game.

opfor play --web        begins it, and prints its address

Here is what a first page needs; `rest.py` adds the rest.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from starlette.requests import ClientDisconnect
from starlette.responses import RedirectResponse

from opfor import __version__
from opfor.core.errors import OpforError
from opfor.core.fault_report import write_report
from opfor.ports.session import Session
from opfor.ports.suited import WithoutTables
from opfor.views.board.counters import symbols
from opfor.views.board.style import sheet_style
from opfor.web.art import add_art
from opfor.web.coach import add_coach
from opfor.web.folders import Places
from opfor.web.front import FILES, files, guarded
from opfor.web.game import messages as m
from opfor.web.game.los_warmup import LosWaiting
from opfor.web.game.odds import add_odds
from opfor.web.game.post import Post
from opfor.web.game.room import OpenGame, fault
from opfor.web.game.rooms import NewGame, OpenGames, Rematch
from opfor.web.game.view import PREFIX
from opfor.web.json_http import describe_forms, described, json_of, read_body
from opfor.web.lessons import LESSONS, Lesson
from opfor.web.pages import CSS, HTML, SVG, page, rendered, svg_of
from opfor.web.pictures import BoardShape, Theme, board_picture, board_shape
from opfor.web.replays.routes import add_replays
from opfor.web.rules.card import add_rule_cards
from opfor.web.security import Door
from opfor.web.shelf import add_shelf

if TYPE_CHECKING:
    from opfor.web.vasl.live import VaslTable

TOO_BIG = 1009
"""The code that a websocket is closed with after a message that is too long."""

FAILED = 1011
"""The code that a websocket is closed with after a fault."""

GONE = (WebSocketDisconnect, RuntimeError)
"""What a websocket raises whose page has gone; starlette has no narrower type."""

MOST_WAITING = 20
"""Requests of one page that wait while another is being done."""

LAST_WORDS = 1.5
"""Seconds in which a page can still hear why the server ends."""


def begin_app(
    places: Places,
    door: Door,
    opened: Callable[[], Session] | None = None,
    beside: Callable[["VaslTable", str], Awaitable[None]] | None = None,
) -> FastAPI:
    """The server's application, as far as a first page needs it.

    Args:
        places: where saves, boards and tables lie.
        door: who may talk to it.
        opened: begins or resumes the game of the command line.
        beside: has that game, by its id, played in VASL too.
    """
    app = FastAPI(
        title="opfor",
        version=__version__,
        summary="Plays the ENEMY of Solitaire ASL.",
        docs_url=None,  # those pages would load scripts from elsewhere
        redoc_url=None,
        lifespan=_life(opened, beside),
        middleware=guarded(door),
        exception_handlers={
            OpforError: _refused,
            ClientDisconnect: _cut,
            Exception: _failed,
            404: _nowhere,
        },
    )
    rooms = app.state.rooms = OpenGames(places)
    _pages(app)
    _api(app, rooms)
    _beginning(app, rooms)
    _pictures(app, rooms)
    _socket(app, rooms)
    _parts(app, rooms)
    describe_forms(app)
    app.mount(FILES, files(), name="static")
    return app


def _parts(app: FastAPI, rooms: OpenGames) -> None:
    """What has a file of its own."""
    films = app.state.films = add_replays(app, rooms)
    add_art(app, rooms, films)
    add_rule_cards(app)
    add_coach(app, rooms)
    add_shelf(app, rooms)
    app.state.table = None
    app.state.background = (add_odds(app, rooms),)


def _life(
    opened: Callable[[], Session] | None,
    beside: Callable[["VaslTable", str], Awaitable[None]] | None,
) -> Callable[[FastAPI], contextlib.AbstractAsyncContextManager[None]]:
    """What is done as the server begins, and as it ends."""

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        rooms = app.state.rooms

        async def in_vasl(game: str) -> None:
            if beside:
                await beside(app.state.table, game)

        if opened:
            rooms.first = asyncio.create_task(rooms.open_first(opened, in_vasl))
            rooms.first.add_done_callback(lambda task: _end_if_failed(app, task))
        yield
        if app.state.table:
            await app.state.table.close()
        for work in app.state.background:
            work.stop()
        await rooms.close()

    return life


def _end_if_failed(app: FastAPI, first: "asyncio.Task[str]") -> None:
    """Without the game that was asked for the server ends, once its page has it."""
    if first.cancelled() or not first.exception():
        return
    asyncio.get_running_loop().call_later(LAST_WORDS, app.state.end)


async def _refused(request: Request, error: Exception) -> Response:
    if "text/html" in request.headers.get("accept", ""):
        text = rendered("nowhere", said=f"That cannot be shown: {error}.")
        return Response(text, 400, media_type=HTML)
    said: dict[str, Any] = {"error": str(error)}
    if isinstance(error, WithoutTables):
        said |= {"error": error.what, "offers": error.offers}
    return json_of(said, 400)


async def _nowhere(request: Request, _error: Exception) -> Response:
    """An address that there is not: a page for people, a sentence for programs."""
    if "text/html" in request.headers.get("accept", ""):
        text = rendered("nowhere", said="There is no such page.")
        return Response(text, 404, media_type=HTML)
    return json_of({"error": "there is no such page"}, 404)


async def _cut(_request: Request, _error: Exception) -> Response:
    """A body that did not come whole; whoever sent it has mostly gone."""
    return json_of({"error": "the request did not come whole"}, 408)


async def _failed(request: Request, error: Exception) -> Response:
    command = (request.method, getattr(request.scope.get("route"), "path", ""))
    await asyncio.to_thread(write_report, error, command=command)
    return json_of({"error": fault(error)}, 500)


# -- pages -------------------------------------------------------------------------


def _pages(app: FastAPI) -> None:
    rooms: OpenGames = app.state.rooms

    @app.get("/", summary="The start page", response_class=Response)
    async def start() -> Response:
        return page("start")

    @app.get("/settings", summary="The page of settings", response_class=Response)
    async def settings() -> Response:
        return page("settings")

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
        "/api/lessons",
        summary="The lessons: Mission, dice and title of each",
        **described(list[Lesson]),
    )
    async def lessons() -> Response:
        return json_of(LESSONS)

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

    @app.post(
        "/api/games/{game}/rematch",
        summary="Begin a game's Mission once more; the new game's id",
        **described(dict[str, str], body=Rematch),
    )
    async def rematch(game: str, request: Request) -> Response:
        wish = await read_body(request, Rematch)
        return json_of({"id": await rooms.rematch(game, same=wish.dice == "same")})

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
        "/api/missions/{mission}/card.png",
        summary="The map of a Mission, for its card",
        **described(media="image/png"),
    )
    async def card(mission: str) -> Response:
        picture = await asyncio.to_thread(rooms.card, mission)
        return Response(
            picture, media_type="image/png", headers={"cache-control": "max-age=600"}
        )

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
        post = Post()
        try:
            room = await rooms.room(game)
            await room.join(post)
        except Exception as error:
            said = str(error) if isinstance(error, OpforError) else fault(error)
            with contextlib.suppress(*GONE):
                await socket.send_text(msgspec.json.encode(m.Refused(0, said)).decode())
                await socket.close()
            return
        tasks = [
            asyncio.create_task(_send(socket, room, post)),
            asyncio.create_task(_receive(socket, room, post)),
            asyncio.create_task(post.behind.wait()),  # it does not read
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.posts.discard(post)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        if any(not task.cancelled() and task.exception() for task in tasks):
            with contextlib.suppress(*GONE):
                # The page connects anew, and has it all again.
                await socket.close(FAILED)


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
                post.put(m.Refused(m.read_id(text), str(error)))
                await asyncio.sleep(0)  # it is sent before the next one is read
                continue
            if isinstance(request, m.StopRequest):
                room.stop()
                post.put(m.Done(request.id))
                await asyncio.sleep(0)
                continue
            # Done to its end even if this page goes: the others hear of it.
            working = {task for task in working if not task.done()}
            working.add(asyncio.create_task(room.request(request, post)))
            if len(working) > MOST_WAITING:
                await asyncio.wait(working, return_when=asyncio.FIRST_COMPLETED)


async def _send(socket: WebSocket, room: OpenGame, post: Post) -> None:
    """Send what is in the post, with the faces that the page has not had yet."""
    had: set[str] = set()
    with contextlib.suppress(*GONE):
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
