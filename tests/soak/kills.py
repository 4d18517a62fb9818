"""Programs killed at random moments: in play, while saving, the server, a worker."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from opfor.core.save import read_save
from opfor.ports.session import resume
from opfor.study.run import play_until
from opfor.study.workers import local
from tests.core import kill
from tests.soak.seeds import Counts, chance
from tests.study.test_cluster import GAMES, GROUP, Machines, played
from tests.web.browser import Server

KILLS = 100
"""Programs of a trial that play and save."""

SECONDS = 3.0
"""A server is killed after so long at the latest."""

END = {"type": "end"}
"""What is ordered: the ENEMY plays on."""


def saving(seed: int, folder: Path) -> Counts:
    """Programs that do nothing but answer and save."""
    done = subprocess.run(
        [sys.executable, kill.__file__, str(folder), str(KILLS), str(seed)],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    found = json.loads(done.stdout)
    assert found["kills"] == KILLS
    assert found["lost"] == 0, found
    return {
        "programs killed": KILLS,
        "answers acknowledged": found["acknowledged"],
        "killed in a transaction": found["cut_off_in_transaction"],
    }


class Client:
    """A page without a browser.

    Args:
        server: where it is.
    """

    def __init__(self, server: Server) -> None:
        url = urlsplit(server.url)
        self._host, _, port = url.netloc.partition(":")
        self._port, self._origin = int(port), f"http://{url.netloc}"
        _, self._cookie = self._fetch("GET", f"{url.path}?{url.query}")

    def begin(self, seed: int) -> str:
        """A new game; its id."""
        new = json.dumps({"mission": "first-contact", "seed": seed}).encode()
        body, _ = self._fetch("POST", "/api/games", new)
        found: str = json.loads(body)["id"]
        return found

    def _fetch(self, method: str, path: str, body: bytes = b"") -> tuple[bytes, str]:
        http = HTTPConnection(self._host, self._port, timeout=120)
        headers = {"origin": self._origin}
        if method == "POST":
            headers |= {"cookie": self._cookie, "content-type": "application/json"}
        http.request(method, path, body, headers)
        reply = http.getresponse()
        found, cookie = reply.read(), reply.getheader("set-cookie") or ""
        http.close()
        return found, cookie.partition(";")[0]

    @contextmanager
    def page(self, game: str) -> Iterator[ClientConnection]:
        """A websocket on a game."""
        with connect(
            f"ws{self._origin.removeprefix('http')}/ws/{game}",
            origin=self._origin,  # type: ignore[arg-type] # a text
            additional_headers={"cookie": self._cookie},
            open_timeout=120,
        ) as socket:
            yield socket


def server(seed: int, folder: Path) -> Counts:
    """The server of the page, while somebody plays."""
    rng, told = chance("kills", seed), list[int]()
    one = Server(folder)
    try:
        client = Client(one)
        game = client.begin(rng.randrange(1000))
        timer = Timer(rng.uniform(0.2, SECONDS), one.process.kill)
        with suppress(ConnectionClosed, OSError), client.page(game) as socket:
            timer.start()
            _play(socket, told)
        timer.cancel()
    finally:
        one.kill()
    (path,) = folder.rglob(f"{game}.opfor")
    kept = {entry.asked.number: entry for entry in read_save(path).entries}
    for number in told:
        assert kept[number].answer["type"] == END["type"], number
    beyond = [entry for n, entry in kept.items() if entry.human and n not in told]
    assert len(beyond) <= 1, beyond
    session = resume(path)
    assert session.game.run() is not None or session.game.state.over
    session.save.close()
    return {"servers killed": 1, "answers acknowledged": len(told)}


def _play(socket: ClientConnection, told: list[int]) -> None:
    """End part after part, noting each answer that is acknowledged."""
    asked: Any = None
    number, token = 0, ""
    while True:
        said = json.loads(socket.recv(timeout=60))
        if said["is"] == "done":
            told.append(number)
        assert said["is"] != "refused", said
        if said["is"] == "news":
            asked, token = said["asked"], said["token"]
        if said["is"] == "done" or number == 0:
            if asked is None:
                return  # the game is over
            number = asked["number"]
            order = {"do": "answer", "id": number, "number": number, "token": token}
            socket.send(json.dumps(order | {"value": END}))


def worker(seed: int, folder: Path) -> Counts:
    """A worker of a Dask cluster, and its scheduler: the file is the same."""
    whole, out = folder / "whole.jsonl", folder / "out.jsonl"
    play_until([GROUP], workers=local(1), out=whole)
    rng, machines = chance("workers", seed), Machines()
    try:
        machines.wait()
        at = sorted(rng.randrange(1, GAMES - 8) for _ in range(2))
        ways = (machines.kill_worker, machines.kill_scheduler)
        steps = [(after, rng.choice(ways)) for after in at]
        played(machines, out, *steps)
        assert out.read_bytes() == whole.read_bytes()
        return {"workers killed": len(machines.workers) - 1}
    finally:
        machines.close()


def trial(seed: int, folder: Path) -> Counts:
    """One of these; mostly programs that save."""
    if seed % 20 == 19:
        return worker(seed, folder)
    return server(seed, folder) if seed % 4 == 3 else saving(seed, folder)
