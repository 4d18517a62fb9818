"""B28 in play: mines attack who enters their Location, and who leaves it."""

from msgspec.structs import replace

from opfor.rules.a_infantry.a07_fire.attack import fp_attack
from opfor.rules.choices.orders import Advance, MoveTo
from opfor.rules.orders.infantry.a03_3_move import do_move
from opfor.rules.orders.infantry.a03_7_advance import do_advance
from opfor.rules.orders.infantry.b28_41_mines import leave_mines, mines
from opfor.state.events import (
    SuspectPlaced,
    UnitChanged,
    WeatherChanged,
)
from opfor.state.in_progress import Move, Weather
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Suspect
from tests.rules.given.mines import played

L = LocationName


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

    def test_a_half_squad_goes_on(self) -> None:
        """What is left of a squad Reduced in the mines that it leaves advances."""
        state = self.advanced("tD5", "tD4", "A7.3 DR 1,2", "A10.1 DR 1,2")
        assert "V" not in state.units
        assert [str(unit.location) for unit in state.units.values()] == ["tD4"]

    def test_a_half_squad_makes_suspects_eligible(self) -> None:
        """S5.2: so is a S? checked for what is left of one Reduced as it enters."""

        def run(play: Play) -> None:
            play.emit(SuspectPlaced(Suspect("S1", L("tD6"))))
            do_advance(play, "FRIENDLY", Advance(("V",), L("tD5")))

        state = played(run, "A7.3 DR 1,2", "A10.1 DR 1,2", "S5.1 dr 6", at="tD4")
        assert "V" not in state.units
        assert state.suspects == {}
