"""A11.1: what a CC attack is: who may make it, its FP, its odds and its DRM."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a11_close_combat import a11_1_attack as cc_attack
from opfor.rules.choices.orders import CloseCombat
from opfor.state.in_progress import CloseCombatAttack
from opfor.state.play import Play
from opfor.state.units import LocationName, VehicleState
from tests.rules.given.close_combat import asked
from tests.rules.given.phases import unit

HERE = LocationName("tG5")


def clash(ours: str = "a", theirs: str = "e1", **more: Any) -> CloseCombatAttack:
    """An attack of the FRIENDLY side in G5."""
    return CloseCombatAttack(
        side="FRIENDLY",
        location=HERE,
        attackers=tuple(ours.split()),
        defenders=tuple(theirs.split()),
        **more,
    )


def combat(*units: Any, do: CloseCombatAttack | None = None, before: Any = None) -> Any:
    """The attack of a on e1 as it is evaluated."""

    def ask(play: Play) -> Any:
        if before:
            before(play)
        return cc_attack.evaluate(play, do or clash())

    return asked(ask, *units)


def a(**states: Any) -> Any:
    """The attacker."""
    return unit("a", "tG5", **states)


def e(**states: Any) -> Any:
    """The defender."""
    return unit("e1", "tG5", **states)


class TestA11_1Who:
    """A11.1."""

    @staticmethod
    def order(unit_: Any) -> Any:
        """Let a attack e1."""
        order = CloseCombat(("a",), ("e1",))
        return asked(lambda p: cc_attack.plan_combat(p, "FRIENDLY", order), unit_, e())

    @pytest.mark.parametrize("state", ["pinned", "cx", "ti", "berserk", "unarmed"])
    def test_anyone(self, state: str) -> None:
        """A pinned, CX, TI, berserk or unarmed unit attacks."""
        assert self.order(a(**{state: True}))

    def test_exc1_broken(self) -> None:
        """Neither a broken unit nor one that withdraws, nor one twice."""
        for states in (
            {"broken": True},
            {"deeds": ("withdrawing",)},
            {"deeds": ("attacked",)},
            {"guard": "e1", "unarmed": True},
        ):
            with pytest.raises(Illegal):
                self.order(a(**states))


class TestA11_12Attacks:
    """A11.12."""

    @staticmethod
    def plan(order: CloseCombat, *units: Any) -> CloseCombatAttack:
        """The attack that an order means."""
        ask = lambda p: cc_attack.plan_combat(p, "FRIENDLY", order)  # noqa: E731
        found: CloseCombatAttack = asked(ask, *units)
        return found

    def test_named(self) -> None:
        """Units of both sides in one Location, named once."""
        order = CloseCombat(("a",), ("e1",))
        assert self.plan(order, a(), e()) == clash()
        for wrong in (
            CloseCombat(("e1",), ("a",)),
            CloseCombat(("a", "a"), ("e1",)),
            CloseCombat(("a",), ()),
        ):
            with pytest.raises(Illegal, match=r"A11\.1"):
                self.plan(wrong, a(), e())
        with pytest.raises(Illegal, match="one Location"):
            self.plan(order, a(), unit("e1", "tG4"))

    def test_once(self) -> None:
        """Nobody is attacked twice, nor a prisoner or a hidden unit."""
        for states in ({"deeds": ("defended",)}, {"guard": "a"}, {"hidden": True}):
            with pytest.raises(Illegal):
                self.plan(CloseCombat(("a",), ("e1",)), a(), e(**states))

    def test_exc1_escape(self) -> None:
        """Prisoners attack their Guard, and nobody else."""
        held = a(guard="e1", unarmed=True)
        guard, other = e(broken=True), unit("e2", "tG5")
        assert self.plan(CloseCombat(("a",), ("e1",)), held, guard, other)
        with pytest.raises(Illegal, match=r"A20\.55"):
            self.plan(CloseCombat(("a",), ("e2",)), held, guard, other)

    def test_choices(self) -> None:
        """Unarmed units do not capture; only some fight hand to hand."""
        with pytest.raises(Illegal, match=r"A20\.22"):
            self.plan(CloseCombat(("a",), ("e1",), capture=True), a(unarmed=True), e())
        fist = CloseCombat(("a",), ("e1",), hand_to_hand=True)
        with pytest.raises(Illegal, match=r"J2\.31"):
            self.plan(fist, a(), e())
        assert self.plan(fist, a(counter="japanese/4-4-7"), e())


class TestA11_13FP:
    """A11.13."""

    @pytest.mark.parametrize(
        ("attacker", "defender", "fp"),
        [
            ({}, {}, 4),
            ({"pinned": True}, {}, 2),
            ({}, {"concealed": True}, 2),
            ({"pinned": True}, {"concealed": True}, 1),
            ({"unarmed": True}, {}, 1),
            ({"counter": "german/8-1"}, {}, 1),
        ],
    )
    def test_attack(self, attacker: Any, defender: Any, fp: int) -> None:
        """Half if pinned, half against concealed units; SMC and unarmed have one."""
        assert combat(a(**attacker), e(**defender)).attack == fp

    def test_guard(self) -> None:
        """A Guard attacks with half."""
        held = unit("e2", "tG5", guard="a", unarmed=True)
        assert combat(a(), e(), held).attack == 2

    def test_defence(self) -> None:
        """Broken and pinned units defend with all their FP; a leader adds one."""
        leader = unit("e2", "tG5", "russian/8-1")
        found = combat(a(), e(broken=True), leader, do=clash("a", "e1 e2"))
        assert (found.defence, found.odds, found.kill) == (5, "1-2", 4)

    def test_who_is_left(self) -> None:
        """The attack is told as that of whom it is made by, and on whom."""
        ours = a(), unit("b", "tG5", broken=True), unit("c", "tG5", guard="e1")
        theirs = e(), unit("e2", "tG5", guard="a", unarmed=True), unit("e3", "tG4")
        found = combat(*ours, *theirs, do=clash("b c d a", "e2 e3 e4 e1"))
        assert found.clash == clash()

    def test_atmm_of_who_is_gone(self) -> None:
        """C13.7: an ATMM was that of who is named first, as in CC Reaction Fire."""
        tank = e(counter="russian/t-34-m41", vehicle=VehicleState())
        mined = clash("a b", atmm=True)
        assert combat(a(), unit("b", "tG5"), tank, do=mined).clash.atmm
        left = combat(unit("b", "tG5"), tank, do=mined).clash
        assert left == clash("b")

    def test_nobody_left(self) -> None:
        """Without attackers or defenders there is no attack."""
        assert combat(a()) is None
        assert combat(a(broken=True), e()) is None
