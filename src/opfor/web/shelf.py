"""The games on the shelf: named, deleted and brought back, copied out and in.

A deleted game lies in a folder of its own, so that it can be brought back; the last
`MOST_DELETED` are kept there. Its analysis goes with it, and is removed with it.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from fastapi import FastAPI, Request, Response
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.ports.session import SUFFIX
from opfor.views.analysis import analysis_file
from opfor.web import start_page
from opfor.web.game.rooms import DELETED, OpenGames, free_path
from opfor.web.game_names import is_id, read_names, write_names
from opfor.web.json_http import BINARY, described, json_of, read_body
from opfor.web.pages import saved_as
from opfor.web.security import IMPORT

MOST_DELETED = 20
"""Deleted games that are kept."""

MOST_NAME = 60
"""The most letters of a game's name."""


class GameName(Struct, frozen=True, forbid_unknown_fields=True):
    """What the player calls a game; empty for the Mission's own name."""

    name: str


class Shelved(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a game is deleted."""

    deleted: bool


class Shelf:
    """The saves of a server as files.

    Args:
        rooms: the games that are open.
    """

    def __init__(self, rooms: OpenGames) -> None:
        self._rooms = rooms
        self._games = rooms.places.games

    def call(self, id_: str, name: str) -> None:
        """Give a game a name; an empty one takes it away.

        Errors:
            OpforError: there is no such game, or the name is too long, or has what
                cannot be shown.
        """
        self._rooms.path(id_)
        plain = " ".join(name.split())
        if len(plain) > MOST_NAME:
            raise OpforError(f"a name has at most {MOST_NAME} letters")
        if not plain.isprintable():
            raise OpforError("a name has only what can be printed")
        write_names(self._games, read_names(self._games) | {id_: plain})

    async def delete(self, id_: str) -> None:
        """Put a game away.

        Errors:
            OpforError: there is no such game, or a page has it open.
        """
        path = self._rooms.path(id_)
        await self._rooms.leave(id_)
        folder = self._games / DELETED
        with _told(path):
            folder.mkdir(parents=True, exist_ok=True)
            _move(path, folder / path.name)
            kept = sorted(folder.glob(f"*{SUFFIX}"), key=_put_away)
            for old in kept[:-MOST_DELETED]:
                analysis_file(old).unlink(missing_ok=True)
                old.unlink()

    def restore(self, id_: str) -> None:
        """Bring a deleted game back.

        Errors:
            OpforError: it is not there, or another game has its name now.
        """
        there = self._games / f"{id_}{SUFFIX}"
        path = self._games / DELETED / f"{id_}{SUFFIX}"
        if not is_id(id_) or not path.is_file():
            raise OpforError(f"no game {id_[:40]!r} was deleted")
        if there.exists():
            raise OpforError("there is a game of that name again")
        with _told(path):
            _move(path, there)

    def copy(self, id_: str) -> bytes:
        """A game as a file of its own, whole even while it is played.

        Errors:
            OpforError: there is no such game, or it cannot be read.
        """
        path = self._rooms.path(id_)
        try:
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
                return bytes(db.serialize())
        except sqlite3.Error as error:
            raise OpforError(f"cannot be read ({error})", id_) from None

    def take(self, data: bytes) -> str:
        """A game from a file that the player chose; its id.

        Errors:
            OpforError: this is no game of opfor.
        """
        path = free_path(self._games, "imported")
        new = path.with_suffix(".new")
        try:
            with _told(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                new.write_bytes(data)
            start_page.read(new)
            with _told(path):
                new.replace(path)
        except OpforError as error:
            raise OpforError(
                "this file is no game of opfor that can be read"
            ) from error
        finally:
            new.unlink(missing_ok=True)
        return path.stem


def _move(save: Path, to: Path) -> None:
    """Move a save with its analysis; what an earlier one left there is gone."""
    here, there = analysis_file(save), analysis_file(to)
    if here.is_file():
        here.replace(there)
    else:
        there.unlink(missing_ok=True)
    save.replace(to)


def _put_away(file: Path) -> float:
    """When a file came into its folder."""
    return file.stat().st_ctime


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """What the disk refuses, in one sentence."""
    try:
        yield
    except OSError as error:
        raise OpforError(f"cannot be written ({error.strerror})", str(path)) from error


def add_shelf(app: FastAPI, rooms: OpenGames) -> None:
    """What may be done with games as a whole."""
    shelf = Shelf(rooms)

    @app.put(
        "/api/games/{game}/name",
        summary="Name a game",
        **described(GameName, body=GameName),
    )
    async def call(game: str, request: Request) -> Response:
        given = await read_body(request, GameName)
        shelf.call(game, given.name)
        return json_of(given)

    @app.put(
        "/api/games/{game}/shelf",
        summary="Delete a game, or bring it back",
        **described(Shelved, body=Shelved),
    )
    async def put(game: str, request: Request) -> Response:
        wish = await read_body(request, Shelved)
        if wish.deleted:
            await shelf.delete(game)
        else:
            shelf.restore(game)
        return json_of(wish)

    @app.get(
        "/api/games/{game}/game.opfor",
        summary="A game as a file",
        **described(media=BINARY),
    )
    async def copy(game: str) -> Response:
        data = await asyncio.to_thread(shelf.copy, game)
        return Response(data, media_type=BINARY, headers=saved_as(f"{game}{SUFFIX}"))

    @app.post(
        IMPORT,
        summary="Take a game from a file",
        **described(dict[str, str], body=BINARY),
    )
    async def take(request: Request) -> Response:
        data = await request.body()
        return json_of({"id": await asyncio.to_thread(shelf.take, data)})
