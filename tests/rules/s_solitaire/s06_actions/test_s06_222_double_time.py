"""S6.222: Double Time."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.state.events import UnitAdded, UnitChanged
from opfor.state.play import Play
from tests.rules.given.moves import enemy, entered, phase


class TestS6_222DoubleTime:
    """S6.222."""

    def test_used(self) -> None:
        """A4b 12: REH by Double Time, six MF."""
        played = phase(*["S9.24 dr 2"] * 6, enemies={"e1": "tC2"}, command=12)
        assert len(entered(played)) == 6
        assert played.state.units["e1"].cx

    @pytest.mark.parametrize("state", [{"cx": True}, {"deeds": ("winded",)}])
    def test_impossible(self, state: dict[str, Any]) -> None:
        """Who is CX, or was as the MPh began, uses normal movement instead."""

        def tired(play: Play) -> None:
            unit = replace(play.state.units["e1"], **state)
            play.emit(UnitChanged(unit, "CX"))

        played = phase(
            *["S9.24 dr 2"] * 4, enemies={"e1": "tC2"}, command=12, changed=tired
        )
        assert len(entered(played)) == 4

    def test_not_necessary(self) -> None:
        """A4b 2: the VPO is reached without it."""
        played = phase(
            enemies={"e1": "tH7"}, command=2, vpo=("tH4",), held_by="FRIENDLY"
        )
        assert not played.state.units["e1"].cx
        assert entered(played)[-1] == "tH4"

    @pytest.mark.parametrize(("counter", "cx"), [("4-4-7", False), ("4-6-7", True)])
    def test_with_smoke_on_the_way(self, counter: str, cx: bool) -> None:
        """D-930: four MF would do, but for those of the SMOKE before the first hex."""
        squad = enemy("tH7", counter=f"german/{counter}", action="Move")
        played = phase(
            *(["A24.11 dr 5"] if cx else []),
            changed=lambda play: play.emit(UnitAdded(squad)),
            friendly="russian",
            enemy="german",
            units={"f1": ("russian/4-4-7", "tC8")},
            command=2,
            vpo=("tH4",),
            held_by="FRIENDLY",
        )
        assert played.state.units["e1"].cx is cx

    @pytest.mark.parametrize(("to", "cx"), [("tC9", False), ("tC10", True)])
    def test_a_stop_within_reach(self, to: str, cx: bool) -> None:
        """A4b 6 ends ADJACENT to the goal: six MF to there need no Double Time."""

        def led(play: Play) -> None:
            idle = {"action": "Move", "automatic": "S6.3175", "attitude": "Advance"}
            play.emit(UnitAdded(enemy("tC2", "L", counter="russian/8-0", **idle)))
            # the one he goes to stays
            play.emit(UnitAdded(enemy(to, "e2", attitude="Hold")))

        played = phase(changed=led)
        assert played.state.units["L"].cx is cx
        assert entered(played)[-1] == f"tC{int(to[2:]) - 1}"
