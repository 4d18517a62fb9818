"""C1.71: SMOKE of OBA."""

from opfor.rules.c_ordnance.c01_artillery.c01_71_smoke import smoke_falls
from tests.rules.given.artillery import at, oba


class TestC1_71Smoke:
    """C1.71."""

    def test_smoke(self) -> None:
        """SMOKE in each hex; none more where there is some at full strength."""
        played = oba(
            battery={"kind": "smoke"},
            run=lambda p: [
                smoke_falls(p, p.state.batteries["b"], (at("J3"), at("J4")))
                for _ in range(2)
            ],
        )
        found = [(m.kind, m.location) for m in played.state.markers.values()]
        assert found == [("smoke", "tJ3"), ("smoke", "tJ4")]
