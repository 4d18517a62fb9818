"""What the browser costs: start, weight, answers, and frames while the board is panned.

The server's figures can be had anywhere; those of the page need playwright and
Debian's chromium, and are left out where they are missing.
"""

import gzip
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from starlette.testclient import TestClient, WebSocketTestSession

from opfor.core.ask import Context
from opfor.ports.session import Setup, amended
from opfor.ports.session import begin as begin_game
from opfor.sim.steady import Steady
from opfor.state.mission import load_mission
from opfor.web.app import make_app
from opfor.web.folders import Places
from opfor.web.security import Door

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

HOST = "127.0.0.1:8000"
MAP = "o1@0,0 o3@0,1 o2@0,2"
"""Three boards."""
COUNTERS = 150
MISSION = {"mission": "first-contact", "seed": 7, "map": MAP, "ac": 4}
ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
    "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
]  # fmt: skip

KEPT = ("PYTHONPYCACHEPREFIX", "XDG_DATA_HOME", "XDG_CACHE_HOME")
"""Where a start finds what an earlier one has left: byte code, games, LOS."""

FRAMES = """async (count) => {
  const place = document.getElementById('board');
  const box = place.getBoundingClientRect();
  const send = (type, x, y) => place.dispatchEvent(new PointerEvent(type, {
    pointerId: 1, clientX: x, clientY: y, bubbles: true }));
  place.setPointerCapture = () => {};
  const pieces = document.querySelector('.layer-pieces');
  const one = pieces.querySelector('.piece');
  for (let n = pieces.children.length; n < count; n++) {
    const more = one.cloneNode(true);
    more.style.transform = `translate(${(n * 97) % 1700}px, ${(n * 61) % 1800}px)`;
    pieces.append(more);
  }
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  send('pointerdown', x, y);
  const start = performance.now();
  let frames = 0;
  while (performance.now() - start < 3000) {
    const at = (performance.now() - start) / 300;
    send('pointermove', x + 200 * Math.sin(at), y + 200 * Math.cos(at));
    await new Promise(requestAnimationFrame);
    frames++;
  }
  send('pointerup', x, y);
  return 1000 * frames / (performance.now() - start);
}"""


def run() -> dict[str, float]:
    """The figures."""
    with TemporaryDirectory() as folder:
        found = _server(Path(folder))
        if chromium := shutil.which("chromium"):
            with suppress(ImportError):
                found |= _page(chromium, Path(folder))
        return found


def _server(folder: Path) -> dict[str, float]:
    door = Door("token", frozenset({HOST}))
    origin = f"http://{HOST}"
    with TestClient(make_app(Places(folder), door), base_url=origin) as client:
        client.get("/?token=token", follow_redirects=False)
        client.headers["origin"] = origin
        game = client.post("/api/games", json=MISSION).json()["id"]
        with client.websocket_connect(f"ws://{HOST}/ws/{game}") as socket:
            times = _answers(socket)
        one = client.post("/api/games", json=MISSION | {"map": "o1"}).json()["id"]
        weight = _weight(client, one)
        replay = _replay(client, folder)
        pages = {f"weight_{name}_kb": _page_weight(client, name) for name in PAGES}
    times.sort()
    return {
        "answer_median_ms": 1e3 * statistics.median(times),
        "answer_p95_ms": 1e3 * times[int(0.95 * len(times))],
        "weight_one_board_kb": weight,
        **replay,
        **pages,
    }


def _answers(socket: WebSocketTestSession, count: int = 60) -> list[float]:
    """The seconds to the news of an answer: the first plain move, then its undo."""
    news = _news(socket)
    times = []
    for number in range(count + 5):
        pieces = news["view"]["pieces"]
        unit = next(p for p in pieces if p.get("side") == "FRIENDLY" and p["hex"] < 0)
        socket.send_text(json.dumps({"do": "reach", "id": 1, "units": [unit["key"]]}))
        ways = list(_done(socket)["reach"])
        asked = {"number": news["asked"]["number"], "token": news["token"]}
        order = {"type": "move", "units": [unit["key"]], "to": ways[number % len(ways)]}
        begin = perf_counter()
        socket.send_text(json.dumps({"do": "answer", "id": 2, "value": order} | asked))
        news = _news(socket)
        if number >= 5:  # the first ones wait for LOS to be compiled
            times.append(perf_counter() - begin)
        socket.send_text(json.dumps({"do": "undo", "id": 3, "token": news["token"]}))
        news = _news(socket)
    return times


def _news(socket: WebSocketTestSession) -> dict:  # type: ignore[type-arg]
    while (told := json.loads(socket.receive_text()))["is"] != "news":
        if told["is"] == "refused":
            raise SystemExit(told["error"])
    return told


def _done(socket: WebSocketTestSession) -> dict:  # type: ignore[type-arg]
    while (told := json.loads(socket.receive_text()))["is"] != "done":
        pass
    return told["ok"]


def _weight(client: TestClient, game: str) -> float:
    """Everything that the page of a game loads, compressed, in kB."""
    static = Path(__file__).parents[1] / "src/opfor/web/static"
    scripts = [f"/static/{path.name}" for path in static.glob("*.js")]
    api = f"/api/games/{game}"
    paths = [
        f"/game/{game}", "/static/style.css", "/look/light.css", f"{api}/board",
        f"{api}/board.svg", f"{api}/symbols.svg", *scripts,
    ]  # fmt: skip
    total = sum(len(gzip.compress(client.get(path).content, 5)) for path in paths)
    return total / 1000


PAGES = {
    "tables": ("/api/tables", "/api/packs", "/api/table?id=A1"),
    "packs": ("/api/tables", "/api/packs"),
    "coverage": ("/api/rules",),
}
"""What each page fetches as it opens."""


def _page_weight(client: TestClient, name: str) -> float:
    """A page of its own, compressed, in kB: itself, its script, what it fetches."""
    static = ("style.css", "pages.css", "dom.js", "plain.js", "charts.js", f"{name}.js")
    paths = [f"/{name}", *(f"/static/{file}" for file in static), *PAGES[name]]
    return sum(len(gzip.compress(client.get(path).content, 5)) for path in paths) / 1000


def _replay(client: TestClient, folder: Path) -> dict[str, float]:
    """A whole game on three boards: how soon it can be looked at, and any moment."""
    _play(folder / "played.opfor")
    api = "/api/replays/played"
    begin = perf_counter()
    moments = client.get(api).json()["moments"]
    opened = perf_counter() - begin
    times = []
    for number in range(100):
        begin = perf_counter()
        client.get(f"{api}/frame?moment={number * 7919 % moments}")
        times.append(perf_counter() - begin)
    times.sort()
    begin = perf_counter()
    client.get("/api/reports/played/report.html")
    return {
        "replay_moments": moments,
        "replay_opened_s": opened,
        "replay_frame_p95_ms": 1e3 * times[95],
        "report_html_s": perf_counter() - begin,
    }


def _play(path: Path) -> None:
    """A game without a person, on three boards, to its end."""
    mission = amended(load_mission("first-contact"), map=MAP)
    session = begin_game(Setup(mission=mission, seed=7), path)
    player = Steady(session.world, 7)
    asked = session.game.run()
    while asked:
        value = player.answer(asked, Context(session.game.state))
        asked = session.game.answer(asked.number, value)
    session.close()


def _page(chromium: str, folder: Path) -> dict[str, float]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - may be missing

    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        size: ViewportSize = {"width": 1280, "height": 720}
        with _started(folder) as (url, _):  # works out LOS, which is then kept
            page = browser.new_context(bypass_csp=True, viewport=size).new_page()
            page.goto(url)
            page.wait_for_selector("body[data-ready]")
            page.wait_for_timeout(4000)
            frames = page.evaluate(FRAMES, COUNTERS)
            page.wait_for_function("document.querySelector('#stop').hidden")
        starts = [_start(browser.new_context().new_page(), folder) for _ in range(5)]
        browser.close()
    best = {name: min(start[name] for start in starts) for name in starts[0]}
    return best | {"panning_frames_per_s": frames}


def _start(page: "Page", folder: Path) -> dict[str, float]:
    """The seconds from `opfor play` until its page listens to a player."""
    begin = perf_counter()
    with _started(folder) as (url, process):
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


@contextmanager
def _started(folder: Path) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """`opfor play`, with its byte code kept, as it is on a player's machine."""
    command = [sys.executable, "-m", "opfor", "play", "first-contact", "--web"]
    names = ("pyc", "data", "cache")
    kept = dict(zip(KEPT, (str(folder / name) for name in names), strict=True))
    given = os.environ | kept
    given.pop("PYTHONDONTWRITEBYTECODE", None)
    server = subprocess.Popen(  # noqa: S603 - our own program
        [*command, "--no-browser", "--map", MAP, "--seed", "7"],
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
