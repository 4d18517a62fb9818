"""S9.34: what ordnance fires at vehicles."""

from opfor.rules.s_solitaire.s09_vehicles.s09_34_ammunition import shots_at_vehicles
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.armor import enemy, set_unit

L = LocationName
AT = L("K5")


class TestS9_34_ammunition:
    """S9.34/ammunition."""

    def test_each_that_can_kill(self) -> None:
        """AP and HE of a T-34, at each vehicle; no smoke."""
        found = enemy(lambda play: shots_at_vehicles(play, "etank.ma", AT))
        assert {order.at for order in found} == {"tank"}
        assert "AP" in {order.ammo for order in found}
        assert "smoke" not in {order.ammo for order in found}

    def test_mg_and_concealed(self) -> None:
        """None by a MG, and none at a concealed vehicle."""
        assert enemy(lambda play: shots_at_vehicles(play, "etank.cmg", AT)) == []

        def hidden(play: Play) -> object:
            set_unit(play, "tank", concealed=True)
            return shots_at_vehicles(play, "etank.ma", AT)

        assert enemy(hidden) == []
