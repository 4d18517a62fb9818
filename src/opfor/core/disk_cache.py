"""What takes long to work out, kept in the user's cache folder for the next start.

A value is kept under the digest of all that it follows from, so what is found there is
never stale. Where nothing can be read or written, it is worked out again each time.
"""

import contextlib
import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def games_folder() -> Path:
    """Where saves lie if the player names no file."""
    return user_data_path("opfor", appauthor=False) / "games"


def kept_path(kind: str, key: str, suffix: str) -> Path:
    """The file of a value: its kind is the folder, its key the name."""
    return user_cache_path("opfor", appauthor=False) / kind / f"{key}{suffix}"


def read_kept(path: Path) -> bytes | None:
    """What is kept, None if nothing is."""
    with contextlib.suppress(OSError):
        return path.read_bytes()
    return None


def keep(path: Path, data: bytes, *, most: int) -> None:
    """Keep a value for another time, and of its kind no more than so many."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(f".{os.getpid()}")  # whoever reads it reads it whole
        new.write_bytes(data)
        new.replace(path)
        found = path.parent.glob(f"*{path.suffix}")
        for old in sorted(found, key=lambda each: each.stat().st_mtime)[:-most]:
            old.unlink(missing_ok=True)


def digest_of(paths: Iterable[Path], *, beneath: Path | None = None) -> str:
    """The digest of what files hold and are called, from a folder if that is told.

    Args:
        paths: the files.
        beneath: a folder that all of them are in; wherever it lies, the digest is one.
    """
    found = hashlib.sha256()
    for path in paths:
        data = path.read_bytes()
        name = path.relative_to(beneath).as_posix() if beneath else path
        found.update(f"{name}:{len(data)}:".encode() + data)
    return found.hexdigest()[:32]
