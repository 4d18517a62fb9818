"""A game that was played without a save, written as one.

    write_game(setup, game, Path("game.opfor"))

Games of environments and simulations are played in memory. Once written, such a game is
told, reported, weighed and gone on with as any other.
"""

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.game import Game
from opfor.core.save import Save
from opfor.ports.session import SUFFIX, Setup, build_world, folders
from opfor.state.kept_packs import kept
from opfor.state.state import State


def write_game(setup: Setup, game: Game[State], path: Path) -> None:
    """Write a game as it stands.

    Args:
        setup: what it was built from, with the policies that its packs set; its seed
            is that of the dice that are to come.
        game: the game, over or waiting.
        path: the save; its packs are kept beside it.

    Errors:
        OpforError: the file exists already, is not called so, or cannot be written.
    """
    if path.suffix != SUFFIX:
        raise OpforError(f"a game is a {SUFFIX} file", str(path), "name it so")
    packs, modules = kept([Path(pack) for pack in setup.packs], path.parent)
    setup = replace(setup, packs=folders(packs), modules=modules)
    setup = replace(setup, map_digest=build_world(setup).map.digest)
    options: dict[str, Any] = msgspec.to_builtins(setup)
    path.parent.mkdir(parents=True, exist_ok=True)
    Save.create(path, options).close(game)
