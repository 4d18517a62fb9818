"""A11.35: CC in all Locations, as the CCPh ends."""

from tests.rules.given.close_combat import cc, ccph, go, pair

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

    def test_activation_by_what_is_left(self) -> None:
        """So they are next to where the HS withdraws that a squad was Reduced to."""
        orders = go("a", "tF5"), cc("e1", "a"), "ends"
        dice = ["A11.31 DR 3,4", "S5.1 dr 6"]
        game = ccph(*orders, units=pair(**MELEE), suspects={"S1": "tE5"}, dice=dice)
        (half,) = [u for u in game.state.units.values() if u.side == "FRIENDLY"]
        assert (half.counter, half.location) == ("german/2-4-7", "tF5")
        assert game.state.suspects == {}
