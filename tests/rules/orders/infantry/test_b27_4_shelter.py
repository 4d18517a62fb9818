"""B27.4: the order to go into a fortification, or out of it."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.orders import MoveTo, Shelter
from opfor.rules.sequence.legal_orders import carry_out, check, legal
from opfor.state.events import FortificationAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Fortification, LocationName
from tests.rules.given.spending_mf import done
from tests.rules.given.world import game

BOARD = "board: t\nsize: 17x10\nwoods: H5\nstone building: G4\n"


HERE = LocationName("tG5")


SQUAD = {"V": ("german/4-6-7", "tG5")}


class TestB27_4_mphShelter:
    """B27.4 in the MPh."""

    def test_in_and_out(self) -> None:
        """One MF to enter a foxhole, one to leave it, before any other move."""
        state = done(Shelter(("V",), "f"), fort="foxhole").state
        assert state.units["V"].inside == "f"
        assert state.move
        assert state.move.spent == MF
        with pytest.raises(Illegal, match=r"B27\.4: V must leave the foxhole first"):
            done(MoveTo(("V",), LocationName("tF5")), fort="foxhole", inside=True)
        out = Shelter(("V",), "")
        there = MoveTo(("V",), LocationName("tF5"))
        state = done(out, there, fort="foxhole", inside=True).state
        assert state.move
        assert (state.units["V"].inside, state.move.spent) == ("", 2 * MF)

    def test_prisoners_outside(self) -> None:
        """A Guard leaves it though his prisoner is not inside."""

        def run(play: Play) -> None:
            hole = Fortification(id="f", kind="foxhole", location=HERE, capacity=1)
            play.emit(FortificationAdded(hole))
            for id_, fields in (("V", {"inside": "f"}), ("e", {"guard": "V"})):
                unit = replace(play.state.units[id_], **fields)
                play.emit(UnitChanged(unit, "set"))
            check(play, "FRIENDLY", Shelter(("V",), ""))
            carry_out(play, "FRIENDLY", Shelter(("V",), ""))

        enemies = {"e": ("russian/4-4-7", "tG5")}
        state = game(board=BOARD, units=SQUAD, enemies=enemies, run=run).state
        assert not state.units["V"].inside

    def test_room(self) -> None:
        """Two squads do not fit into a foxhole for one."""
        both = SQUAD | {"W": ("german/4-6-7", "tG5")}
        with pytest.raises(Illegal, match="do not fit"):
            done(Shelter(("V", "W"), "f"), fort="foxhole", units=both)

    def test_a_prisoner_inside(self) -> None:
        """B30.6: the enemy inside shuts it; a prisoner is none."""

        def run(play: Play) -> None:
            trench = Fortification(id="f", kind="trench", location=HERE, capacity=3)
            play.emit(FortificationAdded(trench))
            enemy = replace(play.state.units["e"], inside="f")
            play.emit(UnitChanged(enemy, "set"))
            with pytest.raises(Illegal, match=r"B30\.6"):
                check(play, "FRIENDLY", Shelter(("V",), "f"))
            play.emit(UnitChanged(replace(enemy, guard="V"), "set"))
            check(play, "FRIENDLY", Shelter(("V",), "f"))

        enemies = {"e": ("russian/4-4-7", "tG5")}
        game(board=BOARD, units=SQUAD, enemies=enemies, run=run)

    def test_offered(self) -> None:
        """What can be entered is offered, with its cost."""

        def run(play: Play) -> None:
            built = Fortification(id="f", kind="trench", location=HERE, capacity=3)
            play.emit(FortificationAdded(built))
            offers = {o.order: o.cost for o in legal(play, "FRIENDLY")}
            assert offers[Shelter(("V",), "f")] == MF

        game(board=BOARD, units=SQUAD, run=run)
