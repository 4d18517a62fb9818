"""What a pack is called and which version of it: its name, a number and a digest.

    my-module/module.json      {"name": "my-module", "version": 3, "digest": "…"}

The number counts what has been handed out: it goes up when a pack is exported and has
changed since it was last. The digest is that of everything in it, so that a save knows
the very pack that it began with.
"""

import hashlib
from pathlib import Path

import msgspec
from msgspec import Struct

from opfor.core.codec import BAD_JSON, encode
from opfor.core.errors import OpforError
from opfor.core.packs import no_link, read_bytes
from opfor.core.write_file import put_bytes

FILE = "module.json"
"""The file of a pack that says its version."""

DRAFTS = ".draft"
"""How sheets end that cannot count yet: they change no game."""

SUFFIXES = (".toml", DRAFTS)
"""How the files of a pack end; whatever else lies in its folder is no part of it."""

MOST_FILES = 1_000
"""Files that a pack may have."""


class Stamp(Struct, frozen=True):
    """A pack's name, its version (0: never exported) and the digest of what counts.

    `changed` if it has been changed since that version.
    """

    name: str
    version: int = 0
    digest: str = ""
    changed: bool = False

    def __str__(self) -> str:
        version = f"version {self.version}" if self.version else "no version yet"
        since = ", changed since" if self.changed and self.version else ""
        return f"{self.name} ({version}{since}, {self.digest[:8]})"


def pack_files(folder: Path) -> list[Path]:
    """The files of a pack, in order.

    Raises:
        OpforError: it is no folder, has too many files, or a link among them.
    """
    if not folder.is_dir():
        raise OpforError("this is no folder of a pack", str(folder))
    found = sorted(
        no_link(path)
        for path in folder.rglob("*")
        if path.suffix in SUFFIXES and (path.is_symlink() or path.is_file())
    )
    if len(found) > MOST_FILES:
        raise OpforError(f"a pack has at most {MOST_FILES} files", str(folder))
    return found


def digest_of_files(files: dict[str, bytes]) -> str:
    """The digest of what counts among a pack's files, by name in it."""
    found = hashlib.sha256()
    for name in sorted(files):
        if not name.endswith(DRAFTS):
            found.update(f"{name}:{len(files[name])}:".encode() + files[name])
    return found.hexdigest()[:32]


def read_files(folder: Path) -> dict[str, bytes]:
    """What the files of a pack hold, by name in it.

    Raises:
        OpforError: one cannot be read.
    """
    return {
        path.relative_to(folder).as_posix(): read_bytes(path)
        for path in pack_files(folder)
    }


def stamp_of(folder: Path) -> Stamp:
    """The stamp of a pack as it lies in its folder.

    Raises:
        OpforError: a file of it cannot be read.
    """
    digest = digest_of_files(read_files(folder))
    last = _last(folder)
    changed = last.digest != digest
    return Stamp(folder.name, last.version, digest, changed=changed)


def stamped(folder: Path) -> Stamp:
    """The stamp with which a pack is handed out; the next number if it has changed.

    Raises:
        OpforError: a file of it cannot be read, or the stamp not be written.
    """
    now = stamp_of(folder)
    if not now.changed:
        return now
    found = Stamp(now.name, now.version + 1, now.digest)
    write_stamp(folder, found)
    return found


def write_stamp(folder: Path, stamp: Stamp) -> None:
    """Write a stamp into the folder of its pack.

    Raises:
        OpforError: it cannot be written.
    """
    try:
        put_bytes(folder / FILE, encode(stamp))
    except OSError as error:
        raise OpforError(f"cannot be written ({error.strerror})", str(folder)) from None


def _last(folder: Path) -> Stamp:
    """The stamp as it was last handed out; a broken one counts as none."""
    try:
        return msgspec.json.decode(read_bytes(folder / FILE), type=Stamp)
    except (OpforError, *BAD_JSON):
        return Stamp(folder.name)
