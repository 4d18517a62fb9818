"""A saved game (.vsav) or log (.vlog) of VASSAL as a file: read, and written whole.

Three members of a zip: `savedGame`, the disguised text of all commands; `savedata` and
`moduledata`, small XML pages with the versions and the player's description. Others are
not carried along.
"""

import re
import zipfile
from io import BytesIO
from pathlib import Path

import msgspec

from opfor.core.bad_zip import BAD_ZIP
from opfor.core.errors import OpforError
from opfor.core.write_file import write_file
from opfor.vasl.saves.packed import read_members
from opfor.vasl.saves.scramble import DEFAULT_KEY, Form, scramble, unscramble

MAX_TEXT = 16 * 2**20
"""Largest text of a saved game or log, in bytes; the longest known hold 1 MB."""
MAX_PAGE = 2**16
"""Largest savedata or moduledata, in bytes; real ones stay below 1 kB."""

_LIMITS = {
    "savedGame": 2 * MAX_TEXT + 16,
    "savedata": MAX_PAGE,
    "moduledata": MAX_PAGE,
}
_WHAT = "saved game of VASL"
_DO = "choose a .vsav or .vlog that VASL has written"
_MOMENT = (1980, 1, 1, 0, 0, 0)
_TAG = re.compile(rb"<(version|VassalVersion|name)>([^<]{1,60})</")


class Archive(msgspec.Struct, frozen=True, kw_only=True):
    """What a .vsav or .vlog holds.

    Args:
        text: all commands, as `commands.read_commands` takes them.
        form, key: how the text was disguised.
        savedata, moduledata: the two pages, as they are.
    """

    text: str
    form: Form = "VCSK"
    key: int = DEFAULT_KEY
    savedata: bytes = b""
    moduledata: bytes = b""

    @property
    def versions(self) -> dict[str, str]:
        """The module's `name` and `version` and the engine's `VassalVersion`."""
        return {
            tag.decode(): text.decode("utf-8", "replace")
            for tag, text in _TAG.findall(self.moduledata)
        }


def read_archive(path: Path) -> Archive:
    """Read a saved game or log.

    Errors:
        OpforError: it is none, it is damaged, or larger than any can be.
    """
    members = read_members(path, _LIMITS, what=_WHAT, do=_DO)
    if "savedGame" not in members:
        raise OpforError(f"this is no {_WHAT} (it holds no game)", str(path), _DO)
    try:
        text, form, key = unscramble(members["savedGame"])
    except OpforError as problem:
        raise OpforError(problem.what, str(path), problem.do) from None
    return Archive(
        text=text,
        form=form,
        key=key,
        savedata=members.get("savedata", b""),
        moduledata=members.get("moduledata", b""),
    )


def write_archive(path: Path, archive: Archive) -> None:
    """Write a saved game or log; equal ones have equal bytes.

    A file that is there is written over only if it was made here.

    Errors:
        OpforError: it cannot be written there, or a file of another program is there.
    """
    if path.exists() and not _made_here(path):
        raise OpforError("opfor has not written this file", str(path), "name another")
    members = {
        "savedGame": scramble(archive.text, archive.form, archive.key),
        "savedata": archive.savedata,
        "moduledata": archive.moduledata,
    }
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w") as packed:
        for name, data in members.items():
            entry = zipfile.ZipInfo(name, _MOMENT)
            entry.external_attr = 0o600 << 16
            packed.writestr(entry, data, zipfile.ZIP_DEFLATED)
    write_file(path, whole.getvalue())


def _made_here(path: Path) -> bool:
    """Whether this writer made a file: VASSAL dates what it packs."""
    if not path.is_file():
        return False
    try:
        with zipfile.ZipFile(path) as packed:
            return {each.date_time for each in packed.infolist()} == {_MOMENT}
    except BAD_ZIP:
        return False
