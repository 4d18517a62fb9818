"""B27.5: trenches."""

from typing import Any

import pytest

from opfor.rules.d_vehicles.d04_hull_down import hull_down
from opfor.rules.d_vehicles.d09_cover.d09_3_cover import afv_tem
from opfor.state.events import FortificationAdded, UnitAdded
from opfor.state.play import Play
from opfor.state.units import Fortification, FortificationKind, LocationName
from tests.rules.given.boards import RIDGE
from tests.rules.given.phases import unit
from tests.rules.given.world import game

L = LocationName


PZ4 = "german/pzkpfw-ivf2"


class TestB27_52VehiclesInTrenches:
    """B27.52."""

    @staticmethod
    def hidden(
        start: str = "tK8",
        *,
        kind: FortificationKind = "trench",
        counter: str = PZ4,
        at: str = "tK9",
        inside: bool = False,
        **state: Any,
    ) -> bool:
        """Whether a tank in a Location with a trench is hull down against fire."""
        found: list[bool] = []

        def run(play: Play) -> None:
            fort = Fortification(id="f", kind=kind, location=L(at), capacity=3)
            play.emit(FortificationAdded(fort))
            if inside:
                foe = unit("e", at, "russian/4-4-7", inside="f")
                play.emit(UnitAdded(foe))
            found.append(hull_down(play, play.state.units["tank"], L(start)))

        vehicles = {"tank": (counter, at, {"vca": 1, "tca": 1} | state)}
        game(board=RIDGE, vehicles=vehicles, run=run)
        return found[0]

    @pytest.mark.parametrize("start", ["tK7", "tJ9", "tE5", "tK10"])
    def test_from_all_sides(self, start: str) -> None:
        """Its hull is hidden from all sides."""
        assert self.hidden(start)
        assert self.hidden(start, hull_down=(0,))

    def test_who_is_not(self) -> None:
        """Not in a foxhole, in Motion, against an enemy inside it, nor on wheels."""
        assert not self.hidden(kind="foxhole")
        assert not self.hidden(motion=True)
        assert not self.hidden(inside=True)
        assert not self.hidden(counter="german/psw-222")

    def test_height(self) -> None:
        """Not from above, nor within its hex."""
        assert not self.hidden("tK5", at="tK4")
        assert not self.hidden("tK9")

    def test_no_cover(self) -> None:
        """D9.3: it gives Infantry no TEM."""
        found: list[bool] = []

        def run(play: Play) -> None:
            squad = unit("sq", "tK9")
            play.emit(UnitAdded(squad))
            found.append(afv_tem(play, squad, (L("tK7"),)) is not None)
            fort = Fortification(id="f", kind="trench", location=L("tK9"), capacity=3)
            play.emit(FortificationAdded(fort))
            found.append(afv_tem(play, squad, (L("tK7"),)) is not None)

        vehicles = {"tank": (PZ4, "tK9", {"vca": 1, "tca": 1})}
        game(board=RIDGE, vehicles=vehicles, run=run)
        assert found == [True, False]
