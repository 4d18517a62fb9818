"""A5: how much of a side fits into a Location."""

import pytest

from opfor.rules.a_infantry.a05_stacking import overstacked, overstacked_locations
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.world import game

BOARD = "board: t\nsize: 17x10\nwoods: H5\nroad: F4 > G5 > H4\nstone building: G6\n"
TO = LocationName("tH5")


class TestA5_1Stacking:
    """A5.1."""

    @pytest.mark.parametrize(
        ("units", "squads"),
        [
            (("4-6-7",) * 3 + ("8-1",) * 4, 0),
            (("4-6-7",) * 3 + ("2-4-7",), 1),
            (("4-6-7",) * 5, 2),
            (("4-6-7",) * 3 + ("8-1",) * 5, 1),
            (("2-4-7",) * 6, 0),
        ],
    )
    def test_limit(self, units: tuple[str, ...], squads: int) -> None:
        """Three squads and four SMC; what is beyond counts in squads, rounded up."""

        def run(play: Play) -> None:
            assert overstacked(play, "FRIENDLY", TO) == squads
            found = overstacked_locations(play, "FRIENDLY")
            assert found == ({TO: squads} if squads else {})

        them = {f"x{n}": (f"german/{name}", "tH5") for n, name in enumerate(units)}
        game(board=BOARD, units=them, run=run)
