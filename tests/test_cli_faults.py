"""A fault of the program: told, reported, packed, and made again from its file."""

import asyncio
from pathlib import Path

import pytest

from opfor.cli import main
from opfor.core.fault_report import newest_report, read_report, reports
from opfor.ports import console
from opfor.ports.session import resume
from opfor.web.game import room as rooms
from opfor.web.game.messages import AnyReply, Refused, read_request
from opfor.web.game.post import Post
from tests.cli_runs import Capture, told
from tests.ports.playing import GOLDEN, session

FAILS = "planted"
LOOK = b'{"do":"look","id":1,"at":"o1R5"}'


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """The save of a game that has just begun."""
    game = session(tmp_path / "game.opfor")
    game.game.run()
    game.close()
    return game.save.path


def fails(*_: object) -> None:
    """Stand in for something that goes wrong."""
    raise ZeroDivisionError(FAILS)


class TestTerminal:
    """A fault as a line is done."""

    def test_again_from_its_file(
        self, played: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
    ) -> None:
        """One sentence, one report, one file; and the same fault comes of it."""
        (played.parent / "lines").write_text("units\nlook R5\n")
        monkeypatch.setitem(console.LOOKING, "look", fails)
        args = ["play", "--resume", str(played), "--commands", "lines"]
        assert main(args) == 3
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert "ZeroDivisionError (planted)" in said
        assert "opfor export --report" in said
        report = read_report(newest_report())
        assert len(reports()) == 1
        assert (report.line, report.error) == ("look R5", "ZeroDivisionError: planted")
        assert main(["export", "--report", "-o", "sent.json.gz"]) == 0
        capsys.readouterr()
        again = ["reproduce", "sent.json.gz", "--boards", str(GOLDEN)]
        assert main(again) == 0
        assert capsys.readouterr().out.endswith("The same fault.\n")
        monkeypatch.undo()
        assert main(["reproduce", str(played.parent / "sent.json.gz")]) in (1, 2)

    def test_mended(
        self, played: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
    ) -> None:
        """Where it does not fail any more, it says so."""
        with monkeypatch.context() as broken:
            broken.setitem(console.LOOKING, "look", fails)
            (played.parent / "lines").write_text("look R5\n")
            main(["play", "--resume", str(played), "--commands", "lines"])
        again = ["reproduce", str(newest_report()), "--boards", str(GOLDEN)]
        assert main(again) == 1
        assert "It does not fail here." in capsys.readouterr().out


class TestPage:
    """A fault as a page asks something."""

    def test_again_from_its_file(
        self, played: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
    ) -> None:
        """The page is told, the request is in the report, and fails once more."""
        request = read_request(LOOK)
        broken = {**rooms.ANSWERS, type(request): fails}
        monkeypatch.setattr(rooms, "ANSWERS", broken)

        async def ask() -> AnyReply:
            room = rooms.OpenGame("game", lambda: resume(played))
            replies = Post()
            await room.open()
            await room.request(request, replies)
            await room.close()
            return await replies.get()

        reply = asyncio.run(ask())
        assert isinstance(reply, Refused)
        assert "opfor export --report" in str(reply)
        assert read_request(bytes(read_report(newest_report()).request)) == request
        again = ["reproduce", str(newest_report()), "--boards", str(GOLDEN)]
        assert main(again) == 0
        assert capsys.readouterr().out.endswith("The same fault.\n")
        assert len(reports()) == 1


class TestCommands:
    """`opfor export --report` and `opfor reproduce`, wrongly used."""

    def test_no_game(self, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
        """A fault in another command has no game: the command is told, not run."""
        monkeypatch.setattr("opfor.views.coverage.coverage", fails)
        assert main(["coverage"]) == 3
        capsys.readouterr()
        assert main(["reproduce", str(newest_report())]) == 2
        assert "it came of `opfor coverage`" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (["export"], "--report"),
            (["export", "--report"], "there is no report"),
            (["export", "x.opfor", "--report"], "--report alone"),
            (["reproduce", "nowhere"], "nowhere"),
        ],
    )
    def test_refused(self, args: list[str], said: str, capsys: Capture) -> None:
        """Each is one sentence."""
        assert main(args) == 2
        assert said in told(capsys)
