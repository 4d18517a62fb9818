"""S6.305: a Human Wave moves."""

from tests.rules.given.automatic_actions import number
from tests.rules.given.enemies import enemy


class TestS6_305HumanWave:
    """S6.305."""

    def test_move(self) -> None:
        """The units of a wave move; a leader unless broken units call him."""
        captain = enemy("e1", "J6", "8-0", wave="w")
        assert number(enemy("e1", "J6", wave="w")) == "S6.305"
        assert number(captain) == "S6.305"
        assert number(captain, enemy("e2", "M6", broken=True)) == "S6.317"
