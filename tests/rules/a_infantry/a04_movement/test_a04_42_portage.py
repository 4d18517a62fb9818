"""A4.42: what units can carry, and what things weigh."""

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a04_movement.a04_42_portage import ipc
from opfor.rules.choices.orders import Advance, Command, DropWeapon, MoveTo, Recover
from opfor.state.play import Play
from opfor.state.units import LocationName, Phase, Weapon
from tests.rules.given.allotments import LEADER, SQUAD, mf
from tests.rules.given.ordered import offers, ordered, refused
from tests.rules.given.stack import HERE, Stack, unit
from tests.rules.given.world import game


class TestA4_42Portage:
    """A4.42."""

    def test_over_the_ipc(self) -> None:
        """Each PP over the IPC of 3 costs one MF; a leader's IPC helps one MMC."""
        hmg = {"hmgA": ("german/hmg", "V")}
        assert mf(SQUAD, hmg) == 3
        assert mf(SQUAD | LEADER, hmg) == 6

    def test_cx_lowers_it(self) -> None:
        """A CX unit carries one PP less, and so does one that Double Times."""
        lmgs = dict.fromkeys(("lmgA", "lmgB", "lmgC"), ("german/lmg", "V"))
        assert mf(SQUAD, lmgs) == 4
        assert mf(SQUAD, lmgs, cx=True) == 3
        assert mf(SQUAD, lmgs, double=True) == 5

    def test_wounded_leaders_carry_nothing(self) -> None:
        """A wounded SMC has no IPC to lend."""

        def run(play: Play) -> None:
            assert ipc(play, replace(play.state.units["L"], wounded=True)) == 0
            assert ipc(play, play.state.units["L"]) == 1

        game(units=LEADER, run=run)


THERE = LocationName("tJ5")
ALONE: Stack = {"L": ("german/8-1", {})}
HURT: Stack = {"L": ("german/8-1", {"wounded": True})}


def held(counter: str) -> Weapon:
    """A SW of the leader's."""
    return Weapon(id="sw", counter=counter, owner="L")


class TestA4_42_mostSMC:
    """A4.42/most."""

    @pytest.mark.parametrize("who", [ALONE, HURT], ids=["unhurt", "wounded"])
    @pytest.mark.parametrize(
        ("phase", "order"),
        [("MPh", MoveTo(("L",), THERE)), ("APh", Advance(("L",), THERE))],
    )
    def test_two_pp(self, who: Stack, phase: Phase, order: Command) -> None:
        """A SMC goes nowhere with more than two PP, but drops it and goes."""
        mmg, atr = held("german/mmg"), held("german/atr")
        refused("A4.42", order, who, phase=phase, weapons=(mmg,))
        assert order not in offers(who, phase=phase, weapons=(mmg,))
        free = ordered([DropWeapon("sw"), order], who, phase=phase, weapons=(mmg,))
        assert unit(free, "L").location == THERE
        light = ordered(order, who, phase=phase, weapons=(atr,))
        assert unit(light, "L").location == THERE

    def test_where_he_is(self) -> None:
        """D-857: he may possess it all the same."""
        lying = Weapon(id="sw", counter="german/hmg", location=LocationName(HERE))
        assert Recover("L", "sw") in offers(ALONE, weapons=(lying,))
