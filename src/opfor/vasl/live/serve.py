"""A live session from its beginning to Ctrl-C."""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from opfor.core.ask import Roll
from opfor.core.errors import OpforError
from opfor.geo.boards.library import Library
from opfor.ports.session import Session
from opfor.state.counter_lists import counters as counter_types
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.module import read_module
from opfor.vasl.counters.names import words_of
from opfor.vasl.games.base import read_base
from opfor.vasl.games.write import Writer
from opfor.vasl.live.host import Host
from opfor.vasl.live.keeper import OwnThread
from opfor.vasl.live.people import ROOM
from opfor.vasl.live.seat import Seat

LOOPBACK = "127.0.0.1"
USUAL = 5050
"""The port that VASSAL offers for a private server."""


class OwnFiles(Struct, frozen=True):
    """What of the player's own a table in VASL is made of.

    Args:
        module: his module.
        packs: folders of his own counters, beside those of the game.
        base: his saved game, whose counters are taken up; None: the module's alone.
    """

    module: Path
    packs: tuple[Path, ...] = ()
    base: Path | None = None


def seated(session: Session, own: OwnFiles) -> Seat:
    """A game with opfor seated, ready for a player in VASL, at its open request.

    Errors:
        OpforError: the module, a pack or the base cannot be read, or do not fit.
    """
    folders = [*map(Path, session.setup.packs), *own.packs]
    words = words_of(*folders)
    counters = Counters(read_module(own.module), counter_types(*folders), words)
    base = None
    if own.base is not None:
        load = Library([Path(folder) for folder in session.setup.boards]).load
        base = read_base(own.base, counters, load)
    game = session.game
    known = len(game.events)
    if game.pending is None:
        game.run()
    writer = Writer(session.world, game.state, counters, words, base, beside=True)
    return Seat(session, counters, words, writer, game.events[known:])


def host_of(session: Session, own: OwnFiles) -> Host:
    """The same in a room of its own, with nobody else looking at the game.

    Errors:
        OpforError: as above.
    """
    rolls = [e for e in session.game.journal if isinstance(e.asked.request, Roll)]
    if rolls:  # the dice are still in the hands that they were in
        session.desk.mine = rolls[-1].human
    seat = seated(session, own)
    return Host(seat, OwnThread(session), lambda again: seated(again, own))


def serve(host: Host, address: str, port: int, say: Callable[[str], None]) -> None:
    """Serve until Ctrl-C.

    Errors:
        OpforError: the port is taken.
    """
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(host, address, port or USUAL, say))


async def _serve(
    host: Host, address: str, port: int, say: Callable[[str], None]
) -> None:
    try:
        server = await host.listen(address, port)
    except OSError as error:
        what = f"cannot listen on {address}:{port} ({error.strerror})"
        raise OpforError(what, do="give another --port") from None
    say(f"VASSAL server on {address}, port {host.server.port}; join the room {ROOM!r}.")
    say("Ctrl-C ends opfor; the game is always saved.")
    try:
        async with server:
            await server.serve_forever()
    finally:
        await host.close()
