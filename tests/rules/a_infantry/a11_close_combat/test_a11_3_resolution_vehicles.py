"""A11.3, A11.53: CC with vehicles is resolved in turn."""

from tests.rules.given.close_combat import cc, gone
from tests.rules.given.phases import unit
from tests.rules.given.vehicles_in_close_combat import ccph, tank

HERE, LATE = "tG5", "1944-06"


class TestA11_3InTurn:
    """A11.3."""

    def test_exc2_in_turn(self) -> None:
        """Infantry attacks first; a vehicle that falls to it does not attack."""
        units = unit("a", HERE), tank()
        orders = cc("a", "e1"), cc("e1", "a"), "ends"
        game = ccph(*orders, units=units, dice=["A11.31 DR 1,3"])
        assert gone(game) == ["e1"]
