"""Hostile requests and messages: nothing crashes, nothing is changed by them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opfor.web import tables
from opfor.web.game import messages as m
from opfor.web.game.rooms import Places
from opfor.web.rest import make_app
from opfor.web.rules import routes as rules
from opfor.web.security import Door
from tests.web.fuzzing import faults
from tests.web.games import played
from tests.web.pages import HOST, SECRET, TOKEN, Page, begun, page, served

pytest.importorskip("schemathesis", reason="needs schemathesis")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    """A server with one game."""
    folder = tmp_path_factory.mktemp("games")
    played(folder, answers=20)
    places = Places(folder, shelf=folder / "packs")
    return make_app(places, Door(TOKEN, frozenset({HOST}), secret=SECRET))


WITHOUT_BODY = {("post", "/api/replays/{game}/analysis")}
"""What is asked for by its address alone."""


class TestDescription:
    """The server does what its OpenAPI description says, whatever it is sent."""

    def test_all(self, app: FastAPI) -> None:
        """No answer is a fault of the server, or another than is described."""
        assert list(faults(app)) == []

    def test_described(self, app: FastAPI) -> None:
        """Every answer in JSON and every body has its form in the description."""
        described = app.openapi()
        text = json.dumps(described)
        for name in described["components"]["schemas"]:
            assert f'/schemas/{name}"' in text
        for path, methods in described["paths"].items():
            for method, operation in methods.items():
                assert operation["summary"], path
                bare = method == "get" or (method, path) in WITHOUT_BODY
                assert bare or operation["requestBody"]


def crash_below(*given: Any, drm: int = 0, **named: Any) -> Any:
    """Falls over a negative DRM."""
    if drm < 0:
        raise ZeroDivisionError
    return _SHOWN(*given, drm=drm, **named)


def crash_at(*given: Any, drm: int = 0, **named: Any) -> Any:
    """Falls over the highest DRM alone."""
    if drm == 20:
        raise IndexError
    return _SHOWN(*given, drm=drm, **named)


def odd_answer(*given: Any, **named: Any) -> Any:
    """Answers with another form than it says."""
    return {"title": 7}


_SHOWN = tables.shown


class TestPlanted:
    """A fault that is put into the server is found at the depth of the test above."""

    @pytest.mark.parametrize("planted", [crash_below, crash_at, odd_answer])
    def test_found(
        self, app: FastAPI, monkeypatch: pytest.MonkeyPatch, planted: Callable[..., Any]
    ) -> None:
        """A crash at a bound, a crash in a range, a form that is not the described."""
        monkeypatch.setattr(tables, "shown", planted)
        assert list(faults(app, only="/api/table"))

    def test_unbounded(self, app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
        """A page that falls over a number which the description lets through."""

        def broken(_id: str) -> Any:
            raise FileNotFoundError

        monkeypatch.setattr(rules, "decision", broken)
        assert list(faults(app, only="/api/decision"))


# -- the websocket -----------------------------------------------------------------

NAMES = st.sampled_from(["467A", "467B", "S1", "o1A10", "o1EE9", "o1A10/1", "", "x"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**53) | NAMES | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "units", "to", "what", "id", "fields", "target"]),
            inner | st.sampled_from(["move", "fire", "end", "adjust", "table", "halt"]),
            max_size=4,
        )
    ),
    max_leaves=8,
)


def field_values(form: type, name: str) -> st.SearchStrategy[Any]:
    """What is sent in a field: something like what it wants, or anything."""
    known: dict[str, st.SearchStrategy[Any]] = {
        "units": st.lists(NAMES, max_size=4), "route": st.lists(NAMES, max_size=4),
        "to": NAMES, "at": NAMES, "a": NAMES, "b": NAMES, "mine": st.booleans(),
        "event": st.integers(-1, 400), "most": st.integers(-1, 10**9),
        "number": st.integers(-1, 400), "token": st.sampled_from(["", "now", "old"]),
        "how": st.dictionaries(st.sampled_from(["assault", "double_time", "x"]),
                               st.booleans(), max_size=2),
    }  # fmt: skip
    return known.get(name, VALUES) | VALUES


def messages() -> st.SearchStrategy[dict[str, Any]]:
    """Requests of every kind, right in form or nearly so."""
    kinds = [
        st.fixed_dictionaries(
            {"do": st.just(form.__struct_config__.tag)},
            optional={
                name: field_values(form, name)
                for name in form.__struct_fields__
                if name != "id"
            },
        )
        for form in m.AnyRequest.__args__
    ]
    return st.one_of(kinds)


class TestSocket:
    """Messages of every kind: each gets one reply, and the game plays on."""

    def test_any(self, tmp_path: Path) -> None:
        """No message is a fault of opfor; refused ones change nothing."""
        with served(tmp_path) as client, page(client, begun(client)) as one:

            @settings(
                max_examples=250,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                database=None,
            )
            @given(messages())
            def send(message: dict[str, Any]) -> None:
                _send(one, message)

            send()
            assert one.ask("log")["is"] == "done"


def _send(one: Page, message: dict[str, Any]) -> None:
    token = one.news["token"]
    if message.get("token") == "now":
        message = message | {"token": token}
    if message.get("token") == token and one.news["asked"]:
        message = message | {"number": one.news["asked"]["number"]}
    one.news["fresh"] = False
    reply = one.ask(message.pop("do"), **message)
    assert "fault of opfor" not in reply.get("error", ""), (message, reply)
    if reply["is"] == "refused":
        assert len(reply["error"].splitlines()) == 1
    one.ask("legal")  # news of what was done come before this is answered
    if reply["is"] == "refused":
        assert one.news["token"] == token
