"""The frame of a game in a real browser: board, panels, drawer, no text cut."""

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import pytest

from tests.web.browser import ARGUMENTS, CHROMIUM, PATIENCE, needs_chromium, server
from tests.web.texts import cut_texts

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Playwright

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> "Any":
    """The address of a server with a game in its first turn."""
    data = tmp_path_factory.mktemp("data")
    with server(data, "first-contact", "--seed", "7") as one:
        yield one.url


def game(page: "Page", root: str) -> None:
    """Open the game."""
    page.goto(root)
    page.goto(urljoin(root, "/opened"))
    page.wait_for_selector("body[data-ready]")


def box(found: "Locator") -> dict[str, float]:
    """Where an element is."""
    place = found.bounding_box()
    assert place
    return dict(place)


class TestPanels:
    """The panels beside the board."""

    def test_resize_kept(self, page: "Page", root: str) -> None:
        """The dock is as wide after a reload as it was pulled; so it is by keyboard."""
        game(page, root)
        before = box(page.locator("#dock"))["width"]
        edge = box(page.locator("#dock-edge"))
        page.mouse.move(edge["x"] + 3, 300)
        page.mouse.down()
        page.mouse.move(edge["x"] - 80, 300)
        page.mouse.up()
        wide = box(page.locator("#dock"))["width"]
        assert wide == pytest.approx(before + 83, abs=6)
        page.locator("#dock-edge").press("ArrowRight")
        wide = box(page.locator("#dock"))["width"]
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert box(page.locator("#dock"))["width"] == pytest.approx(wide, abs=1)

    def test_board_has_the_room(self, page: "Page", root: str) -> None:
        """With all panels put away the board has the window but for the tabs."""
        game(page, root)
        for name in ("Units", "Log"):
            page.get_by_role("button", name=f"put away: {name}").click()
        wide = box(page.locator("#board"))["width"]
        tabs = box(page.locator("#tabs"))["width"]
        assert wide + tabs == pytest.approx(1280, abs=2)
        page.locator("[data-tab=log]").click()
        playwright.expect(page.locator("#log")).to_be_visible()
        playwright.expect(page.locator("#stack-title")).to_be_hidden()

    def test_aside_and_folded(self, page: "Page", root: str) -> None:
        """A panel over the board, moved and folded, is there after a reload."""
        game(page, root)
        panel = page.locator("#panel-log")
        head = box(panel.locator(".panel-head h2"))
        page.mouse.move(head["x"] + 10, head["y"] + 5)
        page.mouse.down()
        page.mouse.move(head["x"] - 300, head["y"] - 200, steps=4)
        page.mouse.up()
        aside = panel.get_by_role("button", name="over the board")
        playwright.expect(aside).to_have_attribute("aria-pressed", "true")
        at = box(panel)
        aside.press("ArrowLeft")
        assert box(panel)["x"] == pytest.approx(at["x"] - 24, abs=1)
        panel.get_by_role("button", name="fold, or unfold").click()
        playwright.expect(page.locator("#log")).to_be_hidden()
        page.reload()
        page.wait_for_selector("body[data-ready]")
        playwright.expect(page.locator("#log")).to_be_hidden()
        assert box(panel)["x"] == pytest.approx(at["x"] - 24, abs=1)
        aside.click()
        playwright.expect(aside).to_have_attribute("aria-pressed", "false")

    def test_spoilt(self, page: "Page", root: str) -> None:
        """What is kept and cannot be read does no harm."""
        page.add_init_script("localStorage.setItem('opfor-panels', '{\"panels\": 3')")
        game(page, root)
        playwright.expect(page.locator("#log")).to_be_visible()

    def test_fit(self, page: "Page", root: str) -> None:
        """Fit shows the whole board; once more, and it covers all of its place."""
        game(page, root)
        page.locator("#fit").click()
        place, sheet = box(page.locator("#board")), box(page.locator(".sheet .map"))
        assert sheet["width"] <= place["width"] + 1
        assert sheet["height"] <= place["height"] + 1
        page.locator("#fit").click()
        sheet = box(page.locator(".sheet .map"))
        assert sheet["width"] >= place["width"] - 1
        assert sheet["height"] >= place["height"] - 1


class TestPhone:
    """A phone upright."""

    def test_drawer(self, page: "Page", root: str) -> None:
        """Board above, drawer below: lower, half and tall, and a tab for each panel."""
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        game(page, root)
        board = box(page.locator("#board"))
        assert board["width"] == PHONE["width"]
        assert board["height"] > PHONE["height"] * 0.4
        page.locator("[data-tab=log]").click()
        playwright.expect(page.locator("#log")).to_be_visible()
        playwright.expect(page.locator("#stack-title")).to_be_hidden()
        page.locator("[data-tab=log]").click()
        playwright.expect(page.locator("#log")).not_to_be_in_viewport()
        assert box(page.locator("#board"))["height"] > PHONE["height"] * 0.75
        page.locator(".handle").click()
        playwright.expect(page.locator("#log")).to_be_in_viewport()

    def test_targets(self, page: "Page", root: str) -> None:
        """All that is pressed is 44 px high at least."""
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        game(page, root)
        for each in page.locator("header button:visible, #tabs button").all():
            assert box(each)["height"] >= 43.5, each.inner_text()

    def test_turn(self, page: "Page", root: str) -> None:
        """A unit enters, and its move is taken back, with fingers alone."""
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        game(page, root)
        if "RPh" in page.locator("#phases").inner_text():
            page.locator("#do-end").click()
        page.locator("#reserve-list button").first.click()
        page.locator(".shade.near").first.wait_for()
        page.locator("#board").press("f")
        for _ in range(15):
            page.locator("#board").press("ArrowDown")
        page.locator("#board").press("Enter")
        page.locator("#more-open").click()
        playwright.expect(page.locator("#undo")).to_be_enabled()
        page.locator("#undo").click()
        playwright.expect(page.locator("#undo")).to_be_hidden()


class TestTexts:
    """No text is cut, however wide the window and large the letters."""

    @pytest.mark.parametrize("size", [16, 20, 32])
    def test_sizes(self, engine: "Playwright", root: str, size: int) -> None:
        """At 390, 1024, 1440 and 1920 px, with letters of 100, 125 and 200 %."""
        letters = f"--blink-settings=defaultFontSize={size}"
        large = engine.chromium.launch(
            executable_path=CHROMIUM, args=[*ARGUMENTS, letters]
        )
        for wide, high in ((390, 844), (1024, 768), (1440, 900), (1920, 1080)):
            page = large.new_page(viewport={"width": wide, "height": high})
            page.set_default_timeout(PATIENCE)
            game(page, root)
            assert cut_texts(page) == [], f"{wide} px"
            page.close()
        large.close()


def test_planted(page: "Page", root: str) -> None:
    """A text that is cut is found."""
    game(page, root)
    page.evaluate(
        "document.getElementById('turn').style.cssText ="
        "'width: 20px; overflow: hidden; white-space: nowrap'"
    )
    assert any("turn" in each for each in cut_texts(page))


def test_folder() -> None:
    """What the page is made of stays below half a megabyte."""
    files = Path("src/opfor/web/static").iterdir()
    assert sum(file.stat().st_size for file in files) < 500_000
