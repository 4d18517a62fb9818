"""The page of Commands, by the keyboard alone."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opfor.state.nations import load_all
from tests.web.browser import needs_chromium, server

if TYPE_CHECKING:
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium


def shelf(data: Path) -> Path:
    """A pack of the player's, empty."""
    folder = data / "opfor" / "packs" / "house"
    folder.mkdir(parents=True)
    return folder


def opened(page: "Page", url: str, row: str) -> None:
    """The page at a row, when what a unit does is shown."""
    page.goto(url)
    page.goto(f"{url.partition('/?')[0]}/commands#{row}")
    page.wait_for_selector("body[data-ready]")
    playwright.expect(page.locator("#does")).to_contain_text("E (")


def chosen(page: "Page", label: str, text: str) -> None:
    """Choose in a list as the keyboard does: the list is reached, the text typed."""
    page.get_by_label(label, exact=True).first.focus()
    page.keyboard.type(text)


class TestPage:
    """A row built, tried and kept."""

    def test_built_by_keyboard(self, page: "Page", tmp_path: Path) -> None:
        """A clause is added part by part, seen at once, and saved into the pack."""
        folder = shelf(tmp_path)
        with server(tmp_path) as one:
            opened(page, one.url, "A4b/4")
            expect = playwright.expect
            expect(page.locator("#clauses li").first).to_contain_text("decides")
            page.locator("#add").focus()
            page.keyboard.press("Enter")
            expect(page.locator("#shape")).to_be_focused()
            page.keyboard.type("stay")
            chosen(page, "If", "no Known Target")
            expect(page.locator("#reads")).to_contain_text("no Known Target: stay")
            page.locator("#put").focus()
            page.keyboard.press("Enter")
            added = page.get_by_label("Change: no Known Target: stay")
            expect(added).to_be_focused()
            page.keyboard.press("Tab")
            for _ in range(2):
                earlier = page.get_by_label("Earlier: no Known Target: stay")
                expect(earlier).to_be_focused()
                page.keyboard.press("Enter")
            expect(page.locator("#does")).to_contain_text("stays")
            first = page.locator("#clauses li").first
            expect(first).to_contain_text("decides")
            page.locator("#keep").focus()
            page.keyboard.press("Enter")
            expect(page.locator("#list [aria-current=true]")).to_contain_text("yours")
        row = load_all(folder).tables["A4b"].look_up(4)
        assert row.result[0] == "no Known Target: stay"

    def test_own_words_and_faults(self, page: "Page", tmp_path: Path) -> None:
        """In own words the question is shown; undo brings back what was."""
        shelf(tmp_path)
        with server(tmp_path) as one:
            opened(page, one.url, "A4b/4")
            expect = playwright.expect
            page.get_by_role("button", name="Change: full MF").click()
            page.select_option("#shape", "ask")
            page.locator("#parts input").fill("keep behind the hedges")
            page.locator("#put").click()
            expect(page.locator("#does")).to_contain_text("you would be asked")
            expect(page.locator("#asks")).to_contain_text("keep behind the hedges")
            page.locator("#again").click()
            expect(page.locator("#does")).to_contain_text("goes M5")
            page.get_by_label("Clauses of the row").get_by_text("full MF by")
