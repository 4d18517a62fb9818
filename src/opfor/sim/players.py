"""Who plays for FRIENDLY in a simulated game: a program of ours, or one of your own.

A player of your own is named as `MODULE:NAME`, the module being found where Python
finds it or in the current folder; NAME is called with the world and a seed once a game,
and what it gives back answers (`core.ask.Port`). docs/how-to/bots.md shows one.
"""

import inspect
import pkgutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from opfor.core.ask import Port
from opfor.core.disk_cache import digest_of
from opfor.core.errors import OpforError
from opfor.ports.program_players import Random
from opfor.sim.planner import Planner
from opfor.sim.steady import Steady
from opfor.sim.temper import SEASONED
from opfor.state.world import World

Maker = Callable[[World, str], Port]
"""Makes the player of a game from its world and a seed."""

OURS: dict[str, Maker] = {
    "steady": Steady,
    "seasoned": partial(Steady, temper=SEASONED),
    "planner": Planner,
    "random": Random,
}

FORM = "steady, seasoned, planner, random, or MODULE:NAME of your own"


def player_name(word: str) -> str:
    """A player as somebody typed it, once it is known that it can be made.

    Errors:
        OpforError: there is none of that name; a module of one's own does not load.
    """
    _maker(word)
    return word


def player(name: str, world: World, seed: str) -> Port:
    """The player of a name, for one game.

    Errors:
        OpforError: there is none of that name.
    """
    return _maker(name)(world, seed)


def player_digest(name: str) -> str:
    """What the file of a player of one's own holds, shortened; empty for ours."""
    if name in OURS:
        return ""
    file = inspect.getsourcefile(inspect.getmodule(_maker(name)) or object)
    return digest_of([Path(file)]) if file else ""


def files_read(name: str) -> list[tuple[str, str]]:
    """The files that a player names as `reads`, such as one of weights.

    Returns:
        The name of each, wherever it lies, and what it holds, shortened.

    Errors:
        OpforError: one of them is not there.
    """
    found = []
    for path in map(Path, getattr(_maker(name), "reads", ())):
        if not path.exists():
            do = "give the command in a folder that has it, or copy it here"
            raise OpforError(f"{path}, which {name} reads, is not there", do=do)
        found.append((path.name, digest_of([path])))
    return found


def _maker(name: str) -> Maker:
    return OURS.get(name) or _own(name)


def _own(name: str) -> Maker:
    if ":" not in name:
        raise OpforError(f"there is no player {name!r}", "--player", FORM)
    if (here := str(Path.cwd())) not in sys.path:  # `python -m` has it, a command not
        sys.path.append(here)
    try:
        found = pkgutil.resolve_name(name)
    except Exception as error:  # a module may raise anything as it loads
        told = f"{type(error).__name__}: {error}"
        raise OpforError(f"{name} does not load: {told}", "--player", FORM) from error
    if not callable(found):
        do = "name a class or a function of (world, seed)"
        raise OpforError(f"{name} makes no player", "--player", do)
    maker: Maker = found
    try:
        inspect.signature(maker).bind("the world", "a seed")
    except TypeError as error:
        raise OpforError(
            f"{name} takes no (world, seed): {error}", "--player"
        ) from None
    except ValueError:  # what is not written in Python shows no signature
        pass
    return maker
