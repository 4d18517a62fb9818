"""B27.54: trenches that are connected."""

from msgspec.structs import replace

from opfor.rules.b_terrain.b27_entrenchments.b27_54_connected_trenches import connected
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.fortifications import fort, with_forts

L = LocationName


class TestB27_54Trenches:
    """B27.54."""

    def test_connected(self) -> None:
        """Trenches next to each other are joined unless two levels part them."""

        def run(play: Play) -> None:
            assert connected(play, L("K5"), L("K6"))
            assert not connected(play, L("K5"), L("K7"))
            assert connected(play, L("P5"), L("P6"))
            assert not connected(play, L("P6"), L("P7"))
            assert not connected(play, L("K6"), L("L6"))

        trenches = [fort("trench", at) for at in ("K5", "K6", "P5", "P6", "P7")]
        with_forts(run, *(replace(t, id=f"t{n}") for n, t in enumerate(trenches)))
