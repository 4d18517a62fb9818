"""A7.1: who may attack by fire."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from tests.rules.given.armor import cases
from tests.rules.given.fire import planned, scene, sw, unit

A = unit("a", "german/4-6-7", "tC5")


LEADER = unit("l", "german/8-1", "tC5")


class TestA7_1FireAttacks:
    """A7.1."""

    @pytest.mark.parametrize(
        "states",
        [
            {"broken": True},
            {"melee": True},
            {"unarmed": True},
            {"guard": "x"},
            {"ti": True},
            {"panic": True},
            {"berserk": True},
        ],
    )
    def test_who_cannot(self, states: dict[str, Any]) -> None:
        """Broken, unarmed, captured, TI, berserk and the like do not Prep Fire."""
        with pytest.raises(Illegal, match=r"A7\.1"):
            planned(scene(unit("a", "german/4-6-7", "tC5", **states)), "a", "tE5")

    def test_berserk_defender(self) -> None:
        """A berserk unit fires as DEFENDER, also at range (D-812)."""
        berserk = unit("a", "german/4-6-7", "tC5", berserk=True)
        there = scene(berserk, phase="DFPh", side="ENEMY")
        assert planned(there, "a", "tE5").fp > 0

    @pytest.mark.parametrize("firers", ["", "x", "l"])
    def test_nobody(self, firers: str) -> None:
        """An attack needs somebody of the side who has FP."""
        with pytest.raises(Illegal, match=r"A7\.1"):
            planned(scene(A, LEADER), firers, "tE5")

    def test_not_the_enemys(self) -> None:
        """What is the other side's does not fire for this one."""
        with pytest.raises(Illegal, match="yours"):
            planned(scene(A, unit("e", "russian/4-4-7", "tC5")), "a e", "tE5")

    @pytest.mark.parametrize("states", [{"malfunctioned": True}, {"owner": ""}])
    def test_weapons(self, states: dict[str, Any]) -> None:
        """A SW fires if it works and somebody has it."""
        weapon = sw("h", "german/hmg", states.pop("owner", "a"), **states)
        with pytest.raises(Illegal):
            planned(scene(A, weapon), "h", "tE5")


class TestA7_1Crew:
    """A7.1 of a vehicle."""

    @pytest.mark.parametrize("state", [{"stunned": True}, {"shock": "shock"}])
    def test_no_fire_without_a_crew(self, state: dict[str, Any]) -> None:
        """Stunned and Shocked crews do not fire."""
        with pytest.raises(Illegal, match="without a crew"):
            cases(tank=state)
