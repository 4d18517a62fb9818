"""`suggest` in the terminal: what a practised player would do."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from opfor.core.ask import Order, Place
from opfor.ports.order_lines import order_line
from opfor.ports.session import Setup, begin
from opfor.rules.choices import orders, vehicle_orders
from opfor.sim import hints
from opfor.sim.advice import Option
from opfor.sim.race import Found
from opfor.state.mission import OBA, load_mission
from tests.ports.playing import Terminal, session

MOST = 400
"""Answers after which a game of the tutorial is taken to go on for ever."""


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """A game that waits for its first order."""
    return Terminal(session(tmp_path / "a.opfor"))


class TestOrderLine:
    """The line that gives an order."""

    @pytest.mark.parametrize(
        ("order", "line"),
        [
            (vehicle_orders.DriveOrder(unit="tank", to="o3H9"), "drive tank o3H9"),
            (
                vehicle_orders.DriveOrder(unit="tank", to="o3H9", road=False),
                "drive tank o3H9 off",
            ),
            (vehicle_orders.TurnTo(unit="tank", spine=0), "turn tank 0"),
            (vehicle_orders.Expose(unit="tank", ce=True), "ce tank"),
            (vehicle_orders.Expose(unit="tank", ce=False), "bu tank"),
        ],
    )
    def test_what_is_usual_is_not_said(self, order: orders.Command, line: str) -> None:
        """Only what differs from the usual way stands in it, and 0 is said."""
        assert order_line(order).startswith(line)


class TestSuggest:
    """The line that would be typed, and its doing."""

    def test_the_line_does_what_it_says(self, terminal: Terminal) -> None:
        """What is shown can be typed, and changes nothing before it is."""
        asked = terminal.session.game.pending
        shown = terminal.type("suggest")
        assert terminal.session.game.pending == asked
        line, because = shown.split("a practised player:")[1].split("because:")
        assert "hexes from there" in " ".join(because.split())
        terminal.type(" ".join(line.split()))
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

    def test_why(self, tmp_path: Path) -> None:
        """What OBA is to do has its reason behind it."""
        mission = replace(
            load_mission("first-contact"), oba=(OBA(device="offboard", calibre=120),)
        )
        setup = Setup(mission=mission, seed=1)
        terminal = Terminal(begin(setup, tmp_path / "a.opfor"))
        shown = ""
        for _ in range(MOST):
            shown = terminal.type("suggest")
            if "because: " in shown:
                break
            terminal.type("suggest go")
        assert "because: contact " in shown

    def test_odds(self, terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
        """The chances of the orders as lines to type, the best first; nothing done."""
        asked = terminal.session.game.pending
        best = Option({"type": "end"}, Found(0.625, 0.5, 0.75, 64))
        other = Option({"type": "end"}, Found(0.5, 0.25, 0.75, 8))
        monkeypatch.setattr(hints, "to_weigh", lambda _session: (best, other))
        monkeypatch.setattr(hints, "odds", lambda _session, orders: orders)
        shown = terminal.type("suggest odds").splitlines()
        assert shown[-2:] == [
            " 62% (50% to 75%, 64 playouts): end",
            " 50% (25% to 75%, 8 playouts): end",
        ]
        assert terminal.session.game.pending == asked

    def test_no_odds(self, terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nothing is played on where nothing is to be weighed, nor when all is over."""
        monkeypatch.setattr(hints, "choices", lambda *_: ({"type": "end"},))
        shown = terminal.type("suggest odds")
        assert "in each of his ways" in shown
        assert "playing on" not in shown
        for _ in range(MOST):
            if terminal.session.game.pending is None:
                break
            terminal.type("suggest go")
        shown = terminal.type("suggest odds")
        assert "no order to weigh now" in shown
        assert "playing on" not in shown

    def test_other_words(self, terminal: Terminal) -> None:
        """Nothing but `go` goes behind it, and nothing is done."""
        asked = terminal.session.game.pending
        shown = terminal.type("suggest it")
        assert "there is no way to suggest" in shown
        assert "a practised player" not in shown
        assert terminal.session.game.pending == asked

    def test_at_a_set_up(self, tmp_path: Path) -> None:
        """Commands of two words are none of the things and places asked for."""
        setup = Setup(mission=load_mission("human-wave"), seed=1)
        terminal = Terminal(begin(setup, tmp_path / "a.opfor"))
        assert isinstance(terminal.session.game.pending.request, Place)  # type: ignore[union-attr]
        asked = terminal.session.game.pending
        terminal.type("look o4K5")
        assert terminal.session.game.pending == asked
        terminal.type("suggest go")
        assert terminal.session.game.pending != asked
