"""Games named, deleted and brought back, copied out and in; hostile files refused."""

import json
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from opfor.views.analysis import ENDING
from opfor.web.game.rooms import DELETED
from opfor.web.security import IMPORT, MOST_GAME
from opfor.web.shelf import MOST_DELETED, MOST_NAME
from tests.web.browser import needs_chromium, server
from tests.web.games import played
from tests.web.pages import begun, page, served

if TYPE_CHECKING:
    from playwright.sync_api import Page


def shelved(client: TestClient, game: str, *, deleted: bool = True) -> Any:
    """Delete a game, or bring it back."""
    return client.put(f"/api/games/{game}/shelf", json={"deleted": deleted})


class TestNames:
    """What the player calls a game."""

    def test_kept(self, tmp_path: Path) -> None:
        """A name is kept by the server; an empty one takes it away."""
        with served(tmp_path / "games") as client:
            game = begun(client)
            url = f"/api/games/{game}/name"
            assert (
                client.put(url, json={"name": "  Hold  the town "}).status_code == 200
            )
            (line,) = client.get("/api/start").json()["games"]
            assert line["name"] == "Hold the town"
            client.put(url, json={"name": ""})
            (line,) = client.get("/api/start").json()["games"]
            assert line["name"] == ""

    def test_refused(self, tmp_path: Path) -> None:
        """No name for a game that there is not, none too long, none with a NUL."""
        with served(tmp_path / "games") as client:
            game = begun(client)
            none = client.put("/api/games/none/name", json={"name": "x"})
            long = client.put(
                f"/api/games/{game}/name", json={"name": "x" * (MOST_NAME + 1)}
            )
            odd = client.put(f"/api/games/{game}/name", json={"name": "Hold\0it"})
        assert none.status_code == long.status_code == odd.status_code == 400
        assert odd.json() == {"error": "a name has only what can be printed"}
        assert not (tmp_path / "names.json").exists()

    def test_spoilt(self, tmp_path: Path) -> None:
        """A file of names that cannot be read is none."""
        (tmp_path / "names.json").write_text("[1", "utf-8")
        with served(tmp_path / "games") as client:
            begun(client)
            assert client.get("/api/start").json()["games"][0]["name"] == ""


class TestDelete:
    """Away, and back."""

    def test_and_back(self, tmp_path: Path) -> None:
        """A deleted game is in no list; brought back it is as it was."""
        with served(tmp_path) as client:
            game = begun(client)
            (before,) = client.get("/api/start").json()["games"]
            assert shelved(client, game).status_code == 200
            assert client.get("/api/start").json()["games"] == []
            assert client.get(f"/game/{game}").status_code == 200  # a page, no game
            assert shelved(client, game).status_code == 400
            assert shelved(client, game, deleted=False).status_code == 200
            (after,) = client.get("/api/start").json()["games"]
            assert after | {"when": ""} == before | {"when": ""}
            assert shelved(client, game, deleted=False).status_code == 400

    def test_open(self, tmp_path: Path) -> None:
        """A game that a page looks at is not deleted."""
        with served(tmp_path) as client:
            game = begun(client)
            with page(client, game):
                reply = shelved(client, game)
            assert reply.status_code == 400
            assert "open in a page" in reply.json()["error"]

    @pytest.mark.parametrize("name", ["..%2Fx", ".hidden", "a%00b", "x" * 300])
    def test_paths(self, tmp_path: Path, name: str) -> None:
        """An id is no path."""
        with served(tmp_path) as client:
            assert shelved(client, name).status_code >= 400
            assert shelved(client, name, deleted=False).status_code >= 400

    def test_most(self, tmp_path: Path) -> None:
        """Of deleted games the last ones are kept."""
        source = played(tmp_path / "source", answers=1).read_bytes()
        with served(tmp_path / "games") as client:
            for _ in range(MOST_DELETED + 2):
                game = client.post(IMPORT, content=source).json()["id"]
                assert shelved(client, game).status_code == 200
        assert len(list((tmp_path / "games" / DELETED).iterdir())) == MOST_DELETED


class TestAnalysis:
    """The analysis of a game lies where its save lies, and ends with it."""

    def test_goes_with_its_game(self, tmp_path: Path) -> None:
        """Put away and brought back with the save; nothing stays behind."""
        with served(tmp_path) as client:
            game = begun(client)
            here = tmp_path / f"{game}{ENDING}"
            away = tmp_path / DELETED / here.name
            here.write_bytes(b"{}")
            shelved(client, game)
            assert away.is_file()
            assert not here.exists()
            shelved(client, game, deleted=False)
            assert here.read_bytes() == b"{}"
            assert not away.exists()

    def test_of_an_earlier_game(self, tmp_path: Path) -> None:
        """What lies where a game without one comes to was of another game."""
        with served(tmp_path) as client:
            game = begun(client)
            shelved(client, game)
            left = tmp_path / f"{game}{ENDING}"
            left.write_bytes(b"{}")
            shelved(client, game, deleted=False)
            assert not left.exists()

    def test_ends_with_it(self, tmp_path: Path) -> None:
        """Once a game is deleted for good, so is its analysis."""
        source = played(tmp_path / "source", answers=1).read_bytes()
        games = tmp_path / "games"
        with served(games) as client:
            first = client.post(IMPORT, content=source).json()["id"]
            (games / f"{first}{ENDING}").write_bytes(b"{}")
            shelved(client, first)
            for _ in range(MOST_DELETED):
                sleep(0.01)  # files are told apart by when they came
                game = client.post(IMPORT, content=source).json()["id"]
                shelved(client, game)
        left = [file.name for file in (games / DELETED).iterdir()]
        assert len(left) == MOST_DELETED
        assert not any(name.startswith(f"{first}.") for name in left)


class TestFiles:
    """A game as a file."""

    def test_there_and_back(self, tmp_path: Path) -> None:
        """What was copied out comes in as another game that can be played."""
        with served(tmp_path) as client:
            game = begun(client)
            with page(client, game) as one:
                one.move(["467A"], "o1A10")
                data = client.get(f"/api/games/{game}/game.opfor").content
            new = client.post(IMPORT, content=data).json()["id"]
            assert new != game
            with page(client, new) as two:
                assert two.piece("467A")["at"] == "o1A10"

    @pytest.mark.parametrize(
        "data", [b"", b"nothing", b"SQLite format 3\0" + bytes(100), bytes(70_000)]
    )
    def test_hostile(self, tmp_path: Path, data: bytes) -> None:
        """What is no game is refused in a sentence, and nothing is left of it."""
        with served(tmp_path) as client:
            reply = client.post(IMPORT, content=data)
            assert reply.status_code == 400
            assert "no game" in reply.json()["error"]
        assert not list(tmp_path.glob("imported*"))

    def test_too_large(self, tmp_path: Path) -> None:
        """A file beyond all measure is not even read; other bodies stay short."""
        with served(tmp_path) as client:
            long = {"content-length": str(MOST_GAME + 1)}
            assert client.post(IMPORT, headers=long).status_code == 413
            body = json.dumps({"name": "x" * 100_000})
            reply = client.put("/api/games/x/name", content=body)
            assert reply.status_code == 413


@needs_chromium
class TestPicture:
    """The picture of the game played last."""

    def test_deleted_meanwhile(self, page: "Page", tmp_path: Path) -> None:
        """A picture that is still loading as its game is deleted is nobody's fault."""
        sync = pytest.importorskip("playwright.sync_api", reason="needs playwright")
        played(tmp_path / "opfor" / "games", "one", answers=1)
        page.route("**/picture.svg", lambda _: None)  # it comes never
        with server(tmp_path) as one:
            with page.expect_request("**/picture.svg"):
                page.goto(one.url)
            with page.expect_event("requestfailed"):
                page.get_by_role("button", name="delete First Contact").click()
            sync.expect(page.locator("#games .save")).to_have_count(0)
            page.unroute("**/picture.svg")
            page.get_by_role("button", name="Undo").click()
            drawn = page.locator("#continue-picture[src^='data:image/svg']")
            sync.expect(drawn).to_be_visible()


@needs_chromium
class TestPage:
    """The list on the start page."""

    def test_all(self, page: "Page", tmp_path: Path) -> None:
        """Named, deleted, brought back, continued."""
        sync = pytest.importorskip("playwright.sync_api", reason="needs playwright")
        played(tmp_path / "opfor" / "games", "one", answers=12)
        with server(tmp_path) as one:
            page.goto(one.url)
            games = page.locator("#games .save")
            sync.expect(games).to_have_count(1)
            games.get_by_role("button", name="name First Contact").click()
            page.get_by_label("name of First Contact").fill("Village")
            page.keyboard.press("Enter")
            sync.expect(games.locator("b")).to_have_text("Village")
            sync.expect(page.locator("#continue-title")).to_have_text("Village")
            games.get_by_role("button", name="delete Village").click()
            sync.expect(games).to_have_count(0)
            page.get_by_role("button", name="Undo").click()
            sync.expect(games).to_have_count(1)
            page.locator("#continue-go").click()
            page.wait_for_selector("body[data-ready]")
