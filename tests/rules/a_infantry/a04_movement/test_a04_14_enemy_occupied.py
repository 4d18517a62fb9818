"""A4.14: enemy-occupied Locations are not entered."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.choices.orders import MoveTo
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.infantry_steps import BOARD, SQUAD
from tests.rules.given.world import game


class TestA4_14EnemyLocations:
    """A4.14."""

    def test_a_known_enemy_unit_bars_the_way(self) -> None:
        """A Location with a Known ENEMY unit is not entered in the MPh (A4.14)."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match="Known unit of the ENEMY"):
                plan(play, MoveTo(("V",), LocationName("tH5")))

        enemies = {"e447A": ("russian/4-4-7", "tH5")}
        game(board=BOARD, units=SQUAD, enemies=enemies, run=run)

    def test_a_concealed_one_does_not(self) -> None:
        """Nobody knows of a concealed unit, so its Location may be entered."""
        enemies = {"e447A": ("russian/4-4-7", "tH5")}

        def run(play: Play) -> None:
            unit = replace(play.state.units["e447A"], concealed=True)
            play.emit(UnitChanged(unit, "set"))
            assert plan(play, MoveTo(("V",), LocationName("tH5"))).steps == 1

        game(board=BOARD, units=SQUAD, enemies=enemies, run=run)

    def test_exc1_charge(self) -> None:
        """A berserk unit may enter, with its eight MF."""
        enemies = {"e447A": ("russian/4-4-7", "tH5")}

        def run(play: Play) -> None:
            unit = replace(play.state.units["V"], berserk=True)
            play.emit(UnitChanged(unit, "set"))
            move = plan(play, MoveTo(("V",), LocationName("tH5")))
            assert (move.charge, move.allotment) == (True, 8 * MF)

        game(board=BOARD, units=SQUAD, enemies=enemies, run=run)

    def test_exc2_infantry_ovr(self) -> None:
        """A lone SMC may be overrun."""

        def run(play: Play) -> None:
            order = MoveTo(("V",), LocationName("tH5"), overrun=True)
            assert plan(play, order).overrun

        enemies = {"e81A": ("russian/8-1", "tH5")}
        game(board=BOARD, units=SQUAD, enemies=enemies, run=run)

    @pytest.mark.parametrize("broken", [True, False])
    def test_exc3_bypass(self, broken: bool) -> None:
        """A Known unit in a building is gone past if it is broken, else not (A4.32)."""

        def run(play: Play) -> None:
            unit = replace(play.state.units["e447A"], broken=broken)
            play.emit(UnitChanged(unit, "set"))
            order = MoveTo(("V",), LocationName("tH5"), bypass=(0,))
            if broken:
                assert plan(play, order).bypass == (0,)
                return
            with pytest.raises(Illegal, match="Known unbroken enemy"):
                plan(play, order)

        house = "board: t\nsize: 17x10\nstone building: H5\n"
        enemies = {"e447A": ("russian/4-4-7", "tH5")}
        units = {"V": ("german/4-6-7", "tG5")}
        game(board=house, units=units, enemies=enemies, run=run)
