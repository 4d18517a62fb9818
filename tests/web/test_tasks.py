"""Twenty tasks of a game, each done by clicks alone and by keys alone, and counted.

The table in docs/how-to/browser.md says what they took when it was written; a test
compares it. `OPFOR_TASKS=1 pytest tests/web/test_tasks.py` writes it anew.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin

import pytest

from opfor.state.mission import OBA
from tests.web import staged as st
from tests.web.browser import Server, needs_chromium, server
from tests.web.hands import Keyboard, Mouse
from tests.web.staged import fire_window, friendly, ours, theirs

if TYPE_CHECKING:
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytestmark = needs_chromium

PAGE = Path("docs/how-to/browser.md")
BEGIN, END = "| task | clicks | keys |\n|---|---|---|\n", "\n\n"
BROKEN = {"broken": True, "dm": True}
GUNNER = theirs("4-4-7", "R4/1", 1, "MMG")
STACK = (ours("8-1", "R10"), ours("4-6-7", "R10", 2))


def _saves(folder: Path) -> None:
    """Every moment that a task begins with."""
    mph, pfph = friendly("MPh"), friendly("PFPh")
    tank = ours("PzKpfw IVF2", "Q8")
    group = (ours("8-1", "Q8"), ours("4-6-7", "Q8", 2), theirs("4-4-7", "Q5"))
    off = (ours("8-1"), ours("4-6-7", "", 2))
    st.staged(folder, "enter", *off, until=mph)
    st.staged(folder, "move", *STACK, until=mph, placement=("e", "c"))
    st.staged(folder, "fire", *group, until=pfph)
    st.staged(
        folder, "window", ours("8-1", "R10"), ours("4-6-7", "R9", 2),
        theirs("4-4-7", "Q5", 2), until=fire_window, seed=0,
    )  # fmt: skip
    st.staged(folder, "smoke", *STACK, until=mph)
    st.staged(
        folder, "rout", ours("4-6-7", "T5"), ours("4-6-7", "V7"), ours("4-6-7", "W8"),
        GUNNER, until=friendly("RtPh"),
        adjust={"467A": BROKEN, "467B": BROKEN, "467C": BROKEN},
    )  # fmt: skip
    both = {"467A": {"broken": True}, "467B": {"broken": True}}
    st.staged(folder, "rally", *STACK, until=friendly("RPh"), adjust=both)
    st.staged(folder, "deploy", *STACK, until=friendly("RPh"))
    near = theirs("4-4-7", "R9")
    st.staged(folder, "advance", *STACK, near, until=friendly("APh"))
    within = {"467A": {"location": "o1R9"}, "467B": {"location": "o1R9"}}
    st.staged(folder, "fight", *STACK, near, until=friendly("CCPh"), adjust=within)
    st.staged(folder, "charge", ours("4-6-7", "R10", 1, "DC"), near, until=mph)
    st.staged(folder, "drive", tank, theirs("4-4-7", "Q5"), until=mph)
    st.staged(folder, "shoot", tank, theirs("4-4-7", "Q5"), until=pfph)
    st.staged(
        folder, "oba", ours("8-1", "R9/1"), theirs("4-4-7", "Q5"),
        until=pfph, oba=(OBA(observer="8-1"),),
    )  # fmt: skip
    many = (theirs("4-4-7", "P4", 3), theirs("4-4-7", "Q5", 1, "LMG"))
    held = (ours("8-1", "R9"), ours("4-6-7", "R9", 2, "LMG"))
    st.staged(folder, "turn", *held, *many, until=friendly("APh"))


class Task(NamedTuple):
    """A task: the moment it begins with, how it is done, and what is to be seen then.

    Args:
        name: as the table has it.
        save: the moment.
        clicks, keys: how it is done by each hand.
        done: what the log, or the page, says then.
        most: the most clicks that it may take, 0 for any number.
    """

    name: str
    save: str
    clicks: Callable[[Mouse], None]
    keys: Callable[[Keyboard], None]
    done: Callable[["Page"], None]
    most: int = 0


def log(text: str) -> Callable[["Page"], None]:
    """The log says so."""

    def see(page: "Page") -> None:
        playwright.expect(page.locator("#log")).to_contain_text(re.compile(text))

    return see


def shown(selector: str) -> Callable[["Page"], None]:
    """Something is to be seen."""

    def see(page: "Page") -> None:
        page.locator(selector).first.wait_for()

    return see


SETTLED = "body:not([data-waiting]):not([data-playing]) #offers:not([data-old])"
"""Nothing is under way any more: what an order brought has been shown."""


def item(text: str) -> Callable[[Mouse], None]:
    """Click what a card offers."""
    return lambda m: m.press("#hex-card button", text)


def _near(m: Mouse) -> None:
    m.page.locator(".shade.near, .shade[class*=risk]").first.wait_for()


def _enter(m: Mouse) -> None:
    m.press("#tray button", "offboard")
    _near(m)
    m.hex("R10")


def _enter_keys(k: Keyboard) -> None:
    k.keys("n")
    k.page.locator(".shade.near").first.wait_for()
    k.to("R10")
    k.keys("Enter")


def _move(m: Mouse) -> None:
    m.hex("R10")
    _near(m)
    m.hex("U8")
    m.press("[data-way=safest]")


def _move_keys(k: Keyboard) -> None:
    k.keys("n")
    k.page.locator(".shade.near").first.wait_for()
    k.to("U8")
    k.keys("Enter")
    k.page.locator("[data-way=safest]").wait_for()
    k.keys("y", "x")


def _fire(m: Mouse) -> None:
    m.hex("Q8")
    m.page.locator(".shade.aim").first.wait_for()
    m.hex("Q5")
    m.page.locator("#fire-go:enabled").wait_for()
    m.hex("Q5")


def _fire_keys(k: Keyboard) -> None:
    k.keys("n")
    k.page.locator(".shade.aim").first.wait_for()
    k.to("Q5")
    k.keys("Enter")
    k.page.locator("#fire-go:enabled").wait_for()
    k.keys("Enter")


def _first_fire(m: Mouse) -> None:
    m.page.locator("#fire-go:enabled").wait_for()
    m.press("#fire-go")


def _first_fire_keys(k: Keyboard) -> None:
    k.page.locator("#fire-go:enabled").wait_for()
    k.keys("Enter")


def chosen_then(at: str, hex_: str, text: str) -> Callable[[Mouse], None]:
    """Choose a stack; then an order of the menu of a hex."""

    def do(m: Mouse) -> None:
        m.hex(at)
        m.page.locator(SETTLED).wait_for(state="attached")
        m.menu(hex_)
        item(text)(m)

    return do


def chosen_then_keys(hex_: str, text: str) -> Callable[[Keyboard], None]:
    """The same by keys: the first stack, the cursor, the menu, a letter."""

    def do(k: Keyboard) -> None:
        k.keys("n")
        k.page.wait_for_timeout(300)
        k.to(hex_)
        k.keys("k")
        k.item(text)

    return do


def _rout(m: Mouse) -> None:
    for name in ("T5", "V7", "W8"):
        m.hex(name)
        m.page.locator("#hex-card", has_text="routs to").wait_for()
        m.press("#hex-card button", "Rout")
        m.page.locator("#hex-card").wait_for(state="hidden")
        m.page.locator(SETTLED).wait_for(state="attached")


def _rout_keys(k: Keyboard) -> None:
    for name in ("T5", "V7", "W8"):
        k.to(name)
        k.keys("Enter")
        k.page.locator("#hex-card", has_text="routs to").wait_for()
        k.item("Rout")
        k.page.locator("#hex-card").wait_for(state="hidden")
        k.page.locator(SETTLED).wait_for(state="attached")


def _rally(m: Mouse) -> None:
    for name in ("4-6-7 A", "4-6-7 B"):
        m.hex("R10")
        m.press("#hex-card button", f"ally {name}")
        log(f"Rally of {name}")(m.page)


def _rally_keys(k: Keyboard) -> None:
    for name in ("4-6-7 A", "4-6-7 B"):
        k.to("R10")
        k.keys("Enter")
        k.item(f"ally {name}")
        log(f"Rally of {name}")(k.page)


def at_once(hex_: str, text: str) -> Callable[[Mouse], None]:
    """Click a stack that has a menu by itself, and an order of it."""

    def do(m: Mouse) -> None:
        m.hex(hex_)
        item(text)(m)

    return do


def at_once_keys(hex_: str, text: str) -> Callable[[Keyboard], None]:
    """The same by keys."""

    def do(k: Keyboard) -> None:
        k.to(hex_)
        k.keys("Enter")
        k.item(text)

    return do


def _advance(m: Mouse) -> None:
    m.hex("R10")
    m.page.locator(".shade.aim").first.wait_for()
    m.hex("R9")


def _advance_keys(k: Keyboard) -> None:
    k.keys("n")
    k.page.locator(".shade.aim").first.wait_for()
    k.to("R9")
    k.keys("Enter")


def _drive(m: Mouse) -> None:
    chosen_then("Q8", "Q8", "starts")(m)
    _near(m)
    m.hex("Q7")


def _drive_keys(k: Keyboard) -> None:
    chosen_then_keys("Q8", "starts")(k)
    k.page.locator(".shade.near").first.wait_for()
    k.to("Q7")
    k.keys("Enter")


def _turn(m: Mouse) -> None:
    m.press("#do-end")
    while _more(m.page):
        m.press("#caption-next")


def _turn_keys(k: Keyboard) -> None:
    k.keys("e")
    while _more(k.page):
        k.keys("Space")


def _more(page: "Page") -> bool:
    """Whether something is still played; waits for the next deed."""
    page.wait_for_timeout(500)
    return page.locator("#caption-next").is_visible()


def _undo(m: Mouse) -> None:
    at_once("R10", "eploy 4-6-7 A")(m)
    playwright.expect(m.page.locator("#undo")).to_be_enabled()
    m.press("#undo")


def _undo_keys(k: Keyboard) -> None:
    at_once_keys("R10", "eploy 4-6-7 A")(k)
    playwright.expect(k.page.locator("#undo")).to_be_enabled()
    k.keys("u")


def _los(m: Mouse) -> None:
    m.press("#tool-los")
    m.hex("Q8")
    m.hex("Q5")


def _los_keys(k: Keyboard) -> None:
    k.keys("l")
    k.to("Q8")
    k.keys("Enter")
    k.to("Q5")
    k.keys("Enter")


def _why(m: Mouse) -> None:
    m.press("#log .line")
    m.press("#log .details .line")


def _branch(m: Mouse) -> None:
    m.press("#to-replay")
    m.page.wait_for_selector("#scrub")
    m.page.wait_for_selector("body[data-ready]")
    m.press("#branch")


def _branch_keys(k: Keyboard) -> None:
    k.keys("B")
    k.page.wait_for_selector("#scrub")
    k.page.wait_for_selector("body[data-ready]")
    k.keys("b")


def _report(m: Mouse) -> None:
    m.press("#to-replay")
    m.page.wait_for_selector("#scrub")
    m.page.wait_for_selector("body[data-ready]")
    m.press("#to-report")


def _report_keys(k: Keyboard) -> None:
    k.keys("B")
    k.page.wait_for_selector("#scrub")
    k.page.wait_for_selector("body[data-ready]")
    k.keys("r")


def _branched(page: "Page") -> None:
    page.wait_for_url(re.compile("/game/"))
    page.wait_for_selector("body.game[data-ready]")


def _unchanged(page: "Page") -> None:
    playwright.expect(page.locator("#undo")).to_be_disabled()


TASKS = (
    Task("enter with a stack", "enter", _enter, _enter_keys, log("R10")),
    Task("move three hexes the safe way", "move", _move, _move_keys, log("S10|R9"), 3),
    Task("fire a group of two with its leader", "fire", _fire, _fire_keys,
         log("leadership|fire from Q8|Q8 fires"), 3),
    Task("First Fire at a mover", "window", _first_fire, _first_fire_keys,
         log("fire from R9|R9 fires")),
    Task("throw SMOKE", "smoke", chosen_then("R10", "R9", "SMOKE"),
         chosen_then_keys("R9", "SMOKE"), log("SMOKE")),
    Task("rout three units", "rout", _rout, _rout_keys, log("4-6-7 C"), 6),
    Task("rally two", "rally", _rally, _rally_keys, log("Rally of 4-6-7 B")),
    Task("deploy", "deploy", at_once("R10", "eploy 4-6-7 A"),
         at_once_keys("R10", "eploy 4-6-7 A"), log("PFPh")),
    Task("advance into CC", "advance", _advance, _advance_keys, log("R9")),
    Task("fight in CC", "fight", at_once("R9", "Fight"), at_once_keys("R9", "Fight"),
         log("ttack")),
    Task("place a DC", "charge", chosen_then("R10", "R9", "places"),
         chosen_then_keys("R9", "places"), log("DC|dc")),
    Task("drive a tank", "drive", _drive, _drive_keys, log("Q7")),
    Task("fire a tank", "shoot", _fire, _fire_keys, log("Q5"), 3),
    Task("call OBA", "oba", chosen_then("R9", "R9", "Radio Contact"),
         chosen_then_keys("R9", "Radio Contact"), log("Contact|Access")),
    Task("an ENEMY turn deed by deed", "turn", _turn, _turn_keys, log("ENEMY")),
    Task("undo an order", "deploy", _undo, _undo_keys, _unchanged),
    Task("ask why", "fire", _why, lambda k: k.keys("w"), shown("#why")),
    Task("LOS", "fire", _los, _los_keys, shown("#los-text p")),
    Task("go on from here in another game", "deploy", _branch, _branch_keys, _branched),
    Task("read the report", "deploy", _report, _report_keys, shown("body.report")),
    Task("end a phase", "smoke", lambda m: m.press("#do-end"), lambda k: k.keys("e"),
         log("DFPh|AFPh|APh"), 1),
)  # fmt: skip
"""Every task; the game saves itself, so that nobody need do so."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Server]":
    """A server whose folder has every moment."""
    data = tmp_path_factory.mktemp("tasks")
    games = data / "opfor" / "games"
    _saves(games)
    for save in list(games.glob("*.opfor")):
        for hand in ("clicks", "keys"):
            for number, task in enumerate(TASKS):
                if task.save == save.stem:
                    (games / f"{hand}-{number}.opfor").write_bytes(save.read_bytes())
    with server(data) as one:
        yield one


def begin(page: "Page", site: Server, game: str, speed: str) -> None:
    """Open a moment, and wait until it can be played."""
    page.add_init_script(f"localStorage.setItem('opfor-speed', '{speed}')")
    page.goto(site.url)
    page.goto(urljoin(site.url, f"/game/{game}"))
    page.wait_for_selector("body[data-ready]")
    page.keyboard.press("f")


def written() -> dict[str, tuple[int, int]]:
    """The table as the page has it."""
    rows = PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0].splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {name: (int(clicks), int(keys)) for name, clicks, keys in cells}


COUNTED: dict[tuple[str, str], int] = {}


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name.replace(" ", "-"))
@pytest.mark.parametrize("hand", ["clicks", "keys"])
def test_task(page: "Page", site: Server, task: Task, hand: str) -> None:
    """The task is done by this hand alone, with as few as the table says."""
    speed = "step" if task.save == "turn" else "at once"
    begin(page, site, f"{hand}-{TASKS.index(task)}", speed)
    player = Mouse(page) if hand == "clicks" else Keyboard(page)
    getattr(task, hand)(player)
    task.done(page)
    COUNTED[task.name, hand] = player.count
    if hand == "clicks" and task.most:
        assert player.count <= task.most
    if "OPFOR_TASKS" not in os.environ:
        assert player.count <= written()[task.name][hand == "keys"]


def test_table() -> None:
    """The page has a row for each task, and no other."""
    if "OPFOR_TASKS" in os.environ and len(COUNTED) == 2 * len(TASKS):
        rows = (
            f"| {t.name} | {COUNTED[t.name, 'clicks']} | {COUNTED[t.name, 'keys']} |"
            for t in TASKS
        )
        head, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(head + BEGIN + "\n".join(rows) + END + rest.partition(END)[2])
    assert list(written()) == [task.name for task in TASKS]
