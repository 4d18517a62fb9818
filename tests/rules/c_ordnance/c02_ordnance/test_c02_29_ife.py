"""C2.29: Guns that fire on the IFT by their IFE."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.c_ordnance.c02_ordnance.c02_29_ife import ife_offers, plan_ife
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import is_to_hit
from opfor.rules.choices.orders import Fire
from opfor.rules.orders.fire.a07_fire import do_fire
from opfor.rules.sequence import legal_orders
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Acquired, GunState
from tests.rules.given.ordnance import CREW, GUN, L, looked, table

FLAK = "russian/37l-aa-zp-obr-39"
CA = {"gun": GunState(ca=2)}


def order(to: str = "tH5", **fields: Any) -> Fire:
    """Fire by IFE at a Location."""
    return Fire(("w",), L(to), ammo="IFE", **fields)


def given(**more: Any) -> dict[str, Any]:
    """A 37mm AA Gun with 8 FP, pointing along row 5."""
    return {"weapon": FLAK, "unit": CREW, "weapon_state": CA} | more


def plan(to: str = "tH5", order_: dict[str, Any] | None = None, **more: Any) -> Attack:
    """The attack."""
    made: Attack = looked(
        lambda play: plan_ife(play, "ENEMY", order(to, **(order_ or {}))),
        **given(**more),
    )
    return made


def fire(*dice: str, **more: Any) -> Game[State]:
    """It fires at V."""
    to = more.get("target", "tH5")

    def run(play: Play) -> None:
        do_fire(play, "ENEMY", order(to))

    return table(run, *dice, **given(**more))


class TestC2_29Ife:
    """C2.29."""

    @pytest.mark.parametrize(
        ("fields", "fp"),
        [
            ({}, 8),
            ({"target": "tE5"}, 16),
            ({"state": {"pinned": True}}, 4),
            ({"phase": "AFPh", "turn": "ENEMY"}, 4),
        ],
    )
    def test_fp(self, fields: dict[str, Any], fp: int) -> None:
        """8 FP, doubled by PBF, halved if pinned and in the AFPh."""
        assert plan(fields.get("target", "tH5"), **fields).fp == fp

    def test_range(self) -> None:
        """16 hexes, no Long Range."""
        assert plan("tT9", target="tT9", at="tD9").fp == 8
        with pytest.raises(Illegal, match="16 hexes"):
            plan("tU9", target="tU9", at="tD9")

    def test_arm(self) -> None:
        """Its ROF is 3, its B# 12, and it does not cower."""
        made = plan()
        assert (made.arms[0].rof, made.arms[0].breakdown, made.cowers) == (3, 12, 0)

    def test_own_breakdown_number(self) -> None:
        """A counter may have another B# for it."""
        made = plan(weapon="finnish/20l-at-pstk-40", unit="finnish/2-2-8")
        assert made.arms[0].breakdown == 10

    def test_turning(self) -> None:
        """Case A is a DRM of the IFT DR."""
        made = plan(weapon_state={"gun": GunState(ca=5)})
        assert any(mod.rule == "C5.1" for mod in made.mods)

    @pytest.mark.parametrize(
        "fields", [{"leaders": ("V",)}, {"second": L("tE5")}, {"area": True}]
    )
    def test_plainly(self, fields: dict[str, Any]) -> None:
        """Nobody directs it, and it does nothing but fire."""
        with pytest.raises(Illegal, match="plainly"):
            plan(order_=fields)

    def test_who_has_none(self) -> None:
        """Not every Gun has IFE; and it is no shot by To Hit."""
        with pytest.raises(Illegal, match="no IFE"):
            plan(weapon=GUN)
        assert looked(lambda play: is_to_hit(play, order()), **given()) is False

    def test_once(self) -> None:
        """Once a phase but for its ROF."""
        fired = CA | {"fired": "final"}
        with pytest.raises(Illegal):
            plan(weapon_state=fired)
        assert plan(weapon_state=fired | {"rof": True}).fp == 8

    def test_offered(self) -> None:
        """It is offered, and passes as an order."""

        def run(play: Play) -> list[Any]:
            found = [offer.order for offer in ife_offers(play, "ENEMY")]
            for one in found:
                legal_orders.check(play, "ENEMY", one)
            return found

        assert looked(run, **given(turn="FRIENDLY", phase="DFPh")) == [order()]

    def test_first_fire(self) -> None:
        """At what moves, and at nothing else."""
        with pytest.raises(Illegal, match="each MF spent"):
            plan(phase="MPh")


class TestC2_29_turnWhatItCosts:
    """C2.29/turn."""

    def test_fired(self) -> None:
        """A coloured 4 loses its ROF; its crew has fired and is seen."""
        hidden = {"concealed": True}
        emplaced = {"gun": GunState(ca=2, emplaced=True)}
        played = fire(
            "A7.3 DR 4,6", at="tD3", state=hidden, weapon_state=emplaced, target="tH4"
        )
        assert played.state.weapons["w"].fired == "final"
        assert played.state.units["R"].fired == "final"
        assert not played.state.units["R"].concealed

    def test_turned(self) -> None:
        """It points to its target then, and has no acquired target any more."""
        held = Acquired(at=L("tH5"), drm=-2)
        played = fire(
            "A7.3 DR 3,6", weapon_state={"gun": GunState(ca=5), "acquired": held}
        )
        weapon = played.state.weapons["w"]
        assert weapon.gun is not None
        assert weapon.gun.ca != 5
        assert (weapon.acquired, weapon.rof) == (None, True)

    def test_malfunction(self) -> None:
        """By the IFT DR."""
        assert fire("A7.3 DR 6,6").state.weapons["w"].malfunctioned
