"""Random clicks and keys on a game in the browser: nothing may go wrong on the page."""

import subprocess
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.soak.seeds import Counts, chance
from tests.web.browser import ARGUMENTS, CHROMIUM, Server, free_port

if TYPE_CHECKING:
    from playwright.sync_api import Page

EACH = 600
"""Clicks and keys of a trial."""

PATIENCE = 600_000
"""Milliseconds; on a busy machine the first start compiles LOS."""

KEYS = (
    *("Enter", "Escape", "Tab", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"),
    *("f", "m", "l", "n", "u", "r", "?", "+", "-", "Space", "Home", "1", "2"),
)

AT_ONCE, REAL = 25, 5
"""Clicks that the page does by itself before it is looked at, and clicks and keys of
the browser's own beside them: these go through its focus as a person's do."""

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

CLICK = (
    """async (draws) => {
  const find = """
    + FIND
    + """;
  let done = 0;
  for (const [which, x, y] of draws) {
    const found = find();
    const nth = Math.floor(which * found.length / 0.8);
    const [left, top] = found[nth] ?? [x * innerWidth, y * innerHeight];
    const there = document.elementFromPoint(left, top);
    if (there?.closest("a")) continue;
    const told = {bubbles: true, cancelable: true, composed: true, view: window,
      clientX: left, clientY: top, button: 0, pointerId: 1, isPrimary: true};
    for (const [Kind, name] of [[PointerEvent, "pointermove"],
      [PointerEvent, "pointerdown"], [MouseEvent, "mousedown"],
      [PointerEvent, "pointerup"], [MouseEvent, "mouseup"], [MouseEvent, "click"]])
      there?.dispatchEvent(new Kind(name, told));
    done += 1;
    await new Promise((next) => setTimeout(next, 5));
  }
  return done;
}"""
)
"""Clicks by so many draws, four of five on something that can be clicked. None on a
link: what leads off the page ends what is being done in it."""

LEFT = "Execution context was destroyed"
"""What the browser says where a page went away while something was done in it."""

FAULTY = "() => document.body.textContent.includes('fault of opfor')"
"""Whether the page tells a fault."""


def trial(seed: int, folder: Path) -> Counts:
    """A game that somebody clicks on without a plan."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - it may be missing

    rng, faults, done = chance("clicks", seed), list[str](), 0
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
            while done < EACH:
                done += _act(page, rng, game)
                assert not page.evaluate(FAULTY), page.locator("body").inner_text()
            assert not faults, faults
            browser.close()
        assert one.process.poll() is None, "the server has ended"
    finally:
        one.process.kill()
        told = one.process.stdout.read() if one.process.stdout else ""
        one.kill()
    assert "Traceback" not in told, told
    return {"clicks and keys": done}


def _act(page: "Page", rng: Random, game: str) -> int:
    """Clicks and keys, anywhere; how many. Who was led off comes back."""
    from playwright.sync_api import Error  # noqa: PLC0415 - it may be missing

    done = 0
    for _ in range(REAL):
        _come_back(page, game)
        _act_once(page, rng)
        done += 1
    _come_back(page, game)
    draws = [[rng.random(), rng.random(), rng.random()] for _ in range(AT_ONCE)]
    try:
        done += page.evaluate(CLICK, draws)
    except Error as error:  # something led off the page in the middle of it
        if LEFT not in error.message:
            raise
    return done


def _come_back(page: "Page", game: str) -> None:
    if page.url.partition("?")[0] != game.partition("?")[0]:
        page.goto(game)
    page.wait_for_selector("body[data-ready]")


def _act_once(page: "Page", rng: Random) -> None:
    """A click or a key of the browser's own."""
    if rng.random() < 0.3:
        page.keyboard.press(rng.choice(KEYS))
        return
    found = page.evaluate(FIND)
    x, y = (rng.randrange(1280), rng.randrange(720))
    if found and rng.random() < 0.8:
        x, y = rng.choice(found)
    page.mouse.click(x, y)
