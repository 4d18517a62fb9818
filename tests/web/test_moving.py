"""Moving in a real browser: MF, Locations to choose from, and ways further on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import needs_chromium, server
from tests.web.games import broken_before_a_gun, mission_at

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium

STACK = ("8-1 1 o1R10", "4-6-7 2 o1R10")


@contextmanager
def mph(page: "Page", folder: Path, seed: int = 7) -> Iterator[None]:
    """A game at the MPh, a leader and two squads in R10."""
    mission = mission_at(folder, *STACK)
    with server(folder, mission, "--seed", str(seed)) as one:
        page.goto(one.url)
        page.set_default_timeout(15_000)
        page.wait_for_selector("body[data-ready]")
        for phase in ("PFPh", "MPh"):
            page.locator("#do-end").click()
            playwright.expect(page.locator("#status")).to_contain_text(phase)
        yield


def hex_at(page: "Page", name: str) -> tuple[float, float]:
    """Where a hex is in the window: by the cursor, which is moved there by keys."""
    found = page.evaluate(
        """async (name) => {
          const id = location.pathname.split("/").pop();
          const map = await (await fetch(`/api/games/${id}/board`)).json();
          const [x, y] = map.centres[map.labels.indexOf(name)];
          const board = document.querySelector("#board").getBoundingClientRect();
          const sheet = document.querySelector(".sheet");
          const { a: zoom, e, f } = new DOMMatrix(getComputedStyle(sheet).transform);
          const at = (v) => (v + map.frame) * zoom;
          return [board.left + e + at(x), board.top + f + at(y)];
        }""",
        name,
    )
    return found[0], found[1]


def click(page: "Page", name: str) -> None:
    """Click a hex at once."""
    page.mouse.click(*hex_at(page, name))


def choose(page: "Page", name: str) -> None:
    """Choose the stack of a hex."""
    page.keyboard.press("f")
    page.keyboard.press("Escape")
    click(page, name)
    page.locator(".shade.near").first.wait_for()


def card(page: "Page") -> "Locator":
    """The card at a hex."""
    return page.locator("#hex-card")


class TestLocations:
    """A hex with several Locations."""

    def test_question_stays(self, page: "Page", tmp_path: Path) -> None:
        """Which Location is asked at the hex; the threats of the hover leave it."""
        with mph(page, tmp_path):
            choose(page, "R10")
            x, y = hex_at(page, "R9")
            page.mouse.move(x, y)
            page.mouse.click(x, y)
            playwright.expect(card(page)).to_contain_text("Which Location?")
            page.wait_for_timeout(1200)
            playwright.expect(card(page)).to_contain_text("R9, level 1 (3 MF)")
            page.keyboard.press("1")
            playwright.expect(page.locator("#log")).to_contain_text("R9")
            playwright.expect(card(page)).to_be_hidden()

    def test_ground_level(self, page: "Page", tmp_path: Path) -> None:
        """On the hex stands what its ground level takes, and nothing over it."""
        with mph(page, tmp_path):
            choose(page, "R10")
            words = page.locator(".shade-text").all_inner_texts()
            shaded = page.locator(".shade.near, .shade.far").count()
            assert len(words) == shaded
            x, y = hex_at(page, "R9")
            text = page.evaluate(WORD_NEAR, [x, y])
            assert text == "2"


WORD_NEAR = """([x, y]) => {
  const far = (word) => {
    const box = word.getBoundingClientRect();
    return Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y);
  };
  const words = [...document.querySelectorAll(".shade-text")];
  return words.sort((a, b) => far(a) - far(b))[0].textContent;
}"""


class TestWays:
    """A hex further on."""

    def test_safer_of_equals(self, page: "Page", tmp_path: Path) -> None:
        """Of two ways of equal MF the one with fewer S? to check is gone."""
        with mph(page, tmp_path):
            choose(page, "R10")
            click(page, "R8")
            playwright.expect(card(page)).to_contain_text("Move to R8")
            playwright.expect(card(page)).to_contain_text("of 6 MF")
            page.keyboard.press("x")
            playwright.expect(page.locator("#log")).to_contain_text("R9")
            assert "Q10" not in page.locator("#log").inner_text()

    def test_shortest_or_safest(self, page: "Page", tmp_path: Path) -> None:
        """Where they differ both are shown, and one key turns from one to the other."""
        with mph(page, tmp_path):
            choose(page, "R10")
            click(page, "U8")
            shown = page.locator("#hex-card [aria-pressed=true]")
            playwright.expect(shown).to_contain_text("Shortest")
            page.keyboard.press("y")
            playwright.expect(shown).to_contain_text("Safest")
            playwright.expect(page.locator(".shade.path")).to_have_count(4)
            page.keyboard.press("Escape")
            playwright.expect(card(page)).to_be_hidden()
            playwright.expect(page.locator(".shade.path")).to_have_count(0)


class TestMF:
    """The MF on the hexes."""

    def test_leader_first(self, page: "Page", tmp_path: Path) -> None:
        """In whatever order a stack is chosen, a hex says the MF to get there."""
        with mph(page, tmp_path, seed=8):
            choose(page, "R10")
            click(page, "Q9")
            page.keyboard.press("x")
            page.locator("#status", has_text="left").wait_for()
            page.locator(".shade.near").first.wait_for()
            before = page.locator(".shade-text").all_inner_texts()
            for button in page.locator("#stack button.own").all():
                button.click()
            for number in (2, 1, 0):
                page.locator("#stack button.own").nth(number).click()
            page.wait_for_timeout(800)
            assert page.locator(".shade-text").all_inner_texts() == before


class TestRout:
    """A squad broken in Q10, a known MMG in R4, level 1."""

    def test_suggest_and_warning(self, page: "Page", tmp_path: Path) -> None:
        """It is suggested to crawl out of LOS; the way before the MMG is warned of."""
        broken_before_a_gun(tmp_path / "opfor" / "games")
        with server(tmp_path, "--resume") as one:
            page.goto(one.url)
            page.set_default_timeout(15_000)
            page.wait_for_selector("body[data-ready]")
            page.locator("#suggest").click()
            suggested = page.locator("#suggested")
            playwright.expect(suggested).to_contain_text("Low Crawl to R10")
            page.keyboard.press("Escape")
            page.locator(".shade.aim").first.wait_for()
            warned = page.locator("#offers button", has_text="routs to P10")
            playwright.expect(warned).to_contain_text("Interdiction in P10")
            click(page, "P10")
            card(page).get_by_role("button", name="routs to P10").click()
            playwright.expect(card(page)).to_contain_text("Under Interdiction")
            page.keyboard.press("Enter")
            playwright.expect(card(page)).to_be_hidden()
            playwright.expect(page.locator("#log")).not_to_contain_text("NMC")
