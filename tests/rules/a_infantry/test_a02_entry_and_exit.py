"""A2.5, A2.6: onto the map and off it."""

import pytest

from opfor.core.errors import Illegal
from opfor.core.event import Event
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a02_entry_and_exit import exit_edges, reinforcements
from opfor.rules.a_infantry.a04_movement.steps import plan
from opfor.rules.choices.orders import MoveTo
from opfor.rules.sequence.orders_by_phase import carry_out, legal
from opfor.state.events import PhaseBegan, WeaponAdded
from opfor.state.mission import OB
from opfor.state.play import Play
from opfor.state.units import OFFBOARD, LocationName, Weapon
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
