"""How the commands find packs: by their name on the shelf, or by their folder."""

from pathlib import Path
from typing import Annotated

import typer

from opfor.core.errors import OpforError


def shelf_of(given: Path | None = None) -> Path:
    """The folder in which the player's packs lie."""
    from opfor.core.disk_cache import games_folder

    return given or games_folder().parent / "packs"


def pack_folder(name: str, shelf: Path | None = None) -> Path:
    """The folder of a pack.

    Args:
        name: what it is called on the shelf, or its folder.
        shelf: where packs lie, if not as usual.

    Errors:
        OpforError: there is none; the nearest name, or all that there are, is told.
    """
    from opfor.core.did_you_mean import did_you_mean
    from opfor.state.pack_file import NAME

    place = shelf_of(shelf)
    if NAME.fullmatch(name) and (place / name).is_dir():
        return place / name
    if Path(name).is_dir():
        return Path(name)
    known = [path.name for path in place.glob("*") if path.is_dir()]
    do = did_you_mean(name, known) or f"your packs are: {', '.join(known) or 'none'}"
    raise OpforError(f"there is no pack {name[:60]!r}", do=do)


def _named(text: str) -> Path:
    """A pack of `--pack`: a folder that is there, or else a name on the shelf."""
    from opfor.state.pack_file import NAME

    named = NAME.fullmatch(text) and not Path(text).exists()
    return pack_folder(text) if named else Path(text)


Packs = Annotated[
    list[Path] | None,
    typer.Option(
        "--pack",
        metavar="PACK",
        parser=_named,
        help="A pack of yours, by its name or its folder; may be given again.",
    ),
]
