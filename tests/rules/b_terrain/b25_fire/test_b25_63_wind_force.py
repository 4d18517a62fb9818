"""B25.6: wind: its force and direction, and the Wind Change DR of each Player Turn."""

from opfor.rules.b_terrain.b25_fire.b25_63_wind_force import wind_force


class TestB25_63Force:
    """B25.63."""

    def test_dr(self) -> None:
        """1 to 3 none, 4 and 5 mild, 6 heavy."""
        found = [wind_force(die) for die in range(1, 7)]
        assert found == ["none"] * 3 + ["mild"] * 2 + ["heavy"]
