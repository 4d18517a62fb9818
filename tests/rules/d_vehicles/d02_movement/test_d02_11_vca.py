"""D2.11: the VCA: which hexes lie ahead, and what turning costs."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.vehicle_orders import DriveOrder, TurnTo
from opfor.rules.d_vehicles.d02_movement.d02_11_vca import ahead, turn, turn_cost
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit
from tests.rules.given.armor import PZ4
from tests.rules.given.driving import FIELD, START, after, left, move
from tests.rules.given.world import game


class TestD2_11_turn:
    """D2.11/turn."""

    def test_one_spine(self) -> None:
        """One MP a hexspine; a turret that points ahead turns with it."""
        found = after(START, TurnTo("tank", 2))
        assert (found.vca, found.tca) == (2, 2)
        assert left(move(START, TurnTo("tank", 2))) == 2

    def test_turret_keeps_its_aim(self) -> None:
        """One that points elsewhere does not (D-304)."""
        assert after(START, TurnTo("tank", 2), state={"tca": 4}).tca == 4

    def test_two_at_once(self) -> None:
        """One hexspine at a time."""
        move(START, TurnTo("tank", 3), fails="one hexspine")

    def test_stopped(self) -> None:
        """Only in Motion."""
        move(TurnTo("tank", 2), fails="only in Motion")

    def test_offboard(self) -> None:
        """Only on the map: before it enters, its CA is not settled."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match="on the map"):
                turn(play, play.state.units["tank"], 2)

        waits = {"tank": (PZ4, "", {"vca": 1, "motion": True})}
        game(board=FIELD, vehicles=waits, run=run)


L = LocationName


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
