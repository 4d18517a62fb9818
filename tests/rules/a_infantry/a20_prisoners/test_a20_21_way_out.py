"""A20.21: whether a unit has a way out, or must surrender."""

from msgspec.structs import replace

from opfor.rules.a_infantry.a20_prisoners.a20_21_way_out import safe_way
from opfor.state.play import Play
from tests.rules.given.phases import unit
from tests.rules.given.routs import asked

A = {"broken": True, "dm": True}


class TestA20_21_wayOut:
    """A20.21/way."""

    def test_ways(self) -> None:
        """A way counts if it is not Interdicted anywhere."""

        def safe(play: Play) -> bool:
            return safe_way(play, play.state.units["a"])

        a, e = unit("a", "tG5", **A), unit("e1", "tH5", "german/4-6-7")
        assert not asked(safe, replace(a, broken=False), e)
        assert asked(safe, unit("a", "tE5"), unit("e1", "tF5"))
