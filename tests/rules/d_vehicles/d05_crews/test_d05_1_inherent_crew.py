"""D5.1: Inherent crews."""

from typing import Any

import pytest

from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import mobile
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from tests.rules.given.one_tank import with_tank


class TestD5_1Crew:
    """D5.1."""

    @pytest.mark.parametrize(
        "state", [{"stunned": True}, {"shock": "UK"}, {"abandoned": True}]
    )
    def test_crew_can_do_nothing(self, state: dict[str, Any]) -> None:
        """Stunned, Shocked or gone."""
        assert not with_tank(lambda _play, tank: crewed(tank), **state)
        assert not with_tank(lambda _play, tank: mobile(tank), **state)

    def test_bogged_is_not_mobile(self) -> None:
        """A bogged vehicle has its crew and does not move."""
        assert with_tank(lambda _play, tank: crewed(tank), bogged=True)
        assert not with_tank(lambda _play, tank: mobile(tank), bogged=True)
        assert with_tank(lambda _play, tank: mobile(tank))
