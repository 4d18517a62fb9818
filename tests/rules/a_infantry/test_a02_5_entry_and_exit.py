"""A2.5, A2.6: onto the map and off it."""

import pytest

from opfor.core.errors import Illegal
from opfor.core.event import Event
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a02_5_entry_and_exit import exit_edges, reinforcements
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import inward
from opfor.rules.choices.orders import MoveTo
from opfor.rules.sequence.legal_orders import carry_out, legal
from opfor.state.events import PhaseBegan, WeaponAdded
from opfor.state.mission import OB
from opfor.state.play import FrozenView, Play
from opfor.state.units import OFFBOARD, LocationName, Weapon
from tests.rules.given.set_up import heavy
from tests.rules.given.world import game

FLAT = "board: t\nsize: 17x10\n"


def moving(side: str = "FRIENDLY") -> Event:
    """The MPh of a side begins."""
    return PhaseBegan(1, side, "MPh")  # type: ignore[arg-type] # a test's word


class TestA2_5Entry:
    """A2.5."""

    def test_on_their_turn(self) -> None:
        """A line of the OB comes offboard on its turn, and enters by its own edge."""
        lines = (
            OB("4-6-7", turn=2, number=2),
            OB("4-4-7", turn=2, side="ENEMY"),
        )

        def run(play: Play) -> None:
            reinforcements(play)
            assert not play.state.units
            play.emit(PhaseBegan(2, "FRIENDLY", "RPh"))
            reinforcements(play)
            play.emit(PhaseBegan(2, "ENEMY", "RPh"))
            reinforcements(play)
            assert list(play.state.units) == ["467A", "467B", "e447A"]
            play.emit(PhaseBegan(2, "ENEMY", "MPh"))
            assert plan(play, MoveTo(("e447A",), LocationName("tQ5"))).spent == MF
            with pytest.raises(Illegal, match="not along the EBE"):
                plan(play, MoveTo(("e447A",), LocationName("tA5")))

        game(board=FLAT, run=run, unit=lines)


class TestA2_6Exit:
    """A2.6."""

    def test_the_enemy_leaves_by_the_fbe(self) -> None:
        """An ENEMY unit steps off the FBE with its SW, for one MF."""

        def run(play: Play) -> None:
            play.emit(WeaponAdded(Weapon(id="m", counter="russian/lmg", owner="e")))
            play.emit(moving("ENEMY"))
            order = MoveTo(("e",), OFFBOARD)
            offers = {o.order: o.cost for o in legal(play, "ENEMY")}
            assert offers[order] == MF
            carry_out(play, "ENEMY", order)

        state = game(board=FLAT, enemies={"e": ("russian/4-4-7", "tA5")}, run=run).state
        assert not state.units
        assert not state.weapons
        assert state.move is None

    def test_friendly_units_only_where_the_mission_says(self) -> None:
        """FRIENDLY units do not leave unless the Mission names an edge."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match="may not leave the map here"):
                plan(play, MoveTo(("V",), OFFBOARD))

        units = {"V": ("german/4-6-7", "tQ5")}
        game(board=FLAT, units=units, run=run)

        def allowed(play: Play) -> None:
            assert exit_edges(play, "FRIENDLY") == ("EBE",)
            assert plan(play, MoveTo(("V",), OFFBOARD)).spent == MF

        game(board=FLAT, units=units, run=allowed, exits=("EBE",))


class TestA2_9_vehicle:
    """A2.9/vehicle."""

    def test_stopped(self) -> None:
        """On the map it is Stopped, CE, and looks inward."""
        state, world = heavy()
        tanks = [u.vehicle for u in state.units.values() if u.vehicle]
        assert len(tanks) == 2
        for tank in tanks:
            assert tank.ce
            assert not tank.motion
            assert tank.vca == tank.tca == inward(FrozenView(state, world), "FRIENDLY")

    def test_place(self) -> None:
        """It stands where a vehicle may be, and not in a building; armed."""
        state, world = heavy()
        for unit in state.units.values():
            if unit.vehicle:
                assert not world.in_building(unit.location)
                assert state.weapons_of(unit.id)
