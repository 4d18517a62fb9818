"""A11.22: Infiltration."""

from tests.rules.given.close_combat import cc, ccph, gone, pair
from tests.rules.given.phases import unit

OPEN, WOODS = "tG5", "tE5"


class TestA11_22Infiltration:
    """A11.22."""

    def test_original_2(self) -> None:
        """The attackers may leave, and what was to hit them does not."""
        game = ccph(
            cc("a", "e1"),
            cc("e1", "a"),
            "ends",
            units=pair(),
            dice=["A11.31 DR 1,1", "A11.31 DR 1,2", "A18.2 dr 6"],
            choices=("tF5",),
        )
        assert game.state.units["a"].location == "tF5"
        assert gone(game) == ["e1"]

    def test_original_12(self) -> None:
        """The attacked units may."""
        game = ccph(
            cc("a", "e1"),
            "ends",
            units=pair(),
            dice=["A11.31 DR 6,6"],
            choices=("tG4",),
        )
        assert game.state.units["e1"].location == "tG4"
        assert not game.state.units["a"].melee

    def test_stay(self) -> None:
        """They may stay; pinned units are not asked."""
        dice = ["A11.31 DR 6,6"]
        game = ccph(cc("a", "e1"), "ends", units=pair(), dice=dice)
        assert game.state.units["e1"].location == OPEN
        pinned = [unit("a", OPEN), unit("e1", OPEN, pinned=True)]
        game = ccph(cc("a", "e1"), "ends", units=pinned, dice=dice, choices=("tG4",))
        assert game.state.units["e1"].location == OPEN
