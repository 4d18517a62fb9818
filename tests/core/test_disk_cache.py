"""What is kept between starts."""

from pathlib import Path

import pytest

from opfor.core.disk_cache import digest_of, keep, kept_path, read_kept


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own."""
    monkeypatch.setattr(
        "opfor.core.disk_cache.user_cache_path", lambda *a, **k: tmp_path
    )
    return tmp_path


class TestKept:
    """A value is found again under its key; of a kind only the newest stay."""

    def test_found(self) -> None:
        """What was kept is read as it was."""
        path = kept_path("los", "a", ".z")
        assert read_kept(path) is None
        keep(path, b"found", most=2)
        assert read_kept(path) == b"found"

    def test_most(self, cache: Path) -> None:
        """The oldest go where there are more than so many."""
        for number in range(4):
            keep(kept_path("los", f"{number}", ".z"), b"x", most=2)
        assert len(list((cache / "los").iterdir())) == 2

    def test_nowhere(self, cache: Path) -> None:
        """Where nothing can be written, nothing fails."""
        (cache / "los").write_text("no folder")
        keep(kept_path("los", "a", ".z"), b"x", most=2)
        assert read_kept(kept_path("los", "a", ".z")) is None


def test_digest(tmp_path: Path) -> None:
    """Another content or another name is another digest."""
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("a")
    two.write_text("a")
    first = digest_of([one])
    assert first == digest_of([one]) != digest_of([two])
    one.write_text("b")
    assert digest_of([one]) != first


def test_digest_beneath(tmp_path: Path) -> None:
    """The same files in another folder have one digest, if that folder is told."""
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        (folder / "one").write_text("a")
    files = [[folder / "one"] for folder in (here, there)]
    assert digest_of(files[0], beneath=here) == digest_of(files[1], beneath=there)
    assert digest_of(files[0]) != digest_of(files[1])
