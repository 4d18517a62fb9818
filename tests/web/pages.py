"""A server within the test, and pages that talk to it."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from opfor.ports.session import Session
from opfor.web.folders import Places
from opfor.web.rest import make_app
from opfor.web.security import Door

HOST = "127.0.0.1:8000"
ORIGIN = f"http://{HOST}"
TOKEN = "a-token-of-the-tests"  # noqa: S105 - it opens nothing
SECRET = "a-secret-of-the-tests"  # noqa: S105 - nor does this
NEW = {"mission": "first-contact", "seed": 7, "map": "o1", "ac": 4}


@contextmanager
def served(
    folder: Path, opened: Callable[[], Session] | None = None
) -> Iterator[TestClient]:
    """A server on a folder of saves, and a browser that has its token."""
    door = Door(TOKEN, frozenset({HOST}))
    app = make_app(Places(folder, shelf=folder / "packs"), door, opened)
    with TestClient(app, base_url=ORIGIN) as client:
        client.get(f"/?token={TOKEN}", follow_redirects=False)
        client.headers["origin"] = ORIGIN
        yield client


def begun(client: TestClient, **changes: Any) -> str:
    """A new game; its id."""
    reply = client.post("/api/games", json=NEW | changes)
    assert reply.status_code == 200, reply.text
    found: str = reply.json()["id"]
    return found


class Page:
    """A page on a game: asks, and keeps what it is told."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.number = 0
        self.news: dict[str, Any] = {}
        self.hear_news()

    def hear(self) -> dict[str, Any]:
        """The next message that is no progress."""
        while True:
            reply: dict[str, Any] = json.loads(self.socket.receive_text())
            if reply["is"] == "news":
                self.news = reply
            if reply["is"] != "progress":
                return reply

    def hear_news(self) -> dict[str, Any]:
        """The next news."""
        while (reply := self.hear())["is"] != "news":
            pass
        return reply

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """The reply to a request, the news of it heard."""
        self.number += 1
        self.socket.send_text(json.dumps({"do": do, "id": self.number, **fields}))
        while True:
            reply = self.hear()
            if reply.get("id") == self.number:
                return reply

    def answer(self, value: Any, *, token: str | None = None) -> dict[str, Any]:
        """Answer the open request; the news of it come before the reply."""
        asked = self.news["asked"]
        return self.ask(
            "answer",
            number=asked["number"],
            token=self.news["token"] if token is None else token,
            value=value,
        )

    def move(self, units: list[str], *route: str) -> dict[str, Any]:
        """Move units along a route, and hear the news of it."""
        asked, token = self.news["asked"], self.news["token"]
        return self.ask(
            "march",
            number=asked["number"], token=token, units=units, route=route,
        )  # fmt: skip

    def piece(self, key: str) -> dict[str, Any]:
        """A counter as the last news had it."""
        return next(p for p in self.news["view"]["pieces"] if p["key"] == key)


@contextmanager
def page(client: TestClient, game: str) -> Iterator[Page]:
    """A page on a game."""
    with client.websocket_connect(f"ws://{HOST}/ws/{game}") as socket:
        yield Page(socket)
