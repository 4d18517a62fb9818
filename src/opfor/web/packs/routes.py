"""The page of packs: the player's own rows over shipped tables, checked as he types."""

from fastapi import FastAPI, Request, Response

from opfor.web.game.rooms import OpenGames
from opfor.web.json_http import described, json_of, post, read_body
from opfor.web.packs.editor import (
    Checked,
    Edit,
    Editing,
    Made,
    PackFolder,
    ShelfPack,
)
from opfor.web.pages import page
from opfor.web.tables import Name, PackName


def add_packs(app: FastAPI, rooms: OpenGames) -> None:
    """The page of packs, and what it fetches."""
    shelf = PackFolder(rooms.places.shelf)

    @app.get("/packs", summary="The page of packs", response_class=Response)
    def packs_page() -> Response:
        return page("packs")

    @app.get("/api/packs", summary="The player's packs", **described(list[ShelfPack]))
    def packs() -> Response:
        return json_of(shelf.packs())

    @app.post("/api/packs", summary="A new pack", **described(ShelfPack, body=Made))
    async def make(request: Request) -> Response:
        wish = await read_body(request, Made)
        return json_of(shelf.make(wish.pack))

    @app.get("/api/packs/table", summary="A table to edit", **described(Editing))
    def editing(pack: PackName, id: Name) -> Response:  # noqa: A002
        return json_of(shelf.editing(pack, id))

    post(
        app,
        "/api/packs/check",
        shelf.check,
        summary="What is wrong with rows; nothing is written",
        body=Edit,
        answer=Checked,
    )

    post(
        app,
        "/api/packs/table",
        shelf.keep,
        summary="Write rows into a pack, if they are right",
        body=Edit,
        answer=Checked,
    )
