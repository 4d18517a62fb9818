"""The player's own VASL on the page: where his boards and his module are, his counters.

Both are read where they lie and kept nowhere else: a page is given their pictures and
keeps none, and no save has more of them than the name of the folder.
"""

import asyncio
import os
from pathlib import Path
from threading import Lock
from typing import Annotated

from fastapi import FastAPI, Query, Request, Response
from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.settings import Settings, read_settings, write_settings
from opfor.geo.boards.vasl import board_names
from opfor.geo.boards.vasl_picture import BoardPicture, read_layer
from opfor.ports.session import Session
from opfor.state.counter_lists import counters as counter_types
from opfor.vasl.boards.find import Found, find, holds_boards
from opfor.vasl.counters.face import file_of
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.module import read_module
from opfor.vasl.counters.names import shipped_words
from opfor.vasl.things.faces import DrawnFace, Faces
from opfor.web.art import shown_picture
from opfor.web.game.rooms import OpenGames
from opfor.web.json_http import described, json_of, read_body
from opfor.web.replays.routes import Replays

LONGEST = 1_000
"""Most characters of a place that a page names."""

MODULE = "OPFOR_VASL_MODULE"
"""The variable that names a module for good, before the one chosen on the page."""


class MyVasl(Struct, frozen=True, kw_only=True):
    """What the start page shows of it.

    Args:
        boards, module: what is in use; empty if nothing is.
        count: how many boards are in that folder.
        found: what was found, to choose from.
    """

    boards: str
    module: str
    count: int
    found: Found = Found()


class VaslChoice(Struct, frozen=True):
    """The folder of boards and the module that the player chooses; empty for none."""

    boards: str = ""
    module: str = ""


Name = Annotated[str, Query(max_length=200)]


def add_my_vasl(
    app: FastAPI, rooms: OpenGames, replays: Replays, *, alone: bool
) -> None:
    """The routes of the player's own VASL.

    Args:
        app: gets them.
        rooms: the open games.
        replays: those that are looked at.
        alone: only this computer talks to the server; else no page may name a place.
    """
    own = OwnModule(rooms)
    _add_choice(app, own, alone=alone)
    _add_faces(app, own, rooms, replays)


def _add_choice(app: FastAPI, own: "OwnModule", *, alone: bool) -> None:
    @app.get(
        "/api/vasl",
        summary="The player's boards and module, and where some were found",
        **described(MyVasl),
    )
    async def mine(search: bool = False) -> Response:
        return json_of(await asyncio.to_thread(own.shown, search=search))

    @app.post(
        "/api/vasl",
        summary="Choose the folder of boards and the module; kept for good",
        **described(MyVasl, body=VaslChoice),
    )
    async def choose(request: Request) -> Response:
        choice = await read_body(request, VaslChoice)
        if not alone:
            raise OpforError(
                "this server is open to others, so no page may name a folder",
                do="choose it on a server of this computer alone",
            )
        return json_of(await asyncio.to_thread(own.choose, choice))


def _add_faces(
    app: FastAPI, own: "OwnModule", rooms: OpenGames, replays: Replays
) -> None:
    @app.get(
        "/api/vasl/picture",
        summary="A picture of a counter, out of the player's module",
        **described(media="image/*"),
    )
    async def picture(name: Name) -> Response:
        return shown_picture(await asyncio.to_thread(own.picture, name))

    @app.get(
        "/api/games/{game}/own-faces",
        summary="The counters of a game by the player's own pictures",
        **described(dict[str, DrawnFace]),
    )
    async def faces(game: str) -> Response:
        room = await rooms.room(game)
        makers = await asyncio.to_thread(own.ready)

        def drawn(session: Session) -> dict[str, DrawnFace]:
            return makers.faces(session.world, session.game.state)

        return json_of(await room.work(lambda: drawn(room.session)))

    @app.get(
        "/api/replays/{game}/own-faces/{moment}",
        summary="The counters of a moment of a replay by the player's own pictures",
        **described(dict[str, DrawnFace]),
    )
    async def told(game: str, moment: int) -> Response:
        replay = await replays.of(game)
        makers = await asyncio.to_thread(own.ready)
        found = await asyncio.to_thread(
            lambda: makers.faces(replay.world, replay.moment(moment))
        )
        return json_of(found)


class OwnModule:
    """What the player has chosen, and his module once it is read.

    Args:
        rooms: whose folders of boards follow the choice.
    """

    def __init__(self, rooms: OpenGames) -> None:
        self._rooms = rooms
        self._lock = Lock()
        self._faces: tuple[Path, Faces] | None = None

    def shown(self, *, search: bool = False) -> MyVasl:
        """What is in use; with what is found, if it is to be looked for."""
        settings = read_settings()
        folder = settings.boards or self._first_folder()
        return MyVasl(
            boards=folder,
            module=_module(),
            count=_count(folder),
            found=find() if search else Found(),
        )

    def choose(self, choice: VaslChoice) -> MyVasl:
        """Take other places from now on, and keep them.

        Errors:
            OpforError: there are no boards there, or that is no module.
        """
        folder, file = (_place(each) for each in (choice.boards, choice.module))
        if folder and not _count(folder):
            raise OpforError(
                "there are no boards of VASL in this folder",
                choice.boards[:300],
                "choose the one with the files bd01, bd02 …",
            )
        if file:
            read_module(Path(file))
        before = read_settings()
        write_settings(Settings(boards=folder, module=file))
        places = self._rooms.places
        kept = [each for each in places.boards if str(each) != before.boards]
        now = (*kept, *([Path(folder)] if folder else []))
        self._rooms.places = replace(places, boards=tuple(dict.fromkeys(now)))
        return self.shown()

    def picture(self, name: str) -> BoardPicture:
        """A picture of the module, by the name that its counters give it.

        Errors:
            OpforError: there is none of that name.
        """
        member, module = file_of(name), _module()
        if not member or not module:
            raise OpforError(f"your module has no picture {name[:60]!r}")
        return read_layer(Path(module), member)

    def ready(self) -> Faces:
        """What draws counters, once the module is read.

        Errors:
            OpforError: no module is named, or it is unusable.
        """
        module = vasl_module()
        with self._lock:
            if self._faces is None or self._faces[0] != module:
                read = read_module(module)
                known = Counters(read, counter_types(), shipped_words())
                self._faces = module, Faces(known)
            return self._faces[1]

    def _first_folder(self) -> str:
        folders = self._rooms.places.boards
        return next((str(each) for each in folders if holds_boards(each)), "")


def vasl_module() -> Path:
    """The player's module.

    Errors:
        OpforError: none is named.
    """
    if not (module := _module()):
        do = 'choose it under "My VASL" on the start page'
        raise OpforError("no module of VASL is named", do=do)
    return Path(module)


def _module() -> str:
    return os.environ.get(MODULE, "") or read_settings().module


def _place(text: str) -> str:
    """A place that a page names, from the root of the disk; empty for none.

    Errors:
        OpforError: it is no name of a file.
    """
    if not text:
        return ""
    if not text.isprintable() or len(text) > LONGEST:
        raise OpforError("this is no name of a file or folder", text[:100])
    try:
        return str(Path(text).expanduser().absolute())
    except (OSError, RuntimeError) as problem:
        raise OpforError(f"this is no place ({problem})", text[:100]) from None


def _count(folder: str) -> int:
    try:
        return len(board_names(Path(folder))) if folder else 0
    except OpforError:
        return 0
