"""The tutorial in a real browser: to its end by keyboard alone, left and resumed."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opfor.state.mission import load_mission
from tests.web.browser import PATIENCE, SETTLED, needs_chromium, server

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_chromium
playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")

STEPS = json.loads(
    Path("src/opfor/web/static/lessons/tutorial.json").read_text("utf-8")
)


class Keys:
    """A player who has only a keyboard."""

    def __init__(self, page: "Page") -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        """Press keys, as slowly as a person."""
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(60)

    def until(self, text: str, *keys: str, at: str = "#stack-title") -> None:
        """Press keys until an element says so."""
        place = self.page.locator(at)
        for _ in range(30):
            said = place.inner_text()
            if text in said:
                return
            self.page.wait_for_selector(SETTLED)
            self.press(*keys)
            for _ in range(100):  # as a person does: look before pressing again
                if place.inner_text() != said:
                    break
                self.page.wait_for_timeout(50)
        raise AssertionError(f"{at} never says {text}")

    def cursor(self, name: str) -> None:
        """Bring the cursor to a hex."""
        for _ in range(60):
            at = self.page.locator("#cursor-place").inner_text()
            if at == name:
                return
            self.press(_towards(at, name) if at else "ArrowUp")
        raise AssertionError(f"the cursor does not come to {name}")

    def step(self, title: str) -> None:
        """The coach has come to a step."""
        heading = self.page.locator("#coach h2")
        playwright.expect(heading).to_have_text(title, timeout=PATIENCE)

    def planned(self) -> None:
        """An attack is planned: what it comes to stands above all else."""
        playwright.expect(self.page.locator("#fire-go")).to_be_enabled()
        playwright.expect(self.page.locator("#fire-sum")).to_contain_text("FP")


def close_coach(keys: Keys) -> None:
    """After the last step, put the coach away for good."""
    keys.step("That was the tutorial")
    page = keys.page
    page.locator("#coach button", has_text="Close").click()
    page.reload()
    page.wait_for_selector("body[data-ready]")
    playwright.expect(page.locator("#coach")).to_be_hidden()


def _towards(at: str, name: str) -> str:
    (col, row), (to_col, to_row) = _place(at), _place(name)
    if col != to_col:
        return "ArrowRight" if to_col > col else "ArrowLeft"
    return "ArrowDown" if to_row > row else "ArrowUp"


def _place(name: str) -> tuple[int, int]:
    letters, number = re.fullmatch(r"([A-Z]+)(\d+)", name).groups()  # type: ignore[union-attr]
    return ord(letters[0]) - 64 + 26 * (len(letters) - 1), int(number)


class TestTutorial:
    """The tutorial, played with the keyboard alone."""

    def test_to_its_end(self, page: "Page", tmp_path: Path) -> None:
        """Each step waits for its deed; a reload in the middle goes on with it."""
        keys = Keys(page)
        with server(tmp_path) as one:
            page.goto(one.url)
            page.locator("#tutorial").wait_for()
            page.locator("#tutorial").focus()
            keys.press("Enter")
            page.wait_for_selector("body[data-ready]")
            keys.step("Your side")
            keys.until("U10", "n")
            keys.step("Suspects")
            keys.cursor("T7")
            keys.press("Enter")
            keys.step("The phases")
            keys.until("MPh", "e", at="#status")
            keys.step("Look before you go")
            page.reload()
            page.wait_for_selector("body[data-ready]")
            keys.step("Look before you go")
            keys.until("U10", "n")
            page.locator(".shade.near").first.wait_for()
            keys.cursor("U9")
            keys.press("r")
            keys.step("Command Control")
            keys.press("Enter")
            keys.step("Activation")
            keys.press("w")
            keys.step("Why")
            keys.press("Escape")
            keys.step("LOS")
            keys.press("l")
            keys.cursor("T9")
            keys.press("Enter")
            keys.cursor("U7")
            keys.press("Enter")
            keys.step("End the move")
            keys.press("Escape")
            keys.until("AFPh", "e", at="#status")
            keys.step("Fire")
            keys.until("U9", "n")
            page.locator(".shade.aim").first.wait_for()
            keys.cursor("U7")
            keys.press("Enter")
            keys.planned()
            keys.press("Enter")
            keys.step("Rout, advance, close combat")
            keys.until("Turn 2", "e", at="#status")
            keys.step("Your turn")
            keys.press("Enter")
            close_coach(keys)


class TestSteps:
    """The steps as data."""

    def test_form(self) -> None:
        """Each has a title, text, a deed and what it waits for."""
        for step in STEPS:
            assert step.keys() >= {"title", "text", "do", "until"}, step
            known = {
                "title", "text", "do", "keys", "point", "until", "unless", "live",
            }  # fmt: skip
            assert step.keys() <= known, step

    def test_mission(self) -> None:
        """What the steps name is on the Mission's board and in its OB."""
        mission = load_mission("tutorial")
        assert mission.vpo[0] in [hex_ for step in STEPS for hex_ in step["point"]]
        assert mission.unit[0].at == STEPS[0]["point"][0]
