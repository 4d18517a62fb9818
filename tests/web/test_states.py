"""Everything that opens on the page of a game: no serious fault for axe, no text cut.

Each state once: light and dark, letters of 100, 125 and 200 %, three widths each. With
`OPFOR_LOOK=FOLDER` a PNG of each is laid there, to be looked at.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.web import staged as st
from tests.web.browser import ARGUMENTS, CHROMIUM, PATIENCE, needs_chromium, server
from tests.web.games import played
from tests.web.staged import friendly, ours, theirs
from tests.web.test_moving import click, hex_at
from tests.web.test_pages import faults, visit
from tests.web.texts import cut_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page, Playwright

pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium

WIDE = ((1024, 768), (1440, 900), (1920, 1080))
PHONE = ((390, 844),)
STACK = (ours("8-1", "R10"), ours("4-6-7", "R10", 2, "LMG"))
IN_SIGHT = (*STACK, ours("4-6-7", "Q8"), theirs("4-4-7", "Q5"))
FRAMES = (
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[str]":
    """The address of a server with a game for each state."""
    data = tmp_path_factory.mktemp("data")
    folder = data / "opfor" / "games"
    st.staged(folder, "move", *STACK, until=friendly("MPh"), placement=("e", "c"))
    st.staged(folder, "enter", ours("4-6-7", "", 2), until=friendly("MPh"))
    st.staged(folder, "fire", *IN_SIGHT, until=friendly("PFPh"))
    within = {"467A": {"location": "o1R9"}, "467B": {"location": "o1R9"}}
    st.staged(
        folder, "fight", *STACK, theirs("4-4-7", "R9", 2),
        until=friendly("CCPh"), adjust=within,
    )  # fmt: skip
    played(folder, "place", mission="enemy-offensive", answers=0)
    played(folder, "over", mission="tutorial")
    with server(data) as one:
        yield one.url


class Opened(NamedTuple):
    """A state: of which game, how it is come to, and what is to be seen then."""

    name: str
    game: str
    open: Callable[["Page"], None]
    seen: str
    sizes: tuple[tuple[int, int], ...] = WIDE


def keys(*names: str) -> "Callable[[Page], None]":
    """Press keys."""

    def do(page: "Page") -> None:
        for name in names:
            page.keyboard.press(name)

    return do


def _menu(page: "Page") -> None:
    page.mouse.click(*hex_at(page, "R10"), button="right")


def _location(page: "Page") -> None:
    click(page, "R10")
    page.locator(".shade.near").first.wait_for()
    click(page, "R9")


def _ways(page: "Page") -> None:
    click(page, "R10")
    page.locator(".shade.far").first.wait_for()
    click(page, "R7")


def _fire(page: "Page") -> None:
    click(page, "Q8")
    page.locator(".shade.aim").first.wait_for()
    click(page, "Q5")
    page.locator("#fire-go:enabled").wait_for()
    page.locator("#fire-plan-more").evaluate("each => (each.open = true)")


def _fan(page: "Page") -> None:
    page.mouse.move(*hex_at(page, "R10"))


def _lens(page: "Page") -> None:
    click(page, "R9")


def _los(page: "Page") -> None:
    page.locator("#tool-los").click()
    click(page, "Q8")
    click(page, "Q5")


def _leaving(page: "Page") -> None:
    page.locator("#do-end").click()


def _table(page: "Page") -> None:
    page.locator("#table summary").click()


def _more(page: "Page") -> None:
    page.locator("#more-open").click()


def _drawer(page: "Page") -> None:
    page.locator("[data-tab=status]").click()


STATES = (
    Opened("help", "move", keys("?"), "#help"),
    Opened("Mission", "move", keys("M"), "#mission"),
    Opened("ending", "over", lambda _: None, "#ending"),
    Opened("menu of a hex", "move", _menu, "#hex-card .menu"),
    Opened("which Location", "move", _location, "#hex-card"),
    Opened("ways", "move", _ways, "#hex-card"),
    Opened("fan", "move", _fan, ".fan"),
    Opened("fire", "fire", _fire, "#fire"),
    Opened("Close Combat", "fight", _lens, "#lens-go"),
    Opened("LOS", "fire", _los, "#los-tip"),
    Opened("units left offboard", "enter", _leaving, ".ask-end"),
    Opened("my table", "move", _table, "#levels"),
    Opened("set-up", "place", lambda _: None, "#question .thing"),
    Opened("menu of the line", "move", _more, "#more.open", PHONE),
    Opened("drawer", "move", _drawer, "#status-body", PHONE),
)

SIZES = (16, 20, 32)
THEMES = {16: "light", 20: "dark", 32: "light"}


@pytest.mark.parametrize("size", SIZES)
def test_states(engine: "Playwright", root: str, size: int) -> None:
    """Whatever is open can be read, by everybody, at any width."""
    letters = f"--blink-settings=defaultFontSize={size}"
    browser = engine.chromium.launch(
        executable_path=CHROMIUM, args=[*ARGUMENTS, letters]
    )
    page = browser.new_page()
    page.add_init_script(
        f"localStorage.setItem('opfor-theme', '{THEMES[size]}');"
        "localStorage.setItem('opfor-speed', 'at once');"
        "sessionStorage.clear()"  # no stack is chosen still from the state before
    )
    page.set_default_timeout(PATIENCE)
    found = [
        f"{state.name}, {fault}"
        for state in STATES
        for fault in wrong(page, root, state, size)
    ]
    browser.close()
    assert found == []


def wrong(page: "Page", root: str, state: Opened, size: int) -> list[str]:
    """What is wrong with a state."""
    wide, high = state.sizes[-1]
    page.set_viewport_size({"width": wide, "height": high})
    visit(page, root, f"/game/{state.game}")
    state.open(page)
    page.locator(state.seen).first.wait_for()
    found = [f"axe: {fault}" for fault in faults(page)]
    for wide, high in state.sizes:
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate(FRAMES)
        found += [f"{wide} px: {text}" for text in cut_texts(page)]
        if look := os.environ.get("OPFOR_LOOK"):
            page.screenshot(path=Path(look) / f"{state.name}-{size}-{wide}.png")
    return found
