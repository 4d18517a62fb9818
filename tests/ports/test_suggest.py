"""`suggest` in the terminal: what a steady player would do."""

from pathlib import Path

import pytest

from opfor.core.ask import Order
from tests.ports.playing import Terminal, session

MOST = 400
"""Answers after which a game of the tutorial is taken to go on for ever."""


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """A game that waits for its first order."""
    return Terminal(session(tmp_path / "a.opfor"))


class TestSuggest:
    """The line that would be typed, and its doing."""

    def test_the_line_does_what_it_says(self, terminal: Terminal) -> None:
        """What is shown can be typed, and changes nothing before it is."""
        asked = terminal.session.game.pending
        shown = terminal.type("suggest")
        assert terminal.session.game.pending == asked
        line = " ".join(shown.split("a steady player:")[1].split())
        terminal.type(line)
        assert terminal.session.game.pending != asked

    def test_go(self, terminal: Terminal) -> None:
        """By `suggest go` a game comes to its end."""
        shown = ""
        for _ in range(MOST):
            if terminal.session.game.pending is None:
                break
            shown = terminal.type("suggest go")
        assert "the game is over: " in shown

    def test_own_dice(self, terminal: Terminal) -> None:
        """Dice are the player's: there is nothing to suggest."""
        terminal.type("dice mine")
        while isinstance(terminal.session.game.pending.request, Order):  # type: ignore[union-attr]
            terminal.type("suggest go")
        assert "there is nothing to suggest now" in terminal.type("suggest")

    def test_other_words(self, terminal: Terminal) -> None:
        """Nothing but `go` goes behind it, and nothing is done."""
        asked = terminal.session.game.pending
        assert "there is no way to suggest" in terminal.type("suggest it")
        assert terminal.session.game.pending == asked
