"""A4: Infantry movement, as far as the first game has it."""

import pytest

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan, spent_here
from opfor.rules.a_infantry.a04_movement.reach import reach
from opfor.rules.choices.orders import MoveTo
from opfor.state.events import Moved
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    LocationName,
)
from tests.rules.given.infantry_steps import BOARD, SQUAD, at, planned
from tests.rules.given.world import game


class TestA4_2InfantryMovement:
    """A4.2."""

    def test_terrain_costs(self) -> None:
        """Woods cost two MF, and the move knows what it spent here."""
        move = planned("tH5", SQUAD)
        assert (move.spent, move.here, move.steps) == (2 * MF, 2 * MF, 1)

    def test_road_bonus(self) -> None:
        """A move along road all the way has one MF more."""
        move = planned("tC5", at("tB5"), spent=16)
        assert move.spent == 5 * MF

    def test_no_road_bonus_along_a_path(self) -> None:
        """A path has the cost of a road, and not its bonus (D-051)."""
        assert planned("tF9", at("tE9")).spent == MF
        with pytest.raises(Illegal, match=r"1 MF are needed and 0 are left"):
            planned("tF9", at("tE9"), spent=16)

    def test_reach_along_a_path(self) -> None:
        """What is within reach counts the bonus along roads alone."""

        def run(play: Play) -> None:
            found = reach(play, [play.state.units["V"]])
            assert found[LocationName("tE9")].spent == 4 * MF
            assert LocationName("tF9") not in found
            found = reach(play, [play.state.units["W"]])
            assert found[LocationName("tF5")].spent == 5 * MF

        board = BOARD.replace("> E5", "> E5 > F5")
        units = {**at("tA9"), "W": ("german/4-6-7", "tA5")}
        game(board=board, units=units, run=run)

    def test_no_fifth_mf_off_the_road(self) -> None:
        """Without road a squad has four MF, not five."""
        with pytest.raises(Illegal, match=r"1 MF are needed and 0 are left"):
            planned("tF5", SQUAD, spent=16)

    def test_all_mf(self) -> None:
        """Terrain that takes all MF is entered only by a unit that has spent none."""
        assert planned("tH7", at("tG7")).spent == 4 * MF
        with pytest.raises(Illegal, match="all MF"):
            planned("tH7", at("tG7"), spent=4)

    def test_not_next_to_it(self) -> None:
        """A hex that is not next to the unit is refused with the reason."""
        with pytest.raises(Illegal, match="not adjacent"):
            planned("tK5", SQUAD)

    def test_entry_from_offboard_along_the_fbe_only(self) -> None:
        """A unit offboard enters a hex of the FBE, and no other."""
        assert planned("tA5", at("")).steps == 1
        with pytest.raises(Illegal, match="not along the FBE"):
            planned("tB5", at(""))


class TestA4_2WhoMovesTogether:
    """A4.2."""

    def test_units_of_two_locations_are_no_stack(self) -> None:
        """Only units of one Location move together."""
        with pytest.raises(Illegal, match="not in one Location"):
            planned("tH5", {**SQUAD, "W": ("german/4-6-7", "tF5")})


class TestA4_2UnknownUnits:
    """A4.2."""

    def test_no_unit(self) -> None:
        """An unknown unit is named."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match="no unit X"):
                plan(play, MoveTo(("X",), LocationName("tH5")))

        game(board=BOARD, units=SQUAD, run=run)


STACK = {"V": ("german/4-6-7", "tB8"), "L": ("german/8-1", "tB8")}


class TestA4_2_partsAStackThatParts:
    """A4.2: a stack may shed units on its way."""

    @staticmethod
    def moved(*steps: tuple[tuple[str, ...], str], double: bool = False) -> State:
        """The State after moves, each of some units into one hex."""

        def run(play: Play) -> None:
            for number, (units, to) in enumerate(steps):
                first = double and number == 0
                order = MoveTo(units, LocationName(to), double_time=first)
                play.emit(Moved(order.to, plan(play, order)))

        return game(board="board: t\nsize: 17x10\n", units=STACK, run=run).state

    def test_who_stays_behind_may_go_on_later(self) -> None:
        """The part left behind keeps what it has spent, and moves on when it likes."""
        state = self.moved((("V", "L"), "tC8"), (("L",), "tD8"))
        assert state.move
        assert [part.units for part in state.move.behind] == [("V",)]
        assert state.move.behind[0].spent == MF
        state = self.moved((("V", "L"), "tC8"), (("L",), "tD8"), (("V",), "tC7"))
        assert state.move
        assert (state.move.units, state.move.spent) == (("V",), 2 * MF)
        assert state.units["L"].moved

    def test_no_leader_no_bonus(self) -> None:
        """A squad that goes on without its leader has four MF in all."""
        whole = ("V", "L")
        with pytest.raises(Illegal, match="1 MF are needed and 0 are left"):
            self.moved(
                (whole, "tC8"),
                (whole, "tD8"),
                (("V",), "tE8"),
                (("V",), "tF8"),
                (("V",), "tG8"),
            )

    def test_double_time_makes_cx(self) -> None:
        """Double Time makes a unit CX as it begins."""
        assert self.moved((("V",), "tC8"), double=True).units["V"].cx


class TestA4_2_mfSpentWhereItIs:
    """A4.2: MF spent otherwise than by entering a Location."""

    def test_it_counts_for_the_location(self) -> None:
        """They are spent in the Location, and the road's bonus is gone."""

        def run(play: Play) -> None:
            unit = play.state.units["V"]
            move = spent_here(play, [unit], 2 * MF)
            assert (move.spent, move.here, move.road) == (2 * MF, 2 * MF, False)
            with pytest.raises(Illegal, match="5 MF are needed and 4 are left"):
                spent_here(play, [unit], 5 * MF)
            with pytest.raises(Illegal, match=r"A4\.61"):
                spent_here(play, [unit], 4 * MF, assault=True)

        game(board=BOARD, units=SQUAD, run=run)
