"""D2.13: stopping."""

from tests.rules.given.driving import START, STOP, TO_K4, after, move


class TestD2_13Stop:
    """D2.13."""

    def test_one_mp(self) -> None:
        """It is Stopped for one MP, and a moving target all the same."""
        found = after(START, TO_K4, STOP)
        assert (found.motion, found.entered) == (False, True)

    def test_stopped(self) -> None:
        """What is Stopped does not stop."""
        move(STOP, fails="not in Motion")
