"""A live session that runs beside the tests."""

import asyncio
import contextlib
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from threading import Thread

from opfor.ports.session import Session, Setup, begin
from opfor.state.mission import load_mission
from opfor.vasl.live.host import Host
from opfor.vasl.live.serve import OwnFiles, host_of
from opfor.vasl.live.server import Server
from tests.shared import SHARED

MODULE = SHARED / "vasl" / "vasl.vmod"


def new_game(path: Path, mission: str = "tutorial", seed: int = 46) -> Session:
    """A new game."""
    return begin(Setup(mission=load_mission(mission), seed=seed), path)


@contextlib.contextmanager
def running(session: Session, base: Path | None = None) -> Iterator[Host]:
    """The server with that game, until the block ends."""
    host = host_of(session, OwnFiles(MODULE, base=base))
    host.server = Server(host, joining=0.02, again=0.05)
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()

    def do(what: object) -> object:
        future: Future[object] = asyncio.run_coroutine_threadsafe(what, loop)  # type: ignore[arg-type]
        return future.result(30)

    listening = do(host.listen("127.0.0.1", 0))
    try:
        yield host
    finally:
        loop.call_soon_threadsafe(listening.close)  # type: ignore[attr-defined]
        do(host.close())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
