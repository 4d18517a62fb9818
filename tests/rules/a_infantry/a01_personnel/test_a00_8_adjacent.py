"""A.8: which Locations are ADJACENT."""

from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.world import game

HERE, THERE = LocationName("tJ6"), LocationName("tO6")


class TestA_8Adjacent:
    """A.8."""

    def test_next_hex(self) -> None:
        """A hexside and LOS between them make Locations ADJACENT."""

        def run(play: Play) -> None:
            assert adjacent(play, HERE, LocationName("tJ7"))
            assert not adjacent(play, HERE, LocationName("tJ8"))

        game(run=run)

    def test_levels(self) -> None:
        """The level above of a building hex next door cannot be advanced into."""

        def run(play: Play) -> None:
            assert not adjacent(play, LocationName("tN6"), LocationName("tO6/1"))

        game(run=run)
