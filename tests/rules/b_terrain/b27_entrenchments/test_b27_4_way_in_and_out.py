"""B27.4: the MF of the way into and out of an entrenchment."""

from opfor.rules.b_terrain.b27_entrenchments.b27_4_way_in_and_out import (
    fortification_mf,
)


class TestB27_4WayIn:
    """B27.4."""

    def test_mf(self) -> None:
        """One MF in, one MF out, both from one into another."""
        ways = (("f", ""), ("", "f"), ("f", "g"), ("f", "f"), ("", ""))
        assert [fortification_mf(a, b) // 4 for a, b in ways] == [1, 1, 2, 0, 0]
