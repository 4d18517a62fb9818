"""B28 and B23.9: mines in play, Fortified Buildings, and LV in the DRM of fire."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a07_fire.attack import fp_attack
from opfor.rules.a_infantry.a07_fire.drm import cover_of
from opfor.rules.b_terrain.b23_fortified_buildings import fortified_tem
from opfor.rules.b_terrain.b28_mines import mine_attack, minefield
from opfor.rules.choices.orders import Advance, MoveTo
from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.rules.orders.infantry.a04_advance import do_advance
from opfor.rules.orders.infantry.a04_move import do_move
from opfor.rules.orders.infantry.b28_mines import leave_mines, mines
from opfor.rules.orders.vehicles.d02_drive import do_drive
from opfor.state.events import (
    FortificationAdded,
    PhaseBegan,
    UnitChanged,
    WeatherChanged,
)
from opfor.state.in_progress import (
    Move,
    Weather,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    Fortification,
    FortificationKind,
    LocationName,
)
from tests.rules.given.world import game

L = LocationName
BOARD = """
board: t
size: 20x10
woods: D5
stone building: K4
"""


def fort(
    at: str, *, kind: FortificationKind = "minefield", **given: Any
) -> Fortification:
    """A minefield of 6 FP, or another fortification."""
    fp = 6 if kind == "minefield" else 0
    return Fortification(id="m", kind=kind, location=L(at), **{"fp": fp} | given)


def played(
    run: Callable[[Play], object],
    *dice: str,
    at: str = "tD4",
    mined: str = "tD5",
    **given: Any,
) -> State:
    """A squad V, a minefield, and what is done."""

    def once(play: Play) -> None:
        play.emit(FortificationAdded(fort(mined, **given)))
        run(play)

    units = {"V": ("german/4-6-7", at)}
    return game(*dice, board=BOARD, units=units, run=once).state


class TestB28_4Attack:
    """B28.4."""

    @pytest.mark.parametrize("fp", [6, 8, 12])
    def test_bare(self, fp: int) -> None:
        """The FP of the field; woods do not help, nor does concealment."""

        def run(play: Play) -> None:
            field = minefield(play, L("tD5"))
            assert field is not None
            made = mine_attack(play, field, ("V",), "FRIENDLY")
            assert (made.fp, made.drm, made.halved) == (fp, (), False)
            assert (made.targets, made.side) == (("V",), "ENEMY")

        played(run, fp=fp)

    def test_exc1_deep_snow(self) -> None:
        """Half the FP, and +1."""

        def run(play: Play) -> None:
            play.emit(WeatherChanged(Weather(ground="deep snow"), "so"))
            made = mine_attack(play, fort("tD5"), ("V",), "FRIENDLY")
            assert (made.fp, sum(mod.value for mod in made.drm)) == (3, 1)

        played(run)

    def test_none(self) -> None:
        """A-T mines alone are no danger to Infantry."""

        def run(play: Play) -> None:
            assert minefield(play, L("tD5")) is None
            assert not mines(play, ["V"], L("tD5"))

        played(run, fp=0, factors=3)


class TestB28_41InAndOut:
    """B28.41."""

    def test_entering(self) -> None:
        """Who enters is attacked, and the field is known."""

        def run(play: Play) -> None:
            do_move(play, "FRIENDLY", MoveTo(("V",), L("tD5")))

        state = played(run, "A7.3 DR 6,5", hidden=True)
        assert not state.fortifications["m"].hidden
        assert state.units["V"].location == "tD5"

    def test_leaving(self) -> None:
        """Who leaves is attacked before he goes."""

        def run(play: Play) -> None:
            do_move(play, "FRIENDLY", MoveTo(("V",), L("tD4")))

        state = played(run, "A7.3 DR 6,5", at="tD5")
        assert state.units["V"].location == "tD4"

    def test_stopped(self) -> None:
        """Who breaks in leaving stays there."""

        def run(play: Play) -> None:
            do_move(play, "FRIENDLY", MoveTo(("V",), L("tD4")))

        state = played(run, "A7.3 DR 1,3", "A10.1 DR 5,4", at="tD5")
        unit = state.units["V"]
        assert (unit.location, unit.broken) == ("tD5", True)

    def test_concealed(self) -> None:
        """A NMC by mines that is passed does not cost concealment."""

        def run(play: Play) -> None:
            hid = replace(play.state.units["V"], concealed=True)
            play.emit(UnitChanged(hid, "so"))
            mines(play, ["V"], L("tD5"))

        state = played(run, "A7.3 DR 4,3", "A10.1 DR 1,2", at="tD5")
        assert state.units["V"].concealed

    def test_no_mines(self) -> None:
        """Without mines the move goes on as it was."""

        def run(play: Play) -> None:
            after = Move(units=("V",))
            assert leave_mines(play, after) is after

        played(run)


class TestB23_9Fortified:
    """B23.9."""

    def test_tem(self) -> None:
        """A Fortified stone building has +4."""

        def run(play: Play) -> None:
            assert fortified_tem(play, L("tK4"))
            assert not fortified_tem(play, L("tD5"))
            mod = cover_of(play, (L("tK1"),), L("tK4"))
            assert (mod.value, mod.name) == (4, "fortified stone building")

        played(run, mined="tK4", kind="fortified building")


def test_lv_counts_in_attacks() -> None:
    """Rain adds to the DRM at seven hexes, and cancels FFMO."""

    def run(play: Play) -> None:
        play.emit(WeatherChanged(Weather(sky="rain"), "so"))
        made = fp_attack(play, "ENEMY", L("tD4"), 4, source="fire", froms=(L("tK4"),))
        assert [mod.name for mod in made.mods] == ["rain"]

    played(run)


class TestMinesInTheAPh:
    """B28.41 as units advance."""

    @staticmethod
    def advanced(at: str, to: str, *dice: str) -> State:
        """A squad V that advances."""

        def run(play: Play) -> None:
            do_advance(play, "FRIENDLY", Advance(("V",), L(to)))

        return played(run, *dice, at=at)

    def test_on_entering(self) -> None:
        """Who advances into mines is attacked there."""
        state = self.advanced("tD4", "tD5", "A7.3 DR 6,6")
        assert state.units["V"].location == "tD5"

    def test_on_leaving(self) -> None:
        """Who breaks in the mines that it leaves stays there."""
        state = self.advanced("tD5", "tD4", "A7.3 DR 3,3", "A10.1 DR 6,3")
        assert state.units["V"].broken
        assert state.units["V"].location == "tD5"


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
