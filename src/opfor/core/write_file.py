"""Files that a person asks for: written whole, and never over the save of a game."""

import os
from collections.abc import Mapping
from pathlib import Path

from opfor.core.errors import OpforError
from opfor.core.save_file import is_save


def write_file(path: Path, data: bytes) -> None:
    """Write a file beside its place, then put it there: all of it or nothing.

    Errors:
        OpforError: a save of opfor lies there, or it cannot be written.
    """
    new = path.parent / f"{path.name}.{os.getpid()}.new"
    try:
        if is_save(path):
            raise OpforError(
                "a saved game lies there", str(path), "choose another name"
            )
        try:
            new.write_bytes(data)
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise _refusal(error, path) from None


def check_new(path: Path) -> None:
    """That nothing lies there yet: what is made to be edited takes no file's place.

    Errors:
        OpforError: something does; its folder is not there, or cannot be written to.
    """
    if path.exists():
        raise OpforError("this is there already", str(path), "name another file")
    _check_folder(path)


def check_renewed(path: Path, ending: str) -> None:
    """That a result can be put there, before work begins; an older one may be there.

    Errors:
        OpforError: its name ends otherwise, so it may be something else; a saved game
            lies there; its folder is not there, or cannot be written to.
    """
    if path.suffix.casefold() != ending:
        do = f"name it {path.with_suffix(ending).name}"
        raise OpforError(f"what is written is a {ending} file", str(path), do)
    if is_save(path):
        raise OpforError("a saved game lies there", str(path), "choose another name")
    _check_folder(path)


def _check_folder(path: Path) -> None:
    if not path.parent.is_dir():
        raise OpforError("there is no such folder", str(path.parent), "make it first")
    if not os.access(path.parent, os.W_OK):
        raise OpforError("this folder may not be written to", str(path.parent))


def put_bytes(path: Path, data: bytes) -> None:
    """Put a file of ours in its place in one go, along no link that lies there.

    A kill leaves the old one or the new one. Raises OSError.
    """
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)  # what a kill may have left, or a link out
    with new.open("xb") as file:
        file.write(data)
    new.replace(path)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write several files by their names, each whole; one folder below is made.

    Errors:
        OpforError: as for `write_file`.
    """
    for name, data in files.items():
        path = folder / name
        if path.parent != folder:
            try:
                path.parent.mkdir(exist_ok=True)
            except OSError as error:
                raise _refusal(error, path.parent) from None
        write_file(path, data)


def _refusal(error: OSError, path: Path) -> OpforError:
    return OpforError(f"cannot be written ({error.strerror})", str(path))
