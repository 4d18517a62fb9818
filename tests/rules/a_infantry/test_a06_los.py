"""A6, A24.2: LOS between two Locations as things stand now, SMOKE included."""

from opfor.rules.a_infantry.a06_los import hindrance, sees
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.world import game

HERE, THERE = LocationName("tJ6"), LocationName("tO6")


class TestA6_7Hindrance:
    """A6.7."""

    def test_brush_between(self) -> None:
        """Brush between them hinders by one; nothing does without it."""

        def run(play: Play) -> None:
            assert hindrance(play, HERE, LocationName("tM5")) == 1
            assert hindrance(play, HERE, LocationName("tJ9")) == 0

        game(run=run)

    def test_blocked(self) -> None:
        """A building between them blocks."""

        def run(play: Play) -> None:
            assert hindrance(play, HERE, LocationName("tT6")) == -1
            assert not sees(play, HERE, LocationName("tT6"))

        game(run=run)
