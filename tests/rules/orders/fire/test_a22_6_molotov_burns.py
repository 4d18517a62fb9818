"""A22.6: what MOL do beside their FP."""

import pytest
from msgspec.structs import replace

from opfor.rules.choices.orders import Fire
from opfor.rules.orders.fire import a07_fire
from opfor.state.events import WeatherChanged
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Side
from tests.rules.given.molotovs import thrown
from tests.rules.given.ordnance import L, table

ENEMY: Side = "ENEMY"


class TestA22_6_drWhatTheyDo:
    """A22.6, the coloured die of the attack."""

    def test_a_six_breaks_the_thrower(self) -> None:
        """A coloured 6 breaks him."""
        state: State = thrown("A22.611/dr dr 1", "A7.3 DR 6,5").state
        assert state.units["R"].broken

    def test_not_without_mol(self) -> None:
        """Not if he threw none."""
        state: State = thrown("A22.611/dr dr 6", "A7.3 DR 6,5").state
        assert not state.units["R"].broken

    @pytest.mark.parametrize(("target", "burns"), [("tL7", True), ("tE5", False)])
    def test_a_one_is_a_flame(self, target: str, burns: bool) -> None:
        """A coloured 1 sets a house on fire, not the open."""
        at = "tK7" if burns else "tD5"
        state: State = thrown(
            "A22.611/dr dr 1",
            "A7.3 DR 1,6",
            "A10.1 DR 1,2",
            target=target,
            at=at,
        ).state
        assert [m.kind for m in state.markers.values()] == (["flame"] if burns else [])

    def test_not_in_rain(self) -> None:
        """Nothing burns in rain."""

        def run(play: Play) -> None:
            play.emit(WeatherChanged(replace(Weather(), sky="rain"), "it rains"))
            order = Fire(("R",), L("tL7"), mol=True)
            a07_fire.do_fire(play, "ENEMY", order)

        dice = ("A22.611/dr dr 1", "A7.3 DR 1,6", "A10.1 DR 1,2")
        state = table(run, *dice, mol=("ENEMY",), target="tL7", at="tK7").state
        assert not state.markers
