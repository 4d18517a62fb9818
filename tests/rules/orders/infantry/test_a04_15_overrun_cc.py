"""A4.15 in play: the NTC before an Infantry OVR, and what follows upon it."""

from typing import Any

import pytest

from opfor.geo.terrain_chart import MF
from tests.rules.given.infantry_overrun import overrun

SQUAD = {"V": ("german/4-6-7", "tG5")}
LED = SQUAD | {"L": ("german/9-1", "tG5")}
NTC, CC = "A10.1 DR", "A11.31 DR"


class TestA4_15_ntcTheNtc:
    """A4.15, the NTC."""

    def test_failed(self) -> None:
        """Who fails has had his MPh, and spends nothing."""
        state = overrun(f"{NTC} 4,4").state
        unit = state.units["V"]
        assert (unit.location, unit.moved, unit.broken) == ("tG5", True, False)
        assert state.move is None

    def test_tem(self) -> None:
        """TEM of the Location is added: a 7 is not enough for woods."""
        enemies = {"e": ("russian/8-1", "tH5")}
        state = overrun(f"{NTC} 3,4", to="tH5", enemies=enemies).state
        assert state.units["V"].moved

    def test_a_leader_passes_for_all(self) -> None:
        """One NTC, by the leader, who goes with the squad."""
        dice = (f"{NTC} 4,4", f"{CC} 1,2", f"{CC} 6,5")
        state = overrun(*dice, units=LED).state
        assert {state.units[id_].location for id_ in LED} == {"tG6"}

    def test_the_leader_fails(self) -> None:
        """Then the squad tries for itself, and he goes with it."""
        dice = (f"{NTC} 5,6", f"{NTC} 1,2", f"{CC} 1,2", f"{CC} 6,5")
        state = overrun(*dice, units=LED).state
        assert {state.units[id_].location for id_ in LED} == {"tG6"}


class TestA4_15_ccAtOnce:
    """A4.15, the CC."""

    def test_the_smc_dies(self) -> None:
        """4-1 kills on a 5; the squad may go on with two MF."""
        state = overrun(f"{NTC} 3,4", f"{CC} 2,3", f"{CC} 6,5").state
        assert "e" not in state.units
        assert state.move
        assert (state.move.spent, state.move.overrun) == (2 * MF, False)
        assert not state.units["V"].melee

    def test_melee(self) -> None:
        """If both survive they are in Melee, and the move is over."""
        state = overrun(f"{NTC} 3,4", f"{CC} 6,4", f"{CC} 6,5").state
        assert state.units["V"].melee
        assert state.units["e"].melee
        assert state.move is None

    def test_a_broken_one_does_not_fight(self) -> None:
        """A broken SMC makes no attack."""
        state = overrun(f"{NTC} 3,4", f"{CC} 1,2", states={"e": {"broken": True}}).state
        assert "e" not in state.units


class TestA4_15_escapeHeRuns:
    """A4.15, the escape."""

    def test_gone(self) -> None:
        """He leaves for an ADJACENT Location; there is no CC."""
        state = overrun(f"{NTC} 3,4", choice="tG7").state
        assert state.units["e"].location == "tG7"
        assert state.move

    @pytest.mark.parametrize("held", [{"pinned": True}, {"fired": "first"}])
    def test_held(self, held: dict[str, Any]) -> None:
        """Not if he is pinned, or has fired."""
        dice = (f"{NTC} 3,4", f"{CC} 2,3", f"{CC} 6,5")
        state = overrun(*dice, choice="", states={"e": held}).state
        assert "e" not in state.units
