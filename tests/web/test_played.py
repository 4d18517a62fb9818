"""What annoyed in games that were played by hand on the page."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest

from tests.web.browser import SETTLED, Server, needs_chromium, server
from tests.web.staged import friendly, ours, staged, theirs
from tests.web.test_moving import hex_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium

BESIDE = """() => {
  const caption = document.querySelector("#caption");
  caption.hidden = false;
  caption.className = "card caption above";
  caption.textContent = "T6 fires at S8 (Prep Fire): no effect";
  const coach = document.querySelector("#coach").getBoundingClientRect();
  const box = caption.getBoundingClientRect();
  return box.left >= coach.right || box.right <= coach.left || box.top >= coach.bottom;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a moment for each fault."""
    data = tmp_path_factory.mktemp("by-hand")
    games = data / "opfor" / "games"
    group = (ours("8-1", "Q8"), ours("4-6-7", "Q8", 2, "LMG"), theirs("4-4-7", "Q5"))
    for game in ("fire", "kept"):
        staged(games, game, *group, until=friendly("PFPh"))
    held = (ours("8-1", "R9"), theirs("4-4-7", "Q5", 1, "LMG"))
    staged(games, "wind", *held, until=friendly("APh"))
    with server(data) as one:
        yield one


def begin(page: "Page", site: Server, game: str) -> None:
    """Open a moment, the whole board in sight, its play at once."""
    page.add_init_script("localStorage.setItem('opfor-speed', 'at once')")
    page.goto(site.url)
    page.goto(urljoin(site.url, f"/game/{game}"))
    page.wait_for_selector("body[data-ready]")
    page.keyboard.press("f")


def tutorial(page: "Page", site: Server) -> None:
    """Begin the tutorial."""
    page.goto(site.url)
    page.locator("#tutorial").click()
    page.wait_for_selector("body[data-ready]", timeout=60_000)


class TestPlayed:
    """Each is a thing that a player met."""

    def test_chosen_already(self, page: "Page", site: Server) -> None:
        """A click on the Mission that is chosen as the page opens offers to play it."""
        page.goto(site.url)
        page.locator("label.mission", has_text="First Contact").click()
        playwright.expect(page.locator("#play")).to_be_visible()
        playwright.expect(page.locator("#play")).to_contain_text("First Contact")

    def test_enter_fires(self, page: "Page", site: Server) -> None:
        """Enter fires though the focus is on a firer that was just taken out."""
        begin(page, site, "fire")
        page.mouse.click(*hex_at(page, "Q8"))
        page.locator(".shade.aim").first.wait_for()
        page.mouse.click(*hex_at(page, "Q5"))
        playwright.expect(page.locator("#fire-go")).to_be_enabled()
        page.keyboard.press("r")
        plan = page.locator("#fire-plan")
        playwright.expect(plan).to_contain_text("LMG A: ")
        assert "LMG A LMG" not in plan.inner_text()
        page.keyboard.press("f")
        page.get_by_role("checkbox", name="4-6-7 B").click()
        playwright.expect(page.locator("#fire-go")).to_be_enabled()
        page.keyboard.press("Enter")
        playwright.expect(page.locator("#fire")).to_be_hidden()
        playwright.expect(page.locator("#log")).to_contain_text("Q8 fires at Q5")

    def test_reload(self, page: "Page", site: Server) -> None:
        """A page that is loaded anew has zoom, place and the chosen stack as before."""
        begin(page, site, "kept")
        page.mouse.click(*hex_at(page, "Q8"))
        playwright.expect(page.locator("#stack-title")).to_have_text("In Q8")
        page.keyboard.press("+")
        sheet = page.locator(".sheet")
        before = sheet.evaluate("sheet => sheet.style.transform")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        playwright.expect(page.locator("#stack-title")).to_have_text("In Q8")
        assert sheet.evaluate("sheet => sheet.style.transform") == before
        page.locator(".shade.aim").first.wait_for()

    def test_nothing_over_what_is_looked_at(self, page: "Page", site: Server) -> None:
        """A tool puts away what stands at a hex: a click there is for the tool."""
        begin(page, site, "kept")
        page.mouse.click(*hex_at(page, "Q8"))
        page.locator(".shade.aim").first.wait_for()
        page.mouse.click(*hex_at(page, "Q5"))
        playwright.expect(page.locator("#fire")).to_be_visible()
        page.locator("#tool-los").click()
        playwright.expect(page.locator("#fire")).to_be_hidden()

    def test_names_unbroken(self, page: "Page", site: Server) -> None:
        """No line of a text ends within a name, however narrow it is."""
        begin(page, site, "fire")
        name = page.locator("#log x-name", has_text="4-6-7 A").first
        name.wait_for()
        page.locator("#log").evaluate("log => { log.style.width = '3rem'; }")
        assert name.evaluate("name => name.getClientRects().length") == 1

    def test_dice_of_no_hex(self, page: "Page", site: Server) -> None:
        """Dice for the wind lie in a corner, not on the hex of the last shot."""
        begin(page, site, "wind")
        page.locator("#do-end").click()
        playwright.expect(page.locator("#log")).to_contain_text("entrenches")
        playwright.expect(page.locator("#status")).to_contain_text("Turn 2")
        dice = page.locator("#dice")
        playwright.expect(dice.locator(".die-face")).to_have_count(2)
        assert dice.evaluate("place => place.style.left") == ""

    def test_rises_on_top(self, page: "Page", site: Server) -> None:
        """What rises over a counter is not struck through by the cursor."""
        begin(page, site, "fire")
        layers = page.locator("svg.over > g").evaluate_all(
            "all => all.map((layer) => layer.getAttribute('class'))"
        )
        assert layers.index("layer-cursor") < layers.index("layer-rises")


class TestCoach:
    """The marks of a lesson."""

    def test_beside(self, page: "Page", site: Server) -> None:
        """The coach does not lie over what is told of the ENEMY's turn."""
        page.set_viewport_size({"width": 1440, "height": 900})
        tutorial(page, site)
        assert page.evaluate(BESIDE)

    def test_undone(self, page: "Page", site: Server) -> None:
        """After `Undo` the coach is at the step that is to be done once more."""
        tutorial(page, site)
        heading = page.locator("#coach h2")
        page.mouse.click(*hex_at(page, "U10"))
        playwright.expect(heading).to_have_text("Suspects")
        page.mouse.click(*hex_at(page, "T7"))
        playwright.expect(heading).to_have_text("The phases")
        for phase in ("PFPh", "MPh"):
            page.wait_for_selector(SETTLED)
            page.keyboard.press("e")
            playwright.expect(page.locator("#status")).to_contain_text(phase)
        playwright.expect(heading).to_have_text("Look before you go")
        page.keyboard.press("u")
        playwright.expect(heading).to_have_text("The phases")


def test_reload(page: "Page", tmp_path: Path) -> None:
    """A page that is loaded anew is no step that was undone."""
    with server(tmp_path) as one:
        tutorial(page, one)
        heading = page.locator("#coach h2")
        page.mouse.click(*hex_at(page, "U10"))
        playwright.expect(heading).to_have_text("Suspects")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        playwright.expect(heading).to_have_text("Suspects")
