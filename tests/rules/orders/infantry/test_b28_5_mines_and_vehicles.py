"""B28.5: mines attack vehicles."""

from typing import Any

import pytest

from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.rules.orders.vehicles.d02_14_drive import do_drive
from opfor.state.events import FortificationAdded, PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName
from tests.rules.given.world import game

L = LocationName


class TestB28_5_driveVehicles:
    """B28.5/drive."""

    @staticmethod
    def driven(*dice: str, mined: str = "tK4", **given: Any) -> State:
        """A tank drives from K5 to K4, one of which is mined."""

        def run(play: Play) -> None:
            made = Fortification(
                id="m", kind="minefield", location=L(mined), hidden=True, **given
            )
            play.emit(FortificationAdded(made))
            play.emit(PhaseBegan(1, "FRIENDLY", "MPh"))
            do_drive(play, "FRIENDLY", DriveOrder("tank", L("tK4")))

        states = {"vca": 0, "tca": 0, "motion": True}
        tank = {"tank": ("german/pzkpfw-ivf2", "tK5", states)}
        board = "board: t\nsize: 20x10"
        return game(*dice, board=board, vehicles=tank, run=run).state

    @pytest.mark.parametrize("mined", ["tK4", "tK5"])
    def test_at(self, mined: str) -> None:
        """A-T mines that go off stop it, as it enters and as it leaves."""
        dice = "B28.5 dr 2", "B28.52 DR 6,6", "D5.5 DR 1,2"
        after = self.driven(*dice, mined=mined, factors=2)
        tank = after.units["tank"]
        assert tank.vehicle is not None
        assert tank.vehicle.immobile
        assert tank.location == mined
        assert not after.fortifications["m"].hidden

    def test_not_set_off(self) -> None:
        """Those that do not go off stay unknown."""
        after = self.driven("B28.5 dr 3", factors=2)
        assert after.units["tank"].location == "tK4"
        assert after.fortifications["m"].hidden

    def test_eliminated(self) -> None:
        """It may be lost to them."""
        dice = "B28.5 dr 1", "B28.52 DR 1,1", "D5.6 DR 6,6"
        assert "tank" not in self.driven(*dice, factors=2).units

    def test_ap(self) -> None:
        """A-P mines attack it always; without a KIA they do nothing."""
        after = self.driven("B28.42 DR 6,5", fp=6)
        assert after.units["tank"].location == "tK4"
        assert not after.fortifications["m"].hidden
