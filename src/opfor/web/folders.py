"""Where a server finds games, boards and tables."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from opfor.core.disk_cache import games_folder


class Places(Struct, frozen=True):
    """Where a server finds things; a page can name but one other folder.

    That is the one of boards of "My VASL", on a server of this computer alone.

    Args:
        games: the folder of saves.
        boards: the player's folders of boards.
        packs: his folders of tables that are in force.
        shelf: the folder in which packs lie that he may choose for a game.
    """

    games: Path
    boards: tuple[Path, ...] = ()
    packs: tuple[Path, ...] = ()
    shelf: Path | None = None

    @classmethod
    def usual(cls, boards: Sequence[Path] = (), packs: Sequence[Path] = ()) -> "Places":
        """The user's own folder of saves."""
        games = games_folder()
        return cls(games, tuple(boards), tuple(packs), games.parent / "packs")
