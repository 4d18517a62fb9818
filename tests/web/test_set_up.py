"""Setting up in a real browser: by clicks, by dragging, or as opfor suggests."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import PATIENCE, needs_chromium, server
from tests.web.test_moving import hex_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_chromium
playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")

INSIDE = """() => {
  const box = document.getElementById('board').getBoundingClientRect();
  const places = [...document.querySelectorAll('.shade.area')].map((area) => {
    const at = area.getBoundingClientRect();
    return [at.left + at.width / 2, at.top + at.height / 2];
  });
  const free = ([x, y]) => x > box.left + 40 && x < box.right - 40
    && y > box.top + 90 && y < box.bottom - 40;
  return places.filter(free);
}"""
"""Centres of hexes of the area that nothing covers."""


class TestSetUp:
    """Everybody sets up within an area."""

    def test_click_and_drag(self, page: "Page", tmp_path: Path) -> None:
        """Half are clicked into place, half dragged; then the game goes on."""
        with server(tmp_path, "enemy-offensive", "--seed", "5") as one:
            page.goto(one.url)
            page.wait_for_selector("body[data-ready]")
            things = page.locator(".thing")
            units = things.count()
            self._place_all(page)
            playwright.expect(things.first).to_contain_text("foxhole")
            self._place_all(page)
            playwright.expect(things).to_have_count(0, timeout=3 * PATIENCE)
            on_map = page.locator(".piece[data-name^=FRIENDLY]")
            playwright.expect(on_map).to_have_count(units)

    def _place_all(self, page: "Page") -> None:
        """Half are clicked into place, half dragged."""
        places = page.evaluate(INSIDE)
        things = page.locator(".thing")
        done = page.get_by_role("button", name="All are set up")
        playwright.expect(done).to_be_disabled()
        for number in range(things.count()):
            x, y = places[number * 5 % len(places)]
            if number % 2:
                self._drag(page, number, x, y)
            else:
                things.nth(number).click()
                page.mouse.click(x, y)
            where = things.nth(number).locator(".placed")
            playwright.expect(where).not_to_have_text("…")
        done.click()

    @staticmethod
    def _drag(page: "Page", number: int, x: float, y: float) -> None:
        box = page.locator("#board").bounding_box()
        assert box
        page.locator(".thing").nth(number).drag_to(
            page.locator("#board"),
            target_position={"x": x - box["x"], "y": y - box["y"]},
        )

    def test_guns_come_later(self, page: "Page", tmp_path: Path) -> None:
        """Who is asked for after these is told; a level stands at its counter."""
        with server(tmp_path, "armored-assault", "--seed", "5") as one:
            page.goto(one.url)
            page.wait_for_selector("body[data-ready]")
            form = page.locator("form.set-up")
            playwright.expect(form).to_contain_text(
                "Foxholes, if there are any, and then"
            )
            playwright.expect(form).to_contain_text("2-2-8 A")
            playwright.expect(page.locator(".thing", has_text="2-2-8")).to_have_count(0)
            placed = page.locator(".thing").first.locator(".placed")
            spots = page.evaluate(INSIDE)
            for x, y in spots:  # until one with levels is found
                page.locator(".thing").first.click()
                page.mouse.click(x, y)
                page.mouse.click(x, y)
                if "level" in placed.inner_text():
                    break
            level = placed.inner_text().rpartition(" ")[2]
            playwright.expect(page.locator(".stack-level")).to_contain_text(f"▲{level}")

    def test_stairs(self, page: "Page", tmp_path: Path) -> None:
        """On an upper level it is told by which stairwell one comes down."""
        with server(tmp_path, "armored-assault", "--seed", "5") as one:
            page.goto(one.url)
            page.wait_for_selector("body[data-ready]")
            form = page.locator("form.set-up")
            placed = page.locator(".thing").first.locator(".placed")
            page.locator(".thing").first.click()
            page.mouse.click(*hex_at(page, "O3"))
            page.mouse.click(*hex_at(page, "O3"))
            playwright.expect(placed).to_have_text("O3, level 1")
            playwright.expect(form).to_contain_text("(no stairwell: up and down in")

    def test_area_after_field(self, page: "Page", tmp_path: Path) -> None:
        """Where one may set up stays shaded after Field was looked at."""
        with server(tmp_path, "armored-assault", "--seed", "5") as one:
            page.goto(one.url)
            page.wait_for_selector("body[data-ready]")
            area = page.locator(".shade.area")
            area.first.wait_for()
            before = area.count()
            page.keyboard.press("v")
            page.mouse.click(*hex_at(page, "O3"))
            page.keyboard.press("v")
            playwright.expect(area).to_have_count(before)

    def test_suggested(self, page: "Page", tmp_path: Path) -> None:
        """What a steady player would do is taken with two keys, and undone."""
        with server(tmp_path, "enemy-offensive", "--seed", "5") as one:
            page.goto(one.url)
            page.wait_for_selector("body[data-ready]")
            things = page.locator(".thing")
            self._suggested(page)
            playwright.expect(things.first).to_contain_text("foxhole")
            self._suggested(page)
            playwright.expect(things).to_have_count(0, timeout=3 * PATIENCE)
            page.locator("#undo").click()
            playwright.expect(page.locator(".thing").first).to_be_visible()

    @staticmethod
    def _suggested(page: "Page") -> None:
        page.locator("#board").focus()
        page.keyboard.press("i")
        page.locator("#suggested .main").wait_for()
        page.keyboard.press("Enter")
