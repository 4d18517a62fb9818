"""Folders of tables: those that ship, and a player's packs over them."""

from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType

from opfor.core.errors import OpforError
from opfor.core.table import Check, Table, read_table
from opfor.core.toml_text import MOST_BYTES


def load_tables(
    *packs: Path,
    over: Mapping[str, Table] = MappingProxyType({}),
    skip: Collection[str] = (),
    check: Check | None = None,
) -> dict[str, Table]:
    """The tables of pack folders, each pack over those before it, by table id.

    Every *.toml below a folder is read, but for those in sub-folders that `skip`
    names. `over` are the tables beneath them all; `check` as for `read_table`.

    Raises:
        OpforError: a folder is missing or a file in it is wrong.
    """
    tables = dict(over)
    for folder in packs:
        found = toml_files(folder)
        if not found:
            raise OpforError(
                "there is nothing in this pack", str(folder), "name a folder of tables"
            )
        paths = [path for path in found if not _within(path, folder, skip)]
        tables |= _load_pack(paths, tables, folder.name, check)
    return tables


def toml_files(folder: Path) -> list[Path]:
    """Every *.toml below a folder, in order.

    Raises:
        OpforError: it is no folder, or cannot be read.
    """
    try:
        if not folder.is_dir():
            raise OpforError(
                "this is no folder of tables", str(folder), "name one that is there"
            )
        return sorted(map(no_link, folder.rglob("*.toml")))
    except (OSError, ValueError) as error:
        raise OpforError(f"cannot be read ({error})", str(folder)) from error


def no_link(path: Path) -> Path:
    """A file of a pack. Raises OpforError if it is a link, which may lead anywhere."""
    if path.is_symlink():
        raise OpforError("a link is no part of a pack", str(path), "put the file there")
    return path


def read_bytes(path: Path) -> bytes:
    """What is in a file. Raises OpforError if it cannot be read, or is too long."""
    try:
        if not path.is_file():  # a pipe or a device would never end
            raise OpforError("this is no file", str(path))
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            do = f"a file has at most {MOST_BYTES} bytes"
            raise OpforError("this file is too long", str(path), do)
        return data
    except OSError as error:
        raise OpforError(f"cannot be read ({error.strerror})", str(path)) from error


def _within(path: Path, folder: Path, names: Collection[str]) -> bool:
    return any(part in names for part in path.relative_to(folder).parts[:-1])


def _load_pack(
    paths: list[Path], beneath: Mapping[str, Table], pack: str, check: Check | None
) -> dict[str, Table]:
    found: dict[str, Table] = {}
    for path in paths:
        table = read_table(
            read_bytes(path), file=str(path), pack=pack, beneath=beneath, check=check
        )
        name = table.id.name
        if name in found:
            raise OpforError(
                f"the pack has two files for table {table.id}", str(path), "join them"
            )
        found[name] = table
    return found
