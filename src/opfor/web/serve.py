"""Serving one player's games on his own machine: the address, the browser, the end.

It listens before it loads anything, so that the browser starts at the same time; the
first page waits for what it needs.
"""

import contextlib
import gc
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address
from threading import Timer
from typing import TYPE_CHECKING

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.web.folders import Places
from opfor.web.security import Door, kept_secret, new_token

if TYPE_CHECKING:
    from fastapi import FastAPI

    from opfor.ports.session import Session
    from opfor.vasl.live.serve import OwnFiles
    from opfor.web.vasl.live import VaslTable

LOOPBACK = "127.0.0.1"

NAMES = ("127.0.0.1", "localhost", "[::1]")
"""What the machine calls itself."""

USUAL = 8746
"""The port where it is free: a browser keeps theme, speed and tutorial by address."""

SOON = 0.1
"""Seconds after which the browser is opened, while the rest is being loaded."""

GRACE = 2
"""Seconds that open pages have to go when the server ends."""

PLAIN = (
    "This is plain HTTP: whoever is in the same network can read along, and play with "
    "the address that he reads. Do it in a network that you trust."
)
"""What is said where others can call the server."""


class Serving(Struct, frozen=True, kw_only=True):
    """How to serve.

    Args:
        places: where games, boards and tables lie.
        host: the address to listen on; loopback unless told.
        port: 0 for the usual one, or any that is free.
        browser: open one.
        opened: begins or resumes the game whose page is opened; None: the start page.
        vasl: the player's own files of VASL, to play that game there too; None: not.
        vasl_port: where VASL finds it; 0 for VASSAL's usual port, or any that is free.
    """

    places: Places
    host: str = LOOPBACK
    port: int = 0
    browser: bool = True
    opened: "Callable[[], Session] | None" = None
    vasl: "OwnFiles | None" = None
    vasl_port: int = 0


def serve(serving: Serving, say: Callable[[str], None]) -> None:
    """Serve until Ctrl-C.

    Errors:
        OpforError: the port is taken, or the game cannot be opened.
    """
    listener = _listen(serving.host, serving.port)
    port = listener.getsockname()[1]
    hosts = frozenset(f"{name}:{port}" for name in (*NAMES, serving.host))
    alone = ip_address(listener.getsockname()[0]).is_loopback
    kept = kept_secret(serving.places.games.parent) if alone else new_token()
    door = Door(new_token(), hosts, cookie=f"opfor-{port}", secret=kept, alone=alone)
    page = "/opened" if serving.opened else "/"
    url = f"http://{serving.host}:{port}{page}?token={door.token}"
    say(f"Play at {url}")
    say("Only this machine can open it." if alone else PLAIN)
    say("Ctrl-C ends opfor; games are always saved.")
    if serving.browser and has_display():
        timer = Timer(SOON, _show, (url,))
        timer.daemon = True
        timer.start()
    with contextlib.suppress(KeyboardInterrupt):
        _run(serving, door, listener, say)


def _run(
    serving: Serving, door: Door, listener: socket.socket, say: Callable[[str], None]
) -> None:
    gc.disable()  # there is nothing to collect among modules, only to be looked at
    import uvicorn  # noqa: PLC0415 - what takes long is loaded while it listens

    from opfor.web.connections import Connection, Socket, quiet  # noqa: PLC0415
    from opfor.web.front import Front  # noqa: PLC0415
    from opfor.web.game.messages import MOST_BYTES  # noqa: PLC0415

    async def beside(table: "VaslTable", game: str) -> None:
        await table.open(game, serving.vasl, serving.host, serving.vasl_port)
        found = table.shown()
        say(f"In VASL: server {found.address}, port {found.port}, room {found.room!r}.")

    def end() -> None:
        server.should_exit = True

    def make() -> "FastAPI":
        from opfor.web.app import begin_app  # noqa: PLC0415 - the rules, and all else

        gc.freeze()
        gc.enable()
        in_vasl = beside if serving.vasl else None
        app = begin_app(serving.places, door, serving.opened, in_vasl)
        app.state.end = end
        if in_vasl:
            rest(app)
        return app

    def rest(app: "FastAPI") -> None:
        from opfor.web.rest import add_rest  # noqa: PLC0415 - what no first page needs

        if app.state.table is None:
            add_rest(app, alone=door.alone)

    pages = {"/": "start"} | ({"/opened": "game"} if serving.opened else {})
    front = Front(door, (make, rest), pages, end)
    config = uvicorn.Config(
        front,
        log_level="error",
        http=Connection,
        ws=Socket,
        ws_max_size=MOST_BYTES,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    server = uvicorn.Server(config)
    quiet()

    server.run(sockets=[listener])
    if fault := front.app.state.rooms.fault:
        raise fault


def _listen(host: str, port: int) -> socket.socket:
    addresses, do = _addresses(host), "name the address that you will open"
    if not addresses:
        raise OpforError(f"there is no address {host[:80]!r}", "--host", do)
    if any(map(_is_every, addresses)):  # pages could call the server by any name at all
        raise OpforError(f"opfor does not listen on {host}", "--host", do)
    if not port:
        with contextlib.suppress(OSError):
            return socket.create_server((host, USUAL))
    try:
        return socket.create_server((host, port))
    except OSError as error:
        what = f"cannot listen on {host}:{port} ({error.strerror})"
        raise OpforError(what, do="give another --port, or none") from None


def _addresses(host: str) -> list[IPv4Address | IPv6Address]:
    """What a host comes to, however it is written; nothing if it is unknown."""
    try:
        # Where a socket is bound no name is every address.
        found = socket.getaddrinfo(host or "0.0.0.0", None, type=socket.SOCK_STREAM)  # noqa: S104 - refused
    except (OSError, UnicodeError):
        return []
    return [ip_address(str(each[4][0]).partition("%")[0]) for each in found]


def _is_every(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address stands for all of a machine's."""
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_unspecified


def has_display() -> bool:
    """Whether a browser can show itself; elsewhere a text browser might take over."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _show(url: str) -> None:
    """Open a browser; without one the printed address is enough."""
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(url)
