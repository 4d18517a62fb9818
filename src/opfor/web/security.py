"""Who may talk to the server: whoever has its token, from its own pages, in bounds.

The address that is printed holds a token of this start. The browser that opens it gets
a secret as a cookie, which is kept for the next start, so that its pages go on (D-393).
"""

import asyncio
import contextlib
import hmac
import os
import secrets
import stat
import time
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote

from msgspec import Struct, field

from opfor.state.pack_file import MOST_ARCHIVE
from opfor.web.game.messages import MOST_BYTES

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What a page may load: the server's own files, nothing else."""

HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
)

IMPORT = "/api/import"
"""Where a whole game is sent to: the one long body."""

MOST_GAME = 40_000_000
"""The bytes of the largest game that is taken."""

MOST_CAMPAIGN = 500_000
"""The longest file of a campaign."""

MOST_FIELDS = 10
"""Fields of an address among which a token is looked for."""

BODY_WAIT = 30.0
"""Seconds in which more of a body must come."""

POLICY_VIOLATED = 1008
"""The code that a websocket is closed with if it may not be opened."""


LONG_BODIES = {
    "/api/campaigns/file": MOST_CAMPAIGN,
    "/api/module/file": MOST_ARCHIVE,
    IMPORT: MOST_GAME,
}
"""Addresses that take more than a message's length: a module, a game as a file."""

BROWSER_FILE = "browser"
"""The file of the secret of the player's browser, beside the folder of games."""

SECRET_DAYS = 7
"""Days after which a start takes another secret."""


def new_token() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(24)


class Door(Struct, frozen=True):
    """What opens the server.

    Args:
        token: the secret in the address that the player opens.
        hosts: the names and ports by which the server may be called.
        cookie: the name of the cookie that his browser gets for it.
        secret: what that cookie holds.
        alone: nobody but this computer can call it.
    """

    token: str
    hosts: frozenset[str]
    cookie: str = "opfor"
    secret: str = field(default_factory=new_token)
    alone: bool = True


def kept_secret(folder: Path) -> str:
    """The secret of former starts, or a new one, which only this user can read.

    A file that others could read, that is too old or no plain file is replaced; where
    none can be written the secret is for this start alone.
    """
    path = folder / BROWSER_FILE
    with contextlib.suppress(OSError, ValueError):
        if _is_private(path.lstat()) and len(found := path.read_text("ascii")) >= 32:
            return found
    made = new_token()
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        private = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(private, "w", encoding="ascii") as file:
            file.write(made)
    return made


def _is_private(file: os.stat_result) -> bool:
    young = time.time() - file.st_mtime < SECRET_DAYS * 86_400
    return stat.S_ISREG(file.st_mode) and not file.st_mode & 0o077 and young


class Guard:
    """Lets only requests through that come in by the door.

    Args:
        app: what it guards.
        door: the token and the names.
    """

    def __init__(self, app: App, door: Door) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or hand it on with bounds to what is read of it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = _headers(scope)
        if fault := self._fault(scope, headers):
            await _refuse(scope, receive, send, *fault)
        elif self._token_given(scope):
            await self._welcome(scope, send)
        elif not self._known(headers):
            said = "open the address that opfor printed when it was started"
            await _refuse(scope, receive, send, 403, said)
        else:
            if scope["type"] == "http":
                receive = _bounded(receive, most_bytes(scope))
            await self._app(scope, receive, _guarded(send))

    def _fault(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        """What is wrong with a request, whoever sends it."""
        if headers.get("host", "") not in self._door.hosts:
            return 421, "this server does not go by that name"
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if (origin is None and changes) or (
            origin is not None and origin not in self._origins
        ):
            return 403, "a page of another site may not talk to opfor"
        length, most = headers.get("content-length", "0"), most_bytes(scope)
        if not length.isdecimal() or int(length[:12]) > most:
            return 413, f"a request has at most {most} bytes"
        return None

    @property
    def _origins(self) -> set[str]:
        return {f"http://{host}" for host in self._door.hosts}

    def _token_given(self, scope: Scope) -> bool:
        """Whether the address holds the token."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return False
        text = scope["query_string"].decode("latin-1")
        try:
            query = parse_qs(text, max_num_fields=MOST_FIELDS)
        except ValueError:  # more fields than any address of ours has
            return False
        return _same(query.get("token", [""])[0], self._door.token)

    def _known(self, headers: dict[str, str]) -> bool:
        """Whether the cookie holds the secret.

        The browser sends those of every program on this machine along, whatever they
        hold; `http.cookies` reads none of them if one is not as it should be.
        """
        cookies = (each.partition("=") for each in headers.get("cookie", "").split(";"))
        own = (value for name, _, value in cookies if name.strip() == self._door.cookie)
        return any(_same(value.strip(), self._door.secret) for value in own)

    async def _welcome(self, scope: Scope, send: Send) -> None:
        """Give the secret as a cookie, and take the token out of the address."""
        kept = f"{self._door.cookie}={self._door.secret}"
        headers = [
            (b"location", quote(scope["path"]).encode()),
            (b"set-cookie", f"{kept}; Path=/; HttpOnly; SameSite=Strict".encode()),
            (b"content-length", b"0"),
            *HEADERS,
        ]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def most_bytes(scope: Scope) -> int:
    """How long the body of a request may be."""
    asked = scope["path"] if scope["type"] == "http" else ""
    return LONG_BODIES.get(asked, MOST_BYTES)


def _same(given: str, secret: str) -> bool:
    """Whether somebody knows a secret; takes as long if he does not."""
    return hmac.compare_digest(given.encode(), secret.encode())


def _headers(scope: Scope) -> dict[str, str]:
    """Headers by name; of those that come twice, which no browser sends, all."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found


async def _refuse(
    scope: Scope, receive: Receive, send: Send, status: int, said: str
) -> None:
    if scope["type"] == "websocket":
        await receive()  # the request to connect
        await send({"type": "websocket.close", "code": POLICY_VIOLATED, "reason": said})
        return
    body = f"{said}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        *HEADERS,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _bounded(receive: Receive, most: int) -> Receive:
    """A body ends where it grows too long, or where no more of it comes."""
    read, whole = 0, False

    async def bounded() -> Message:
        nonlocal read, whole
        try:
            message = await asyncio.wait_for(receive(), None if whole else BODY_WAIT)
        except TimeoutError:
            return {"type": "http.disconnect"}
        read += len(message.get("body") or b"")
        whole = not message.get("more_body", False)
        if message["type"] == "http.request" and read > most:
            return {"type": "http.disconnect"}
        return message

    return bounded


def _guarded(send: Send) -> Send:
    """Every answer says what its page may load."""

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *HEADERS]
        await send(message)

    return guarded
