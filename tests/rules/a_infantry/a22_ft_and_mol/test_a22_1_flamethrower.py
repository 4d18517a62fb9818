"""A22: Flamethrowers."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a22_ft_and_mol.a22_1_flamethrower import (
    ft_offers,
    is_ft,
    plan_ft,
)
from opfor.rules.choices.orders import Fire
from opfor.rules.orders.fire import a07_3_attacks
from opfor.state.play import Play
from opfor.state.units import LocationName, Phase
from tests.rules.given.ordnance import L, looked, table
from tests.rules.given.vehicle_machine_guns import scene

ELITE = "russian/4-5-8"


def ft(target: str = "tE5", **given: Any) -> Attack:
    """The attack of R's FT at V."""
    given.setdefault("unit", ELITE)
    made: Attack = looked(
        lambda play: plan_ft(play, "ENEMY", Fire(("w",), L(target))),
        weapon="russian/ft",
        target=target,
        **given,
    )
    return made


class TestA22_1FlamethrowerAttacks:
    """A22.1."""

    @pytest.mark.parametrize(("target", "fp"), [("tD5", 24), ("tE5", 24), ("tF6", 12)])
    def test_range(self, target: str, fp: int) -> None:
        """24 FP at up to one hex, never doubled; 12 at two."""
        assert ft(target).fp == fp

    @pytest.mark.parametrize(
        ("wet", "target", "fp"),
        [
            ("marsh: D5", "tE5", 12),
            ("marsh: D5", "tF6", 6),
            ("stream: D4 > D5 > D6", "tE5", 12),
        ],
    )
    def test_out_of_water(self, wet: str, target: str, fp: int) -> None:
        """A7.23: half as much out of a marsh or stream."""
        assert ft(target, board=f"board: t\nsize: 20x10\n{wet}\n").fp == fp

    def test_out_of_reach(self) -> None:
        """Not at three hexes."""
        with pytest.raises(Illegal, match=r"A22\.1"):
            ft("tG5")

    def test_no_tem(self) -> None:
        """A stone house does not protect; an elite squad's X# is 10."""
        made = ft("tD7", at="tD6")
        assert made.cover.value == 0
        assert made.arms[0].removal == 10

    def test_afph(self) -> None:
        """Not halved in the AFPh."""
        assert ft(phase="AFPh", turn="ENEMY").fp == 24

    @pytest.mark.parametrize("state", [{"pinned": True}, {"broken": True}])
    def test_who_cannot(self, state: dict[str, Any]) -> None:
        """Not while pinned or broken."""
        with pytest.raises(Illegal):
            ft(state=state)

    def test_in_play(self) -> None:
        """An Original 10 removes it; CX is +1."""
        made = ft(state={"cx": True})
        assert [mod.value for mod in made.mods] == [1]

        def run(play: Play) -> None:
            assert is_ft(play, Fire(("w",), L("tE5")))
            assert len(list(ft_offers(play, "ENEMY"))) == 1
            a07_3_attacks.attack(play, plan_ft(play, "ENEMY", Fire(("w",), L("tE5"))))

        state = table(
            run,
            "A7.3 DR 4,6",
            "A10.1 DR 1,2",
            weapon="russian/ft",
            unit=ELITE,
            target="tE5",
        ).state
        assert "w" not in state.weapons


class TestA22_3WhoCanUseIt:
    """A22.3."""

    def test_not_elite(self) -> None:
        """For first line troops the X# is 8."""
        assert ft(unit="russian/4-4-7").arms[0].removal == 8


class TestA22_1Vehicles:
    """A22.1."""

    @pytest.mark.parametrize(
        ("phase", "motion", "fp"),
        [("PFPh", False, 32), ("MPh", False, 32), ("MPh", True, 16)],
    )
    def test_fp(self, phase: Phase, motion: bool, fp: int) -> None:
        """32 FP next to it, in its own MPh too, half of it in Motion."""
        order = Fire(("tank.ma",), LocationName("K4"))
        made = scene(
            lambda p: plan_ft(p, "FRIENDLY", order),
            phase=phase,
            counter="italian/l3-lf",
            at="K4",
            tank={"motion": motion, "vca": 0},
        )
        assert made.fp == fp

    def test_arc(self) -> None:
        """Only in its arc."""
        order = Fire(("tank.ma",), LocationName("K4"))
        with pytest.raises(Illegal, match=r"D1\.8"):
            scene(
                lambda p: plan_ft(p, "FRIENDLY", order),
                counter="italian/l3-lf",
                at="K4",
                tank={"vca": 3},
            )
