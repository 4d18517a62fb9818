"""A10.531: Open Ground as one who has LOS to it sees it."""

from opfor.rules.a_infantry.a10_morale.a10_531_open_ground import in_the_open
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.concealment import LONG_FIELD
from tests.rules.given.world import game

L = LocationName


class TestA10_531OpenGround:
    """A10.531."""

    def test_as_seen(self) -> None:
        """Terrain, a Hindrance between, a wall and height each deny it."""
        board = LONG_FIELD + "level 1: L4 L5\nhedge: P5/3\n"
        found: list[bool] = []

        def run(play: Play) -> None:
            for viewer, there in (
                ("F3", "F4"),
                ("F3", "F6"),
                ("F4", "D5"),
                ("N4", "L4"),
                ("L4", "N4"),
                ("P7", "P5"),
                ("P3", "P5"),
            ):
                found.append(in_the_open(play, L(viewer), L(there), "FRIENDLY"))

        game(board=board, run=run)
        assert found == [True, False, False, False, True, False, True]
