"""A12.15: who walks into concealed enemies."""

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import close
from opfor.rules.choices.orders import MoveTo
from opfor.rules.orders.infantry.a03_3_move import do_move
from opfor.state.counters import DUMMY
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.rules.given.world import game

BOARD = "board: t\nsize: 17x10\nwoods: H5\n"


def walked(*dice: str, berserk: bool = False, hidden: bool = False) -> Game[State]:
    """A concealed squad walks into woods with two concealed enemies."""

    def run(play: Play) -> None:
        for id_ in ("a", "b"):
            unit = replace(play.state.units[id_], concealed=not hidden, hidden=hidden)
            play.emit(UnitChanged(unit, "set"))
        mover = replace(play.state.units["V"], concealed=True, berserk=berserk)
        play.emit(UnitChanged(mover, "set"))
        do_move(play, "FRIENDLY", MoveTo(("V",), LocationName("tH5")))
        close(play)

    enemies = {"a": ("russian/4-4-7", "tH5"), "b": ("russian/8-0", "tH5")}
    units = {"V": ("german/4-6-7", "tG5")}
    return game(*dice, board=BOARD, units=units, enemies=enemies, run=run)


class TestA12_15Detection:
    """A12.15."""

    def test_put_back(self) -> None:
        """One enemy is revealed; the mover is back, without "?", and done."""
        state = walked("A12.15 random 5 2").state
        assert (state.units["a"].concealed, state.units["b"].concealed) == (False, True)
        unit = state.units["V"]
        assert (unit.location, unit.concealed, unit.moved) == ("tG5", False, True)

    def test_ties_reveal_both(self) -> None:
        """Random Selection may reveal more than one."""
        state = walked("A12.15 random 3 3").state
        assert not any(state.units[id_].concealed for id_ in "ab")

    def test_hidden_units_come_onto_the_map(self) -> None:
        """Hidden units are concealed from now on, but for the one revealed."""
        state = walked("A12.15 random 5 2", hidden=True).state
        assert not any(state.units[id_].hidden for id_ in "ab")
        assert state.units["b"].concealed

    def test_exc2_charge(self) -> None:
        """A berserk unit goes in among them."""
        assert walked(berserk=True).state.units["V"].location == "tH5"

    def test_exc3_dummies_alone(self) -> None:
        """They are gone, and the stack goes on."""

        def run(play: Play) -> None:
            dummy = replace(play.state.units["a"], concealed=True)
            play.emit(UnitChanged(dummy, "set"))
            do_move(play, "FRIENDLY", MoveTo(("V",), LocationName("tH5")))
            close(play)

        enemies = {"a": (DUMMY, "tH5")}
        units = {"V": ("german/4-6-7", "tG5")}
        state = game(board=BOARD, units=units, enemies=enemies, run=run).state
        assert "a" not in state.units
        assert state.units["V"].location == "tH5"

    def test_exc1_bypass(self) -> None:
        """A stack in Bypass meets nobody."""

        def run(play: Play) -> None:
            enemy = replace(play.state.units["a"], concealed=True)
            play.emit(UnitChanged(enemy, "set"))
            order = MoveTo(("V",), LocationName("tH5"), bypass=(0,))
            do_move(play, "FRIENDLY", order)
            assert play.state.move
            assert play.state.move.spent == MF
            assert play.state.units["V"].location == "tH5"

        enemies = {"a": ("russian/4-4-7", "tH5")}
        board = "board: t\nsize: 17x10\nstone building: H5\n"
        units = {"V": ("german/4-6-7", "tG5")}
        game(board=board, units=units, enemies=enemies, run=run)

    def test_exc3_only_dummies(self) -> None:
        """Dummies are removed, and the mover goes in."""

        def run(play: Play) -> None:
            for id_ in ("a", "b"):
                seen = replace(play.state.units[id_], concealed=True)
                play.emit(UnitChanged(seen, "set"))
            do_move(play, "FRIENDLY", MoveTo(("V",), LocationName("tH5")))

        enemies = {"a": (DUMMY, "tH5"), "b": (DUMMY, "tH5")}
        units = {"V": ("german/4-6-7", "tG5")}
        state = game(board=BOARD, units=units, enemies=enemies, run=run).state
        assert (set(state.units), state.units["V"].location) == ({"V"}, "tH5")
