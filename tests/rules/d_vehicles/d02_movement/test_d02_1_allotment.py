"""D2: whether a vehicle can move, how far, and what its counter does to the VCA."""

from typing import Any

import pytest

from opfor.geo.terrain_chart import MF
from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.rules.d_vehicles.d02_movement.d02_1_allotment import ahead, turn_cost
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit
from tests.rules.given.armor import PZ4
from tests.rules.given.driving import FIELD, START, move
from tests.rules.given.world import game

L = LocationName


class TestD2_1WhoMayDrive:
    """D2.1."""

    @pytest.mark.parametrize(
        ("state", "why"),
        [
            ({"abandoned": True}, "no crew"),
            ({"stunned": True}, "Stunned"),
            ({"shock": "shock"}, "Shocked"),
            ({"immobile": True}, "cannot move"),
            ({"bogged": True}, "cannot move"),
        ],
    )
    def test_barred(self, state: dict[str, Any], why: str) -> None:
        """Whoever lacks a crew or is stuck."""
        move(START, state=state, fails=why)


class TestD2_11Facing:
    """D2.11."""

    def test_ahead(self) -> None:
        """The two hexsides beside its spine, and beside the opposite one."""
        found: list[Any] = []

        def run(play: Play) -> None:
            unit = play.state.units["tank"]
            found.extend((ahead(unit), ahead(unit, reverse=True)))

        game(board=FIELD, vehicles={"tank": (PZ4, "tK5", {"vca": 1})}, run=run)
        assert found == [(0, 1), (3, 4)]

    def test_not_behind(self) -> None:
        """A hex behind is entered only in Reverse."""
        move(START, DriveOrder("tank", L("tK6")), fails="not in its VCA")


class TestD2_11_cost:
    """D2.11/cost."""

    def test_woods(self) -> None:
        """Twice as much in woods, buildings and rubble."""
        unit = Unit(id="t", side="FRIENDLY", counter=PZ4)
        found: list[int] = []

        def run(play: Play) -> None:
            on_map = play.state.units["tank"]
            found.append(turn_cost(on_map, 2, tight=False))
            found.append(turn_cost(on_map, 2, tight=True))

        game(board=FIELD, vehicles={"tank": (PZ4, "tK5", {"vca": 1})}, run=run)
        assert found == [MF, 2 * MF]
        assert turn_cost(unit, 2, tight=True) == 0
