"""The page that designs Missions, and what it fetches."""

from asyncio import to_thread
from typing import Annotated

from fastapi import FastAPI, Query, Request, Response
from msgspec import Struct

from opfor.geo.edges import Edge
from opfor.web.designer.desk import DesignDesk
from opfor.web.designer.ground import BoardSlot, text_of, world_of
from opfor.web.designer.hardness import Hardness, HardnessRoom
from opfor.web.designer.messages import (
    Counters,
    DesignerOffers,
    Keep,
    Kept,
    Look,
    Looked,
    OpenedDraft,
)
from opfor.web.game.rooms import OpenGames
from opfor.web.json_http import BINARY, TOML, described, json_of, post, read_body
from opfor.web.pages import SVG, page, saved_as, svg_of
from opfor.web.pictures import BoardShape, Theme, board_picture, board_shape
from opfor.web.tables import Name, PackName


class Slots(Struct, frozen=True, forbid_unknown_fields=True):
    """Boards in their places."""

    slots: tuple[BoardSlot, ...]


class MapText(Struct, frozen=True):
    """A map as a Mission writes it."""

    map: str


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether games are played on in the background."""

    running: bool


MapQuery = Annotated[str, Query(max_length=1_000)]
Month = Annotated[str, Query(max_length=7)]
FileName = Annotated[str, Query(max_length=100)]


def add_designer(app: FastAPI, rooms: OpenGames) -> HardnessRoom:
    """The page of designs, and what it fetches; what it plays in the background."""
    desk = DesignDesk(rooms.places)
    _add_page(app, desk)
    _add_drafts(app, desk)
    _add_files(app, desk)
    room = HardnessRoom()
    _add_hardness(app, desk, room)
    return room


def _add_page(app: FastAPI, desk: DesignDesk) -> None:
    @app.get("/design", summary="The page of designs", response_class=Response)
    def design_page() -> Response:
        return page("designer")

    @app.get(
        "/api/designer",
        summary="What a design can be made of",
        **described(DesignerOffers),
    )
    def offers() -> Response:
        return json_of(desk.offers())

    @app.get(
        "/api/designer/board",
        summary="The hexes of a design's map",
        **described(BoardShape),
    )
    def board(map: MapQuery, fbe: Edge) -> Response:  # noqa: A002 - so it is called
        return json_of(board_shape("", world_of(map, fbe, desk.boards)))

    @app.get(
        "/api/designer/board.svg", summary="A design's map", **described(media=SVG)
    )
    def picture(map: MapQuery, fbe: Edge, theme: Theme = "light") -> Response:  # noqa: A002
        world = world_of(map, fbe, desk.boards)
        return svg_of(board_picture(world, theme, grid=True), kept=600)

    @app.get(
        "/api/designer/counters",
        summary="The counters of a nation in a month",
        **described(list[Counters]),
    )
    def counters(nation: Name, date: Month, pack: PackName = "") -> Response:
        return json_of(desk.counters(nation, date, pack))


def _add_drafts(app: FastAPI, desk: DesignDesk) -> None:
    post(
        app,
        "/api/designer/look",
        desk.look,
        summary="What is wrong with a draft; nothing is written",
        body=Look,
        answer=Looked,
    )

    post(
        app,
        "/api/designer/map",
        lambda wish: MapText(text_of(wish.slots, desk.boards)),
        summary="Boards in their places as the map of a Mission",
        body=Slots,
        answer=MapText,
    )


def _add_files(app: FastAPI, desk: DesignDesk) -> None:
    @app.get(
        "/api/designer/mission",
        summary="A Mission as a draft",
        **described(OpenedDraft),
    )
    def opened(id: Name, pack: PackName = "") -> Response:  # noqa: A002
        return json_of(desk.open(pack, id))

    post(
        app,
        "/api/designer/mission",
        desk.keep,
        summary="Keep a draft in a pack",
        body=Keep,
        answer=Kept,
    )

    @app.get(
        "/api/designer/file", summary="A Mission as a file", **described(media=TOML)
    )
    def file(id: Name, pack: PackName) -> Response:  # noqa: A002
        found = desk.file(pack, id)
        return Response(found, media_type=TOML, headers=saved_as(f"{id}.toml"))

    @app.post(
        "/api/designer/file",
        summary="A Mission file as a draft; nothing is written",
        **described(OpenedDraft, body=BINARY),
    )
    async def take(request: Request, name: FileName = "the file") -> Response:
        data = await request.body()
        return json_of(await to_thread(desk.take, data, name))


def _add_hardness(app: FastAPI, desk: DesignDesk, room: HardnessRoom) -> None:
    @app.get(
        "/api/designer/hardness",
        summary="How hard the Mission is that is being played",
        **described(Hardness),
    )
    def now() -> Response:
        return json_of(room.now)

    post(
        app,
        "/api/designer/hardness",
        lambda wish: room.ask(desk.setup(wish)),
        summary="Play a draft in the background until it is known how hard it is",
        body=Look,
        answer=Hardness,
    )

    @app.put(
        "/api/designer/hardness",
        summary="Whether games are to be played on",
        **described(Hardness, body=PlayOn),
    )
    async def stop(request: Request) -> Response:
        wish = await read_body(request, PlayOn)
        return json_of(room.now if wish.running else await to_thread(room.stop))
