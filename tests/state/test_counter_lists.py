"""The shipped counters, as files and as they are kept for the next start."""

from pathlib import Path

import pytest

from opfor.state import counter_lists as lists


class TestKeptCounters:
    """What was read once is kept, and is the same."""

    @pytest.fixture
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """Two files of counters, and a cache folder of their own."""
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        head = 'nation = "german"\nsource = "project"\nconfidence = "low"\n'
        row = '[[dummy]]\nname = "{}"\n'
        for name, first in (("a", "z"), ("b", "c")):
            (tmp_path / f"{name}.toml").write_text(head + row.format(first), "utf-8")
        return tmp_path

    def test_the_same(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Read from the cache: the same counters, in the same order."""
        read = lists._shipped_in(folder)
        monkeypatch.setattr(lists, "_counters_of", None)
        kept = lists._shipped_in(folder)
        assert list(kept.items()) == list(read.items())
        assert len(kept) == 2

    def test_changed(self, folder: Path) -> None:
        """A file that changed is read anew."""
        before = lists._shipped_in(folder)
        path = folder / "a.toml"
        path.write_text(path.read_text("utf-8").replace('"z"', '"y"'), "utf-8")
        assert set(lists._shipped_in(folder)) != set(before)

    def test_broken_cache(self, folder: Path) -> None:
        """What is kept and cannot be read is no use, and no fault."""
        read = lists._shipped_in(folder)
        [kept] = (folder / "cache").rglob("*.msgpack")
        kept.write_bytes(b"\xc1")
        assert lists._shipped_in(folder) == read
