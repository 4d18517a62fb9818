"""S12.p11, S9.32: vehicles of a Random Event come, and enter."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.d_vehicles.d02_movement.steps import Wish, way_into
from opfor.rules.s_solitaire.s04_placement.armor import armor_due
from opfor.rules.s_solitaire.s09_movement.sequence import movers_due
from opfor.rules.s_solitaire.s09_vehicles.movement import begin_drive, drive_on
from opfor.rules.s_solitaire.s12_vehicles import vehicles_come
from opfor.state.events import PhaseBegan
from opfor.state.mission import Entering
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.drivers import ask, at, played, scene, squad, tank

ANY: Any = "none"


def came(*dice: str, more: int = 0, **mission: Any) -> Game[State]:
    """The game after the event."""
    return played(lambda play: vehicles_come(play, more=more), dice=dice, **mission)


class TestS12_p11Vehicles:
    """S12.p11."""

    @pytest.mark.parametrize(("dr", "more", "count"), [(1, 0, 1), (4, 0, 2), (3, 1, 2)])
    def test_how_many(self, dr: int, more: int, count: int) -> None:
        """One, or two of one type as a platoon, armed, offboard, in Advance."""
        dice = [f"S12.p11 dr {dr}", "S12.p11 DR 3,4"]
        dice += ["S5.711 DR 3,4"]
        state = came(*dice, more=more, heavy_cap=ANY).state
        units = list(state.units.values())
        assert len(units) == count
        assert len({unit.counter for unit in units}) == 1
        for unit in units:
            assert not unit.location
            assert unit.vehicle is not None
            assert unit.vehicle.entering
            assert bool(unit.vehicle.platoon) == (count > 1)
            assert unit.attitude == "Advance"
            assert state.weapons_of(unit.id)

    def test_cap(self) -> None:
        """None where the Mission allows no more."""
        assert not ask(vehicles_come, heavy_cap=0)


class TestS4_p4ArmorOfTheMission:
    """S4.p4."""

    def test_platoon(self) -> None:
        """Those of a kind are of one type and a platoon; they count for no limit."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(side="ENEMY", phase="RPh", turn=2))
            armor_due(play)

        due = Entering(turn=2, armor={"AFV": 3, "SPG": 1})
        dice = ("S4.p4 DR 3,4", "S5.711 DR 3,4", "S4.p4 DR 4,4", "S5.711 DR 3,4")
        state = played(run, dice=dice, entering=(due,), heavy_cap=0).state
        units = list(state.units.values())
        assert len(units) == 4
        assert len({unit.counter for unit in units}) == 2
        assert sum(bool(u.vehicle and u.vehicle.platoon) for u in units) == 3
        assert not state.heavy

    def test_not_yet(self) -> None:
        """Nothing comes in a turn that the Mission does not name."""
        due = Entering(turn=2, armor={"AFV": 3})
        assert not played(armor_due, entering=(due,)).state.units


class TestS9_32_entry:
    """S9.32/entry."""

    def test_enters_by_road(self) -> None:
        """It is due in the MPh, enters by the road and drives on in Motion."""

        def run(play: Play) -> None:
            mover = movers_due(play)[0]
            assert mover.ids == ("e1",)
            begin_drive(play, mover)
            while drive_on(play):
                pass

        one = tank("", counter="russian/t-34-m43", motion=True, entering=True)
        unit = played(run, one).state.units["e1"]
        assert unit.location == at("G10")
        assert unit.moved
        assert unit.vehicle is not None
        assert unit.vehicle.motion

    def test_what_it_pays(self) -> None:
        """D-403: along the road at its rate, elsewhere by the terrain."""
        one = tank("", ce=True)
        view = scene(one)
        assert way_into(view, one, Wish(at("G1"))).quarters == MF // 2
        assert way_into(view, one, Wish(at("E1"))).quarters == MF

    def test_waits(self) -> None:
        """Once it has waited it is not due again in that Player Turn."""
        assert not ask(movers_due, tank("", moved=True), squad("A1"))
