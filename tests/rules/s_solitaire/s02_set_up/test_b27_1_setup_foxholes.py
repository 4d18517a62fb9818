"""B27.1: the foxholes of an OB."""

from opfor.rules.b_terrain.b27_entrenchments.b27_1_digging import undiggable
from opfor.sim.set_up import places
from opfor.state.play import FrozenView
from tests.rules.given.set_up import started


class TestB27_1_setup:
    """B27.1/setup."""

    def test_where(self) -> None:
        """At ground level, where something can be dug: in no building."""
        state, world, mission = started("enemy-offensive")
        holes = list(state.fortifications.values())
        assert len(holes) == mission.foxholes
        for hole in holes:
            assert world.locate(hole.location).level == 0
            assert undiggable(FrozenView(state, world), hole.location) == ""

    def test_steady(self) -> None:
        """The player of `opfor sim` digs for those who have least TEM."""
        state, world, _ = started("enemy-offensive")
        bare = next(u.location for u in state.units.values() if u.location)
        free = [str(bare), "o2A1"]
        found = places(FrozenView(state, world), ("foxhole1",), free)
        assert found == {"foxhole1": str(bare)}
