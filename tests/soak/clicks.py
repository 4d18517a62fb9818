"""Random clicks and keys on a game in the browser: nothing may go wrong on the page."""

import subprocess
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.soak.seeds import Counts, chance
from tests.web.browser import ARGUMENTS, CHROMIUM, Server, free_port

if TYPE_CHECKING:
    from playwright.sync_api import Page

EACH = 250
"""Clicks and keys of a trial."""

PATIENCE = 120_000
"""Milliseconds; on a busy machine the first start compiles LOS."""

KEYS = (
    *("Enter", "Escape", "Tab", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"),
    *("f", "m", "l", "n", "u", "r", "?", "+", "-", "Space", "Home", "1", "2"),
)

FIND = """() => {
  const able = "button, summary, input, select, [role=button], .piece, .hex, #board";
  return [...document.querySelectorAll(able)].flatMap((each) => {
    const box = each.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const there = document.elementFromPoint(x, y);
    const seen = there && (each.contains(there) || there.contains(each));
    return seen && !each.disabled ? [[x, y]] : [];
  });
}"""
"""The middle of each thing that can be clicked and is not covered."""


def trial(seed: int, folder: Path) -> Counts:
    """A game that somebody clicks on without a plan."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - it may be missing

    rng, faults = chance("clicks", seed), list[str]()
    one = Server(folder, "--port", str(free_port()), stderr=subprocess.STDOUT)
    try:
        with sync_playwright() as engine:
            browser = engine.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on(
                "console",
                lambda said: faults.append(said.text) if said.type == "error" else None,
            )
            page.on("dialog", lambda dialog: dialog.dismiss())
            page.goto(one.url)
            page.get_by_role("button", name="Begin", exact=True).click()
            page.wait_for_selector("body[data-ready]")
            game = page.url
            for _ in range(EACH):
                _act(page, rng, game)
                text = page.locator("body").inner_text()
                assert "fault of opfor" not in text, text[-2000:]
            assert not faults, faults
            browser.close()
        assert one.process.poll() is None, "the server has ended"
    finally:
        one.process.kill()
        told = one.process.stdout.read() if one.process.stdout else ""
        one.kill()
    assert "Traceback" not in told, told
    return {"clicks and keys": EACH}


def _act(page: "Page", rng: Random, game: str) -> None:
    """A click or a key, anywhere; who was led off comes back."""
    if page.url.partition("?")[0] != game.partition("?")[0]:
        page.goto(game)
        page.wait_for_selector("body[data-ready]")
    if rng.random() < 0.3:
        page.keyboard.press(rng.choice(KEYS))
        return
    found = page.evaluate(FIND)
    x, y = (rng.randrange(1280), rng.randrange(720))
    if found and rng.random() < 0.8:
        x, y = rng.choice(found)
    page.mouse.click(x, y)
