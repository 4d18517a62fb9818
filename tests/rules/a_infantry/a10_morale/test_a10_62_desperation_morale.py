"""A10.62: when broken units come under DM."""

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a10_morale.a10_62_desperation_morale import (
    alarm,
    beset,
    desperation,
)
from opfor.state.events import PhaseBegan, UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName, Phase
from tests.rules.given.stack import Stack, stack, unit

BROKEN = {"broken": True}
SQUAD: Stack = {"V": ("german/4-6-7", BROKEN)}


class TestA10_62DesperationMorale:
    """A10.62."""

    @staticmethod
    def after(phase: Phase, enemy: str) -> bool:
        """Whether a broken squad is under DM as a phase begins."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "FRIENDLY", phase))
            desperation(play)

        enemies = {"E": ("russian/4-4-7", enemy)}
        return unit(stack(run, SQUAD, enemies=enemies), "V").dm

    @pytest.mark.parametrize("phase", ["RPh", "RtPh"])
    def test_adjacent(self, phase: Phase) -> None:
        """ADJACENT to a Known armed enemy it is always under DM."""
        assert self.after(phase, "tK6")

    @pytest.mark.parametrize(("phase", "dm"), [("RPh", False), ("RtPh", True)])
    def test_in_the_open(self, phase: Phase, dm: bool) -> None:
        """In the open before an enemy in range it is as the RtPh begins."""
        assert self.after(phase, "tJ3") is dm

    def test_exc1_out_of_reach(self) -> None:
        """Beyond the enemy's normal range it is not."""
        assert not self.after("RtPh", "tP6")


class TestA10_62_nearAlarm:
    """A10.62/near."""

    @pytest.mark.parametrize(
        ("start", "dm"), [("tL7", True), ("tK6", False), ("tP6", False)]
    )
    def test_who_comes(self, start: str, dm: bool) -> None:
        """Whoever comes ADJACENT puts it under DM, not who was so before (D-494)."""

        def run(play: Play) -> None:
            before = beset(play)
            come = LocationName("tK7" if start != "tP6" else "tP7")
            moved = replace(play.state.units["E"], location=come)
            play.emit(UnitChanged(moved, "comes"))
            alarm(play, before)

        enemies = {"E": ("russian/4-4-7", start)}
        assert unit(stack(run, SQUAD, enemies=enemies), "V").dm is dm
