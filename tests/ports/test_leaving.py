"""The end of the MPh in the terminal, asked about while nobody has entered."""

from pathlib import Path

from tests.ports.playing import Terminal, session

ENTER = "move 467A,81A R10"


class TestEnd:
    """The end of the MPh while nobody has entered."""

    def test_asked_once(self, tmp_path: Path) -> None:
        """Who could still enter is told, and nothing happens; `end` again ends it."""
        terminal = Terminal(session(tmp_path / "a.opfor"), width=400)
        asked = terminal.session.game.pending
        told = terminal.type("end")
        assert "8 units could still enter: 467A" in told
        assert terminal.session.game.pending == asked
        assert len(told.splitlines()) == 1
        assert "could still enter" not in terminal.type("end")
        assert terminal.session.game.state.turn > 1

    def test_each_time(self, tmp_path: Path) -> None:
        """It is asked in the next MPh again."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        terminal.type("end", "end")
        assert "could still enter" in terminal.type("end")

    def test_somebody_entered(self, tmp_path: Path) -> None:
        """With somebody on the map others may stay: it is not asked."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        terminal.type(ENTER, "halt")
        assert "could still enter" not in terminal.type("end")
