"""The designer in a browser: a Mission from nothing, by the keyboard, to its game."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import needs_chromium
from tests.web.test_pages import faults, visit

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium


def opened(page: "Page", part: str) -> None:
    """Unfold a part of the form by the keyboard."""
    summary = page.locator(f'.design-part[data-open="{part}"] > summary')
    summary.focus()
    page.keyboard.press("Enter")
    playwright.expect(page.locator(f'[data-open="{part}"]')).to_have_attribute(
        "open", ""
    )


def looked(page: "Page") -> "Locator":
    """What the engine says, once it has looked at the last change."""
    page.wait_for_selector("body:not([data-looking])")
    return page.locator("#state")


def says(page: "Page", text: str) -> None:
    """Wait for what the engine says."""
    playwright.expect(looked(page)).to_contain_text(text)


def test_from_nothing(page: "Page", root: str, data: Path) -> None:
    """Boards, VPO on the map, an OB; faults at their fields; kept, asked, begun."""
    visit(page, root, "/design")
    says(page, "1 to mend")
    keys = page.keyboard

    # Its name, and a month that the ENEMY has no tables for
    page.get_by_label("Title").fill("The Ford at Dawn")
    page.get_by_label("Month", exact=True).fill("1951-07")
    fault = page.locator('[data-key="date"] .fault')
    playwright.expect(fault).to_contain_text("no tables for 1951-07")
    page.get_by_label("Month", exact=True).fill("1943-08")
    playwright.expect(fault).to_have_count(0)

    # Another board, turned
    page.get_by_label("board at column 1, row 2", exact=True).select_option("o7")
    playwright.expect(page.locator("#slot-0-1")).to_have_value("o7")
    page.locator("#slot-0-1-turned").press("Space")
    says(page, "1 to mend")
    playwright.expect(page.locator("#slot-0-1-turned")).to_be_checked()

    # Two VPO chosen on the map with the arrow keys
    opened(page, "Places")
    page.locator("#f-vpo_draw").fill("")
    page.locator("#f-vpo-pick").press("Enter")
    playwright.expect(page.locator("#board")).to_be_focused()
    for key in ("ArrowUp", "ArrowUp", "Enter", "ArrowRight", "Enter", "Escape"):
        keys.press(key)
    playwright.expect(page.locator("#f-vpo")).to_have_value(
        re.compile(r"^o1\w+ o1\w+$")
    )
    playwright.expect(page.locator("#f-vpo-pick")).to_be_focused()

    # An OB; what is undone is there again
    opened(page, "Forces")
    page.locator("#f-unit-add").press("Enter")
    counter = page.locator("#f-unit\\.0\\.counter")
    playwright.expect(counter).to_be_focused()
    counter.select_option("4-4-7")
    page.locator("#f-unit\\.0\\.number").fill("6")
    says(page, "All right")
    playwright.expect(page.locator("#points")).to_contain_text("FRIENDLY: 42 points")
    keys.press("Control+z")
    playwright.expect(page.locator("#f-unit\\.0\\.number")).to_have_value("1")
    keys.press("Control+y")
    playwright.expect(page.locator("#f-unit\\.0\\.number")).to_have_value("6")
    says(page, "All right")
    assert faults(page) == []

    # Nothing is lost by a reload; kept, it lies in its pack
    page.reload()
    page.wait_for_selector("body[data-ready]")
    playwright.expect(page.get_by_label("Title")).to_have_value("The Ford at Dawn")
    keys.press("Control+s")
    playwright.expect(page.locator("#kept")).to_contain_text("Saved in my missions")
    folder = data / "opfor" / "packs" / "my missions" / "missions"
    assert "ro7@0,1" in (folder / "the-ford-at-dawn.toml").read_text("utf-8")

    # How hard it is, for as long as one likes
    page.locator("#ask").press("Enter")
    playwright.expect(page.locator("#hard-bar")).to_be_visible()
    page.locator("#stop").press("Enter")
    playwright.expect(page.locator("#ask")).to_be_visible()

    # A game of it
    page.locator("#play").press("Enter")
    page.wait_for_url(re.compile(r"/game/the-ford-at-dawn"))


def test_a_quick_hand(page: "Page", root: str) -> None:
    """What is pressed while the form is drawn anew does not lose its click."""
    visit(page, root, "/design")
    says(page, "1 to mend")
    box = page.locator("#slot-0-1-turned")
    box.hover()
    page.get_by_label("board at column 1, row 2", exact=True).select_option("o3")
    page.mouse.down()
    page.wait_for_timeout(1500)  # the map's text comes, and the form with it
    page.mouse.up()
    playwright.expect(box).to_be_checked()
    playwright.expect(page.locator("#text")).to_contain_text("ro3@0,1")


def test_a_file_from_elsewhere(page: "Page", root: str) -> None:
    """A mistyped file is told line by line, and what could be read is opened."""
    visit(page, root, "/design")
    text = 'title = "Far Away"\nturns = 500\nmap = "o1"\n[[unit]]\ncounter = 3\n'
    file = {"name": "far.toml", "mimeType": "application/toml", "buffer": text.encode()}
    page.locator("#import").set_input_files(file)
    told = page.locator("#complaints")
    playwright.expect(told).to_contain_text("line 2: this must be a whole number <= 99")
    playwright.expect(told).to_contain_text("line 5: this must be a text")
    playwright.expect(page.get_by_label("Title")).to_have_value("Far Away")
    page.locator("#undo").click()
    playwright.expect(page.get_by_label("Title")).not_to_have_value("Far Away")
