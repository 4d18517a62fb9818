"""The report of a fault: what it holds, and what it must not."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.core.fault_report import (
    MOST_KEPT,
    newest_report,
    packed,
    read_report,
    reports,
    without_folders,
    write_report,
)
from opfor.core.jsonl import import_jsonl
from tests.ports.playing import GOLDEN, session


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def planted() -> Exception:
    """A fault as it is caught."""
    try:
        raise KeyError("/home/anna lee/games/x.opfor is strange")
    except KeyError as error:
        return error


class TestFolders:
    """Paths bear names."""

    @pytest.mark.parametrize(
        ("text", "left"),
        [
            ("in /home/anna/games/x.opfor: no", "in x.opfor: no"),
            (r"C:\Users\Anna Lee\boards\bd33 is", "bd33 is"),
            (f"{Path.home()}/a b/c.txt", "c.txt"),
            ("~/vasl/boards", "boards"),
            ("1/2 FP, and/or 04@0,0", "1/2 FP, and/or 04@0,0"),
            ("fire 467A at O5", "fire 467A at O5"),
        ],
    )
    def test_last_part_stays(self, text: str, left: str) -> None:
        """Of a path its last part is left, of other text everything."""
        assert without_folders(text) == left

    @given(st.lists(st.text("abcdefgh ._-", min_size=1), min_size=1))
    def test_none_left(self, parts: list[str]) -> None:
        """No folder of any path is left."""
        text = without_folders("/" + "/".join(["anna", *parts, "file"]))
        assert text == "file"


class TestReport:
    """Written as a fault happens."""

    def test_what_it_holds(self, tmp_path: Path) -> None:
        """Versions, the line of code, what was done, the game; nobody's folders."""
        game = session(tmp_path / "anna" / "game.opfor")
        game.game.run()
        game.close()
        path = write_report(
            planted(), save=game.save.path, command=("opfor", "play", "/home/anna/x")
        )
        assert path == newest_report()
        report = read_report(path)
        assert report.error == "KeyError: 'x.opfor is strange'"
        assert report.trace[-1].endswith("planted")
        assert report.command == "opfor play x"
        saved = import_jsonl(report.save.encode())
        assert saved.options["boards"] == [GOLDEN.name]
        assert saved.entries
        text = path.read_text("utf-8")
        assert "anna" not in text
        assert str(tmp_path) not in text

    def test_packed(self, tmp_path: Path) -> None:
        """What is sent reads as what was written."""
        path = write_report(planted())
        assert path
        sent = tmp_path / "sent.json.gz"
        sent.write_bytes(packed(path))
        assert read_report(sent) == read_report(path)

    def test_no_more_than_some(self) -> None:
        """Old reports go."""
        for _ in range(MOST_KEPT + 3):
            newest = write_report(planted())
        assert len(reports()) == MOST_KEPT
        assert reports()[-1] == newest

    def test_hides_nothing(self, tmp_path: Path) -> None:
        """Where it cannot be written the fault is told all the same."""
        (tmp_path / "data").write_text("a file")
        assert write_report(planted()) is None

    def test_broken_save(self, tmp_path: Path) -> None:
        """A save that cannot be read is left out."""
        (tmp_path / "x.opfor").write_text("no save")
        path = write_report(planted(), save=tmp_path / "x.opfor")
        assert path
        assert read_report(path).save == ""

    @pytest.mark.parametrize("suffix", [".json", ".json.gz"])
    @pytest.mark.parametrize("data", [b"", b"{}", b"\x1f\x8b\x08\x00junk", b"[" * 9999])
    def test_hostile(self, tmp_path: Path, data: bytes, suffix: str) -> None:
        """What is no report is refused in one sentence."""
        path = tmp_path / f"x{suffix}"
        path.write_bytes(data)
        with pytest.raises(OpforError, match=r"x\.json"):
            read_report(path)

    def test_bomb(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A packed report is not unpacked without end."""
        monkeypatch.setattr("opfor.core.fault_report.MOST_BYTES", 1000)
        path = tmp_path / "x.gz"
        path.write_bytes(gzip.compress(b" " * 100_000))
        with pytest.raises(OpforError, match="too large"):
            read_report(path)
