"""Files that a person asks for."""

from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.core.write_file import check_new, check_renewed, write_file
from tests.core.test_save import start


def test_written(tmp_path: Path) -> None:
    """All of it, over what was there, and nothing beside it."""
    path = tmp_path / "a.txt"
    write_file(path, b"one")
    write_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_never_over_a_save(tmp_path: Path) -> None:
    """A saved game stays as it is, whatever its name."""
    path = tmp_path / "report.html"
    start(path)[0].close()
    before = path.read_bytes()
    with pytest.raises(OpforError, match="a saved game lies there"):
        write_file(path, b"<html>")
    assert path.read_bytes() == before


def test_no_room(tmp_path: Path) -> None:
    """What cannot be written says so, and leaves what was there."""
    (tmp_path / "a").mkdir()
    for path in (tmp_path / "a", tmp_path / "none" / "b"):
        with pytest.raises(OpforError, match="cannot be written"):
            write_file(path, b"x")
    assert list(tmp_path.iterdir()) == [tmp_path / "a"]


def test_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made to be edited takes no file's place, and its folder takes files."""
    path = tmp_path / "board.txt"
    check_new(path)
    path.write_text("mine")
    with pytest.raises(OpforError, match="this is there already; name another file"):
        check_new(path)
    with pytest.raises(OpforError, match="there is no such folder; make it first"):
        check_new(tmp_path / "nowhere" / "board.txt")
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(OpforError, match="this folder may not be written to"):
        check_new(tmp_path / "other.txt")


def test_renewed(tmp_path: Path) -> None:
    """An older result gives way; what may be something else, or a save, does not."""
    path = tmp_path / "a.html"
    check_renewed(path, ".html")
    path.write_text("old")
    check_renewed(path, ".html")
    with pytest.raises(OpforError, match=r"what is written is a \.html file"):
        check_renewed(tmp_path / "notes.txt", ".html")
    with pytest.raises(OpforError, match="no such folder"):
        check_renewed(tmp_path / "none" / "a.html", ".html")
    path.unlink()
    start(path)[0].close()
    with pytest.raises(OpforError, match="a saved game lies there"):
        check_renewed(path, ".html")
