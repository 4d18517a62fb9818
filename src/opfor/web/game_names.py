"""What games are called: by their files, and by the player in a file beside them."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from opfor.core.codec import BAD_JSON
from opfor.core.errors import OpforError

FILE = "names.json"

MOST_ID = 200
"""The most letters of a game's id."""

_NO_FILE = frozenset("/\\:")
"""What parts a path somewhere; a file that has one is in another folder, or none."""


def is_id(text: str) -> bool:
    """Whether a text may be the id of a game, which is the name of its file.

    It is no path, is not hidden or too long, and can be shown: a name that is no
    UTF-8 has what cannot be printed.
    """
    shown = text.isprintable() and not _NO_FILE & set(text)
    return shown and text[:1] not in ("", ".") and len(text) <= MOST_ID


def read_names(games: Path) -> dict[str, str]:
    """The names of the games of a folder; of a file that cannot be read, none."""
    try:
        data = (games.parent / FILE).read_bytes()
        return msgspec.json.decode(data, type=dict[str, str])
    except (OSError, *BAD_JSON):
        return {}


def write_names(games: Path, names: Mapping[str, str]) -> None:
    """Keep names; empty ones are none.

    Errors:
        OpforError: the disk refuses.
    """
    file = games.parent / FILE
    new = file.with_suffix(".new")
    try:
        new.write_bytes(
            msgspec.json.encode({k: name for k, name in names.items() if name})
        )
        new.replace(file)
    except OSError as error:
        raise OpforError(f"cannot be written ({error.strerror})", str(file)) from error
