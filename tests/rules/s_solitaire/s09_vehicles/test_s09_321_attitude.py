"""S9.321: the Attitude of vehicles that enter."""

from opfor.rules.s_solitaire.s09_vehicles.s09_321_attitude import (
    entering_attitude,
    settle_attitudes,
)
from tests.rules.given.drivers import played, scene, squad, tank


class TestS9_321Attitude:
    """S9.321."""

    def test_until_it_has_a_target(self) -> None:
        """Advance without a Target; the Prevailing one with one, also a mate's."""
        one = tank("G5", attitude="Advance", entering=True, platoon="p")
        mate = tank("G2", "e2", attitude="Advance", entering=True, platoon="p")
        assert entering_attitude(scene(one, mate), one) == "Advance"
        assert entering_attitude(scene(one, mate, squad("G8")), mate) == "Hold"

    def test_others(self) -> None:
        """A vehicle out of an Advance S? keeps its own."""
        one = tank("G5", attitude="Advance")
        assert entering_attitude(scene(one, squad("G8")), one) == "Advance"
        assert entering_attitude(scene(tank("G5")), tank("G5")) == "Hold"

    def test_in_play(self) -> None:
        """The Attitude changes once, and is not Advance again."""
        one = tank("G5", attitude="Advance", entering=True)
        game = played(settle_attitudes, one, squad("G8"))
        now = game.state.units["e1"]
        assert now.attitude == "Hold"
        assert now.vehicle is not None
        assert not now.vehicle.entering
        game = played(settle_attitudes, one)
        assert game.state.units["e1"].attitude == "Advance"
