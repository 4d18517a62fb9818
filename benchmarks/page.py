"""What the page takes in a browser: start, clicks, the ENEMY's turn, frames.

Milliseconds are from the click until what follows from it is painted. How busy the
machine was stands beside them (`load_average`): each figure is the page's and the
server's together, and both wait where others work. Needs playwright and Debian's
chromium, and is left out where they are missing.
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any

from opfor.core.ask import Context
from opfor.ports.session import SUFFIX, Setup
from opfor.ports.session import begin as begin_game
from opfor.sim.steady import Steady
from opfor.state.mission import load_mission
from opfor.state.state import State

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

BOARDS = "o1@0,0 o3@0,1"
"""Two boards, for the clicks."""

COUNTERS = 150
ROUNDS = 25
STARTS = 3
LONG_TURN = ("human-wave", 4)
"""Two boards and some fifty counters; the turn after which the ENEMY does most."""

ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
    "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
]  # fmt: skip
SIZE: "ViewportSize" = {"width": 1280, "height": 720}
KEPT = {
    "PYTHONPYCACHEPREFIX": "pyc",
    "XDG_DATA_HOME": "data",
    "XDG_CACHE_HOME": "cache",
}
"""Where a start finds what an earlier one has left: byte code, games, LOS."""

STACK = """
[[unit]]
counter = "8-1"
at = "o1R8"

[[unit]]
counter = "4-6-7"
number = 2
at = "o1R8"
"""
CLICKED = ("o1R8", "o1S9", "467A")
"""The Location of the stack, the one that it moves to, and a unit of it."""


def run() -> dict[str, float]:
    """The figures; none without a browser."""
    chromium = shutil.which("chromium")
    with TemporaryDirectory() as folder, suppress(ImportError):
        if chromium:
            return _figures(chromium, Path(folder))
    return {}


def _figures(chromium: str, folder: Path) -> dict[str, float]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - may be missing

    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        found = _clicks(browser, folder) | _enemy(browser, folder)
        starts = [_start(browser, folder) for _ in range(STARTS)]
        browser.close()
    best = {name: min(start[name] for start in starts) for name in starts[0]}
    return best | found | {"load_average": os.getloadavg()[0]}


def _start(browser: "Browser", folder: Path) -> dict[str, float]:
    """The seconds from `opfor play` until its page listens to a player."""
    page = browser.new_context().new_page()
    begin = perf_counter()
    with _started(folder, "first-contact", "--seed", "7", "--map", BOARDS) as server:
        url, process = server
        listening = perf_counter() - begin
        page.goto(url, wait_until="commit")
        page.wait_for_selector("body[data-ready]")
        usable = perf_counter() - begin
        page.wait_for_selector("#board:not([data-busy])")
        drawn = perf_counter() - begin
        page.context.close()
        process.terminate()
        used = os.wait4(process.pid, 0)[2]
    return {
        "start_listening_s": listening,
        "start_usable_s": usable,
        "start_drawn_s": drawn,
        "start_server_cpu_s": used.ru_utime + used.ru_stime,
    }


def _clicks(browser: "Browser", folder: Path) -> dict[str, float]:
    """Choosing a stack, moving it by a hex, and frames while the board is pulled."""
    mission = folder / "stack.toml"
    missions = Path(__file__).parents[1] / "src/opfor/data/missions"
    whole = (missions / "first-contact.toml").read_text("utf-8")
    text = whole.replace('map = "o1"', f'map = "{BOARDS}"')
    text = text.replace('placement = ["e", "c"]', "placement = []")
    mission.write_text(text.partition("[[unit]]")[0] + STACK, "utf-8")
    with _started(folder, str(mission), "--seed", "7") as (url, _):
        page = _opened(browser, url, "at once")
        while page.locator("#phases .now").inner_text() != "MPh":
            page.locator("#do-end").click()
            page.wait_for_selector("body:not([data-waiting]):not([data-playing])")
        _settled(page)
        times = page.evaluate("(these) => bench.clicks(...these)", [CLICKED, ROUNDS])
        frames = page.evaluate("(count) => bench.pan(count)", COUNTERS)
        page.context.close()
    named = {name: _spread(name, each) for name, each in times.items()}
    return named["selection"] | named["order"] | _frames("panning", frames)


def _enemy(browser: "Browser", folder: Path) -> dict[str, float]:
    """From `End APh` to the first sign of the ENEMY's turn, its first deed; frames."""
    name, turn = LONG_TURN
    _play(name, turn, folder / KEPT["XDG_DATA_HOME"] / f"opfor/games/turn{SUFFIX}")
    found: list[dict[str, Any]] = []
    for _ in range(STARTS):
        with _started(folder, "--resume") as (url, _):
            page = _opened(browser, url, "normal")
            _settled(page)
            found.append(page.evaluate("(count) => bench.enemy(count)", COUNTERS))
            page.locator("body:not([data-playing])").wait_for()
            page.locator("#undo").click()
            page.wait_for_function("!document.getElementById('do-end').hidden")
            page.context.close()
    frames = [time for each in found for time in each["frames"]]
    return {
        "enemy_first_sign_ms": max(each["sign"] for each in found),
        "enemy_first_deed_ms": max(each["deed"] for each in found),
        **_frames("enemy", frames),
    }


def _play(name: str, turn: int, path: Path) -> None:
    """A game without a person, up to the end of the FRIENDLY Player Turn."""
    path.parent.mkdir(parents=True, exist_ok=True)
    session = begin_game(Setup(mission=load_mission(name), seed=7), path)
    player = Steady(session.world, 7)
    asked = session.game.run()
    while asked:
        value = player.answer(asked, Context(session.game.state))
        if _last(session.game.state, turn) and value == {"type": "end"}:
            break
        asked = session.game.answer(asked.number, value)
    session.close()


def _last(state: State, turn: int) -> bool:
    return (state.side, state.phase, state.turn) == ("FRIENDLY", "APh", turn)


def _opened(browser: "Browser", url: str, speed: str) -> "Page":
    """The page of the game that was begun, ready for a player, with our clock in it."""
    page = browser.new_context(bypass_csp=True, viewport=SIZE).new_page()
    page.add_init_script(f"localStorage.setItem('opfor-speed', '{speed}')")
    page.set_default_timeout(120_000)
    page.goto(url)
    page.wait_for_selector("body[data-ready]")
    page.add_script_tag(path=Path(__file__).with_suffix(".js"))
    return page


def _settled(page: "Page") -> None:
    """The board is drawn, and LOS is worked out: what comes next waits for neither."""
    page.wait_for_selector("#board:not([data-busy])")
    page.wait_for_timeout(2000)
    page.wait_for_function("document.querySelector('#stop').hidden")


def _spread(name: str, times: Sequence[float]) -> dict[str, float]:
    return {
        f"{name}_median_ms": statistics.median(times),
        f"{name}_p95_ms": sorted(times)[int(0.95 * len(times))],
    }


def _frames(name: str, times: Sequence[float]) -> dict[str, float]:
    """Frames a second, and the longest that all but one in twenty take."""
    return {
        f"{name}_frames_per_s": 1000 * len(times) / sum(times),
        f"{name}_frame_p95_ms": sorted(times)[int(0.95 * len(times))],
    }


@contextmanager
def _started(
    folder: Path, *arguments: str
) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """`opfor play`, with its byte code kept, as it is on a player's machine."""
    command = [sys.executable, "-m", "opfor", "play", "--web", "--no-browser"]
    given = os.environ | {name: str(folder / to) for name, to in KEPT.items()}
    given.pop("PYTHONDONTWRITEBYTECODE", None)
    server = subprocess.Popen(  # noqa: S603 - our own program
        [*command, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env=given,
    )
    try:
        line = server.stdout.readline() if server.stdout else ""
        url = re.search(r"http\S+", line)
        yield (url[0] if url else ""), server
    finally:
        server.terminate()
        server.wait()
