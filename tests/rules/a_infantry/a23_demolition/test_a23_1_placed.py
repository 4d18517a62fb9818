"""A23: Demolition Charges that were placed: they go off in the AFPh."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a23_demolition.a23_1_placed import blast, explode
from opfor.state.events import MarkerAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Marker
from tests.rules.given.ordnance import L, looked, table
from tests.rules.given.world import notes

ELITE = "russian/4-5-8"


def charge(*dice: str, notes_of: bool = False, **given: Any) -> Any:
    """The squad R has placed a DC where V is; its AFPh begins."""
    given.setdefault("unit", ELITE)

    def run(play: Play) -> None:
        place = play.state.units["V"].location
        marker = Marker(id="m", kind="DC", location=place, side="ENEMY", of="w")
        play.emit(MarkerAdded(marker))
        explode(play)

    played = table(
        run,
        *dice,
        weapon="russian/dc",
        phase="AFPh",
        turn="ENEMY",
        **{"target": "tE5"} | given,
    )
    return notes(played) if notes_of else played.state


class TestA23_4APlacedDc:
    """A23.4."""

    def test_it_goes_off(self) -> None:
        """30 FP: a DR of 3 is a 2KIA, and the DC is used up."""
        state: State = charge("A7.3 DR 1,2")
        assert "V" not in state.units
        assert not state.markers
        assert "w" not in state.weapons

    @pytest.mark.parametrize("state", [{"pinned": True}, {"broken": True}])
    def test_it_does_not(self, state: dict[str, Any]) -> None:
        """Not if its user is pinned or broken: it is his again."""
        after: State = charge(state=state)
        assert after.weapons["w"].owner == "R"
        assert not after.markers

    def test_a_dud(self) -> None:
        """An Original 12 is a dud; for troops that are not elite a 10 is one."""
        assert "it is a dud" in charge("A7.3 DR 6,6", notes_of=True)
        dice, unit = "A7.3 DR 5,5", "russian/4-4-7"
        assert "it is a dud" in charge(dice, notes_of=True, unit=unit)


class TestA23_1DemolitionCharges:
    """A23.1."""

    def test_tem_and_cx(self) -> None:
        """TEM of the terrain counts, and CX."""

        def run(play: Play) -> Attack:
            unit = replace(play.state.units["R"], cx=True)
            return blast(play, unit, play.state.weapons["w"], L("tD7"))

        made: Attack = looked(run, weapon="russian/dc", unit=ELITE)
        assert (made.fp, made.cover.value, made.dud) == (30, 3, 12)
        assert [mod.value for mod in made.mods] == [1]

    def test_no_dc(self) -> None:
        """Nothing else goes off so."""
        with pytest.raises(Illegal):
            looked(
                lambda play: blast(
                    play, play.state.units["R"], play.state.weapons["w"], L("tD7")
                ),
                weapon="russian/ft",
            )
