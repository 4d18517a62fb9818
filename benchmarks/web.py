"""What the server of the page takes: answers, replays, and the weight of each page."""

import gzip
import json
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from opfor.core.ask import Context
from opfor.ports.session import Setup, amended
from opfor.ports.session import begin as begin_game
from opfor.sim.steady import Steady
from opfor.state.mission import load_mission
from opfor.web.folders import Places
from opfor.web.pages import modules
from opfor.web.rest import make_app
from opfor.web.security import Door

HOST = "127.0.0.1:8000"
MAP = "o1@0,0 o3@0,1 o2@0,2"
"""Three boards."""
MISSION = {"mission": "first-contact", "seed": 7, "map": MAP, "ac": 4}


def run() -> dict[str, float]:
    """The figures."""
    with TemporaryDirectory() as folder:
        return _server(Path(folder))


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
        pages = {
            f"weight_{name.partition('/')[2]}_kb": _page_weight(client, name)
            for name in PAGES
        }
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
        reach = _done(socket)["reach"].values()
        ways = [way["route"][0] for way in reach if len(way["route"]) == 1]
        asked = {"number": news["asked"]["number"], "token": news["token"]}
        order = {"type": "move", "units": [unit["key"]], "to": ways[number % len(ways)]}
        begin = perf_counter()
        socket.send_text(json.dumps({"do": "answer", "id": 2, "value": order} | asked))
        news = _news(socket)
        if number >= 5:  # the first ones wait for LOS to be compiled
            times.append(perf_counter() - begin)
        _done(socket)
        socket.send_text(json.dumps({"do": "undo", "id": 3, "token": news["token"]}))
        news = _news(socket)
        _done(socket)
    return times


def _news(socket: WebSocketTestSession) -> Any:
    while (told := json.loads(socket.receive_text()))["is"] != "news":
        if told["is"] == "refused":
            raise SystemExit(told["error"])
    return told


def _done(socket: WebSocketTestSession) -> Any:
    while (told := json.loads(socket.receive_text()))["is"] != "done":
        pass
    return told["ok"]


def _weight(client: TestClient, game: str) -> float:
    """Everything that the page of a game loads, compressed, in kB."""
    scripts = [f"/static/{path}" for path in modules("game/game")]
    api = f"/api/games/{game}"
    named = ("shared/style", "game/cards", "game/panels", "shared/act")
    sheets = [f"/static/{name}.css" for name in named]
    paths = [
        f"/game/{game}", "/look/light.css", f"{api}/board", f"{api}/board.svg",
        f"{api}/symbols.svg", *sheets, *scripts,
    ]  # fmt: skip
    total = sum(len(gzip.compress(client.get(path).content, 5)) for path in paths)
    return total / 1000


PAGES = {
    "tables/tables": ("/api/tables", "/api/packs", "/api/table?id=A1"),
    "packs/packs": ("/api/tables", "/api/packs"),
    "tables/coverage": ("/api/rules",),
}
"""What each page fetches as it opens."""


def _page_weight(client: TestClient, name: str) -> float:
    """A page of its own, compressed, in kB: itself, its script, what it fetches."""
    static = ("shared/style.css", "shared/pages.css", *modules(name))
    own = f"/{name.partition('/')[2]}"
    paths = [own, *(f"/static/{file}" for file in static), *PAGES[name]]
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
