"""The button that ends a phase, and the line that says which: presses as hands do."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import pytest

from tests.web.browser import SETTLED, Server, needs_chromium, server
from tests.web.staged import friendly, ours, staged, theirs
from tests.web.test_moving import hex_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a moment for each fault."""
    data = tmp_path_factory.mktemp("ends")
    games = data / "opfor" / "games"
    group = (ours("4-6-7", "Q8"), ours("4-6-7"), theirs("4-4-7", "Q5"))
    staged(games, "last-shot", *group, until=friendly("PFPh"))
    staged(games, "twice", ours("4-6-7", "R10"), group[-1], until=friendly("PFPh"))
    many = (theirs("4-4-7", "P4", 3), theirs("4-4-7", "Q5", 1, "LMG"))
    held = (ours("8-1", "R9"), ours("4-6-7", "R9", 2, "LMG"))
    staged(games, "turn", *held, *many, until=friendly("APh"))
    walk = (ours("4-6-7", "R10", 1, "LMG"), ours("4-6-7", "S10"))
    staged(games, "walk", *walk, until=friendly("MPh"))
    gunner = theirs("4-4-7", "R4/1", 1, "MMG")
    broken = {"467A": {"broken": True, "dm": True}}
    staged(
        games, "must", ours("4-6-7", "T5"), gunner, until=friendly("RtPh"),
        adjust=broken,
    )  # fmt: skip
    beside = (ours("4-6-7", "R10"), theirs("4-4-7", "R9"))
    within = {"467A": {"location": "o1R9"}}
    staged(games, "fight", *beside, until=friendly("CCPh"), adjust=within)
    with server(data) as one:
        yield one


def begin(page: "Page", site: Server, game: str, speed: str) -> None:
    """Open a moment, the whole board in sight."""
    page.goto(site.url)
    page.add_init_script(f"localStorage.setItem('opfor-speed', '{speed}')")
    page.goto(urljoin(site.url, f"/game/{game}"))
    page.wait_for_selector("body[data-ready]")
    page.keyboard.press("f")


def press(page: "Page", at: Any) -> None:
    """Click where the button was, and press its key."""
    page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.keyboard.press("e")


class TestEnds:
    """A press ends what it was meant for, or nothing."""

    def test_after_the_last_shot(self, page: "Page", site: Server) -> None:
        """While the last shot is played, and as the MPh comes, no press ends it."""
        begin(page, site, "last-shot", "step")
        status = page.locator("#status")
        end = page.locator("#do-end").bounding_box()
        page.mouse.click(*hex_at(page, "Q8"))
        page.locator(".shade.aim").first.wait_for()
        page.mouse.click(*hex_at(page, "Q5"))
        playwright.expect(page.locator("#fire-go")).to_be_enabled()
        page.keyboard.press("Enter")
        page.locator("#caption-next").wait_for()
        press(page, end)
        page.keyboard.press("s")
        playwright.expect(page.locator("#end-word")).to_have_text("End MPh")
        press(page, end)
        page.wait_for_selector(SETTLED)
        playwright.expect(page.locator("#asked")).to_contain_text("Where to?")
        assert "FRIENDLY MPh" in status.inner_text()
        page.keyboard.press("e")
        asked = page.locator(".ask-end")
        playwright.expect(asked).to_contain_text("One unit could still enter")

    def test_twice(self, page: "Page", site: Server) -> None:
        """A double click ends one phase."""
        begin(page, site, "twice", "at once")
        page.locator("#do-end").dblclick()
        playwright.expect(page.locator("#end-word")).to_have_text("End MPh")
        page.wait_for_selector(SETTLED)
        assert "FRIENDLY MPh" in page.locator("#status").inner_text()

    def test_must_rout(self, page: "Page", site: Server) -> None:
        """Who would be lost for staying is told of before the RtPh ends."""
        begin(page, site, "must", "at once")
        playwright.expect(page.locator("#asked")).to_contain_text(
            "one must, or is lost"
        )
        page.keyboard.press("e")
        asked = page.locator(".ask-end")
        playwright.expect(asked).to_contain_text("must rout, or is lost (A10.5)")
        asked.locator("button.main").click()
        playwright.expect(page.locator("#hex-card")).to_contain_text("4-6-7 A routs to")

    def test_fight_left(self, page: "Page", site: Server) -> None:
        """Who could still attack in CC is told of before the CCPh ends."""
        begin(page, site, "fight", "at once")
        playwright.expect(page.locator("#end-word")).to_have_text("End CCPh")
        page.wait_for_selector(SETTLED)
        page.keyboard.press("e")
        asked = page.locator(".ask-end")
        playwright.expect(asked).to_contain_text("could still attack in CC")
        page.wait_for_timeout(700)  # as one reads it
        page.keyboard.press("e")
        said = page.locator("#asked")  # the ENEMY attacks; who is left may go
        playwright.expect(said).to_contain_text("4-6-7 A may infiltrate")


class TestLine:
    """What stands above the board."""

    def test_goes_with_the_story(self, page: "Page", site: Server) -> None:
        """Deed by deed the line tells whose turn and which phase is played.

        What may be ordered after them is not suggested before they are shown.
        """
        begin(page, site, "turn", "step")
        assert "FRIENDLY" in page.locator("#turn").inner_text()
        page.locator("#do-end").click()
        page.locator("#caption-next").wait_for()
        playwright.expect(page.locator("#turn")).to_have_text("Turn 1 / 7 ENEMY")
        playwright.expect(page.locator("#phases .now")).to_have_text("PFPh")
        playwright.expect(page.locator("#asked")).to_have_text("The ENEMY acts")
        page.keyboard.press("i")
        playwright.expect(page.locator("#said")).to_contain_text("still being shown")
        playwright.expect(page.locator("#suggested")).to_be_hidden()

    def test_entered(self, page: "Page", site: Server) -> None:
        """After an Assault Movement nobody is asked where to go on to."""
        begin(page, site, "walk", "at once")
        page.mouse.click(*hex_at(page, "R10"))
        page.locator(".shade.near").first.wait_for()
        page.keyboard.press("a")
        page.locator(".shade.near").first.wait_for()
        playwright.expect(page.locator(".shade.near")).to_have_count(3)
        page.mouse.click(*hex_at(page, "R9"))
        asked = page.locator("#asked")
        playwright.expect(asked).to_contain_text("They enter no more")
        assert "Where to now?" not in asked.inner_text()
