"""Where command lines come from, and how the screen wraps what it says."""

import io
from pathlib import Path

import pytest
from rich.console import Console as Out
from rich.text import Text

from opfor.core.errors import OpforError
from opfor.ports.console import completions
from opfor.ports.lines import echoed, lines_from
from opfor.ports.screen import Screen
from opfor.views.text.log import LogLine
from tests.ports.playing import session


def test_echo() -> None:
    """Lines from elsewhere show themselves behind the prompt, then end."""
    out = io.StringIO()
    read = echoed(["move Q9", "end"], out)
    assert [read("1> "), read("2> ")] == ["move Q9", "end"]
    assert out.getvalue() == "1> move Q9\n2> end\n"
    with pytest.raises(EOFError):
        read("3> ")


def test_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of commands is read line by line."""
    (tmp_path / "c.txt").write_text("board\nquit\n")
    read = lines_from(tmp_path / "c.txt")
    assert [read("> "), read("> ")] == ["board", "quit"]
    assert capsys.readouterr().out == "> board\n> quit\n"


def test_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe is read line by line, its last line with or without an end."""
    monkeypatch.setattr("sys.stdin", io.StringIO("board\n\nquit"))
    read = lines_from(None)
    assert [read(""), read(""), read("")] == ["board", "", "quit"]
    with pytest.raises(EOFError):
        read("")


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_bad_file(tmp_path: Path, content: bytes | None) -> None:
    """A file that is missing or no text is told in one sentence."""
    path = tmp_path / "c.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(OpforError, match=r"c\.txt: cannot be read"):
        lines_from(path)


def test_completions(tmp_path: Path) -> None:
    """TAB knows the commands, the player's units and the hexes."""
    game = session(tmp_path / "a.opfor")
    game.game.run()
    names = completions(game.play)
    assert {"move", "467A", "Q6", "GG10"} <= set(names)


def screen(width: int) -> tuple[Screen, io.StringIO]:
    """A plain screen of so many signs."""
    file = io.StringIO()
    return Screen(Out(file=file, width=width, height=24, color_system=None)), file


class TestScreen:
    """Long lines are wrapped under their own beginning."""

    def test_log(self) -> None:
        """The rule has a column of its own; what follows is indented."""
        shown, file = screen(40)
        text = "AC of S7 in Q6: Original 3, Final 1 (-1 stone building, -1 level)"
        shown.lines(
            [LogLine(1, "S5.1", text), LogLine(2, "S5.32/generation", "an HMG")]
        )
        lines = [line.rstrip() for line in file.getvalue().splitlines()]
        assert lines[0].startswith("S5.1    AC of S7")
        assert all(len(line) <= 40 for line in lines)
        assert lines[1].startswith(" " * 10)
        assert lines[-1] == "S5.32/generation an HMG"

    def test_say(self) -> None:
        """Each line keeps its indentation; words are never cut."""
        shown, file = screen(30)
        shown.say("head\n  a line that is longer than the screen is\n\nend")
        lines = [line.rstrip() for line in file.getvalue().splitlines()]
        assert lines[0] == "head"
        assert lines[1].startswith("  a line")
        assert lines[2].startswith("    ")
        assert lines[-2:] == ["", "end"]

    def test_picture(self) -> None:
        """A picture is cut at the edge, never wrapped."""
        shown, file = screen(20)
        shown.picture(Text("x" * 50 + "\nshort"))
        lines = [line.rstrip() for line in file.getvalue().splitlines()]
        assert len(lines) == 2
        assert len(lines[0]) == 20

    def test_nothing_is_markup(self) -> None:
        """Brackets are brackets, whatever stands between them."""
        shown, file = screen(60)
        shown.say("[bold]x[/bold] [OURS]")
        assert file.getvalue().strip() == "[bold]x[/bold] [OURS]"
