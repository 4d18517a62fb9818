"""Nobody but the player gets in, and nothing he is sent can hurt a game."""

import json
import os
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from opfor.core.errors import OpforError
from opfor.web.folders import Places
from opfor.web.game.messages import MOST_BYTES, read_request
from opfor.web.rest import make_app
from opfor.web.security import BROWSER_FILE, SECRET_DAYS, Door, kept_secret
from tests.web.pages import HOST, NEW, ORIGIN, SECRET, TOKEN, begun, page, served

PATHS = ["/", "/game/x", "/api/start", "/tables", "/static/icon.svg", "/openapi.json"]


needs_modes = pytest.mark.skipif(os.name == "nt", reason="files have no modes")


def stranger(folder: Path) -> TestClient:
    """A browser without the token."""
    app = make_app(Places(folder), Door(TOKEN, frozenset({HOST})))
    return TestClient(app, base_url=ORIGIN)


class TestDoor:
    """The token, the names of the server, the site of the page."""

    @pytest.mark.parametrize("path", PATHS)
    def test_no_token(self, tmp_path: Path, path: str) -> None:
        """Without the token no page is given, and the reason is one line."""
        reply = stranger(tmp_path).get(path)
        assert reply.status_code == 403
        assert len(reply.text.splitlines()) == 1

    def test_wrong_token(self, tmp_path: Path) -> None:
        """A wrong one does not do, in the address or as a cookie."""
        client = stranger(tmp_path)
        assert client.get("/?token=x", follow_redirects=False).status_code == 403
        client.cookies.set("opfor", "x")
        assert client.get("/").status_code == 403

    def test_token_leaves_the_address(self, tmp_path: Path) -> None:
        """The right one becomes a cookie that scripts cannot read."""
        reply = stranger(tmp_path).get(f"/?token={TOKEN}", follow_redirects=False)
        assert (reply.status_code, reply.headers["location"]) == (303, "/")
        assert "HttpOnly; SameSite=Strict" in reply.headers["set-cookie"]

    @pytest.mark.parametrize(
        "other", ["a b=c", '{"x": "1, 2"}', 'x="y', "bad[]=1", "=v", "", "opfor=old"]
    )
    def test_cookies_of_others(self, tmp_path: Path, other: str) -> None:
        """Whatever another program on this machine calls its cookie, he gets in."""
        door = Door(TOKEN, frozenset({HOST}), secret=SECRET)
        client = TestClient(make_app(Places(tmp_path), door), base_url=ORIGIN)
        for cookies in (f"{other}; opfor={SECRET}", f"opfor={SECRET}; {other}"):
            assert client.get("/", headers={"cookie": cookies}).status_code == 200

    def test_two_secrets(self, tmp_path: Path) -> None:
        """What the address holds is no cookie, and the cookie opens no address."""
        door = Door(TOKEN, frozenset({HOST}), secret=SECRET)
        app = make_app(Places(tmp_path), door)
        one, other = (TestClient(app, base_url=ORIGIN) for _ in range(2))
        one.cookies.set("opfor", TOKEN)
        assert one.get("/").status_code == 403
        assert one.get(f"/?token={SECRET}").status_code == 403
        other.get(f"/?token={TOKEN}", follow_redirects=False)
        assert other.cookies["opfor"] == SECRET
        assert other.get("/").status_code == 200

    @pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:1", "localhost:8000"])
    def test_host(self, tmp_path: Path, host: str) -> None:
        """A name that is not the server's own is refused (DNS rebinding)."""
        with served(tmp_path) as client:
            assert client.get("/", headers={"host": host}).status_code == 421

    @pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
    def test_origin(self, tmp_path: Path, origin: str) -> None:
        """A page of another site begins no game and opens no websocket."""
        with served(tmp_path) as client:
            game = begun(client)
            headers = {"origin": origin}
            reply = client.post("/api/games", json=NEW, headers=headers)
            assert reply.status_code == 403
            with (
                pytest.raises(WebSocketDisconnect),
                client.websocket_connect(f"ws://{HOST}/ws/{game}", headers=headers),
            ):
                pass

    def test_no_origin(self, tmp_path: Path) -> None:
        """A request that changes something must say where it comes from."""
        with served(tmp_path) as client:
            del client.headers["origin"]
            assert client.post("/api/games", json=NEW).status_code == 403

    def test_many_fields(self, tmp_path: Path) -> None:
        """An address with too many fields opens nothing, and breaks nothing."""
        fields = "&".join(f"f{n}=1" for n in range(50))
        assert stranger(tmp_path).get(f"/?{fields}&token={TOKEN}").status_code == 403
        with served(tmp_path) as client:
            assert client.get(f"/?{fields}").status_code == 200

    def test_socket_without_token(self, tmp_path: Path) -> None:
        """No websocket without the token."""
        client = stranger(tmp_path)
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"ws://{HOST}/ws/x", headers={"origin": ORIGIN}),
        ):
            pass

    def test_policy(self, tmp_path: Path) -> None:
        """Every page forbids scripts and styles from elsewhere."""
        with served(tmp_path) as client:
            for path in ("/", "/game/x", "/static/game/game.js"):
                policy = client.get(path).headers["content-security-policy"]
                assert "default-src 'none'" in policy
                assert "unsafe" not in policy


class TestSecret:
    """The secret of a browser, kept from one start to the next."""

    def test_kept(self, tmp_path: Path) -> None:
        """The next start has the same; another folder has another."""
        made = kept_secret(tmp_path / "new")
        assert len(made) >= 32
        assert kept_secret(tmp_path / "new") == made
        assert kept_secret(tmp_path / "other") != made

    @needs_modes
    def test_private(self, tmp_path: Path) -> None:
        """Nobody else can read it, whatever the umask."""
        before = os.umask(0)
        try:
            kept_secret(tmp_path)
        finally:
            os.umask(before)
        assert stat.S_IMODE((tmp_path / BROWSER_FILE).stat().st_mode) == 0o600

    @needs_modes
    @pytest.mark.parametrize("mode", [0o644, 0o640, 0o602])
    def test_seen(self, tmp_path: Path, mode: int) -> None:
        """One that others could have read or written is replaced."""
        made = kept_secret(tmp_path)
        (tmp_path / BROWSER_FILE).chmod(mode)
        assert kept_secret(tmp_path) != made
        assert stat.S_IMODE((tmp_path / BROWSER_FILE).stat().st_mode) == 0o600

    def test_old(self, tmp_path: Path) -> None:
        """So is one of more than seven days."""
        made = kept_secret(tmp_path)
        for days, same in ((SECRET_DAYS - 1, True), (SECRET_DAYS + 1, False)):
            then = time.time() - days * 86_400
            os.utime(tmp_path / BROWSER_FILE, (then, then))
            assert (kept_secret(tmp_path) == made) is same

    @pytest.mark.parametrize("text", ["", "short", "\xff" * 40])
    def test_damaged(self, tmp_path: Path, text: str) -> None:
        """So is one that is too short to be a secret, or none of ours."""
        kept_secret(tmp_path)
        (tmp_path / BROWSER_FILE).write_text(text, "latin-1")
        assert len(made := kept_secret(tmp_path)) >= 32
        assert kept_secret(tmp_path) == made

    def test_link(self, tmp_path: Path) -> None:
        """A link is not followed, and what it leads to is left alone."""
        other = tmp_path / "other"
        other.write_text("x" * 40)
        other.chmod(0o600)
        (tmp_path / BROWSER_FILE).symlink_to(other)
        assert kept_secret(tmp_path) != "x" * 40
        assert other.read_text() == "x" * 40

    def test_nowhere(self, tmp_path: Path) -> None:
        """Where nothing can be written there is one for this start."""
        folder = tmp_path / "file"
        folder.write_text("")
        assert len(kept_secret(folder)) >= 32
        assert kept_secret(folder) != kept_secret(folder)


class TestBounds:
    """Sizes and names."""

    def test_body(self, tmp_path: Path) -> None:
        """A long body is refused before it is read, with or without its length."""
        with served(tmp_path) as client:
            reply = client.post("/api/games", content=b"x" * (MOST_BYTES + 1))
            assert reply.status_code == 413

    def test_message(self, tmp_path: Path) -> None:
        """A long message closes the websocket; the game is as it was."""
        with served(tmp_path) as client:
            game = begun(client)
            with page(client, game) as one:
                token = one.news["token"]
                one.socket.send_text("x" * (MOST_BYTES + 1))
                with pytest.raises(WebSocketDisconnect):
                    one.hear()
            with page(client, game) as two:
                assert two.news["token"] == token

    @pytest.mark.parametrize(
        "name",
        ["../secret", "..%2fsecret", "/etc/passwd", "a/b", ".", "x" * 300, "%00"],
    )
    def test_no_path(self, tmp_path: Path, name: str) -> None:
        """The name of a game is no path."""
        (tmp_path / "secret.opfor").write_bytes(b"")
        folder = tmp_path / "games"
        folder.mkdir()
        with served(folder) as client:
            reply = client.get(f"/api/games/{name}/board")
            assert reply.status_code in (400, 404)

    @pytest.mark.parametrize(
        "change",
        [
            {"mission": "../x"}, {"mission": "x.toml"}, {"map": "/etc/passwd"},
            {"map": "x" * 500}, {"date": "soon"}, {"enemy": "martian"}, {"seed": -1},
            {"ac": 99}, {"boards": ["/"]}, {"dice": "loaded"},
            {"mission": "tutorial\0"}, {"map": "o1\0"}, {"packs": ["a\0b"]},
        ],
    )  # fmt: skip
    def test_new_game(self, tmp_path: Path, change: dict[str, object]) -> None:
        """A new game that makes no sense is refused in one sentence."""
        with served(tmp_path) as client:
            reply = client.post("/api/games", json=NEW | change)
            assert reply.status_code == 400
            assert len(reply.json()["error"].splitlines()) == 1
        assert not list(tmp_path.iterdir())


GARBAGE = [
    "", "{", "[]", "null", "1", '"answer"', '{"do": "answer"}',
    '{"do": "fly", "id": 1}',
    '{"do": "answer", "id": "one", "number": 1, "token": "", "value": 1}',
    '{"do": "undo", "id": 7, "token": "x", "more": 1}', "[" * 5000,
    '{"do": "why", "id": 8, "event": -5}', '{"do": "why", "id": 8, "event": 99999999}',
    '{"do": "los", "id": 9, "a": "../x", "b": ""}',
    '{"do":"field","id":1,"at":"o1A1/99"}',
    '{"do": "reach", "id": 3, "units": ["e447A", "S1"]}',
    '{"do": "reach", "id": 3, "units": ["467A"], "how": {"by magic": true}}',
    '{"do": "threats", "id": 4, "units": [], "to": "o1A1"}',
    '{"do": "fire", "id": 5, "order": {"type": "fire", "firers": [], "target": ""}}',
    '{"do": "fire", "id": 5, "order": {"type": "move"}}',
    '{"do": "march", "id": 6, "number": 1, "token": "", "units": [], "route": []}',
    "\0", '{"do": "log", "id": 10}\0', r'{"do": "\u0000", "id": 11}',
    r'{"do": "look", "id": 12, "at": "o1A1\u0000"}',
    r'{"do": "reach", "id": 13, "units": ["467A\u0000"]}',
    r'{"do": "undo", "id": 14, "token": "\u0000"}',
    r'{"do": "look", "id": 15, "at": "\ud800"}',
]  # fmt: skip


NO_JSON = (
    b"\0", b"\xff\xfe", b'{"\xff": 1}', b'{"a": "\0"}', rb'"\ud800"', b"[" * 5000,
)  # fmt: skip


def takes_json(described: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each path that takes JSON, with names of nothing, and its method."""
    for path, methods in described["paths"].items():
        for method, what in methods.items():
            if "application/json" in what.get("requestBody", {}).get("content", {}):
                yield re.sub(r"\{\w+\}", "none", path), method.upper()


def files_below(folder: Path) -> dict[Path, bytes]:
    """All files and what is in them."""
    return {each: each.read_bytes() for each in folder.rglob("*") if each.is_file()}


class TestGarbage:
    """Whatever comes over the websocket, the game stays as it is."""

    def test_each(self, tmp_path: Path) -> None:
        """Each message is answered with one sentence; the next one is understood."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            token = one.news["token"]
            for text in GARBAGE:
                one.socket.send_text(text)
                reply = one.hear()
                assert reply["is"] == "refused", text
                assert len(reply["error"].splitlines()) == 1
                assert "\0" not in reply["error"], text
            assert one.move(["467A"], "o1A10")["is"] == "done"
            assert one.news["token"] != token

    def test_bytes(self, tmp_path: Path) -> None:
        """Bytes that are no text are refused as well."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            one.socket.send_bytes(b"\xff\xfe")
            assert one.hear()["is"] == "refused"

    def test_bodies(self, tmp_path: Path) -> None:
        """What takes JSON refuses what is none in one sentence; nothing is saved."""
        asked = 0
        with served(tmp_path / "games") as client:
            before = files_below(tmp_path)
            for path, method in takes_json(client.get("/openapi.json").json()):
                for body in NO_JSON:
                    reply = client.request(method, path, content=body)
                    assert reply.status_code == 400, (method, path, body, reply.text)
                    assert len(reply.json()["error"].splitlines()) == 1
                asked += 1
            assert files_below(tmp_path) == before
        assert asked > 15

    @settings(
        max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=20),
            lambda inner: (
                st.lists(inner, max_size=4)
                | st.dictionaries(
                    st.sampled_from(["do", "id", "token", "units", "value", "at", "x"]),
                    inner | st.sampled_from(["answer", "undo", "legal", "why", "dice"]),
                    max_size=5,
                )
            ),
            max_leaves=12,
        )
    )
    def test_any(self, value: object) -> None:
        """Any JSON is a request, or refused in one sentence."""
        said = ""
        try:
            read_request(json.dumps(value))
        except OpforError as error:
            said = str(error)
        assert len(said.splitlines()) <= 1
