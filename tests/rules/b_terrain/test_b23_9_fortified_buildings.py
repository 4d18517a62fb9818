"""B23.9: Fortified Building Locations."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.a_infantry.a07_fire.a07_52_drm import cover_of
from opfor.rules.b_terrain.b23_9_fortified_buildings import fortified_tem
from opfor.rules.choices.orders import MoveTo
from opfor.state.events import FortificationAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Fortification, LocationName
from tests.rules.given.mines import played
from tests.rules.given.world import game

BOARD = "board: t\nsize: 17x10\nwoods: H5\nroad: F4 > G5 > H4\nstone building: G6\n"
SQUAD = ("german/4-6-7", "tG5")

L = LocationName


class TestB23_922FortifiedBuilding:
    """B23.922."""

    @pytest.mark.parametrize(
        ("counter", "pinned", "free"),
        [
            ("russian/4-4-7", False, False),
            ("russian/4-4-7", True, True),
            ("russian/2-3-7", False, True),
        ],
    )
    def test_held_by_a_squad(self, counter: str, pinned: bool, free: bool) -> None:
        """An unpinned squad keeps even a berserk unit out, a HS does not."""

        def run(play: Play) -> None:
            where = LocationName("tG6")
            fort = Fortification(id="f", kind="fortified building", location=where)
            play.emit(FortificationAdded(fort))
            enemy = replace(play.state.units["e"], pinned=pinned)
            play.emit(UnitChanged(enemy, "set"))
            play.emit(UnitChanged(replace(play.state.units["V"], berserk=True), "set"))
            order = MoveTo(("V",), where)
            if free:
                assert plan(play, order).charge
            else:
                with pytest.raises(Illegal, match="Fortified Building"):
                    plan(play, order)

        game(board=BOARD, units={"V": SQUAD}, enemies={"e": (counter, "tG6")}, run=run)


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
