"""D9.4: AFV and wrecks in the way of LOS."""

from typing import Any

from opfor.rules.a_infantry.a06_los import hindrance, sees
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.cover import seen

L = LocationName


def through(play: Play) -> int:
    """The Hindrance from N6 to H6, on a line over K5's row."""
    return hindrance(play, L("tN6"), L("tH6"))


class TestD9_4Hindrance:
    """D9.4."""

    def test_between(self) -> None:
        """+1 through its hex, not out of it."""
        assert seen(through, at="tK6") == seen(through, at="tB8") + 1
        assert seen(through, at="tN6") == seen(through, at="tB8")

    def test_wreck(self) -> None:
        """A wreck hinders too; a burning one by its smoke, at +2."""
        assert seen(through, at="tK6", wreck="wreck") == 1
        assert seen(through, at="tK6", wreck="burning wreck") == 2

    def test_moving(self) -> None:
        """Not as it moves."""
        assert seen(through, at="tK6", motion=True) == 0
        assert seen(through, at="tK6", entered=True) == 0

    def test_exc1_bypass(self) -> None:
        """Not in Bypass."""
        assert seen(through, at="tK6", bypass=(1,)) == 0

    def test_exc2_out_of_sight(self) -> None:
        """Not one that firer or target does not see, though the LOS touches its hex."""

        def run(play: Play) -> Any:
            both = sees(play, L("tN6"), L("tI6")) and sees(play, L("tB6"), L("tI6"))
            return both, hindrance(play, L("tN6"), L("tB6"))

        assert seen(run, at="tI6") == (True, 1)
        assert seen(run, at="tI6", board="woods: C6") == (False, 0)
