"""A game that is played in the player's VASL and on opfor's page at once.

The page's room owns the game; the table in VASL is another view of it. One game is
played so at a time, as one server has one room.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from fastapi import FastAPI, Request, Response
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.ports.session import Session
from opfor.vasl.live.host import Host
from opfor.vasl.live.people import ROOM
from opfor.vasl.live.serve import LOOPBACK, USUAL, OwnFiles, seated
from opfor.web.game.room import OpenGame
from opfor.web.game.rooms import OpenGames
from opfor.web.json_http import described, json_of, read_body
from opfor.web.vasl.own import vasl_module

T = TypeVar("T")


class InVasl(Struct, frozen=True, kw_only=True):
    """How a game is played in VASL: what the player types there, and who is there.

    Args:
        game: its id; empty: none is played so, and the rest says nothing.
        address, port, room: where VASL finds it.
        player: who plays in VASL; empty while nobody has joined.
        remarks: what he must know of the boards and counters, in sentences.
    """

    game: str = ""
    address: str = ""
    port: int = 0
    room: str = ROOM
    player: str = ""
    remarks: tuple[str, ...] = ()


class PlayInVasl(Struct, frozen=True):
    """The game that is to be played in VASL too; empty: none any more."""

    game: str = ""


def add_in_vasl(app: FastAPI, rooms: OpenGames, *, alone: bool) -> "VaslTable":
    """The routes of the game that is played in VASL.

    Args:
        app: gets them.
        rooms: the open games.
        alone: only this computer talks to the server; else no page may open another.
    """
    table = VaslTable(rooms)

    @app.get(
        "/api/in-vasl",
        summary="The game that is played in VASL too, and what to type there",
        **described(InVasl),
    )
    async def now() -> Response:
        return json_of(table.shown())

    @app.post(
        "/api/in-vasl",
        summary="Have a game played in VASL too, or none any more",
        **described(InVasl, body=PlayInVasl),
    )
    async def turn(request: Request) -> Response:
        wish = await read_body(request, PlayInVasl)
        if not alone:
            raise OpforError(
                "this server is open to others, so no page may open one for VASL",
                do="start opfor play --vasl --web on this computer",
            )
        await (table.open(wish.game) if wish.game else table.close())
        return json_of(table.shown())

    return table


class VaslTable:
    """The table in VASL of one of the open games.

    Args:
        rooms: the open games.
    """

    def __init__(self, rooms: OpenGames) -> None:
        self._rooms = rooms
        self._lock = asyncio.Lock()
        self._room: OpenGame | None = None
        self._host: Host | None = None
        self._server: asyncio.Server | None = None
        self._address = LOOPBACK

    def shown(self) -> InVasl:
        """What the page shows of it."""
        host, room = self._host, self._room
        if host is None or room is None:
            return InVasl()
        return InVasl(
            game=room.id,
            address=self._address,
            port=host.server.port,
            player=host.player,
            remarks=tuple(host.seat.steps.his.writer.remarks()),
        )

    async def open(
        self, game: str, own: OwnFiles | None = None, address: str = "", port: int = 0
    ) -> None:
        """Have a game played in VASL; one that was before is not any more.

        Args:
            game: its id.
            own: the player's files; None: the module that he has chosen.
            address: where to listen; empty: for this computer alone.
            port: 0 for VASSAL's usual one, or any if that is taken.

        Errors:
            OpforError: there is no such game, no module, or the port is taken.
        """
        async with self._lock:
            room = await self._rooms.room(game)
            if room is self._room:
                return
            found = own or OwnFiles(vasl_module())
            host = await room.work(lambda: _host_of(room, found))
            await self._end()
            self._address = address or LOOPBACK
            self._server = await _listen(host, self._address, port)
            self._room, self._host = room, host
            room.beside = host.follow

    async def close(self) -> None:
        """Part from VASL; the game goes on on its page."""
        async with self._lock:
            await self._end()

    async def _end(self) -> None:
        if self._room is not None:
            self._room.beside = None
        if self._server is not None:
            self._server.close()
        if self._host is not None:
            await self._host.close()
        self._room, self._host, self._server = None, None, None


class _Beside:
    """The room of a page as the keeper of the table's game."""

    def __init__(self, room: OpenGame) -> None:
        self._room = room

    @property
    def session(self) -> Session:
        return self._room.session

    async def work(self, do: Callable[[], T]) -> T:
        return await self._room.elsewhere(do)

    async def close(self) -> None:
        """Nothing here: the game is the room's, and stays open when VASL leaves."""


def _host_of(room: OpenGame, own: OwnFiles) -> Host:
    seat = seated(room.session, own)
    return Host(seat, _Beside(room), lambda session: seated(session, own))


async def _listen(host: Host, address: str, port: int) -> asyncio.Server:
    for each in [port] if port else [USUAL, 0]:
        try:
            return await host.listen(address, each)
        except OSError as error:
            why = error.strerror
    what = f"cannot listen on {address}:{port or USUAL} ({why})"
    raise OpforError(what, do="give another --port")
