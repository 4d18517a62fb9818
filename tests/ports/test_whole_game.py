"""A whole Mission in the terminal, from its first order to its declared result."""

from pathlib import Path

from opfor.core.ask import Adjudicate, Asked, Choose, Order, Place
from opfor.core.dice import uniform
from opfor.ports.order_lines import order_line
from opfor.rules.choices.orders import EndPhase
from opfor.rules.sequence import legal_orders
from tests.ports.playing import Terminal, session

MOST = 3_000
"""Lines after which a game is taken to go on for ever."""

TURNS = 6

IDLE = 3
"""Of so many orders one ends the phase, if it may be ended."""


def line_for(terminal: Terminal, asked: Asked) -> str:
    """What a player who takes anything legal types next."""
    request = asked.request
    if isinstance(request, Order):
        play = terminal.session.play
        offers = [offer.order for offer in legal_orders.legal(play, "FRIENDLY")]
        pick = uniform("terminal", "player", asked.number, len(offers))
        idle = uniform("terminal", "idle", asked.number, IDLE) == 0
        return order_line(EndPhase() if idle and EndPhase() in offers else offers[pick])
    if isinstance(request, Choose):
        return request.options[0].key
    if isinstance(request, Adjudicate):
        return request.form[0].options[0].key
    assert isinstance(request, Place)
    return request.places[0]


class TestWholeGame:
    """An Infantry game of six turns or more, the player taking anything legal."""

    def test_to_its_result(self, tmp_path: Path) -> None:
        """Every line typed is an order taken; at the end the result is declared."""
        terminal = Terminal(session(tmp_path / "a.opfor"))
        shown = ""
        for _ in range(MOST):
            asked = terminal.session.game.pending
            if asked is None:
                break
            line = line_for(terminal, asked)
            shown = terminal.type(line)
            assert terminal.session.game.pending != asked, f"{line}: {shown}"
        state = terminal.session.game.state
        assert state.over
        assert state.turn == state.mission.turns >= TURNS
        assert "the game is over: " in shown
        terminal.session.close()
