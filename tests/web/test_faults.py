"""Small things that annoyed: each as it should be, in a real browser."""

import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest

from tests.web.browser import needs_chromium, server
from tests.web.games import mission_at
from tests.web.test_moving import click

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium

SOON = 15_000


def ready(page: "Page", url: str) -> None:
    """A game is open, and nothing is being played."""
    page.set_default_timeout(SOON)
    page.goto(url)
    page.wait_for_selector("body[data-ready]")


class TestStartPage:
    """Around the games."""

    def test_code_and_nowhere(self, page: "Page", tmp_path: Path) -> None:
        """Commands are code without backticks; a wrong address has a page."""
        with server(tmp_path) as one:
            page.set_default_timeout(SOON)
            page.goto(one.url)
            note = page.locator("#board-note code").first
            playwright.expect(note).to_have_text("opfor play --web --boards FOLDER")
            assert "`" not in page.locator("main").inner_text()
            nowhere = urljoin(one.url, "/nonsense")
            reply = page.request.get(nowhere, headers={"accept": "text/html"})
            assert reply.status == 404
            assert "There is no such page" in reply.text()
            other = page.request.get(nowhere)
            assert other.status == 404
            assert "error" in other.json()


class TestCoach:
    """The tutorial's coach."""

    def test_another_browser(self, browser: "Browser", tmp_path: Path) -> None:
        """Its step is the server's, so that any browser goes on with it."""
        with server(tmp_path, "tutorial", "--seed", "46") as one:
            first = browser.new_context().new_page()
            ready(first, one.url)
            heading = first.locator("#coach h2")
            playwright.expect(heading).to_have_text("Your side")
            first.keyboard.press("n")
            for _ in range(6):
                if "U10" in first.locator("#stack-title").inner_text():
                    break
                first.keyboard.press("n")
                first.wait_for_timeout(300)
            playwright.expect(heading).to_have_text("Suspects")
            first.wait_for_timeout(500)
            first.context.close()
            second = browser.new_context().new_page()
            ready(second, one.url)
            heading = second.locator("#coach h2")
            playwright.expect(heading).to_have_text("Suspects")
            second.get_by_role("button", name="Back").click()
            playwright.expect(heading).to_have_text("Your side")
            second.get_by_role("button", name="Next").click()
            playwright.expect(heading).to_have_text("Suspects")
            here = second.url
            second.get_by_role("button", name="Start again").click()
            second.wait_for_url(lambda url: url != here)
            second.wait_for_selector("body[data-ready]")
            playwright.expect(heading).to_have_text("Your side")
            second.context.close()


class TestPanel:
    """The panel and the board beside it."""

    def test_offboard_warning(self, page: "Page", tmp_path: Path) -> None:
        """Who ends the MPh with squads that could enter is told so first."""
        with server(tmp_path, "first-contact", "--seed", "7") as one:
            ready(page, one.url)
            page.locator("#do-end").click()
            playwright.expect(page.locator("#status")).to_contain_text("MPh")
            page.locator("#do-end").click()
            asked = page.locator(".ask-end")
            playwright.expect(asked).to_contain_text("8 units could still enter")
            playwright.expect(page.locator("#status")).to_contain_text("MPh")
            asked.get_by_role("button", name="Let them enter").click()
            playwright.expect(page.locator(".shade.near").first).to_be_visible()
            page.locator("#do-end").click()
            asked.get_by_role("button", name="End the MPh").click()
            playwright.expect(page.locator("#status")).to_contain_text("Turn 2")

    def test_drawing_is_beside(self, page: "Page", tmp_path: Path) -> None:
        """That the board is being drawn is said in a corner, not over counters."""
        with server(tmp_path, "first-contact", "--seed", "7") as one:
            ready(page, one.url)
            place = page.evaluate(
                """() => {
                  const board = document.querySelector("#board");
                  board.dataset.busy = "The board is being drawn";
                  const { left, right, top } = getComputedStyle(board, "::before");
                  return [right, top].map(parseFloat);
                }"""
            )
            assert max(place) < 20

    def test_edges(self, page: "Page", tmp_path: Path) -> None:
        """In the set-up the whole map is shown; an edge out of sight is named."""
        with server(tmp_path, "armored-assault", "--seed", "7") as one:
            ready(page, one.url)
            tags = page.locator(".edge-tag:visible")
            playwright.expect(tags).to_have_count(0)
            for _ in range(4):
                page.keyboard.press("+")
            playwright.expect(tags).to_have_count(2)
            assert sorted(tags.all_inner_texts()) == ["EBE →", "FBE ←"]

    def test_quiet_and_short(self, page: "Page", tmp_path: Path) -> None:
        """While two Activations play the panel is empty, and they take no minute."""
        page.context.add_init_script("localStorage.setItem('opfor-speed', 'normal')")
        mission = mission_at(tmp_path, "8-1 1 o1R10", "4-6-7 2 o1R10")
        with server(tmp_path, mission, "--seed", "7") as one:
            ready(page, one.url)
            for phase in ("PFPh", "MPh"):
                page.locator("#do-end").click()
                playwright.expect(page.locator("#status")).to_contain_text(phase)
            page.keyboard.press("Escape")
            page.keyboard.press("n")
            page.locator(".shade.near").first.wait_for()
            page.locator("#board").focus()
            page.keyboard.press("c")
            begun = time.monotonic()
            click(page, "Q10")
            page.locator("body[data-playing]").wait_for()
            page.locator("#log", has_text="is Activated").wait_for()
            playwright.expect(page.locator("#stack button")).to_have_count(0)
            assert page.locator("#threats").inner_text() == ""
            page.locator("body:not([data-playing])").wait_for(timeout=40_000)
            assert time.monotonic() - begun < 25  # two Activations, fire and a Sniper
