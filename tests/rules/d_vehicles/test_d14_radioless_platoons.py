"""D14: AFV without radio."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.choices.orders import EndMove
from opfor.rules.choices.vehicle_orders import DriveOrder, StartUp
from opfor.rules.d_vehicles.d14_radioless_platoons import (
    began_at,
    in_platoon,
    radioless,
)
from opfor.rules.sequence.legal_orders import carry_out
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.rules.given.world import game

L = LocationName
T34, PZ4 = "russian/t-34-m40", "german/pzkpfw-ivf2"

OPEN = """
board: t
size: 20x10
brush: A1
"""


def drive(*orders: Any, dice: tuple[str, ...] = (), mate: str = "tS5") -> Game[State]:
    """One of two FRIENDLY T-34 in K5 does something; the other is far off, or near."""

    def run(play: Play) -> None:
        for order in orders:
            carry_out(play, "FRIENDLY", order)

    vehicles = {
        "tank": (T34, "tK5", {"vca": 1, "tca": 1}),
        "mate": (T34, mate, {"vca": 1, "tca": 1}),
    }
    return game(*dice, board=OPEN, vehicles=vehicles, run=run)


START = StartUp("tank")


class TestD14_2Platoons:
    """D14.2."""

    @pytest.mark.parametrize(("mate", "together"), [("tK6", True), ("tK7", False)])
    def test_next_to_each_other(self, mate: str, together: bool) -> None:
        """Another one without radio, next to it as its MPh began."""
        found: list[bool] = []

        def run(play: Play) -> None:
            found.append(in_platoon(play, play.state.units["tank"]))

        vehicles: dict[str, Any] = {"tank": (T34, "tK5", {}), "mate": (T34, mate, {})}
        game(board=OPEN, vehicles=vehicles, run=run)
        assert found == [together]

    def test_with_radio(self) -> None:
        """One with a radio is no help, and needs none."""
        found: list[bool] = []

        def run(play: Play) -> None:
            found.append(in_platoon(play, play.state.units["tank"]))
            found.append(radioless(play, play.state.units["mate"]))

        vehicles: dict[str, Any] = {"tank": (T34, "tK5", {}), "mate": (PZ4, "tK6", {})}
        game(board=OPEN, vehicles=vehicles, run=run)
        assert found == [False, False]

    def test_mate_has_left(self) -> None:
        """Where both were as the MPh began counts, not where the first is by now."""
        away = (
            StartUp("mate"),
            DriveOrder("mate", L("tL5")),
            DriveOrder("mate", L("tL4")),
        )
        starts = ("D2.51 DR 1,2", "D2.51 DR 1,2")
        played = drive(*away, EndMove(), START, mate="tK6", dice=starts)
        assert began_at(played.state.units["mate"]) == "tK6"
        assert played.state.units["tank"].vehicle.motion  # type: ignore[union-attr]


class TestD14_23ByItself:
    """D14.23."""

    def test_passes(self) -> None:
        """Its crew passes a NTC and it moves; it is taken once in a MPh."""
        played = drive(
            START, DriveOrder("tank", L("tK4")), dice=("D14.23 DR 1,2", "D2.51 DR 1,2")
        )
        assert played.state.units["tank"].location == "tK4"

    def test_fails(self) -> None:
        """It has had its MPh."""
        unit = drive(START, dice=("D14.23 DR 6,5",)).state.units["tank"]
        assert unit.moved
        assert unit.vehicle is not None
        assert not unit.vehicle.motion

    def test_in_platoon(self) -> None:
        """None is taken in platoon."""
        assert (
            drive(START, mate="tK6", dice=("D2.51 DR 1,2",))
            .state.units["tank"]
            .vehicle.motion
        )  # type: ignore[union-attr]
