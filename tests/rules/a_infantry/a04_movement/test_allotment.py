"""A4.1, A4.4, A4.5: MF allotments, one test a line of the rules."""

import contextlib
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.allotment import allotment, ipc, stack_mf
from opfor.rules.a_infantry.a04_movement.steps import plan
from opfor.rules.choices.orders import MoveTo
from opfor.state.events import MoveChanged, Moved, WeaponAdded
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import Play
from opfor.state.units import (
    LocationName,
    Unit,
    Weapon,
)
from tests.rules.given.world import game

SQUAD = {"V": ("german/4-6-7", "tG5")}
LEADER = {"L": ("german/8-1", "tG5")}


def mf(
    units: dict[str, tuple[str, str]],
    weapons: dict[str, tuple[str, str]] | None = None,
    *,
    double: bool = False,
    **changes: Any,
) -> float:
    """The MF of a stack; weapons by id: counter and owner; states of its units."""
    found: list[int] = []

    def run(play: Play) -> None:
        for id_, (counter, owner) in (weapons or {}).items():
            play.emit(WeaponAdded(Weapon(id=id_, counter=counter, owner=owner)))
        stack = [replace(play.state.units[id_], **changes) for id_ in units]
        order = MoveTo(tuple(units), LocationName("tH5"), double_time=double)
        found.append(allotment(play, stack, order))

    game(units=units, run=run)
    return found[0] / MF


class TestA4_11MfAllotment:
    """A4.11."""

    def test_squad_and_leader(self) -> None:
        """A squad has four MF, a leader six, a squad with a leader six."""
        assert [mf(SQUAD), mf(LEADER), mf(SQUAD | LEADER)] == [4, 6, 6]

    def test_exc1_charge(self) -> None:
        """Berserk units have eight MF, leader or not."""
        assert mf(SQUAD, berserk=True) == 8
        assert mf(SQUAD | LEADER, wave="wave1") == 8

    def test_prisoners_slow_nobody_down(self) -> None:
        """A prisoner goes as its Guard does."""

        def run(play: Play) -> None:
            captive = Unit(id="eX", side="ENEMY", counter="russian/4-2-6", guard="V")
            stack = [play.state.units["V"], captive]
            assert stack_mf(play, stack) == 4 * MF
            hurt = [stack[0], replace(captive, wounded=True)]
            order = MoveTo(("V", "eX"), LocationName("tH5"), double_time=True)
            assert allotment(play, hurt, order) == 6 * MF

        game(units=SQUAD, run=run)


class TestA4_12LeaderBonus:
    """A4.12."""

    def test_inexperienced(self) -> None:
        """A conscript has three, five when led; a Green MMC three, but six when led."""
        conscript = {"V": ("german/4-3-6", "tG5")}
        green = {"V": ("american/5-3-6", "tG5")}
        assert [mf(conscript), mf(conscript | LEADER)] == [3, 5]
        assert [mf(green), mf(green | LEADER)] == [3, 6]
        assert mf(conscript | LEADER, double=True) == 7

    def test_wounded(self) -> None:
        """A wounded SMC has three, and his stack goes no faster."""
        assert mf(LEADER, wounded=True) == 3
        assert mf(SQUAD | LEADER, wounded=True) == 3


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


class TestA4_5DoubleTime:
    """A4.5."""

    def test_double_time(self) -> None:
        """Two MF more, eight at the most."""
        assert mf(SQUAD, double=True) == 6
        assert mf(SQUAD | LEADER, double=True) == 8

    @pytest.mark.parametrize("state", ["cx", "wounded", "berserk"])
    def test_who_may_not(self, state: str) -> None:
        """Neither CX nor wounded units do, and a charge has its MF already."""
        with pytest.raises(Illegal, match=r"A4\.5"):
            mf(SQUAD, double=True, **{state: True})

    def test_declared_later(self) -> None:
        """Declared in the course of the move it gives one MF more."""
        found: list[Move] = []

        def run(play: Play) -> None:
            begun = Move(units=("V",), allotment=4 * MF, spent=4 * MF, steps=4)
            play.emit(MoveChanged(begun))
            for to in ("tH6", "tI6"):
                order = MoveTo(("V",), LocationName(to), double_time=True)
                with contextlib.suppress(Illegal):
                    found.append(plan(play, order))
                    play.emit(Moved(order.to, found[-1]))

        unit = game(units={"V": ("german/4-6-7", "tG6")}, run=run).state.units["V"]
        assert [move.spent for move in found] == [5 * MF]
        assert found[0].late
        assert unit.cx
