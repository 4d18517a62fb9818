"""`opfor doctor`: what it looks at, and what it says to do."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from opfor.cli import doctor, main
from opfor.cli.doctor import Finding
from opfor.core import installed
from opfor.core.fault_report import write_report
from opfor.web.serve import LOOPBACK
from tests.cli_runs import Capture


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("DATA", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
    monkeypatch.delenv("OPFOR_BOARDS", raising=False)


def states() -> dict[str, Finding]:
    """What it finds, by what was looked at."""
    return {each.what: each for each in doctor.findings(None, None)}


class TestDoctor:
    """Each thing that may be wrong."""

    def test_well(self, capsys: Capture, tmp_path: Path) -> None:
        """Where the tests run nothing is bad, and no folder is made."""
        assert main(["doctor"]) == 0
        out = capsys.readouterr().out
        assert "Python" in out
        assert "bad" not in out
        assert not (tmp_path / "DATA").exists()
        assert not (tmp_path / "CONFIG").exists()

    def test_old_python(self, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
        """It says what is needed, and exits 1."""
        monkeypatch.setattr(doctor, "OLDEST_PYTHON", (9, 9))
        assert main(["doctor"]) == 1
        assert "opfor needs Python" in capsys.readouterr().out

    def test_packages(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A package that is missing or too old is named with what is needed."""
        wanted = ["numpy>=99.1", "no-such-package>=1", "rich", "dask; extra == 'x'"]
        monkeypatch.setattr(installed, "requires", lambda _: wanted)
        found = states()["Packages"]
        assert found.state == "bad"
        assert "no-such-package is missing (needed: 1)" in found.said
        assert "(needed: 99.1)" in found.said
        assert "rich" not in found.said
        assert "dask" not in found.said

    def test_folders(self, tmp_path: Path) -> None:
        """A file where a folder is needed."""
        (tmp_path / "DATA").write_text("")
        (tmp_path / "CACHE").write_text("")
        found = states()
        assert (found["Games"].state, found["Caches"].state) == ("bad", "note")
        assert "is a file: move it" in found["Games"].do

    def test_no_room(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A disk that is nearly full."""
        monkeypatch.setattr(doctor, "ROOM", 1 << 80)
        assert states()["Games"].do == "make room on that disk"

    def test_boards(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """A folder that is not there is told, one that is is counted."""
        monkeypatch.setenv("OPFOR_BOARDS", str(tmp_path / "nowhere"))
        assert states()["Your boards"].state == "note"
        assert "nowhere" in states()["Your boards"].said

    def test_module(self, tmp_path: Path) -> None:
        """A module that is none."""
        path = tmp_path / "x.vmod"
        path.write_text("no zip")
        (found,) = doctor.vasl_module(path)
        assert found.state == "note"
        assert "--module" in found.do

    def test_port(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A port that is taken is no harm, and is told."""
        with socket.create_server((LOOPBACK, 0)) as taken:
            port = taken.getsockname()[1]
            monkeypatch.setattr("opfor.web.serve.USUAL", port)
            found = states()["Port of the page"]
        assert found.state == "note"
        assert f"{port} on 127.0.0.1" in found.said

    def test_faults(self) -> None:
        """Reports that lie there are told."""
        write_report(ValueError("planted"))
        assert "export --report" in states()["Faults"].do

    def test_what_cannot_be_loaded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A package that does not load is told, and the rest is looked at."""

        def broken() -> Iterator[Finding]:
            raise ImportError("numba does not load")
            yield

        monkeypatch.setattr(doctor, "own_boards", broken)
        found = list(doctor.findings(None, None))
        assert any("numba does not load" in each.said for each in found)
        assert found[-1].what == "Faults"
