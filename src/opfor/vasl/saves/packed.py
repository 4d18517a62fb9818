"""Files within a player's zip archive, never more of them than is asked for.

Nothing in an archive is trusted: its list of files is bounded before it is read, a
member is found by its exact name and unpacked no further than its limit, whatever size
it claims, and any damage is one sentence.
"""

import zipfile
from collections.abc import Mapping
from pathlib import Path

from opfor.core.bad_zip import BAD_ZIP
from opfor.core.errors import OpforError
from opfor.geo.boards.vasl import check_directory

_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_CHUNK = 2**20


def read_members(
    path: Path, limits: Mapping[str, int], *, what: str, do: str
) -> dict[str, bytes]:
    """What some members of an archive hold; those that it lacks are left out.

    Args:
        path: the archive.
        limits: the members that are wanted, and the most bytes of each.
        what: what the archive should be, for the error: "saved game of VASL".
        do: what to do if it is none.

    Errors:
        OpforError: no archive, damaged, or a member larger than its limit.
    """
    try:
        if not path.is_file():
            raise OpforError(
                f"there is no such {what}", str(path), "name one that is there"
            )
        check_directory(path)
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            return {
                name: _unpack(archive, name, limit)
                for name, limit in limits.items()
                if name in names
            }
    except BAD_ZIP as problem:
        raise OpforError(
            f"this is no {what} ({_cause(problem)})", str(path), do
        ) from None


def _unpack(archive: zipfile.ZipFile, name: str, limit: int) -> bytes:
    entry = archive.getinfo(name)
    if entry.compress_type not in _PACKINGS:
        raise zipfile.BadZipFile(f"{name} is packed in an unknown way")
    if entry.flag_bits & 1:
        raise zipfile.BadZipFile(f"{name} is locked by a password")
    parts, size = [], 0
    with archive.open(entry) as member:
        while part := member.read(min(_CHUNK, limit + 1 - size)):
            parts.append(part)
            size += len(part)
            if size > limit:
                raise zipfile.BadZipFile(f"{name} is larger than any can be")
    return b"".join(parts)


def _cause(problem: Exception) -> str:
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror
    return str(problem) or type(problem).__name__
