"""Makes the pictures of the page in the docs anew: `python -m tests.pictures [NAME]`.

Each is taken in Chromium of a game that is set up for it, as tests of the page are:
docs/images/browser-NAME.jpg. Look at each before it is committed. With
`OPFOR_LOOK=FOLDER` a PNG of each is laid there as well.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin

from opfor.state.state import State
from tests.web.browser import ARGUMENTS, CHROMIUM, PATIENCE, Server, server
from tests.web.games import played
from tests.web.staged import friendly, ours, staged, theirs
from tests.web.test_moving import click, hex_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IMAGES = Path("docs/images")
QUALITY = 82
STACK = (ours("8-1", "R10"), ours("4-6-7", "R10", 2, "LMG"))
GROUP = (ours("8-1", "Q8"), ours("4-6-7", "Q8", 2, "LMG"), theirs("4-4-7", "Q5"))
TANK = ours("PzKpfw IVF2", "Q8")
FOE = theirs("T-34 M40", "Q5")


class Picture(NamedTuple):
    """A picture of a game: what is done before it is taken, and what is to be seen."""

    game: str
    do: Callable[["Page", Server], None]
    seen: str
    theme: str = "light"
    page: str = "game"
    speed: str = "at once"
    size: tuple[int, int] = (1280, 800)


def _game(folder: Path, name: str) -> None:
    """The moment of which there is a picture."""
    here = {"location": "o1R9"}
    within = {"81A": here, "467A": here, "467B": here}
    resting = {"e447A": {"ti": True}, "e447B": {"ti": True}}
    two = theirs("4-4-7", "R9", 2)
    held = (ours("8-1", "R9"), ours("4-6-7", "R9", 2, "LMG"))
    many = (theirs("4-4-7", "P4", 3), theirs("4-4-7", "Q5", 1, "LMG"))
    mph, pfph = friendly("MPh"), friendly("PFPh")
    match name:
        case "move" | "gone":
            staged(folder, name, *STACK, until=mph, placement=("e", "c"))
        case "fire":
            staged(folder, name, *GROUP, until=pfph)
        case "drive":
            staged(folder, name, TANK, theirs("4-4-7", "Q5"), until=mph)
        case "gun":
            staged(folder, name, TANK, FOE, until=pfph)
        case "cc":
            adjust = within | resting
            staged(folder, name, *STACK, two, until=friendly("CCPh"), adjust=adjust)
        case "enemy":
            staged(folder, name, *held, *many, until=friendly("APh"))
        case "setup":
            played(folder, name, mission="enemy-offensive", answers=0)
        case "bunkers":
            played(folder, name, mission="bunker-busting", until=_second_turn)
        case _:
            played(folder, name)


def _second_turn(state: State) -> bool:
    return (state.side, state.phase, state.turn) == ("FRIENDLY", "MPh", 2)


HIGHEST = """
(all) => all.map((each) => each.getBoundingClientRect())
    .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
    .sort((one, other) => one[1] - other[1])[0]
"""
"""The middle of what lies highest: no card and no tray lies over it."""


def _nothing(_page: "Page", _one: Server) -> None:
    pass


def _bunkers(page: "Page", _one: Server) -> None:
    page.keyboard.press("p")
    page.locator(".tray button").first.click()
    shades = page.locator(".shade[class*=risk]")
    shades.first.wait_for()
    page.mouse.click(*shades.evaluate_all(HIGHEST))


def _gone(page: "Page", one: Server) -> None:
    click(page, "R10")
    page.locator(".shade.near").first.wait_for()
    one.process.kill()


def _fire(page: "Page", _one: Server) -> None:
    click(page, "Q8")
    page.locator(".shade.aim").first.wait_for()
    click(page, "Q5")
    page.locator("#fire-go:enabled").wait_for()
    page.locator("#fire-plan-more").evaluate("each => (each.open = true)")


def _shot(page: "Page", one: Server) -> None:
    """The gun of a tank in place of its MG."""
    _fire(page, one)
    page.locator("#fire-who-more").evaluate("each => (each.open = true)")
    page.locator("#fire-who label.choice", has_text="MA").first.click()
    page.locator("#fire-sum", has_text="To Hit").wait_for()
    page.locator("#fire-who-more").evaluate("each => (each.open = false)")


def _drive(page: "Page", _one: Server) -> None:
    page.mouse.click(*hex_at(page, "Q8"), button="right")
    page.locator("#hex-card button", has_text="starts").first.click()
    page.locator(".shade.near").first.wait_for()


def _lens(page: "Page", _one: Server) -> None:
    click(page, "R9")


def _enemy(page: "Page", _one: Server) -> None:
    page.keyboard.press("e")
    page.locator("#caption-next").click()


def _los(page: "Page", _one: Server) -> None:
    click(page, "Q8")
    page.locator(".shade.aim").first.wait_for()
    page.keyboard.press("l")
    page.mouse.move(*hex_at(page, "P2"))


def _suggest(page: "Page", _one: Server) -> None:
    page.keyboard.press("i")


def _replay(page: "Page", _one: Server) -> None:
    page.locator("#log > li[data-dice=yes] > button").nth(4).click()


def _table(page: "Page", _one: Server) -> None:
    page.locator("#table summary").click()
    page.locator("#table").scroll_into_view_if_needed()


PICTURES = {
    "bunkers": Picture("bunkers", _bunkers, "#hex-card"),
    "setup": Picture("setup", _nothing, "#question .thing"),
    "fire": Picture("fire", _fire, "#fire-plan .odds"),
    "vehicle-fire": Picture("gun", _shot, "#fire-plan .odds"),
    "vehicles": Picture("drive", _drive, ".shade.near"),
    "cc": Picture("cc", _lens, "#lens-go"),
    "enemy": Picture("enemy", _enemy, "#caption-next", speed="step"),
    "los": Picture("fire", _los, "#los-tip", theme="dark"),
    "suggest": Picture("move", _suggest, "#suggested", theme="dark"),
    "table": Picture("move", _table, "#levels"),
    "replay": Picture("replay", _replay, "#why-text", page="replay"),
    "gone": Picture("gone", _gone, "#offline"),  # the last: its server is killed
}


def take(browser: "Browser", one: Server, name: str) -> None:
    """Take a picture."""
    told = PICTURES[name]
    wide, high = told.size
    page = browser.new_page(viewport={"width": wide, "height": high})
    page.set_default_timeout(PATIENCE)
    page.add_init_script(
        f"localStorage.setItem('opfor-theme', '{told.theme}');"
        f"localStorage.setItem('opfor-speed', '{told.speed}')"
    )
    page.goto(one.url)
    page.goto(urljoin(one.url, f"/{told.page}/{told.game}"))
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector("#board:not([data-busy])")
    page.wait_for_timeout(1500)  # by then LOS is being worked out, if it was not
    page.wait_for_function("!document.querySelector('#stop')?.checkVisibility()")
    told.do(page, one)
    page.locator(told.seen).first.wait_for()
    page.wait_for_timeout(800)  # what comes in with a movement has come
    path = IMAGES / f"browser-{name}.jpg"
    page.screenshot(path=path, type="jpeg", quality=QUALITY)
    if look := os.environ.get("OPFOR_LOOK"):
        page.screenshot(path=Path(look) / f"{name}.png")
    page.close()


def main(names: list[str]) -> None:
    """Take those of these names, or all of them."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - may be missing

    with TemporaryDirectory() as data, sync_playwright() as engine:
        chosen = [name for name in PICTURES if not names or name in names]
        for game in {PICTURES[name].game for name in chosen}:
            _game(Path(data) / "opfor" / "games", game)
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with server(Path(data)) as one:
            for name in chosen:
                take(browser, one, name)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
