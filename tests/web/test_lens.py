"""What stands at its hex: Close Combat as a lens, LOS at the mouse, VPO; notices."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import Server, needs_chromium, server
from tests.web.staged import friendly, ours, staged, theirs
from tests.web.test_act import begin
from tests.web.test_moving import click, hex_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium

ABOVE = """() => {
  const at = (each) => document.querySelector(each);
  const found = at(".piece").compareDocumentPosition(at("circle.vpo"));
  return Boolean(found & Node.DOCUMENT_POSITION_FOLLOWING);
}"""
"""Whether a VPO is painted after, and so above, a counter."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a fight, an attack, and a save that was changed from outside."""
    data = tmp_path_factory.mktemp("lens")
    games = data / "opfor" / "games"
    within = {"location": "o1R9"}
    staged(
        games, "fight", ours("8-1", "R10"), ours("4-6-7", "R10", 2),
        theirs("4-4-7", "R9"), until=friendly("CCPh"),
        adjust={"467A": within, "467B": within, "e447A": {"ti": True}},
    )  # fmt: skip
    group = (ours("8-1", "Q8"), ours("4-6-7", "Q8", 2), theirs("4-4-7", "Q5"))
    staged(games, "los", *group, until=friendly("PFPh"))
    path = staged(games, "changed", *group, until=friendly("PFPh"))
    with closing(sqlite3.connect(path)) as save:
        save.execute("UPDATE events SET event = replace(event, 'Scored', 'Won')")
        save.execute("UPDATE events SET event = replace(event, 'RPh', 'PFPh')")
        save.commit()
    with server(data) as one:
        yield one


def test_lens(page: "Page", site: Server) -> None:
    """A click opens it, one on a unit takes that out; the focus is kept; they fight."""
    begin(page, site, "fight")
    click(page, "R9")
    odds, go = page.locator("#lens-odds"), page.locator("#lens-go")
    playwright.expect(odds).to_contain_text("8 FP to 4")
    own = page.locator(".of-attackers .fighter")
    own.first.click()
    playwright.expect(odds).to_contain_text("4 FP to 4")
    playwright.expect(own.first).to_be_focused()
    own.last.click()
    playwright.expect(go).to_be_disabled()
    page.locator(".lens-ways summary").click()
    page.locator(".lens-ways .offer").first.click()
    playwright.expect(go).to_be_focused()
    page.keyboard.press("Enter")
    playwright.expect(page.locator("#log")).to_contain_text("ttack")
    playwright.expect(page.locator("#board .fan")).to_be_hidden()


def test_los_at_the_mouse(page: "Page", site: Server) -> None:
    """From the chosen stack to where the mouse rests, then between two clicks."""
    begin(page, site, "los")
    click(page, "Q8")
    page.locator(".shade.aim").first.wait_for()
    page.keyboard.press("l")
    tip = page.locator("#los-tip")
    page.mouse.move(*hex_at(page, "Q5"))
    playwright.expect(tip).to_contain_text("Q8 to Q5, range 3")
    page.mouse.move(*hex_at(page, "Q6"))
    playwright.expect(tip).to_contain_text("Q8 to Q6, range 2")
    click(page, "S8")
    page.mouse.move(*hex_at(page, "S6"))
    playwright.expect(tip).to_contain_text("S8 to S6")
    click(page, "S6")
    playwright.expect(page.locator("#los-text")).to_contain_text("S8 to S6")
    page.mouse.move(*hex_at(page, "Q5"))
    playwright.expect(tip).to_contain_text("S8 to S6")
    page.keyboard.press("Escape")
    playwright.expect(tip).to_be_hidden()


def test_vpo_above_counters(page: "Page", site: Server) -> None:
    """The marker of a VPO is seen where a counter lies."""
    begin(page, site, "los")
    page.locator("circle.vpo").first.wait_for()
    assert page.evaluate(ABOVE)


def test_mended(page: "Page", site: Server) -> None:
    """Of a save that was mended the player is told, until he does something."""
    begin(page, site, "changed")
    playwright.expect(page.locator("#said")).to_contain_text("changed from outside")
