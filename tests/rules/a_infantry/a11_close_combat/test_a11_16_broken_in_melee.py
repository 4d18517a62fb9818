"""A11.16: broken units in Melee."""

from msgspec.structs import replace

from tests.rules.given.close_combat import ccph, go, gone
from tests.rules.given.phases import unit

MELEE = {"melee": True}
OPEN, WOODS = "tG5", "tE5"


class TestA11_16Broken:
    """A11.16."""

    def test_lost(self) -> None:
        """Broken in Melee and still there: eliminated; newly in CC it is not."""
        broken = unit("a", OPEN, broken=True)
        game = ccph("ends", units=[replace(broken, melee=True), unit("e1", OPEN)])
        assert gone(game) == ["a"]
        assert gone(ccph("ends", units=[broken, unit("e1", OPEN)])) == []

    def test_withdraws(self) -> None:
        """It may withdraw before that."""
        broken = unit("a", OPEN, broken=True, melee=True)
        orders = go("a", "tF5"), "ends"
        game = ccph(*orders, units=[broken, unit("e1", OPEN, **MELEE)])
        assert game.state.units["a"].location == "tF5"
