"""C3.9: Hit location."""

from tests.rules.given.armor import duel, fire, told


class TestC3_9Location:
    """C3.9."""

    def test_hull_hit(self) -> None:
        """Otherwise the hull."""
        played = duel(fire, "C3.3 DR 3,3", "C3.4 DR 6,6")
        assert "To Kill etank, hull" in told(played)
        assert "etank" in played.state.units

    def test_miss(self) -> None:
        """A miss needs no To Kill DR."""
        played = duel(fire, "C3.3 DR 6,5")
        assert "To Kill" not in told(played)
