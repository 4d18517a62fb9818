"""A10.532, A10.533: Interdiction on the way, and Failure to Rout."""

from tests.rules.given.phases import phase, unit
from tests.rules.given.routs import rout

A = {"broken": True, "dm": True}


class TestA10_532Effect:
    """A10.532."""

    UNITS = (unit("a", "tH5", **A), unit("e1", "tK5"))

    def test_failed(self) -> None:
        """A failed NMC reduces a squad, and its HS goes on."""
        game = phase("RtPh", rout("tG5"), units=self.UNITS, dice=["A10.1 DR 6,5"])
        (left,) = [u for u in game.state.units.values() if u.side == "FRIENDLY"]
        assert left.counter == "german/2-4-7"
        assert game.state.move

    def test_passed(self) -> None:
        """A passed NMC lets it go on."""
        game = phase("RtPh", rout("tG5"), units=self.UNITS, dice=["A10.1 DR 1,3"])
        assert game.state.move

    def test_pinned(self) -> None:
        """The highest DR that passes stops it, and it may stay there (D-121)."""
        dice = ["A10.1 DR 3,4"]
        game = phase("RtPh", rout("tG5"), "ends", units=self.UNITS, dice=dice)
        assert game.state.units["a"].location == "tG5"

    def test_exc1_once(self) -> None:
        """Two enemies make one NMC."""
        units = (*self.UNITS, unit("e2", "tK6"))
        game = phase("RtPh", rout("tG5"), units=units, dice=["A10.1 DR 1,3"])
        assert game.state.move
