"""Connections that say nothing, half a word or nonsense; the terminal stays clean."""

import asyncio
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Awaitable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn

from opfor.web import connections, security
from opfor.web.connections import Connection, Socket
from opfor.web.folders import Places
from opfor.web.game.messages import Progress
from opfor.web.game.post import MOST_UNREAD
from opfor.web.rest import make_app
from opfor.web.security import Door
from tests.web.games import played
from tests.web.pages import HOST, ORIGIN, SECRET, TOKEN

HEAD = "GET / HTTP/1.1\r\nhost: x\r\n"


async def slow(_scope: object, receive: object, send: object) -> None:
    """An application that takes longer to answer than anybody is waited for."""
    await asyncio.sleep(0.5)
    await send({"type": "http.response.start", "status": 200, "headers": []})  # type: ignore[operator]
    await send({"type": "http.response.body", "body": b"ok"})  # type: ignore[operator]


@contextmanager
def served(app: Any = slow) -> Iterator[int]:
    """A server that is impatient; its port."""
    config = uvicorn.Config(app, port=0, http=Connection, ws=Socket, lifespan="off")
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join()


class TestIdle:
    """Who says nothing is hung up on; who waits for an answer is not."""

    @pytest.mark.parametrize("said", ["", HEAD], ids=["nothing", "half a head"])
    def test_ended(self, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
        """No whole request comes."""
        monkeypatch.setattr(connections, "PATIENCE", 0.1)
        with served() as port, socket.create_connection(("127.0.0.1", port), 20) as one:
            one.sendall(said.encode())
            assert one.recv(1) == b""

    def test_answered(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """An answer may take as long as it takes."""
        monkeypatch.setattr(connections, "PATIENCE", 0.1)
        with served() as port, socket.create_connection(("127.0.0.1", port), 20) as one:
            one.sendall(f"{HEAD}\r\n".encode())
            assert one.recv(20).startswith(b"HTTP/1.1 200")

    def test_half_a_body(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A body of which no more comes has ended."""
        monkeypatch.setattr(security, "BODY_WAIT", 0.1)

        async def part() -> security.Message:
            return {"type": "http.request", "body": b"{", "more_body": True}

        async def never() -> security.Message:
            return await asyncio.Future()

        async def read() -> list[str]:
            answers = iter([part, never])

            def next_part() -> Awaitable[security.Message]:
                return next(answers)()

            receive = security._bounded(next_part, 10)
            return [(await receive())["type"] for _ in range(2)]

        assert asyncio.run(read()) == ["http.request", "http.disconnect"]


class TestUnread:
    """A page that does not read its websocket is cut off, and little is kept for it."""

    def test_stalled(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What is written is not read: the connection ends, and the server knows."""
        monkeypatch.setattr(connections, "PATIENCE", 0.2)
        ended = threading.Event()

        async def talk(_scope: object, _receive: object, send: Any) -> None:
            await send({"type": "websocket.accept"})
            try:
                while True:
                    await send({"type": "websocket.send", "text": "x" * 100_000})
            finally:
                ended.set()

        upgrade = (
            "GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\n"
            "connection: upgrade\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        with served(talk) as port, socket.create_connection(("127.0.0.1", port)) as one:
            one.sendall(upgrade.encode())
            assert ended.wait(30)

    def test_bounded(self, tmp_path: Path) -> None:
        """News of others pile up for a page: beyond a bound it is cut off."""
        app = make_app(Places(tmp_path), Door(TOKEN, frozenset({HOST}), secret=SECRET))
        played(tmp_path, answers=1)
        sent: list[str] = []

        async def receive() -> security.Message:
            if not sent:
                return {"type": "websocket.connect"}
            return await asyncio.Future()

        async def send(message: security.Message) -> None:
            sent.append(message["type"])
            if message["type"] != "websocket.accept":
                await asyncio.Future()

        async def cut_off() -> None:
            talk = asyncio.create_task(app(scope, receive, send))
            room = await app.state.rooms.room("played")
            while not room.posts:
                await asyncio.sleep(0.01)
            (post,) = room.posts
            for _ in range(MOST_UNREAD):
                room._tell(Progress("on"))
            assert not talk.done()
            room._tell(Progress("on"))
            room._tell(Progress("on"))
            await asyncio.wait_for(talk, 20)
            assert not room.posts
            assert post._unread.qsize() <= MOST_UNREAD
            await app.state.rooms.close()

        headers = [
            (b"host", HOST.encode()),
            (b"origin", ORIGIN.encode()),
            (b"cookie", f"opfor={SECRET}".encode()),
        ]
        scope = {
            "type": "websocket", "path": "/ws/played", "headers": headers,
            "query_string": b"", "subprotocols": [], "app": app,
        }  # fmt: skip
        asyncio.run(cut_off())


class TestQuiet:
    """What clients do wrong is not told in the terminal."""

    def test_cut(self, tmp_path: Path) -> None:
        """Half a body, a websocket that is gone at once, text that is no UTF-8."""
        with _quiet_server(tmp_path) as (address, cookie, errors):
            origin = f"http://{address}"
            head = f"host: {address}\r\norigin: {origin}\r\ncookie: {cookie}\r\n"
            post = f"POST /api/games HTTP/1.1\r\n{head}content-length: 9\r\n\r\n{{"
            upgrade = (
                f"GET /ws/none HTTP/1.1\r\n{head}upgrade: websocket\r\n"
                "connection: upgrade\r\nsec-websocket-version: 13\r\n"
                "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            broken = upgrade.encode() + b"\x81\x82\0\0\0\0\xff\xfe"
            for said in (post.encode(), upgrade.encode(), broken):
                with socket.create_connection(_place(address)) as one:
                    one.sendall(said)
            _get(address, cookie, "/api/lessons")
        assert errors.read_text() == ""

    def test_ended(self, tmp_path: Path) -> None:
        """It is ended while maps are drawn for the start page."""
        names = ("first-contact", "human-wave", "bunker-busting", "enemy-offensive")
        fresh = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
        with ExitStack() as pages:
            with _quiet_server(tmp_path, fresh) as (address, cookie, errors):
                for name in names:
                    one = HTTPConnection(*_place(address), timeout=60)
                    pages.enter_context(closing(one))
                    path = f"/api/missions/{name}/card.png"
                    one.request("GET", path, headers={"cookie": cookie})
            assert errors.read_text() == ""


@contextmanager
def _quiet_server(
    folder: Path, environment: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[str, str, Path]]:
    """A server: its address, the cookie that opens it, and what it says went wrong."""
    errors = folder / "errors"
    with errors.open("w") as told:
        process = subprocess.Popen(
            [sys.executable, "-m", "opfor", "play", "--web", "--no-browser"],
            stdout=subprocess.PIPE,
            stderr=told,
            text=True,
            env=os.environ
            | {"XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1"}
            | environment,
        )
        try:
            assert process.stdout
            found = re.search(r"http\S+", process.stdout.readline())
            assert found
            url = urlsplit(found[0])
            made = _get(url.netloc, "", f"/?{url.query}")
            yield url.netloc, made.partition(";")[0], errors
            process.terminate()
            process.wait(30)
        finally:
            process.kill()
            process.wait()
            if process.stdout:
                process.stdout.close()


def _get(address: str, cookie: str, path: str) -> str:
    """Fetch something; the cookie that is given for it."""
    with closing(HTTPConnection(*_place(address), timeout=60)) as connection:
        connection.request("GET", path, headers={"cookie": cookie})
        reply = connection.getresponse()
        reply.read()
        return reply.getheader("set-cookie") or ""


def _place(address: str) -> tuple[str, int]:
    host, _, port = address.partition(":")
    return host, int(port)
