"""D2.12: starting."""

from tests.rules.given.driving import START, TO_K4, after, left, move


class TestD2_12Start:
    """D2.12."""

    def test_one_mp(self) -> None:
        """It is in Motion for one MP."""
        played = move(START)
        assert left(played) == 1
        assert after(START).motion

    def test_only_once(self) -> None:
        """What is in Motion does not start."""
        move(START, START, fails="in Motion already")

    def test_first(self) -> None:
        """What is Stopped does not enter a hex."""
        move(TO_K4, fails="must start first")
