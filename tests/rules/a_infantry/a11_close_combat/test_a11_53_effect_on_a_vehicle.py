"""A11.53: what CC does to a vehicle."""

from tests.rules.given.close_combat import cc, gone
from tests.rules.given.phases import unit
from tests.rules.given.vehicles_in_close_combat import ccph, tank

HERE, LATE = "tG5", "1944-06"


class TestA11_53_effectWhatItDoes:
    """A11.53/effect."""

    def test_killed(self) -> None:
        """It is a wreck, whose crew does not survive."""
        units = unit("a", HERE), tank()
        game = ccph(cc("a", "e1"), "ends", units=units, dice=["A11.31 DR 1,3"])
        assert gone(game) == ["e1"]
        assert [m.kind for m in game.state.markers.values()] == ["wreck"]
        assert set(game.state.units) == {"a"}

    def test_immobilized(self) -> None:
        """It is immobile, and its crew makes no Immobilization TC."""
        units = unit("a", HERE), tank()
        game = ccph(cc("a", "e1"), "ends", units=units, dice=["A11.31 DR 2,3"])
        assert game.state.units["e1"].vehicle.immobile

    def test_two(self) -> None:
        """An Original 2 that does nothing by itself brings a dr."""
        units = unit("a", HERE, "german/8-0", pinned=True), tank(motion=True)
        dice = ["A11.31 DR 1,1", "A11.53/effect dr 3"]
        game = ccph(cc("a", "e1"), "ends", units=units, dice=dice)
        assert game.state.units["e1"].vehicle.immobile

    def test_twelve(self) -> None:
        """An Original 12 costs the attacker a Casualty Reduction."""
        units = unit("a", HERE), tank()
        game = ccph(cc("a", "e1"), "ends", units=units, dice=["A11.31 DR 6,6"])
        assert (
            "a" not in game.state.units
            or game.state.units["a"].counter != "german/4-6-7"
        )

    def test_twelve_concealed(self) -> None:
        """The HS that is left of a concealed attacker is Known as he would be."""
        units = unit("a", HERE, concealed=True), tank()
        game = ccph(cc("a", "e1"), "ends", units=units, dice=["A11.31 DR 6,6"])
        (half,) = [u for u in game.state.units.values() if u.side == "FRIENDLY"]
        assert half.counter == "german/2-4-7"
        assert not half.concealed
