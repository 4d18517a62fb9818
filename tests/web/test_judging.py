"""His board is right, by clicks: LOS and terrain as the player says they are."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import needs_chromium
from tests.web.test_moving import click, mph

if TYPE_CHECKING:
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium


def test_los(page: "Page", tmp_path: Path) -> None:
    """A LOS is blocked by a click, says whose word it is, and undo takes it back."""
    with mph(page, tmp_path):
        expect = playwright.expect
        page.keyboard.press("l")
        click(page, "R10")
        click(page, "R8")
        reading = page.locator("#reading")
        expect(reading).to_contain_text("R10 to R8, range 2")
        reading.get_by_text("Is it otherwise on your board?").click()
        reading.get_by_role("button", name="blocked").click()
        expect(reading).to_contain_text("blocked, by your word")
        log = page.locator("#log")
        expect(log).to_contain_text("LOS R10 to R8: blocked, by your word")
        reading.get_by_role("button", name="as drawn").click()
        expect(reading).not_to_contain_text("by your word")


def test_terrain(page: "Page", tmp_path: Path) -> None:
    """A hex is made woods by the keyboard and a click; the board is drawn anew."""
    with mph(page, tmp_path):
        expect = playwright.expect
        page.keyboard.press("b")
        click(page, "R8")
        reading = page.locator("#reading")
        reading.get_by_label("terrain").select_option("woods")
        reading.get_by_role("button", name="set", exact=True).click()
        expect(page.locator(".by-word")).to_have_count(1)
        page.keyboard.press("b")
        click(page, "R8")
        expect(reading).to_contain_text("woods, level 0, by your word")
        page.locator("#undo").click()
        expect(page.locator(".by-word")).to_have_count(0)
