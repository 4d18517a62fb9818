"""What the page says where a click, or another choice, leads nowhere."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import Server, needs_chromium, server
from tests.web.staged import friendly, ours, staged, theirs
from tests.web.test_act import begin
from tests.web.test_moving import click, hex_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the MPh of a stack, S? before it, others and an ENEMY squad."""
    data = tmp_path_factory.mktemp("why-not")
    stack = (ours("8-1", "R10"), ours("4-6-7", "R10", 2))
    more = (*stack, ours("4-6-7", "P9"), theirs("4-4-7", "U9"))
    games, mph, known = data / "opfor" / "games", friendly("MPh"), {"concealed": False}
    for name in ("far", "tap", "known"):
        staged(
            games, name, *more,
            until=mph, placement=("e", "c"), adjust={"e447A": known},
        )  # fmt: skip
    for name in ("part", "nobody"):
        staged(games, name, *stack, until=mph)
    with server(data) as one:
        yield one


def chosen(page: "Page", name: str = "R10") -> None:
    """Choose a stack and wait for its reach."""
    click(page, name)
    page.locator(".shade.near").first.wait_for()
    playwright.expect(page.locator("#stack-title")).to_have_text(f"In {name}")


FAR_SUSPECT = """() => {
  const all = [...document.querySelectorAll(".piece")];
  const suspects = all.filter((each) => each.dataset.name?.includes("S?"));
  const boxes = suspects.map((each) => each.getBoundingClientRect());
  const [top] = boxes.sort((a, b) => a.top - b.top);
  return [top.left + top.width / 2, top.top + top.height / 2];
}"""


class TestOutOfReach:
    """A click on where the stack cannot go."""

    def test_far(self, page: "Page", site: Server) -> None:
        """The stack stays chosen, and MF are told; an own stack is chosen."""
        begin(page, site, "far")
        chosen(page)
        click(page, "R2")
        said = page.locator("#said")
        playwright.expect(said).to_contain_text("Not to R2: it takes")
        playwright.expect(said).to_contain_text("MF, and they have 6 left")
        playwright.expect(page.locator("#stack-title")).to_have_text("In R10")
        assert page.locator(".shade.near").count() > 0
        playwright.expect(page.locator("#about")).to_contain_text("R2")
        click(page, "P9")
        page.locator("#hex-card button", has_text="Choose").click()
        playwright.expect(page.locator("#stack-title")).to_have_text("In P9")

    def test_suspect(self, browser: "Browser", site: Server) -> None:
        """A tap on a S? that is too far does the same, and tells of it."""
        context = browser.new_context(
            has_touch=True, viewport={"width": 1024, "height": 768}
        )
        page = context.new_page()
        begin(page, site, "tap")
        page.touchscreen.tap(*hex_at(page, "R10"))
        page.locator(".shade.near").first.wait_for()
        x, y = page.evaluate(FAR_SUSPECT)
        page.touchscreen.tap(x, y)
        playwright.expect(page.locator("#said")).to_contain_text("MF, and they have")
        playwright.expect(page.locator("#stack-title")).to_have_text("In R10")
        playwright.expect(page.locator("#about")).to_contain_text("S?")
        context.close()

    def test_known(self, page: "Page", site: Server) -> None:
        """Where a Known ENEMY unit is nobody goes in the MPh."""
        begin(page, site, "known")
        chosen(page)
        click(page, "U9")
        playwright.expect(page.locator("#said")).to_contain_text(
            "Not to U9: A4.14: a Known unit of the ENEMY is in U9"
        )
        playwright.expect(page.locator("#stack-title")).to_have_text("In R10")


class TestPart:
    """Those who are chosen anew in the course of a move."""

    def test_without_the_leader(self, page: "Page", site: Server) -> None:
        """Without him they have spent their MF: it is said in one line."""
        begin(page, site, "part")
        chosen(page)
        for name in ("Q10", "P9", "O9", "N8"):
            click(page, name)
            playwright.expect(page.locator("#stack-title")).to_have_text(f"In {name}")
            page.locator(".shade.near").first.wait_for()
        page.locator("#stack button.own", has_text="Jansen").click()
        playwright.expect(page.locator("#said")).to_contain_text(
            "They cannot move: without the others they have 4 MF"
        )
        page.locator("#stack button.own", has_text="Jansen").click()
        page.locator(".shade.near").first.wait_for()

    def test_nobody(self, page: "Page", site: Server) -> None:
        """So it is where nobody is left."""
        begin(page, site, "nobody")
        chosen(page)
        for button in page.locator("#stack button.own").all():
            button.click()
        playwright.expect(page.locator("#said")).to_contain_text("Nobody is chosen")
