"""B25.5: Environmental Conditions."""

from typing import Any

import pytest

from opfor.rules.b_terrain.b25_fire.b25_5_environmental_conditions import ec_drm
from opfor.state.in_progress import Weather


class TestB25_5EC:
    """B25.5."""

    @pytest.mark.parametrize(
        ("ground", "drm"),
        [("dry", 1), ("moderate", 0), ("wet", -2), ("snow", -2), ("deep snow", -3)],
    )
    def test_ground(self, ground: Any, drm: int) -> None:
        """Dry ground helps a fire, wet ground and snow hinder it."""
        assert sum(mod.value for mod in ec_drm(Weather(ground=ground))) == drm
