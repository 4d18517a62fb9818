"""A saved game of opfor, told for VASL: its moments, and who writes them."""

import re
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.core.save import read_save
from opfor.geo.boards.library import Library
from opfor.ports.session import Setup, kind_on, read_setup, saved_world
from opfor.state.counter_lists import counters as counter_types
from opfor.state.state import State
from opfor.state.world import World
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.module import read_module
from opfor.vasl.counters.names import words_of
from opfor.vasl.games.base import read_base
from opfor.vasl.games.write import Writer
from opfor.views.replay import Reel

_PHASE = re.compile(r"(\d{1,3}) +(FRIENDLY|ENEMY)(?: +([A-Za-z]+))?")


class Told(Struct, frozen=True):
    """A game of opfor with all its moments."""

    setup: Setup
    world: World
    reel: Reel

    def writer(self, module: Path, packs: Sequence[Path], base: Path | None) -> Writer:
        """Who writes its moments.

        Errors:
            OpforError: the module, a pack or the base cannot be read, or do not fit.
        """
        folders = [*map(Path, self.setup.packs), *packs]
        words = words_of(*folders)
        counters = Counters(read_module(module), counter_types(*folders), words)
        read = None
        if base is not None:
            load = Library([Path(folder) for folder in self.setup.boards]).load
            read = read_base(base, counters, load)
        return Writer(self.world, self.reel.last, counters, words, read)


def read_game(save: Path) -> Told:
    """A game's save, told from its beginning.

    Errors:
        OpforError: it is none, or its boards have changed.
    """
    saved = read_save(save)
    setup = read_setup(saved.options, str(save))
    world = saved_world(setup, str(save))
    reel = Reel(State(mission=setup.mission), kind_on(world).told(saved))
    return Told(setup, world, reel)


def moment_of(reel: Reel, text: str) -> int:
    """The moment that a player names: an event's number, or a phase that begins.

    Errors:
        OpforError: the game has none like it.
    """
    if not text:
        return len(reel)
    if text.isascii() and text.isdecimal() and len(text) < 8:
        if int(text) <= len(reel):
            return int(text)
        raise OpforError(
            f"there is no event {text}", do=f"the game has {len(reel)} events"
        )
    found = _PHASE.fullmatch(text.strip())
    if found is None:
        raise OpforError(
            f"{text[:40]!r} is no moment", do='write "120" or "3 ENEMY MPh"'
        )
    turn, side, phase = int(found[1]), found[2], found[3] or "RPh"
    for part in reel.phases():
        if (part.turn, part.side, part.phase) == (turn, side, phase):
            return part.number
    raise OpforError(f"the game did not come to {text.strip()}", do="take one before")
