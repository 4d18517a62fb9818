"""The log of a game in a real browser: events first, rules and dice behind them."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browser import needs_chromium, server
from tests.web.games import played

if TYPE_CHECKING:
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium


@pytest.fixture
def log(page: "Page", tmp_path: Path) -> "Any":
    """The page of a game that was played for some turns."""
    played(tmp_path / "opfor" / "games", answers=60)
    with server(tmp_path, "--resume") as one:
        page.goto(one.url)
        page.wait_for_selector("body[data-ready]")
        yield page


class TestLog:
    """What one can do with it."""

    def test_deeper(self, log: "Page") -> None:
        """A click shows rolls with their rules, another one the reasons, in place."""
        event = log.locator("#log > li > button", has_text="Activated").first
        assert "Original" not in event.inner_text()
        event.click()
        details = log.locator("#log .details:not([hidden])")
        playwright.expect(details).to_contain_text("AC of S")
        details.locator("button", has_text="AC of S").first.click()
        playwright.expect(details.locator("#why")).to_be_visible()
        event.click()
        playwright.expect(details).to_have_count(0)
        log.keyboard.press("w")
        playwright.expect(log.locator("#why")).to_be_visible()

    def test_filters(self, log: "Page") -> None:
        """Losses, the ENEMY's, those with dice, and what a word is in."""
        shown = log.locator("#log > li:visible")
        every = shown.count()
        log.get_by_role("button", name="losses", exact=True).click()
        playwright.expect(log.locator("#log > li[data-loss='']:visible")).to_have_count(
            log.locator("#log > li[data-loss=''][data-phase=yes]").count()
        )
        log.get_by_role("button", name="all", exact=True).click()
        playwright.expect(shown).to_have_count(every)
        log.get_by_label("Search the log").fill("activated")
        assert 0 < shown.count() < every
        assert all("Activated" in text for text in shown.all_inner_texts())

    def test_rule(self, log: "Page") -> None:
        """A rule's number opens what it says, in our words; so it does in its card."""
        log.locator("#log > li > button", has_text="Activated").first.click()
        log.locator("#log a[data-rule='S5.1']").first.click()
        card = log.locator("#rule-card")
        playwright.expect(card).to_contain_text("S5.1 ")
        log.keyboard.press("Escape")
        playwright.expect(card).to_be_hidden()
