"""Programs killed at random moments: in play, while saving, the server, a worker."""

import json
import os
import re
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from importlib import import_module
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from opfor.cli import app
from opfor.core.ask import Context
from opfor.core.save import read_save
from opfor.ports.program_players import Random as Player
from opfor.ports.session import Setup, begin, kind_on, resume
from opfor.state.mission import load_mission
from opfor.study.run import play_until
from opfor.study.workers import local
from tests.core import kill
from tests.soak.seeds import Counts, chance
from tests.study.test_cluster import GAMES, GROUP, Machines, played

KILLS = 100
"""Programs of a trial that play and save."""

PLAYED, SERVERS = 40, 10
"""Programs that play a Mission, and servers of the page, of a trial."""

MOST_TOLD, SECONDS = 5, 0.1
"""A server is killed so long, at the most, after so many answers at the most: by what
it does, since nobody knows how quick a machine is."""

SLOW = 600
"""Seconds of the clock until something that waits for a server or a worker gives up; a
trial itself ends by the time of the processor that it takes."""

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


# -- a game in play ----------------------------------------------------------------


def playing(seed: int, folder: Path) -> Counts:
    """Programs in which somebody plays a Mission; each goes on where one was killed."""
    rng, answers, journals = chance("playing", seed), 0, 0
    mission = replace(load_mission("first-contact"), turns=3)
    path = folder / "none"
    for nth in range(PLAYED):
        if not path.exists():
            path = folder / f"{nth}.opfor"
            begin(Setup(mission=mission, seed=rng.randrange(1000)), path).close()
        answers += _killed_in_play(path, rng)
        journals += path.with_name(path.name + "-journal").exists()
        session = resume(path)
        over = session.game.run() is None
        session.close()
        if over or nth == PLAYED - 1:
            kind_on(session.drawn).check_replay(read_save(path))
            path.unlink()
    return {
        "programs killed": PLAYED,
        "killed in play": PLAYED,
        "answers acknowledged": answers,
        "killed in a transaction": journals,
    }


def _killed_in_play(path: Path, rng: Random) -> int:
    """Kill one, and look for what it has told."""
    before = read_save(path).entries
    told = kill.kill_one(path, rng.randrange(4), rng.uniform(0.0, 0.05), _plays)
    saved = {entry.asked.number: entry for entry in read_save(path).entries}
    assert [saved[entry.asked.number] for entry in before] == list(before)
    assert all(saved[number].human for number in told), told
    new = [n for n, entry in saved.items() if entry.human and n > len(before)]
    assert len(set(new) - set(told)) <= 1, "more than the answer in flight"
    return len(told)


def _plays(path: Path, pipe: int) -> None:
    """Play a game to its end, telling the number of each answer that is safe."""
    session = resume(path)
    game, player = session.game, Player(session.world, str(path))
    asked = game.run()
    while asked is not None:
        number = asked.number
        value = player.answer(asked, Context(game.state, 0, None))
        asked = game.answer(number, value)
        os.write(pipe, struct.pack(kill.NUMBER, number))
    os.close(pipe)
    signal.pause()  # a game that is over is killed as well


# -- the server --------------------------------------------------------------------


class Forked:
    """`opfor play --web` in a copy of this process, which has loaded everything.

    Args:
        data: where its games lie.
    """

    def __init__(self, data: Path) -> None:
        reading, writing = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            try:
                os.close(reading)
                _serve(data, writing)
            finally:
                os._exit(1)  # never back into the parent's code
        os.close(writing)
        self._out = os.fdopen(reading)
        found = re.search(r"http\S+", self._out.readline())
        assert found, "the server has not begun"
        self.url = found[0]

    def kill(self) -> None:
        """As when the machine goes down."""
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)

    def close(self) -> None:
        """Kill it, and wait until it is gone."""
        self.kill()
        os.waitpid(self._pid, 0)
        self._out.close()


def _serve(data: Path, out: int) -> None:
    """Be the server."""
    os.environ |= {"XDG_DATA_HOME": str(data), "XDG_CONFIG_HOME": str(data)}
    sys.stdout = os.fdopen(out, "w", buffering=1)
    app(["play", "--web", "--no-browser"])


class Client:
    """A page without a browser.

    Args:
        server: its address.
    """

    def __init__(self, server: str) -> None:
        url = urlsplit(server)
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
        http = HTTPConnection(self._host, self._port, timeout=SLOW)
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
            open_timeout=SLOW,
        ) as socket:
            yield socket


LOADS = ("opfor.web.app", "uvicorn.main", "uvicorn.loops.auto", "uvicorn.lifespan.on")
"""What a server loads as it begins, and a copy of this process has already."""


def servers(seed: int, folder: Path) -> Counts:
    """The server of the page, while somebody plays; each time of a new game."""
    rng, told = chance("kills", seed), 0
    for name in LOADS:
        import_module(name)
    setup = Setup(mission=load_mission("first-contact"), seed=seed)
    begin(setup, folder / "loads.opfor").close()  # its tables and LOS
    for nth in range(SERVERS):
        own = folder / str(nth)
        own.mkdir()
        told += _killed_serving(own, rng)
    return {
        "programs killed": SERVERS,
        "servers killed": SERVERS,
        "answers acknowledged": told,
    }


def _killed_serving(folder: Path, rng: Random) -> int:
    """Kill a server in play; how many answers it has acknowledged."""
    told, one = list[int](), Forked(folder)
    try:
        client = Client(one.url)
        game = client.begin(rng.randrange(1000))
        timer = Timer(rng.uniform(0.0, SECONDS), one.kill)
        with suppress(ConnectionClosed, OSError), client.page(game) as socket:
            _play(socket, told, rng.randrange(MOST_TOLD), timer)
        if timer.is_alive():
            timer.join()  # no thread may be there when the next one is forked
    finally:
        one.close()
    (path,) = folder.rglob(f"{game}.opfor")
    kept = {entry.asked.number: entry for entry in read_save(path).entries}
    for number in told:
        assert kept[number].answer["type"] == END["type"], number
    beyond = [entry for n, entry in kept.items() if entry.human and n not in told]
    assert len(beyond) <= 1, beyond
    session = resume(path)
    assert session.game.run() is not None or session.game.state.over
    session.save.close()
    return len(told)


def _play(
    socket: ClientConnection, told: list[int], answers: int, timer: Timer
) -> None:
    """End part after part, noting each answer that is acknowledged.

    Args:
        socket: the page.
        told: the numbers of these answers.
        answers: after so many the timer starts.
        timer: kills the server.
    """
    asked: Any = None
    number, token = 0, ""
    while True:
        said = json.loads(socket.recv(timeout=SLOW))
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
            if len(told) == answers and not timer.is_alive():
                timer.start()


def worker(seed: int, folder: Path) -> Counts:
    """A worker of a Dask cluster, and its scheduler: the file is the same."""
    whole, out = folder / "whole.jsonl", folder / "out.jsonl"
    play_until([GROUP], workers=local(1), out=whole)
    rng, machines = chance("workers", seed), Machines()
    try:
        machines.end += SLOW
        machines.wait()
        at = sorted(rng.randrange(1, GAMES - 8) for _ in range(2))
        ways = (machines.kill_worker, machines.kill_scheduler)
        steps = [(after, rng.choice(ways)) for after in at]
        played(machines, out, *steps, patience=SLOW)
        assert out.read_bytes() == whole.read_bytes()
        return {"workers killed": len(machines.workers) - 1}
    finally:
        machines.close()


WAYS = (saving, saving, playing, saving, saving, servers)
"""By turns; a game costs ten times as much as a save, a server thirty times."""


def trial(seed: int, folder: Path) -> Counts:
    """One of these; seldom a Dask worker, which costs as much as all the others."""
    if seed % 40 == 39:
        return worker(seed, folder)
    return WAYS[seed % len(WAYS)](seed, folder)
