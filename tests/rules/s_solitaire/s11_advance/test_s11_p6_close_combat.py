"""S11.p6 to S11.p8: the ENEMY in the CCPh."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.state.state import State
from opfor.state.units import LocationName, Unit, VehicleState
from tests.rules.given.enemy_part import decided, enemy_part
from tests.rules.given.phases import unit

HERE = "tG5"


def ccph(*units: Unit, **more: Any) -> Game[State]:
    """The ENEMY's part of a CCPh."""
    return enemy_part("CCPh", *units, **more)


def melee(id_: str, counter: str = "", **states: Any) -> Unit:
    """A unit in Melee."""
    return unit(id_, HERE, counter, melee=True, **states)


class TestS11_p6Order:
    """S11.p6."""

    def test_both_turns(self) -> None:
        """It declares in either Player Turn, withdrawals before attacks."""
        for attacker in ("ENEMY", "FRIENDLY"):
            game = ccph(melee("a"), melee("e1"), attacker=attacker)
            assert decided(game) == ["e1 attack a"]
        game = ccph(
            *(melee(id_) for id_ in "abc"),
            melee("e1", "russian/2-2-6"),
            dice=["S11.p8 dr 1"],
        )
        assert [clash.to for clash in game.state.clashes] != [""]

    def test_nobody(self) -> None:
        """Alone it does nothing."""
        assert not decided(ccph(unit("e1", HERE)))


class TestS11_p7Attacks:
    """S11.p7."""

    def test_most_loss(self) -> None:
        """All against all if that costs most; everyone attacks but once."""
        game = ccph(melee("a"), melee("e1"), melee("e2"))
        assert decided(game) == ["e1 + e2 attack a"]

    def test_none_unused(self) -> None:
        """Who is left attacks who is left."""
        game = ccph(melee("a", "german/2-3-7"), melee("b"), melee("e1"), melee("e2"))
        attackers = {id_ for c in game.state.clashes for id_ in c.attackers}
        assert attackers == {"e1", "e2"}

    def test_capture(self) -> None:
        """A broken leader alone is taken prisoner."""
        game = ccph(melee("a", "german/8-0", broken=True), melee("e1"))
        assert decided(game) == ["e1 capture a"]

    def test_no_chance(self) -> None:
        """An attack without any chance is not made."""
        foes = [melee(id_, "german/8-3-8") for id_ in "abc"]
        game = ccph(*foes, melee("e1", "russian/7-0", pinned=True))
        assert not game.state.clashes

    def test_hand_to_hand(self) -> None:
        """Japanese fight hand to hand, which eliminates more."""
        game = ccph(melee("a"), melee("e1", "japanese/4-4-7"), enemy="japanese")
        assert game.state.clashes[0].hand_to_hand

    def test_vehicles(self) -> None:
        """A vehicle is attacked by each squad, with its leader where there is one."""
        tank = unit("t", HERE, "german/pzkpfw-iiih", vehicle=VehicleState())
        game = ccph(tank, unit("e1", HERE), unit("e2", HERE, "russian/8-1"))
        assert decided(game) == ["e1 + e2 attack t"]
        game = ccph(tank, unit("e1", HERE), unit("e2", HERE), dice=["S11.p7 dr 1"])
        assert len(decided(game)) == 2


class TestS11_p8Withdraws:
    """S11.p8."""

    def lost(self, **more: Any) -> Game[State]:
        """A HS in Melee with three squads."""
        units = [melee(id_) for id_ in "abc"], melee("e1", "russian/2-2-6")
        return ccph(*units[0], units[1], **more)

    def test_lost(self) -> None:
        """It leaves a Melee that it loses."""
        game = self.lost(dice=["S11.p8 dr 1"])
        (clash,) = game.state.clashes
        assert clash.to
        assert clash.attackers == ("e1",)

    @pytest.mark.parametrize(
        ("counter", "goes"), [("russian/2-2-6", True), ("russian/4-4-7", False)]
    )
    def test_a_hs_by_itself(self, counter: str, goes: bool) -> None:
        """Casualty Reduction eliminates a HS: 15 chances and 6 of a DR that equals."""
        dice = ["S11.p8 dr 1"] * goes
        game = ccph(melee("a", "american/5-4-6"), melee("e1", counter), dice=dice)
        assert any(clash.to for clash in game.state.clashes) is goes

    def test_even(self) -> None:
        """It stays in one that it does not."""
        game = ccph(melee("a"), melee("e1"))
        assert not game.state.clashes[0].to

    def test_broken(self) -> None:
        """A11.16: who is broken in Melee must leave it, also out of a VPO Location."""
        broken = melee("e1", broken=True), melee("e2")
        game = ccph(
            melee("a"), *broken, vpo=(LocationName(HERE),), dice=["S11.p8 dr 1"]
        )
        assert [c.attackers for c in game.state.clashes if c.to] == [("e1",)]

    def test_broken_with_the_broken(self) -> None:
        """Of those whom nobody unbroken holds none need leave."""
        game = ccph(melee("a", broken=True), melee("e1", broken=True))
        assert not any(clash.to for clash in game.state.clashes)

    def test_exc1_vpo(self) -> None:
        """It stays in a VPO Location."""
        game = self.lost(vpo=(LocationName(HERE),), dice=["S11.p7 dr 1"])
        assert all(not clash.to for clash in game.state.clashes)
