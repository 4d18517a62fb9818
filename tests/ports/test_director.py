"""Two Player Turns in director mode: the player resolves fights on his own table."""

from pathlib import Path

from opfor.core.ask import Adjudicate, Asked, Order
from opfor.state.play import Play
from tests.ports.playing import Terminal, session

SCENE = (
    "table all",
    "adjust unit 467A location=Q5",
    "adjust unit 467B location=Q4",
    "adjust unit e1 side=ENEMY counter=russian/4-4-7 location=Q3",
    "adjust unit e2 side=ENEMY counter=russian/4-4-7 location=P5",
)
"""Two squads next to two of the ENEMY's, whatever the S? are."""

MOST = 60


def order_for(play: Play) -> str:
    """Fire, then advance upon the enemy, then attack him in CC."""
    state = play.state
    fired = state.units["467B"].fired
    if state.phase == "AFPh" and state.side == "FRIENDLY" and not fired:
        return "fire 467B Q3"
    if state.phase == "APh" and state.units["467A"].location != "o1P5":
        return "advance 467A P5"
    if state.phase == "CCPh" and not state.clashes and state.side == "FRIENDLY":
        return "cc 467A e2"
    return "end"


class TestDirector:
    """`table all`."""

    def test_two_turns(self, tmp_path: Path) -> None:
        """Each attack and each CC is asked for, with a check-list of what is marked."""
        terminal = Terminal(session(tmp_path / "a.opfor"), width=400)
        for line in SCENE:
            terminal.type(line)
        asked_by, shown = set[str](), ""
        for _ in range(MOST):
            asked = terminal.session.game.pending
            assert asked is not None
            if terminal.session.game.state.turn > 1:
                break
            shown += self._answered(terminal, asked, asked_by)
        assert terminal.session.game.state.turn == 2
        assert {"A7.3", "A11.3"} <= asked_by
        assert "□ mark e2 in P5: Final Fire" in shown

    @staticmethod
    def _answered(terminal: Terminal, asked: Asked, asked_by: set[str]) -> str:
        """What is shown after the next line, which must be taken."""
        line = ""
        if isinstance(asked.request, Order):
            line = order_for(terminal.session.play)
        elif isinstance(asked.request, Adjudicate):
            asked_by.add(asked.rule)
        else:
            line = "1"
        shown = terminal.type(line)
        assert terminal.session.game.pending != asked, f"{line}: {shown}"
        return shown

    def test_orders_wait(self, tmp_path: Path) -> None:
        """An order where a question is open is told to wait, and nothing happens."""
        terminal = Terminal(session(tmp_path / "a.opfor"), width=400)
        for line in (*SCENE, "end"):
            terminal.type(line)
        asked = terminal.session.game.pending
        assert asked is not None
        assert isinstance(asked.request, Adjudicate)
        assert "first answer: " in terminal.type("fire 467A Q3")
        assert "? puts the question again" in terminal.type("end")
        assert terminal.session.game.pending == asked

    def test_undo(self, tmp_path: Path) -> None:
        """Undo names what was answered, and lists the counters to put back."""
        terminal = Terminal(session(tmp_path / "a.opfor"), width=400)
        for line in (*SCENE, "end", "3"):
            terminal.type(line)
        assert terminal.session.game.state.units["467A"].broken
        shown = terminal.type("undo 2")
        assert "467A broken" in shown
        assert "□ 467A in Q5 is no longer broken" in shown
        assert not terminal.session.game.state.units["467A"].broken
