"""The report of a fault of opfor itself: what makes it again, and nothing private.

It is written as the fault happens, and stays on the player's computer until he sends
it: versions, where in the code it came up, what was being done, and the save. Folders
are left out of every text, for they bear people's names: of a path its last part stays.
"""

import gzip
import platform
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from traceback import extract_tb
from typing import Any, BinaryIO, cast

import msgspec
from msgspec import Raw, Struct

from opfor import __version__
from opfor.core.codec import BAD_JSON
from opfor.core.disk_cache import games_folder
from opfor.core.errors import OpforError
from opfor.core.installed import needed
from opfor.core.jsonl import export_jsonl
from opfor.core.save import read_save
from opfor.core.write_file import put_bytes

MOST_KEPT = 20
"""Reports that are kept; older ones go."""

MOST_BYTES = 1 << 28
"""What no report reaches by far; a larger one is not read."""

SENT = ".json.gz"
"""How the file ends that is sent."""

_FOLDERS = re.compile(r"""(?<![\w.~])(?:~|[A-Za-z]:)?[\\/](?:[^\\/\n'":]+[\\/])+""")


class FaultReport(Struct, frozen=True, kw_only=True, tag="fault"):
    """What is known of a fault.

    Args:
        opfor, python, system: the versions.
        packages: those of the packages.
        when: the minute, UTC.
        error: its class and what it says.
        trace: the lines of code that led to it, the outermost first.
        command: what opfor was started with, or what was asked of its server.
        line: what was typed in the terminal.
        request: what the page asked of the game, as it came.
        save: the game as `opfor export` writes it; empty if there was none.
    """

    opfor: str
    python: str
    system: str
    packages: dict[str, str]
    when: str
    error: str
    trace: tuple[str, ...]
    command: str = ""
    line: str = ""
    request: Raw = Raw(b"null")
    save: str = ""


class Reported(Exception):  # noqa: N818 - a fault that is told, not one of its own
    """A fault whose report is written already; it is the cause of this."""


def faults_folder() -> Path:
    """Where reports lie."""
    return games_folder().parent / "faults"


def write_report(
    error: Exception,
    *,
    save: Path | None = None,
    command: Sequence[str] = (),
    line: str = "",
    request: bytes = b"null",
) -> Path | None:
    """Write the report of a fault; None if that cannot be done either.

    Args:
        error: the fault.
        save: the game in which it came up.
        command: the words of the command.
        line: what was typed.
        request: what a page had asked, JSON.
    """
    try:
        report = FaultReport(
            opfor=__version__,
            python=platform.python_version(),
            system=f"{platform.system()} {platform.release()} {platform.machine()}",
            packages={each.name: each.here for each in needed()},
            when=f"{datetime.now(UTC):%Y-%m-%dT%H:%MZ}",
            error=said(error),
            trace=tuple(_trace(error)),
            command=" ".join(map(without_folders, command)),
            line=without_folders(line),
            request=Raw(request),
            save=_game(save),
        )
        return _put(report, type(error).__name__)
    except Exception:  # it must not hide the fault that it is about
        return None


def newest_report() -> Path:
    """The report that was written last.

    Errors:
        OpforError: there is none.
    """
    found = reports()
    if not found:
        raise OpforError("there is no report of a fault", str(faults_folder()))
    return found[-1]


def reports() -> list[Path]:
    """All reports, the oldest first."""
    return sorted(faults_folder().glob("*.json"))


def packed(report: Path) -> bytes:
    """A report as one small file that can be sent.

    Errors:
        OpforError: it cannot be read.
    """
    read_report(report)
    return gzip.compress(report.read_bytes(), mtime=0)


def read_report(path: Path) -> FaultReport:
    """A report, packed or not.

    Errors:
        OpforError: this is none.
    """
    try:
        with path.open("rb") as file, _unpacked(file, path) as text:
            data = text.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or error
        raise OpforError(f"cannot be read ({why})", str(path)) from None
    if len(data) > MOST_BYTES:
        raise OpforError("this is too large for a report of a fault", str(path))
    try:
        return msgspec.json.decode(data, type=FaultReport)
    except BAD_JSON as error:
        what = f"this is no report of a fault ({error})"
        raise OpforError(what, str(path)) from None


def _unpacked(file: BinaryIO, path: Path) -> BinaryIO:
    return cast("BinaryIO", gzip.open(file)) if path.suffix == ".gz" else file


def said(error: Exception) -> str:
    """The class of a fault and what it says, in one line without folders."""
    return without_folders(" ".join(f"{type(error).__name__}: {error}".split()))


def without_folders(text: str) -> str:
    """A text in which of each path only the last part is left."""
    return _FOLDERS.sub("", text.replace(str(Path.home()), "~"))


def _trace(error: Exception) -> list[str]:
    frames = extract_tb(error.__traceback__)
    return [f"{_module(each.filename)}:{each.lineno} {each.name}" for each in frames]


def _module(filename: str) -> str:
    """A file of opfor below its package; of another package its last two parts."""
    parts = Path(filename).parts
    if "opfor" not in parts:
        return "/".join(parts[-2:])
    last = len(parts) - 1 - parts[::-1].index("opfor")
    return "/".join(parts[last:])


def _game(save: Path | None) -> str:
    """The game in a save, as JSON lines without folders; empty if it cannot be read."""
    if save is None:
        return ""
    try:
        saved = read_save(save)
    except OpforError:
        return ""
    cleared = replace(saved, options=_cleared(saved.options))
    return b"".join(export_jsonl(cleared)).decode()


def _cleared(value: Any) -> Any:
    """Options of a game in which no text names a folder."""
    match value:
        case str():
            return without_folders(value)
        case Mapping():
            return {key: _cleared(each) for key, each in value.items()}
        case Sequence():
            return [_cleared(each) for each in value]
    return value


def _put(report: FaultReport, name: str) -> Path:
    folder = faults_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-{name}.json"
    put_bytes(path, msgspec.json.format(msgspec.json.encode(report)))
    for old in reports()[:-MOST_KEPT]:
        old.unlink(missing_ok=True)
    return path
