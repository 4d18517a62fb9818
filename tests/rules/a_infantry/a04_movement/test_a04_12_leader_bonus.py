"""A4.12: the MF of a unit, with a leader or without."""

from tests.rules.given.allotments import LEADER, SQUAD, mf


class TestA4_12LeaderBonus:
    """A4.12."""

    def test_inexperienced(self) -> None:
        """A conscript has three, five when led; a Green MMC three, but six when led."""
        conscript = {"V": ("german/4-3-6", "tG5")}
        green = {"V": ("american/5-3-6", "tG5")}
        assert [mf(conscript), mf(conscript | LEADER)] == [3, 5]
        assert [mf(green), mf(green | LEADER)] == [3, 6]
        assert mf(conscript | LEADER, double=True) == 7

    def test_wounded(self) -> None:
        """A wounded SMC has three, and his stack goes no faster."""
        assert mf(LEADER, wounded=True) == 3
        assert mf(SQUAD | LEADER, wounded=True) == 3
