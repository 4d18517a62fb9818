"""The first page, before the rest is loaded."""

from threading import Event

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from opfor.web.front import Front
from opfor.web.security import Door
from tests.web.pages import HOST, ORIGIN, TOKEN

PAGES = {"/": "start"}
DOOR = Door(TOKEN, frozenset({HOST}))


def whole() -> Starlette:
    """An app that has pages of its own."""
    pages = (Route(at, lambda _: PlainTextResponse("all of it")) for at in ("/", "/x"))
    return Starlette(routes=list(pages))


def add(app: Starlette) -> None:
    """Its other page."""
    app.routes.append(Route("/y", lambda _: PlainTextResponse("the rest")))


def known(client: TestClient) -> None:
    """Come in by the door."""
    client.get(f"/?token={TOKEN}", follow_redirects=False)


class TestFront:
    """What is answered when."""

    def test_before(self) -> None:
        """Its page and the files are there at once; the rest once it is loaded."""
        loaded = Event()

        def make() -> Starlette:
            assert loaded.wait(60)
            return whole()

        front = Front(DOOR, (make, add), PAGES, lambda: None)
        with TestClient(front, base_url=ORIGIN) as client:
            assert client.get("/").status_code == 403  # nobody who has no token
            known(client)
            first = client.get("/")
            assert "<title>" in first.text
            script = client.get("/static/start/start.js")
            assert script.headers["cache-control"] == "no-cache"
            same = {"if-none-match": script.headers["etag"]}
            again = client.get("/static/start/start.js", headers=same)
            assert again.status_code == 304
            assert client.get("/static/none.js").status_code == 404
            assert client.get("/static/%2e%2e/front.py").status_code == 404
            assert client.post("/static/start/start.js").status_code in (403, 405)
            assert not loaded.is_set()
            loaded.set()
            assert client.get("/x").text == "all of it"
        assert front.app.routes

    def test_rest(self) -> None:
        """What the app does not know has the rest loaded first; what it knows not."""
        added: list[Starlette] = []

        def more(app: Starlette) -> None:
            added.append(app)
            add(app)

        front = Front(DOOR, (whole, more), PAGES, lambda: None)
        with TestClient(front, base_url=ORIGIN) as client:
            known(client)
            assert client.get("/x").text == "all of it"
            assert not added
            assert client.get("/y").text == "the rest"
            assert added == [front.app]

    def test_failed(self) -> None:
        """The server is told if the app cannot be made, and whoever waits for it."""
        failed = Event()

        def make() -> Starlette:
            raise ValueError("no rules")

        front = Front(DOOR, (make, add), PAGES, failed.set)
        with TestClient(front, base_url=ORIGIN) as client:
            with pytest.raises(ValueError, match="no rules"):
                client.get("/x")
            assert failed.is_set()
        with pytest.raises(ValueError, match="no rules"):
            _ = front.app
