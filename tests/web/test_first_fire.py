"""Defensive First Fire that passes unasked where no shot has chance enough."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import Server, needs_chromium, server
from tests.web.staged import fire_window, ours, staged, theirs
from tests.web.test_act import begin

if TYPE_CHECKING:
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium

CHANCE = "16\u00a0%"
"""Of the best shot at each of the two squads that move, in P4 and then in P5."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the moment before each of two squads moves, at 250 m."""
    data = tmp_path_factory.mktemp("first-fire")
    held = (ours("8-1", "R9"), ours("4-6-7", "R9", 2, "LMG"))
    for name in ("always", "less", "more", "undo"):
        staged(
            data / "opfor" / "games", name, *held, theirs("4-4-7", "Q5", 2),
            until=fire_window, seed=0,
        )  # fmt: skip
    with server(data) as one:
        yield one


def opened(page: "Page", site: Server, game: str, least: str) -> list[str]:
    """A game with that setting, asked about the first squad; what is sent from now."""
    sent: list[str] = []
    with page.expect_websocket() as found:
        begin(page, site, game, **{"first-fire": least})
    found.value.on("framesent", lambda frame: sent.append(str(frame)))
    page.locator("#fire-go:enabled").wait_for()
    return sent


def answers(sent: list[str]) -> list[str]:
    """The answers among what was sent."""
    return [frame for frame in sent if '"answer"' in frame]


class TestSetting:
    """Asked about always, or only where a shot has chance enough."""

    def test_always(self, page: "Page", site: Server) -> None:
        """By itself nothing passes unasked, and no chances are looked up."""
        sent = opened(page, site, "always", "0")
        playwright.expect(page.locator("#fire-title")).to_contain_text("P4")
        page.keyboard.press("Space")
        playwright.expect(page.locator("#fire-title")).to_contain_text("P5")
        page.locator("#fire-go:enabled").wait_for()
        assert len(answers(sent)) == 1
        assert not [frame for frame in sent if "best shot" in frame]

    def test_enough(self, page: "Page", site: Server) -> None:
        """A shot that has as much chance is asked about."""
        sent = opened(page, site, "more", "10")
        page.keyboard.press("Space")
        playwright.expect(page.locator("#fire-title")).to_contain_text("P5")
        page.locator("#fire-go:enabled").wait_for()
        assert len(answers(sent)) == 1
        playwright.expect(page.locator("#log .note")).to_have_count(0)

    def test_too_little(self, page: "Page", site: Server) -> None:
        """A shot that has not passes by the order of `h`, and the log says so."""
        sent = opened(page, site, "less", "20")
        page.keyboard.press("Space")
        playwright.expect(page.locator("#status")).not_to_contain_text("ENEMY MPh")
        said = f"P5: best shot {CHANCE}: passed over"
        playwright.expect(page.locator("#log .note")).to_have_text(said)
        playwright.expect(page.locator("#said")).to_have_text(said)
        given = answers(sent)
        assert len(given) == 2
        assert all('"value":{"type":"hold fire"}' in frame for frame in given), given

    def test_undo(self, page: "Page", site: Server) -> None:
        """What was passed over is asked about once the undo has led back to it."""
        opened(page, site, "undo", "20")
        page.keyboard.press("Space")
        playwright.expect(page.locator("#status")).not_to_contain_text("ENEMY MPh")
        page.keyboard.press("u")
        playwright.expect(page.locator("#fire-title")).to_contain_text("P5")
        page.locator("#fire-go:enabled").wait_for()
        playwright.expect(page.locator("#log .note")).to_have_count(0)


def test_settings_page(page: "Page", site: Server) -> None:
    """It is chosen on the page of settings, and kept in the browser."""
    page.goto(site.url)
    page.goto(f"{site.url.partition('/?')[0]}/settings")
    group = page.locator("fieldset", has_text="Ask about Defensive First Fire")
    playwright.expect(group.get_by_label("always")).to_be_checked()
    group.get_by_label("from 10").check()
    assert page.evaluate("localStorage.getItem('opfor-first-fire')") == "10"


def test_elsewhere(page: "Page", site: Server) -> None:
    """What is chosen in another window holds at once in a game that is open."""
    opened(page, site, "always", "0")
    other = page.context.new_page()
    other.goto(f"{site.url.partition('/?')[0]}/settings")
    other.get_by_label("dark").check()
    other.get_by_label("at once", exact=True).check()
    root = page.locator("html")
    playwright.expect(root).to_have_attribute("data-theme", "dark")
    playwright.expect(page.locator("#speed")).to_have_value("at once")


def test_back(page: "Page", site: Server) -> None:
    """A game that the browser kept as it was follows when one comes back to it."""
    opened(page, site, "always", "0")
    page.evaluate("localStorage.setItem('opfor-speed', 'slow')")
    playwright.expect(page.locator("#speed")).to_have_value("at once")
    page.evaluate(
        "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
    )
    playwright.expect(page.locator("#speed")).to_have_value("slow")
