"""One game on opfor's page and in VASL: what either does, the other shows, once."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from tests.shared import SHARED, needs_shared
from tests.vasl.live.client import Client
from tests.web.browser import needs_chromium, server
from tests.web.pages import Page, begun, page, served

if TYPE_CHECKING:
    from playwright.sync_api import Page as BrowserPage

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")

MODULE = SHARED / "vasl" / "vasl.vmod"


@pytest.fixture(autouse=True)
def _module(own_settings: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player's module, as he names it."""
    monkeypatch.setenv("OPFOR_VASL_MODULE", str(MODULE))


@contextmanager
def both(folder: Path) -> Iterator[tuple[TestClient, Page, Client]]:
    """A new game, looked at by a page and in VASL."""
    with served(folder) as client:
        game = begun(client, mission="tutorial", seed=46, map=None, ac=None)
        found = client.post("/api/in-vasl", json={"game": game}).json()
        assert found["game"] == game
        with page(client, game) as one, closing(Client(found["port"])) as table:
            table.register()
            table.join()
            table.settle()
            yield client, one, table


def where(table: Client, unit: str) -> tuple[str, int, int] | None:
    """Where a counter lies on the table in VASL."""
    return table.table.place(table.piece(unit))


@needs_shared
class TestTwoViews:
    """What one does, the other hears of."""

    def test_both_ways(self, tmp_path: Path) -> None:
        """Said in VASL, clicked on the page, taken back: each once, on both."""
        with both(tmp_path) as (client, one, table):
            assert client.get("/api/in-vasl").json()["player"] == "Old"
            for _ in range(2):
                table.say("end")
                one.hear_news()
            assert one.news["view"]["phase"] == "MPh"
            start, home = where(table, "467A"), one.piece("467A")["at"]
            assert one.move(["467A"], "o1U9")["is"] == "done"
            table.until(lambda: where(table, "467A") != start)
            there = where(table, "467A")
            one.ask("undo", token=one.news["token"])
            table.until(lambda: where(table, "467A") == start)
            assert one.piece("467A")["at"] == home
            assert there is not None
            table.drag(table.piece("467A"), *there[1:])
            one.hear_news()
            assert one.piece("467A")["at"] == "o1U9"
            late = one.news["token"]
            table.say("undo")
            assert one.hear_news()["anew"]
            assert one.answer({"type": "end"}, token=late)["is"] == "refused"

    def test_ended(self, tmp_path: Path) -> None:
        """The game goes on on its page; the one at the table is parted from."""
        with both(tmp_path) as (client, one, table):
            assert client.post("/api/in-vasl", json={}).json()["game"] == ""
            while table.read() is not None:
                pass
            assert one.answer({"type": "end"})["is"] == "done"

    def test_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """No such game, no module: one sentence, and nothing is opened."""
        with served(tmp_path) as client:
            for body in ({"game": "none"}, {"game": 3}, []):
                reply = client.post("/api/in-vasl", json=body)
                assert reply.status_code == 400
            monkeypatch.delenv("OPFOR_VASL_MODULE")
            game = begun(client, mission="tutorial", map=None, ac=None)
            reply = client.post("/api/in-vasl", json={"game": game})
            assert "no module of VASL is named" in reply.json()["error"]
            assert client.get("/api/in-vasl").json()["game"] == ""


@needs_shared
@needs_chromium
def test_from_the_start_page(page: "BrowserPage", tmp_path: Path) -> None:
    """A Mission begun for VASL says what to type there; a drag there shows here."""
    expect = playwright.expect
    with server(tmp_path) as one:
        page.goto(one.url)
        page.locator("#begin:enabled").wait_for()
        page.locator("#begin-vasl").click()
        box = page.locator("#in-vasl")
        expect(box).to_contain_text("Nobody has joined yet.")
        with closing(Client(int(box.locator("code").nth(1).inner_text()))) as table:
            table.register()
            table.join()
            expect(box).to_contain_text("Old plays there.")
            box.get_by_role("button", name="Close").click()
            table.say("end")
            table.until(lambda: any("could still enter" in each for each in table.said))
            table.say("end")
            expect(page.locator("#log")).to_contain_text("Turn 2")
