"""A4.1, A4.4, A4.5: MF allotments, one test a line of the rules."""

from msgspec.structs import replace

from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_11_allotment import allotment, stack_mf
from opfor.rules.choices.orders import MoveTo
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit
from tests.rules.given.allotments import LEADER, SQUAD, mf
from tests.rules.given.world import game


class TestA4_11MfAllotment:
    """A4.11."""

    def test_squad_and_leader(self) -> None:
        """A squad has four MF, a leader six, a squad with a leader six."""
        assert [mf(SQUAD), mf(LEADER), mf(SQUAD | LEADER)] == [4, 6, 6]

    def test_exc1_charge(self) -> None:
        """Berserk units have eight MF, leader or not."""
        assert mf(SQUAD, berserk=True) == 8
        assert mf(SQUAD | LEADER, wave="wave1") == 8

    def test_no_less_than_none(self) -> None:
        """A load of more PP than MF leaves none, and no fewer."""
        guns = dict.fromkeys(("h1", "h2"), ("german/hmg", "V"))
        assert mf(SQUAD, guns) == 0

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
