"""A15.43: berserk units charge."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a04_movement.a04_12_leader_bonus import CHARGE_MF
from opfor.rules.a_infantry.a15_heat_of_battle.a15_43_berserk_charge import charge_ways
from opfor.rules.choices.orders import EndPhase, MoveTo
from opfor.rules.orders.fire.a08_first_fire import over
from opfor.rules.sequence.legal_orders import carry_out, check, legal
from opfor.state.events import MoveChanged, PhaseBegan, UnitChanged
from opfor.state.in_progress import Move
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
                moves = [o for o in offers if isinstance(o, MoveTo)]
                assert {order.units for order in moves} == {("V",)}
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

    def test_equal_ways(self) -> None:
        """Of several ways of least MF each is legal; woods cost more than the open."""
        found: list[str] = []

        def run(play: Play) -> None:
            play.emit(UnitChanged(replace(play.state.units["V"], berserk=True), "set"))
            offers = [o.order for o in legal(play, "FRIENDLY", MoveTo)]
            found.extend(o.to for o in offers if isinstance(o, MoveTo))

        for at, ways in {"tG8": ["tH7", "tH8"], "tG5": ["tH4"]}.items():
            found.clear()
            end = "tK8" if at == "tG8" else "tK5"
            enemies = {"a": ("russian/4-4-7", end)}
            units = {"V": ("german/4-6-7", at)}
            game(board=BOARD, units=units, enemies=enemies, run=run)
            assert sorted(found) == ways

    @pytest.mark.parametrize(("guard", "ways"), [("", True), ("W", False)])
    def test_no_prisoner(self, guard: str, ways: bool) -> None:
        """A prisoner is nobody to go on at."""
        found: list[str] = []
        moving = Move(units=("V",), charge=True, steps=1, allotment=CHARGE_MF)

        def run(play: Play) -> None:
            play.emit(UnitChanged(replace(play.state.units["V"], berserk=True), "set"))
            play.emit(UnitChanged(replace(play.state.units["a"], guard=guard), "set"))
            play.emit(MoveChanged(moving))
            found.extend(charge_ways(play, play.state.units["V"]))

        game(
            board="board: t\nsize: 17x10\nwoods: J7 J8 J9 K7 K8 K9\n",
            units={"V": ("german/4-6-7", "tG8"), "W": ("german/4-6-7", "tN8")},
            enemies={"a": ("russian/4-4-7", "tN8")},
            run=run,
        )
        assert bool(found) is ways

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

        played = game(board=BOARD, enemies={"a": ("russian/4-4-7", "tK5")}, run=run)
        assert played.state.units["a"].berserk

    @pytest.mark.parametrize(("steps", "ways"), [(0, []), (1, ["tG9", "tH7", "tH8"])])
    def test_lost_sight(self, steps: int, ways: list[str]) -> None:
        """D-104: once it has begun it goes on at one that it does not see any more."""
        found: list[str] = []
        moving = Move(units=("V",), charge=True, steps=steps, allotment=CHARGE_MF)

        def run(play: Play) -> None:
            play.emit(UnitChanged(replace(play.state.units["V"], berserk=True), "set"))
            play.emit(MoveChanged(moving))
            found.extend(sorted(charge_ways(play, play.state.units["V"])))

        game(
            board="board: t\nsize: 17x10\nwoods: J7 J8 J9 K7 K8 K9\n",
            units={"V": ("german/4-6-7", "tG8")},
            enemies={"a": ("russian/4-4-7", "tN8")},
            run=run,
        )
        assert found == ways
