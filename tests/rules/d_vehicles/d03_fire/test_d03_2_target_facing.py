"""D3.2: which side of a vehicle is hit."""

import pytest

from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import Facing
from opfor.rules.d_vehicles.d03_fire.d03_2_target_facing import facing
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit
from tests.rules.given.one_tank import with_tank


class TestD3_2Facing:
    """D3.2. The VCA points along the spine of corner n; 0 is the upper left one."""

    def test_front_side_rear(self) -> None:
        """Each of the three, from straight ahead, beside and behind."""

        def all_ways(play: Play, tank: Unit) -> list[Facing]:
            starts = ("H2", "N4", "N8")
            return [facing(play, tank, LocationName(at), turret=False) for at in starts]

        assert with_tank(all_ways) == ["front", "side", "rear"]

    @pytest.mark.parametrize(
        ("at", "side"),
        [("K1", "front"), ("L5", "rear"), ("K9", "rear"), ("N5", "rear")],
    )
    def test_by_the_hexside_crossed(self, at: str, side: Facing) -> None:
        """All that comes across the two hexsides ahead or behind, also by a grain."""
        found = with_tank(
            lambda play, tank: facing(play, tank, LocationName(at), turret=False)
        )
        assert found == side

    @pytest.mark.parametrize(("at", "side"), [("G5", "front"), ("M5", "side")])
    def test_a_corner_is_worse_for_the_firer(self, at: str, side: Facing) -> None:
        """Through the corner that parts front and side front, side and rear side."""
        found = with_tank(
            lambda play, tank: facing(play, tank, LocationName(at), turret=False)
        )
        assert found == side

    def test_turret_by_tca(self) -> None:
        """The turret by its TCA, the hull by the VCA."""
        both = with_tank(
            lambda play, tank: (
                facing(play, tank, LocationName("N8"), turret=True),
                facing(play, tank, LocationName("N8"), turret=False),
            ),
            tca=3,
        )
        assert both == ("front", "rear")
