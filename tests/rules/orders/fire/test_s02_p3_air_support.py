"""S2: the air support of a Mission."""

from opfor.rules.orders.fire.s02_p3_air_support import set_up_air
from opfor.state.mission import Air
from tests.rules.given.world import game


class TestS2_p3AirSupport:
    """S2.p3."""

    def test_planes(self) -> None:
        """Each airplane of the Mission is expected."""
        air = (Air(number=2), Air(side="ENEMY", kind="DB", turn=3))
        played = game(run=set_up_air, air=air)
        planes = played.state.planes
        assert [*planes] == ["fb1", "fb2", "edb3"]
        assert planes["edb3"].turn == 3
