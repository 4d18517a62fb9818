"""C3: a Fire order of ordnance as a `ToHit`, or the rule that forbids it."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import is_to_hit, plan_shot
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.choices.orders import Fire
from opfor.state.play import Play
from tests.rules.given.ordnance import MTR, L, looked
from tests.rules.given.shots import barred, gun, plan


class TestC3_33AreaTargetType:
    """C3.33."""

    def test_a_mortar(self) -> None:
        """A 50mm mortar: area, 7 at four hexes, half of 6 FP; R +1 for the grain."""
        shot = plan()
        assert (shot.type, shot.number, float(shot.fp)) == ("area", 7, 3.0)
        assert [mod.rule for mod in shot.mods] == ["C6.9"]
        assert (shot.rof, shot.breakdown, shot.mark) == (3, 12, "final")

    def test_smoke(self) -> None:
        """SMOKE has +2 at up to 12 hexes, a depletion number, no FP and no targets."""
        shot = plan(weapon="british/51-mtr", order={"ammo": "smoke"})
        assert (shot.type, shot.number, shot.depletion) == ("area", 9, 7)
        assert not shot.aims
        assert shot.fp == 0

    def test_a_gun_may(self) -> None:
        """A Gun uses the Infantry Target Type, or this if the order says so."""
        assert plan(**gun()).type == "infantry"
        assert plan(order={"area": True}, **gun()).type == "area"

    def test_rof(self) -> None:
        """Of what fires so only a mortar keeps its ROF."""
        shot = plan(order={"area": True}, **gun())
        assert (shot.type, shot.rof, plan().rof) == ("area", 0, 3)

    def test_is_to_hit(self) -> None:
        """Orders of ordnance and of PF are; those of small arms are not."""

        def run(play: Play) -> list[bool]:
            orders = (
                Fire(("w",), L("tH5")),
                Fire(("R",), L("tH5")),
                Fire(("R",), L("tH5"), ammo="PF"),
            )
            return [is_to_hit(play, order) for order in orders]

        assert looked(run, weapon=MTR) == [True, False, True]


class TestInfantryTargetType:
    """C3.32 as planned."""

    def test_a_gun(self) -> None:
        """45L at four hexes: TH# 8, 4 FP; TEM and "?" of its target."""
        shot = plan("tH7", target="tH7", theirs={"concealed": True}, **gun())
        assert (shot.number, shot.fp) == (8, 4)
        (aim,) = shot.aims
        assert sum(mod.value for mod in aim.mods) == 5

    def test_somebody_else(self) -> None:
        """Not the other side's Weapon, not several at once, not nobody's."""
        assert barred(order={"firers": ("w", "R")}) == "A7.55"
        assert barred(order={"firers": ("x",)}) == "A7.1"

        def run(play: Play) -> ToHit:
            return plan_shot(play, "FRIENDLY", Fire(("w",), L("tH5")))

        with pytest.raises(Illegal, match="not yours"):
            looked(run, weapon=MTR)

    @pytest.mark.parametrize("state", [{"dm": True}, {"malfunctioned": True}])
    def test_out_of_order(self, state: dict[str, Any]) -> None:
        """A dm or malfunctioned mortar does not fire."""
        assert barred(weapon_state=state) == "A9.7"

    def test_a_broken_unit(self) -> None:
        """Nor does a broken unit."""
        assert barred(state={"broken": True}) == "A7.1"

    def test_no_los(self) -> None:
        """Not through a house."""
        assert barred("tL7", at="tD7", **gun()) == "A6.1"

    def test_range(self) -> None:
        """A mortar has a least range (C9.1); a Gun with one a greatest (C2.2)."""
        assert barred("tF5") == "C9.1"
        assert barred("tK5", weapon="german/psk", date="1944-08") == "C2.2"
