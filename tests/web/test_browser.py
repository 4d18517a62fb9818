"""A game in a real browser: begun, played, undone, reloaded, taken up again."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opfor.state.state import State
from opfor.web.security import BROWSER_FILE
from tests.web.browser import PATIENCE, free_port, needs_chromium, server
from tests.web.games import played

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium


def begin(page: "Page", url: str) -> None:
    """Begin the first Mission on the start page."""
    page.goto(url)
    page.get_by_text("More: seed").click()
    page.locator("#new [name=seed]").fill("7")
    page.locator("#new [name=ac]").fill("4")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector("body[data-ready]")
    playwright.expect(page.locator("#mission")).to_contain_text("First Contact")
    page.keyboard.press("Escape")
    playwright.expect(page.locator("#mission")).to_be_hidden()


def enter(page: "Page") -> None:
    """Bring the first unit on by keyboard."""
    page.keyboard.press("Escape")  # whoever is chosen is so no more
    playwright.expect(page.locator(".shade.near")).to_have_count(0)
    page.locator("#reserve-list button").first.click()
    page.locator(".shade.near").first.wait_for()
    page.locator("#board").focus()
    page.keyboard.press("f")
    for _ in range(15):  # down to the FBE, from the middle
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    playwright.expect(page.locator("#undo")).to_be_enabled()


class TestGame:
    """What a player does first."""

    def test_begin_move_undo_reload(self, page: "Page", tmp_path: Path) -> None:
        """A unit enters, comes back by undo, enters again, and a reload shows it."""
        with server(tmp_path) as one:
            begin(page, one.url)
            reserve = page.locator("#reserve-list button")
            waiting = reserve.count()
            enter(page)
            playwright.expect(reserve).to_have_count(waiting - 1)
            page.locator("#undo").click()  # a form may have the keyboard
            playwright.expect(reserve).to_have_count(waiting)
            enter(page)
            playwright.expect(reserve).to_have_count(waiting - 1)
            page.reload()
            page.wait_for_selector("body[data-ready]")
            playwright.expect(reserve).to_have_count(waiting - 1)

    def test_resume_after_kill(self, page: "Page", tmp_path: Path) -> None:
        """A server that was killed in the middle of a move goes on with it."""
        with server(tmp_path) as one:
            begin(page, one.url)
            enter(page)
            status = page.locator("#status").inner_text()
        page.close()
        with server(tmp_path, "--resume") as two:
            again = page.context.new_page()
            again.goto(two.url)
            again.wait_for_selector("body[data-ready]")
            assert again.locator("#status").inner_text() == status

    def test_old_tab(self, page: "Page", tmp_path: Path) -> None:
        """An open page goes on by itself with the next server on its port."""
        port = f"--port={free_port()}"
        with server(tmp_path, port) as one:
            begin(page, one.url)
            enter(page)
        page.locator("#offline").wait_for()
        waiting = page.locator("#reserve-list button").count()
        with server(tmp_path, port):
            page.locator("#reconnect").click()
            page.locator("#offline").wait_for(state="hidden")
            page.locator("#undo").click()
            playwright.expect(page.locator("#reserve-list button")).to_have_count(
                waiting + 1
            )

    def test_old_tab_unknown(self, browser: "Browser", tmp_path: Path) -> None:
        """Where the secret is another, the page says so; the address helps it."""
        port = f"--port={free_port()}"
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        with server(tmp_path, port) as one:
            begin(page, one.url)
        (tmp_path / "opfor" / BROWSER_FILE).unlink()
        with server(tmp_path, port) as two:
            said = page.get_by_text("open the address that it printed")
            playwright.expect(said).to_be_visible(timeout=PATIENCE)
            context.new_page().goto(two.url)
            offline = page.locator("#offline")
            playwright.expect(offline).to_be_hidden(timeout=PATIENCE)
        context.close()

    def test_rally(self, page: "Page", tmp_path: Path) -> None:
        """In the RPh all who can be rallied are listed, and chosen by keyboard."""

        def broken(state: State) -> bool:
            own = (u for u in state.units.values() if u.side == "FRIENDLY")
            return (state.phase, state.side) == ("RPh", "FRIENDLY") and any(
                unit.broken and unit.location for unit in own
            )

        played(tmp_path / "opfor" / "games", until=broken)
        with server(tmp_path, "--resume") as one:
            page.goto(one.url)
            page.wait_for_selector("body[data-ready]")
            offers = page.locator("#offers button")
            playwright.expect(offers.first).to_contain_text("/36)")
            assert not any("Deploy" in text for text in offers.all_inner_texts())
            page.keyboard.press("o")
            playwright.expect(offers.first).to_be_focused()
            page.keyboard.press("Enter")
            page.locator("#log").get_by_text("Rally of").wait_for()

    def test_los_and_why(self, page: "Page", tmp_path: Path) -> None:
        """The LOS tool draws a thread; a line of the log gives its reasons."""
        with server(tmp_path, "--seed", "7", "first-contact") as one:
            page.goto(one.url)
            page.wait_for_selector("body[data-ready]")
            page.keyboard.press("l")
            page.keyboard.press("ArrowUp")
            page.keyboard.press("Enter")
            for _ in range(4):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            page.locator(".los").first.wait_for(state="attached")
            page.keyboard.press("Escape")
            page.locator("#log > li > button").last.click()
            page.locator("#log .details button").last.click()
            page.locator("#why").wait_for()
            assert page.locator("#why-text p").count() > 0


class TestStart:
    """What is chosen before a game."""

    def test_map(self, page: "Page", tmp_path: Path) -> None:
        """The boards that are chosen are shown, and shown anew when one is turned."""
        with server(tmp_path) as one:
            page.goto(one.url)
            picture = page.locator("#map-small")
            playwright.expect(picture).to_be_visible()
            page.locator("#board-slots .turned").first.check()
            playwright.expect(picture).to_have_attribute("src", re.compile("map=r"))
            playwright.expect(picture).to_be_visible()
