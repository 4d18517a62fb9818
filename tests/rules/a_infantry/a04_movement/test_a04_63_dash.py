"""A4.63: Dash."""

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.choices.orders import EndMove, EndPhase, MoveTo
from opfor.rules.sequence.legal_orders import carry_out, check
from opfor.state.events import Moved
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.rules.given.infantry_steps import at
from tests.rules.given.world import game

STREET = """
board: t
size: 17x10
stone building: E4
stone building: E6
woods: H4 N4 N6
path: M5 > N5 > O5
road: A5 > B5 > C5 > D5 > E5 > F5 > G5 > H5
"""


class TestA4_63Dash:
    """A4.63."""

    @staticmethod
    def dash(*steps: str, start: str = "tE4") -> State:
        """The State after the steps of a Dash."""

        def run(play: Play) -> None:
            for number, to in enumerate(steps):
                order = MoveTo(("V",), LocationName(to), dash=number == 0)
                play.emit(Moved(order.to, plan(play, order)))

        return game(board=STREET, units=at(start), run=run).state

    def test_across_the_street(self) -> None:
        """From cover over the road into cover; then the move is over."""
        state = self.dash("tE5", "tE6")
        assert state.move
        assert state.move.dash
        assert state.move.stopped

    def test_not_from_the_open(self) -> None:
        """Open Ground is no start of a Dash."""
        with pytest.raises(Illegal, match="out of cover onto a road"):
            self.dash("tE5", start="tF5")

    def test_not_over_a_path(self) -> None:
        """A path is no road to Dash over (D-051)."""
        with pytest.raises(Illegal, match="out of cover onto a road"):
            self.dash("tN5", start="tN4")

    def test_not_into_the_open(self) -> None:
        """Its second hex is cover."""
        with pytest.raises(Illegal, match="from the road into cover"):
            self.dash("tE5", "tF5")

    def test_nobody_stays_on_the_road(self) -> None:
        """The stack cannot halt on the road by choice, nor the phase end."""

        def run(play: Play) -> None:
            carry_out(play, "FRIENDLY", MoveTo(("V",), LocationName("tE5"), dash=True))
            for order in (EndMove(), EndPhase()):
                with pytest.raises(Illegal, match=r"A4\.63"):
                    check(play, "FRIENDLY", order)

        game(board=STREET, units=at("tE4"), run=run)
