"""Where the player's boards and module of VASL usually are, on the three systems.

VASSAL writes down where the board directory is and which modules it opened last; else
the folders are looked through in which people keep such things. What is found is
proposed, never read without the player's word.
"""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.geo.boards.vasl import board_names

MOST_LOOKED = 4_000
"""Most entries of folders that are looked at."""
MAX_PREFERENCES = 2**18
"""Most of a file of preferences that is read, in bytes."""
DEEP = 2
"""How far below the usual folders is looked."""
FEWEST = 5
"""A folder with so many boards is one of boards."""

_BOARDS = re.compile(r"^boardURL\s*[=:]\s*(.+?)\s*$", re.MULTILINE)
_MODULES = re.compile(r"[^\s=|:*?\"<>][^=|*?\"<>\n]{0,300}?\.vmod", re.IGNORECASE)
_ESCAPED = re.compile(r"\\(.)")
_LIKELY = re.compile(r"vas+a?l|boards?\Z|asl|games?\Z", re.IGNORECASE)


class Found(Struct, frozen=True):
    """What was found, the likeliest first."""

    boards: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()


def find(home: Path | None = None) -> Found:
    """Folders of boards, and modules, in the usual places.

    Args:
        home: the player's home folder; by itself the user's own.
    """
    home = home or Path.home()
    boards: dict[str, None] = {}
    modules: dict[str, None] = {}
    for path in _preferred(home):
        (modules if path.suffix.lower() == ".vmod" else boards)[str(path)] = None
    for path in _looked(_places(home)):
        if path.suffix.lower() == ".vmod" and "vasl" in path.name.lower():
            modules[str(path)] = None
        elif path.is_dir() and holds_boards(path):
            boards[str(path)] = None
    return Found(tuple(boards)[:20], tuple(modules)[:20])


def holds_boards(folder: Path) -> bool:
    """Whether a folder is one of VASL's boards."""
    try:
        return len(board_names(folder)) >= FEWEST
    except OpforError:
        return False


def _preferred(home: Path) -> Iterator[Path]:
    """What VASSAL's preferences name."""
    for folder in _vassal(home):
        try:
            files = sorted((folder / "prefs").iterdir())[:50]
        except OSError:
            continue
        for file in files:
            text = _text(file)
            named = [*_BOARDS.findall(text), *_MODULES.findall(text)]
            for each in named:
                path = Path(_ESCAPED.sub(r"\1", each).removeprefix("file:"))
                if path.is_dir() or path.is_file():
                    yield path


def _vassal(home: Path) -> Iterator[Path]:
    """VASSAL's own folder on Linux, macOS and Windows."""
    yield home / ".VASSAL"
    yield home / ".local" / "share" / "VASSAL"
    yield home / "Library" / "Application Support" / "VASSAL"
    yield Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming") / "VASSAL"
    yield home / "VASSAL"


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return opened.read(MAX_PREFERENCES).decode("utf-8", "ignore")
    except OSError:
        return ""


def _places(home: Path) -> Iterator[Path]:
    """Where people keep games."""
    names = ("", "Documents", "Downloads", "Desktop", "Games", "games")
    yield from (home / name for name in names)
    yield from _vassal(home)
    if sys.platform == "win32":
        yield from (Path(f"{drive}:/") for drive in "CD")
    yield Path("/opt")


def _looked(places: Iterator[Path]) -> Iterator[Path]:
    """The entries of places that may be meant, and of those within."""
    left = MOST_LOOKED
    open_ = [(place, DEEP) for place in places]
    for folder, depth in open_:
        try:
            entries = sorted(folder.iterdir())
        except OSError:
            continue
        for entry in entries[:left]:
            left -= 1
            likely = _LIKELY.search(entry.name) or entry.suffix.lower() == ".vmod"
            if likely:
                yield entry
            if likely and depth and not entry.is_symlink() and entry.is_dir():
                open_.append((entry, depth - 1))
        if left <= 0:
            return
