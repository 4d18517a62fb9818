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
from threading import Timer
from typing import TYPE_CHECKING

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.web.folders import Places
from opfor.web.security import Door, kept_secret, new_token

if TYPE_CHECKING:
    from opfor.ports.session import Session

LOOPBACK = "127.0.0.1"

NAMES = ("127.0.0.1", "localhost", "[::1]")
"""What the machine calls itself."""

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - these are what is refused
"""Addresses that stand for all of a machine's."""

USUAL = 8746
"""The port where it is free: a browser keeps theme, speed and tutorial by address."""

SOON = 0.1
"""Seconds after which the browser is opened, while the rest is being loaded."""

GRACE = 2
"""Seconds that open pages have to go when the server ends."""


class Serving(Struct, frozen=True, kw_only=True):
    """How to serve.

    Args:
        places: where games, boards and tables lie.
        host: the address to listen on; loopback unless told.
        port: 0 for the usual one, or any that is free.
        browser: open one.
        opened: begins or resumes the game whose page is opened; None: the start page.
    """

    places: Places
    host: str = LOOPBACK
    port: int = 0
    browser: bool = True
    opened: "Callable[[], Session] | None" = None


def serve(serving: Serving, say: Callable[[str], None]) -> None:
    """Serve until Ctrl-C.

    Errors:
        OpforError: the port is taken, or the game cannot be opened.
    """
    listener = _listen(serving.host, serving.port)
    port = listener.getsockname()[1]
    hosts = frozenset(f"{name}:{port}" for name in (*NAMES, serving.host))
    alone = serving.host == LOOPBACK
    kept = kept_secret(serving.places.games.parent) if alone else new_token()
    door = Door(new_token(), hosts, cookie=f"opfor-{port}", secret=kept)
    page = "/opened" if serving.opened else "/"
    url = f"http://{serving.host}:{port}{page}?token={door.token}"
    say(f"Play at {url}")
    private = "Only this machine can open it. " if alone else ""
    say(f"{private}Ctrl-C ends opfor; games are always saved.")
    if serving.browser and _has_display():
        timer = Timer(SOON, _show, (url,))
        timer.daemon = True
        timer.start()
    with contextlib.suppress(KeyboardInterrupt):
        _run(serving, door, listener)


def _run(serving: Serving, door: Door, listener: socket.socket) -> None:
    gc.disable()  # there is nothing to collect among modules, only to be looked at
    import uvicorn  # noqa: PLC0415 - what takes long is loaded while it listens

    from opfor.web.app import make_app  # noqa: PLC0415
    from opfor.web.game.messages import MOST_BYTES  # noqa: PLC0415

    gc.freeze()
    gc.enable()
    app = make_app(serving.places, door, serving.opened)
    config = uvicorn.Config(
        app,
        log_level="error",
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    server = uvicorn.Server(config)

    def end() -> None:
        server.should_exit = True

    app.state.end = end
    server.run(sockets=[listener])
    if app.state.rooms.fault:
        raise app.state.rooms.fault


def _listen(host: str, port: int) -> socket.socket:
    if host in EVERYWHERE:  # pages could call the server by any name at all
        do = "name the address that you will open"
        raise OpforError(f"opfor does not listen on {host}", "--host", do)
    if not port:
        with contextlib.suppress(OSError):
            return socket.create_server((host, USUAL))
    try:
        return socket.create_server((host, port))
    except OSError as error:
        what = f"cannot listen on {host}:{port} ({error.strerror})"
        raise OpforError(what, do="give another --port, or none") from None


def _has_display() -> bool:
    """Whether a browser can show itself; elsewhere a text browser might take over."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _show(url: str) -> None:
    """Open a browser; without one the printed address is enough."""
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(url)
