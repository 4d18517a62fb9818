"""A4.5: Double Time and CX."""

import contextlib

import pytest

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.choices.orders import MoveTo
from opfor.state.events import MoveChanged, Moved
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.allotments import LEADER, SQUAD, mf
from tests.rules.given.world import game


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

    def test_who_was_cx_as_the_mph_began(self) -> None:
        """D-936: CX has gone, and Double Time is still barred."""
        with pytest.raises(Illegal, match=r"A4\.5"):
            mf(SQUAD, double=True, deeds=("winded",))

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
