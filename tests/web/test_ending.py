"""The end of a game in a real browser: on screen, and on what is read from its save."""

import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest

from tests.web.browser import needs_chromium, server
from tests.web.games import almost_over

if TYPE_CHECKING:
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium


class TestEnding:
    """A game that is played out."""

    def test_kept(self, page: "Page", tmp_path: Path) -> None:
        """Start page, replay and report know the end as soon as the page shows it."""
        save = almost_over(tmp_path / "opfor" / "games")
        with server(tmp_path, "--resume") as one:
            page.goto(one.url)
            page.wait_for_selector("body[data-ready]")
            page.locator("#do-end").click()
            page.get_by_text("wins").first.wait_for()
            page.goto(urljoin(one.url, f"/report/{save.stem}"))
            playwright.expect(page.locator("main")).to_contain_text("wins")
            assert "goes on" not in page.locator("main").inner_text()
            page.goto(urljoin(one.url, "/"))
            playwright.expect(page.locator("#games")).to_contain_text("wins")

    def test_shown_and_again(self, page: "Page", tmp_path: Path) -> None:
        """Who won and why, losses and dice are on a card; a rematch has the same S?."""
        almost_over(tmp_path / "opfor" / "games")
        with server(tmp_path, "--resume") as one:
            page.goto(one.url)
            page.wait_for_selector("body[data-ready]")
            page.locator("#do-end").click()
            card = page.locator("#ending")
            playwright.expect(card).to_contain_text("You win")
            playwright.expect(card).to_contain_text("At the end: VPO Locations 1 of 1")
            playwright.expect(card).to_contain_text("FRIENDLY DR")
            playwright.expect(card).to_contain_text("were not of our making")
            playwright.expect(card.locator(".points li").first).to_contain_text("Turn")
            playwright.expect(card.get_by_role("link", name="Report")).to_be_visible()
            before = page.url
            card.get_by_role("button", name="with the same dice").click()
            page.wait_for_url(lambda url: url != before)
            page.wait_for_selector("body[data-ready]")
            playwright.expect(page.locator("#status")).to_contain_text("Turn 1 of 4")


class TestMission:
    """The Mission's card."""

    def test_card(self, page: "Page", tmp_path: Path) -> None:
        """One key opens it at any time: map, OB, victory, special rules, turns."""
        with server(tmp_path, "first-contact", "--seed", "7") as one:
            page.goto(one.url)
            page.wait_for_selector("body[data-ready]")
            page.keyboard.press("M")
            card = page.locator("#mission")
            playwright.expect(card).to_contain_text("First Contact")
            playwright.expect(card).to_contain_text("control all VPO Locations")
            playwright.expect(card).to_contain_text("VPO Locations 0 of 2")
            playwright.expect(card).to_contain_text("4-6-7 × 6")
            playwright.expect(card).to_contain_text(
                re.compile(r"The reference player wins \d\d of 100")
            )
            playwright.expect(card.locator(".turn-track li")).to_have_count(7)
            playwright.expect(card.locator("canvas")).to_be_visible()
            page.keyboard.press("Escape")
            playwright.expect(card).to_be_hidden()

    def test_status(self, page: "Page", tmp_path: Path) -> None:
        """A tab tells at any time what is needed, held, gained and lost."""
        with server(tmp_path, "first-contact", "--seed", "7") as one:
            page.goto(one.url)
            page.wait_for_selector("body[data-ready]")
            page.locator("[data-tab=status]").click()
            status = page.locator("#panel-status")
            playwright.expect(status).to_contain_text("control all VPO Locations")
            playwright.expect(status).to_contain_text("N4")
            playwright.expect(status).to_contain_text("S? on the board")
            playwright.expect(status).to_contain_text("Your losses")
            page.reload()
            page.wait_for_selector("body[data-ready]")
            playwright.expect(status).to_contain_text("Your losses")

    def test_line(self, page: "Page", tmp_path: Path) -> None:
        """Above the board: turn, phase, AC#, what is asked, the next button."""
        with server(tmp_path, "first-contact", "--seed", "7") as one:
            page.goto(one.url)
            page.wait_for_selector("body[data-ready]")
            page.locator("#do-end").click()
            line = page.locator("header")
            playwright.expect(line.locator(".phases .now")).to_have_text("MPh")
            playwright.expect(line.locator("#turn")).to_have_text("Turn 1 / 7 FRIENDLY")
            playwright.expect(line.locator("#ac")).to_contain_text("AC# ")
            playwright.expect(line.locator("#asked")).to_contain_text("Where to?")
            playwright.expect(line.locator("#do-end")).to_contain_text("End MPh")
            names = page.locator("#reserve-list").inner_text()
            assert "4-6-7 A, MMG" in names
            assert "467A" not in names
