"""Where boards and a module are found."""

from pathlib import Path

import pytest

from opfor.vasl.boards.find import find


def boards(folder: Path) -> Path:
    """A folder with the names of some boards."""
    folder.mkdir(parents=True)
    for number in range(1, 8):
        (folder / f"bd0{number}").write_bytes(b"")
    return folder


class TestFind:
    """The usual places."""

    def test_beside_each_other(self, tmp_path: Path) -> None:
        """A module in the downloads, boards in a folder of VASL."""
        own = boards(tmp_path / "Documents" / "VASL" / "boards")
        module = tmp_path / "Downloads" / "vasl-6.6.vmod"
        module.parent.mkdir()
        module.write_bytes(b"")
        (tmp_path / "Downloads" / "other.vmod").write_bytes(b"")
        found = find(tmp_path)
        assert found.boards[0] == str(own)
        assert found.modules[0] == str(module)

    @pytest.mark.parametrize(
        "folder",
        [".VASSAL", "Library/Application Support/VASSAL", "AppData/Roaming/VASSAL"],
    )
    def test_preferences(
        self, tmp_path: Path, folder: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What VASSAL wrote down, wherever that is, comes first."""
        monkeypatch.delenv("APPDATA", raising=False)
        own = boards(tmp_path / "elsewhere" / "maps")
        module = tmp_path / "elsewhere" / "mine.vmod"
        module.write_bytes(b"")
        prefs = tmp_path / folder / "prefs"
        prefs.mkdir(parents=True)
        (prefs / "VASL").write_text(f"a=b\nboardURL={own}\n", "utf-8")
        (prefs / "VASSAL").write_text(f"recentModules={module}\n", "utf-8")
        found = find(tmp_path)
        assert found.boards == (str(own),)
        assert found.modules == (str(module),)

    def test_nothing(self, tmp_path: Path) -> None:
        """An empty home, and preferences that are none, have nothing."""
        prefs = tmp_path / ".VASSAL" / "prefs"
        prefs.mkdir(parents=True)
        (prefs / "VASL").write_bytes(b"\xff\xfeboardURL=\x00" + b"x.vmod|" * 1000)
        assert not [b for b in find(tmp_path).boards if b.startswith(str(tmp_path))]

    def test_bounded(self, tmp_path: Path) -> None:
        """A folder that leads into itself is left."""
        games = tmp_path / "vasl"
        games.mkdir()
        (games / "vasl").symlink_to(games)
        assert find(tmp_path).modules == ()
