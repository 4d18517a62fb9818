"""A15.43: berserk units charge."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import EndPhase, MoveTo
from opfor.rules.orders.fire.a08_first_fire import over
from opfor.rules.sequence.orders_by_phase import carry_out, check, legal
from opfor.state.events import PhaseBegan, UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.world import game

BOARD = "board: t\nsize: 17x10\nwoods: H5\nmarsh: J6\n"


class TestA15_43Charge:
    """A15.43."""

    def test_it_must(self) -> None:
        """The one order is the next step at the nearest Known enemy, until it is in."""
        ways: list[str] = []

        def run(play: Play) -> None:
            play.emit(UnitChanged(replace(play.state.units["V"], berserk=True), "set"))
            while True:
                offers = [o.order for o in legal(play, "FRIENDLY")]
                if len(ways) == 4 or not isinstance(offers[0], MoveTo):
                    break
                assert len([o for o in offers if isinstance(o, MoveTo)]) == 1
                with pytest.raises(Illegal, match=r"A15\.43"):
                    check(play, "FRIENDLY", EndPhase())
                carry_out(play, "FRIENDLY", offers[0])
                over(play)
                ways.append(offers[0].to)

        enemies = {"a": ("russian/4-4-7", "tK5"), "b": ("russian/4-4-7", "tP5")}
        units = {"V": ("german/4-6-7", "tG5"), "W": ("german/4-6-7", "tA5")}
        done = game(board=BOARD, units=units, enemies=enemies, run=run)
        assert ways[-1] == "tK5"
        assert len(ways) == 4
        assert done.state.units["V"].moved

    def test_others_wait(self) -> None:
        """Nobody else moves before it."""

        def run(play: Play) -> None:
            play.emit(UnitChanged(replace(play.state.units["V"], berserk=True), "set"))
            with pytest.raises(Illegal, match="first V to"):
                check(play, "FRIENDLY", MoveTo(("W",), LocationName("tB5")))

        enemies = {"a": ("russian/4-4-7", "tK5")}
        units = {"V": ("german/4-6-7", "tG5"), "W": ("german/4-6-7", "tA5")}
        game(board=BOARD, units=units, enemies=enemies, run=run)

    def test_nobody_in_sight(self) -> None:
        """Without a Known enemy in LOS it need not move at all."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            play.emit(UnitChanged(replace(play.state.units["a"], berserk=True), "set"))
            check(play, "ENEMY", EndPhase())

        game(board=BOARD, enemies={"a": ("russian/4-4-7", "tK5")}, run=run)
