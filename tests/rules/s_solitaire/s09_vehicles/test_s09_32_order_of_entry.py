"""S9.32: which of several vehicles enters first."""

from opfor.rules.s_solitaire.s09_movement.s09_1_sequence import movers_due, next_move
from opfor.rules.s_solitaire.s09_vehicles.s09_32_order_of_entry import enters_first
from opfor.rules.s_solitaire.s09_vehicles.s09_32_vehicle_entry import find_entry
from opfor.state.play import Play
from tests.rules.given.drivers import ask, tank


class TestS9_32_orderOfEntry:
    """S9.32/order."""

    def test_random_dr(self) -> None:
        """Vehicles that are to enter at one Location draw lots."""
        units, dice = [tank("", "e1"), tank("", "e2")], ("S9.32/order dr 4",)

        def first(play: Play) -> tuple[str, ...]:
            while find_entry(play):
                pass
            return enters_first(play, movers_due(play)).ids

        assert ask(first, *units, dice=dice) == ("e2",)

    def test_in_play(self) -> None:
        """In the MPh it decides who of two that wait offboard moves first."""
        units = [tank("", "e1"), tank("", "e2", counter="russian/t-70")]

        def first(play: Play) -> object:
            while find_entry(play):
                pass
            assert next_move(play)
            return play.state.course

        course = ask(first, *units, dice=("S9.32/order dr 4",))
        assert course.movers == ("e2",)
