"""A pack as one file, NAME.opfor-pack: a zip of its files and of what it is.

    module.json            format, name, version, digest of all that counts
    a1.toml, counters/…    the files of the pack, as they lie in its folder

Such a file may come from anywhere. It is read whole into memory within bounds before
anything of it is written: no links, no way out of the folder, no bombs, and the digest
must be that of what is in it.
"""

import io
import re
import shutil
import stat
import zipfile
from pathlib import Path
from typing import NoReturn

import msgspec
from msgspec import Struct

from opfor import __version__
from opfor.core.bad_zip import BAD_ZIP
from opfor.core.codec import BAD_JSON, encode
from opfor.core.errors import OpforError
from opfor.core.toml_text import MOST_BYTES as MOST_MEMBER
from opfor.state.pack_stamp import (
    FILE,
    MOST_FILES,
    SUFFIXES,
    Stamp,
    digest_of_files,
    read_files,
    stamped,
)

SUFFIX = ".opfor-pack"
FORMAT = 1

MOST_ARCHIVE = 4_000_000
"""The longest file that is read, in bytes."""

MOST_UNPACKED = 20_000_000
"""What all of it may come to, unpacked."""

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,39}", re.ASCII)
"""What a pack may be called."""

_PLACE = re.compile(r"(?:[A-Za-z0-9][\w -]{0,79}/){0,4}[\w(][\w .()-]{0,99}", re.ASCII)
_EPOCH = (1980, 1, 1, 0, 0, 0)

_ENCRYPTED = 1


class Head(Struct, frozen=True, kw_only=True):
    """What a file says of itself; `opfor` is the release that wrote it."""

    format: int
    name: str
    version: int
    digest: str
    opfor: str = ""


class Unpacked(Struct, frozen=True):
    """A pack out of its file: the stamp, and its files by name."""

    stamp: Stamp
    files: dict[str, bytes]


# -- writing -----------------------------------------------------------------------


def packed_file(folder: Path) -> tuple[Stamp, bytes]:
    """A pack as one file; its number goes up if it has changed since the last time.

    Raises:
        OpforError: a file of it cannot be read.
    """
    files = read_files(folder)
    if not files:
        raise OpforError("there is nothing in this pack", str(folder))
    stamp = stamped(folder)
    head = Head(
        format=FORMAT, name=stamp.name, version=stamp.version, digest=stamp.digest,
        opfor=__version__,
    )  # fmt: skip
    return stamp, _zipped({FILE: encode(head)} | files)


def _zipped(files: dict[str, bytes]) -> bytes:
    """The same bytes for the same files, whenever and wherever."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files, key=lambda name: (name != FILE, name)):
            entry = zipfile.ZipInfo(name, _EPOCH)
            archive.writestr(entry, files[name], zipfile.ZIP_DEFLATED)
    return found.getvalue()


# -- reading -----------------------------------------------------------------------


def read_pack_file(path: Path) -> Unpacked:
    """A pack file of the player's.

    Raises:
        OpforError: naming the file, what is wrong with it, and what to do.
    """
    try:
        if not path.is_file():
            raise OpforError("there is no such file", str(path), "name a .opfor-pack")
        with path.open("rb") as file:
            data = file.read(MOST_ARCHIVE + 1)
    except OSError as error:
        raise OpforError(f"cannot be read ({error.strerror})", str(path)) from None
    return unpacked(data, str(path))


def unpacked(data: bytes, where: str = "") -> Unpacked:
    """A pack out of the bytes of its file.

    Raises:
        OpforError: naming what is wrong with it, and what to do.
    """
    if len(data) > MOST_ARCHIVE:
        do = f"a pack has at most {MOST_ARCHIVE // 1_000_000} MB"
        raise OpforError("this file is too long for a pack", where, do)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = _members(archive, where)
    except OpforError:
        raise
    except BAD_ZIP as error:
        do = "have it exported and sent once more"
        what = f"this is no whole .opfor-pack ({error})"
        raise OpforError(what, where, do) from None
    head = _head(files.pop(FILE, b""), where)
    if digest_of_files(files) != head.digest:
        do = (
            "what it holds has been changed or cut: have it exported anew, or unpack "
            "it into a folder, of which `opfor tables check` tells file and line"
        )
        raise OpforError("its digest is not that of what it holds", where, do)
    return Unpacked(Stamp(head.name, head.version, head.digest), files)


def _members(archive: zipfile.ZipFile, where: str) -> dict[str, bytes]:
    """Every file of the archive; each is read no further than it may be long."""
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise OpforError(f"it has {len(entries)} files", where, f"{MOST_FILES} may be")
    found: dict[str, bytes] = {}
    total = 0
    for entry in entries:
        _check_entry(entry, found, where)
        with archive.open(entry) as member:
            content = member.read(MOST_MEMBER + 1)
        total += len(content)
        if len(content) > MOST_MEMBER or total > MOST_UNPACKED:
            do = f"a file of a pack has at most {MOST_MEMBER // 1_000_000} MB"
            _refuse(entry, "it is too long, unpacked", where, do)
        found[entry.filename] = content
    return found


def _check_entry(entry: zipfile.ZipInfo, found: dict[str, bytes], where: str) -> None:
    """See that an entry is a plain file of a pack, inside its folder."""
    name, mode = entry.filename, entry.external_attr >> 16
    if not _PLACE.fullmatch(name) or ".." in name:
        _refuse(entry, "a file cannot be called so", where, "export the pack anew")
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        _refuse(entry, "it is a link or no plain file", where, "put the file itself in")
    if name != FILE and Path(name).suffix not in SUFFIXES:
        _refuse(entry, "a pack holds *.toml files", where, "leave it out")
    if entry.flag_bits & _ENCRYPTED:
        _refuse(entry, "it is encrypted", where, "pack it without a password")
    if name.casefold() in {each.casefold() for each in found}:
        _refuse(entry, "it is there twice", where, "leave one out")


def _refuse(entry: zipfile.ZipInfo, what: str, where: str, do: str) -> NoReturn:
    raise OpforError(f"{entry.filename[:80]!r}: {what}", where, do)


def _head(data: bytes, where: str) -> Head:
    """What the file says of itself."""
    if not data:
        raise OpforError(f"{FILE} is missing", where, "export the pack anew")
    try:
        plain = msgspec.json.decode(data)
        number = plain.get("format") if isinstance(plain, dict) else None
        if isinstance(number, int) and number > FORMAT:
            do = "take it in with that release of opfor, or a later one"
            wrote = str(plain.get("opfor", ""))[:20]
            raise OpforError(f"it is of format {number} (opfor {wrote})", where, do)
        head = msgspec.convert(plain, Head)
    except BAD_JSON as error:
        do = "export the pack anew"
        raise OpforError(f"{FILE} cannot be read ({error})", where, do) from None
    if not NAME.fullmatch(head.name) or not 0 <= head.version < MOST_VERSION:
        raise OpforError(f"{FILE}: this is no name and version of a pack", where)
    return head


MOST_VERSION = 1_000_000
"""Above any number that a pack comes to."""


def write_pack(folder: Path, files: dict[str, bytes], stamp: Stamp | None) -> None:
    """A new folder of a pack, there as a whole or not at all.

    Raises:
        OpforError: it is there already, or cannot be written.
    """
    if folder.exists():
        raise OpforError(f"there is a pack {folder.name!r} already", str(folder))
    new = folder.with_name(f".{folder.name}.new")
    try:
        shutil.rmtree(new, ignore_errors=True)  # what a kill may have left
        for name, content in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        new.mkdir(parents=True, exist_ok=True)
        if stamp is not None:
            (new / FILE).write_bytes(encode(stamp))
        new.rename(folder)
    except OSError as error:
        raise OpforError(f"cannot be written ({error.strerror})", str(folder)) from None
