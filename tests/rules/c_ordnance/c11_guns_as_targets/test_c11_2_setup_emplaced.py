"""C11.2: Guns that begin on the map are emplaced."""

from opfor.rules.b_terrain.b27_entrenchments.b27_1_digging import undiggable
from opfor.state.play import FrozenView
from tests.rules.given.set_up import heavy


class TestC11_2_setup:
    """C11.2/setup."""

    def test_emplaced(self) -> None:
        """Each Gun is emplaced where something can be dug."""
        state, world = heavy()
        guns = [w for w in state.weapons.values() if w.gun]
        assert len(guns) == 3
        for gun in guns:
            at = state.units[gun.owner].location
            assert gun.gun is not None
            assert gun.gun.emplaced != bool(undiggable(FrozenView(state, world), at))
