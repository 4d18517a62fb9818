"""A11.35: CC in all Locations, as the CCPh ends."""

from tests.rules.given.close_combat import ccph, go, pair

MELEE = {"melee": True}


class TestA11_35Finish:
    """A11.35."""

    def test_activation(self) -> None:
        """S? are checked next to where FRIENDLY units withdraw to."""
        game = ccph(
            go("a", "tF5"),
            "ends",
            units=pair(**MELEE),
            suspects={"S1": "tE5"},
            dice=["S5.1 dr 6"],
        )
        assert game.state.suspects == {}
        assert game.state.clashes == ()
