"""Two packs into one: cell by cell where both have a sheet, else file by file.

What both say differently is a conflict: it is listed, and one's own stays unless the
other was asked to win. Nothing is written before all of it has been found right.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.core.packs import toml_files
from opfor.core.table import Row, read_table
from opfor.state.nations import load_all
from opfor.state.pack_file import Unpacked, write_pack
from opfor.state.pack_stamp import DRAFTS, read_files
from opfor.state.packs import check_pack
from opfor.views.sheets.compare import place_text, result_text
from opfor.views.sheets.file import MARK, rows_toml


class Merged(Struct, frozen=True):
    """What a merge came to: files and rows that were added, and the conflicts."""

    added: int
    rows: int
    conflicts: tuple[str, ...]


def merge(folder: Path, other: Unpacked, *, theirs: bool = False) -> Merged:
    """Merge a pack into another.

    Args:
        folder: the pack that takes the other in.
        other: the other one.
        theirs: whether the other wins where both say something.

    Errors:
        OpforError: what would come of it is no right pack; nothing is changed then.
    """
    mine = read_files(folder)
    files, rows, conflicts = dict(mine), 0, []
    for name, content in other.files.items():
        if name not in mine:
            files[name] = content
        elif mine[name] != content:
            joined = _joined(name, mine[name], content, theirs=theirs)
            if joined is None:
                conflicts.append(f"{name}: both have it, and they differ")
                files[name] = content if theirs else mine[name]
                continue
            files[name], added, found = joined
            rows += added
            conflicts += found
    _replace(folder, mine, files)
    return Merged(len(files) - len(mine), rows, tuple(conflicts))


def _joined(
    name: str, mine: bytes, other: bytes, *, theirs: bool
) -> tuple[bytes, int, list[str]] | None:
    """Two files of one table as one; None if they are no two sheets of it."""
    if name.endswith(DRAFTS) or not all(_is_sheet(each) for each in (mine, other)):
        return None
    below = load_all().tables
    one, two = (read_table(each, file=name, beneath=below) for each in (mine, other))
    own = {_key(row): row for row in one.rows if row.file == name}
    new = {_key(row): row for row in two.rows if row.file == name}
    conflicts = [
        f"{{{one.id.name}}} {place_text(one, row)}: "
        f"yours {result_text(one, own[key])}, theirs {result_text(two, row)}"
        for key, row in new.items()
        if key in own and own[key].result != row.result
    ]
    both = own | new if theirs else new | own
    text = rows_toml(one.id.name, one.title, list(both.values())).encode()
    try:
        read_table(text, file=name, beneath=below)
    except OpforError:  # laid out in other ranges or times: no row can be told apart
        return None
    return text, len(both) - len(own), conflicts


def _is_sheet(data: bytes) -> bool:
    text = data.decode(errors="replace")
    return text.startswith(MARK) and "\nextends = " in text


def _key(row: Row) -> tuple[object, ...]:
    return row.on, row.since, row.until, *sorted(row.when.items())


def _replace(folder: Path, mine: Mapping[str, bytes], files: dict[str, bytes]) -> None:
    """Write the merged files, once they have been found a right pack."""
    with TemporaryDirectory(prefix="opfor-") as place:
        trial = Path(place) / folder.name
        write_pack(trial, files, None)
        _check(trial)
    try:
        for name, content in files.items():
            if mine.get(name) != content:
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                new = path.with_name(f"{path.name}.new")
                new.write_bytes(content)
                new.replace(path)
    except OSError as error:
        raise OpforError(f"cannot be written ({error.strerror})", str(folder)) from None


def take_in(shelf: Path, other: Unpacked, name: str) -> Path:
    """A pack out of its file as a new one on the shelf.

    Errors:
        OpforError: it is no right pack, or there is one of that name.
    """
    with TemporaryDirectory(prefix="opfor-") as place:
        trial = Path(place) / name
        write_pack(trial, other.files, None)
        _check(trial)
        shutil.rmtree(trial)
    write_pack(shelf / name, other.files, other.stamp)
    return shelf / name


def _check(trial: Path) -> None:
    """As `opfor tables check`, with files named as they are in the pack."""
    if not toml_files(trial):  # drafts alone: nothing of it counts yet
        return
    try:
        check_pack(trial)
    except OpforError as error:
        place = f"{trial}/"
        parts = (
            part.replace(place, "") for part in (error.what, error.where, error.do)
        )
        raise OpforError(*parts) from None
