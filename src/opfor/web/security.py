"""Who may talk to the server: whoever has its token, from its own pages, in bounds.

The address that is printed holds a token of this start. The browser that opens it gets
a secret as a cookie, which is kept for the next start, so that its pages go on (D-393).
"""

import contextlib
import hmac
import os
import secrets
import stat
import time
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote

from msgspec import Struct, field

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

MOST_FIELDS = 10
"""Fields of an address among which a token is looked for."""

POLICY_VIOLATED = 1008
"""The code that a websocket is closed with if it may not be opened."""


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
    """

    token: str
    hosts: frozenset[str]
    cookie: str = "opfor"
    secret: str = field(default_factory=new_token)


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
            await self._app(scope, _bounded(receive), _guarded(send))

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
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > MOST_BYTES:
            return 413, f"a request has at most {MOST_BYTES} bytes"
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
        """Whether the cookie holds the secret."""
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self._door.cookie)
        except CookieError:
            return False
        return found is not None and _same(found.value, self._door.secret)

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


def _bounded(receive: Receive) -> Receive:
    """A body without a length ends where it grows too long."""
    read = 0

    async def bounded() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body") or b"")
        if message["type"] == "http.request" and read > MOST_BYTES:
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
