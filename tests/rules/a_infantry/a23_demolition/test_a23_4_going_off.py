"""A23.4: a placed DC goes off in the AFPh."""

from typing import Any

import pytest

from opfor.rules.a_infantry.a23_demolition.a23_4_going_off import explode
from opfor.state.events import MarkerAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Marker
from tests.rules.given.ordnance import table
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
