"""The packs of a game, kept as they were when it began.

A pack goes on being typed in while a game is played, and may be lost; the game needs
the very values that it began with. So each save has copies of its packs beside it, in
modules/DIGEST/NAME, which nothing writes again and games of the same values share.
"""

from collections.abc import Sequence
from pathlib import Path

from opfor.core.errors import OpforError
from opfor.state.pack_file import write_pack
from opfor.state.pack_stamp import DRAFTS, Stamp, read_files, stamp_of

FOLDER = "modules"
"""The folder beside the saves that has the copies."""


def kept(
    packs: Sequence[Path], saves: Path
) -> tuple[tuple[Path, ...], tuple[Stamp, ...]]:
    """Copies of packs beside the saves of a folder, and what each of them is.

    Raises:
        OpforError: a pack cannot be read, or not be written there.
    """
    stamps = tuple(stamp_of(pack) for pack in packs)
    places = tuple(
        saves.absolute() / FOLDER / stamp.digest / stamp.name for stamp in stamps
    )
    for pack, place in zip(packs, places, strict=True):
        if not place.is_dir():
            found = read_files(pack)
            counting = {n: data for n, data in found.items() if not n.endswith(DRAFTS)}
            write_pack(place, counting, None)
    return places, stamps


def check_kept(packs: Sequence[Path], stamps: Sequence[Stamp], where: str) -> None:
    """See that the packs of a game are what it began with.

    Raises:
        OpforError: one is gone or is another one; it says which is needed.
    """
    for pack, stamp in zip(packs, stamps, strict=False):
        do = f"take {stamp} in and put it there"
        if not pack.is_dir():
            raise OpforError(f"the pack of this game is gone: {pack}", where, do)
        if stamp_of(pack).digest != stamp.digest:
            raise OpforError(f"the pack of this game has changed: {pack}", where, do)
