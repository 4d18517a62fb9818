"""D3.2: which side of a vehicle is hit."""

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
            starts = ("H2", "N5", "N8")
            return [facing(play, tank, LocationName(at), turret=False) for at in starts]

        assert with_tank(all_ways) == ["front", "side", "rear"]

    def test_grain_is_worse_for_the_firer(self) -> None:
        """Along the grain that parts front and side it is front."""
        on_grain = with_tank(
            lambda play, tank: facing(play, tank, LocationName("K1"), turret=False)
        )
        assert on_grain == "front"

    def test_grain_behind_is_side(self) -> None:
        """Along the grain that parts side and rear it is side."""
        on_grain = with_tank(
            lambda play, tank: facing(play, tank, LocationName("K9"), turret=False)
        )
        assert on_grain == "side"

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
