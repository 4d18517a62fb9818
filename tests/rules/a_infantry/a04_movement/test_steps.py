"""A4: Infantry movement, as far as the first game has it."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.allotment import allotment
from opfor.rules.a_infantry.a04_movement.steps import plan, spent_here
from opfor.rules.choices.orders import EndMove, EndPhase, MoveTo
from opfor.rules.sequence.orders_by_phase import carry_out, check
from opfor.state.events import MoveChanged, Moved, UnitChanged, WeaponAdded
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    LocationName,
    Weapon,
)
from tests.rules.given.world import game

BOARD = """
board: t
size: 17x10
woods: H5
marsh: H7
road: A5 > B5 > C5 > D5 > E5
stone building 1: L4+L5
wall: D8/D9
"""
SQUAD = {"V": ("german/4-6-7", "tG5")}


def at(where: str, counter: str = "german/4-6-7") -> dict[str, tuple[str, str]]:
    """One unit, V, in a Location."""
    return {"V": (counter, where)}


def planned(
    to: str, units: dict[str, tuple[str, str]], *, spent: int = 0, **order: bool
) -> Move:
    """The move in hand after an order; `spent` quarters are gone before it."""
    found: list[Move] = []

    def run(play: Play) -> None:
        command = MoveTo(tuple(units), LocationName(to), **order)
        if spent:
            ids = [play.state.units[id_] for id_ in units]
            full = allotment(play, ids, command)
            begun = Move(units=tuple(units), allotment=full, spent=spent, steps=1)
            play.emit(MoveChanged(begun))
        found.append(plan(play, command))

    game(board=BOARD, units=units, run=run)
    return found[0]


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


class TestA4_1WhoMayMove:
    """A4.1."""

    @pytest.mark.parametrize(
        ("changes", "why"),
        [
            ({"broken": True}, "V is broken"),
            ({"fired": "prep"}, r"A3\.2: V has fired"),
            ({"fired": "opportunity"}, r"A7\.25"),
            ({"ti": True}, r"A4\.8: V is TI"),
            ({"melee": True}, r"A11\.15"),
            ({"guard": "W"}, r"A20\.5: V is a prisoner"),
            ({"pinned": True}, "V is pinned"),
            ({"moved": True}, "V has had its move"),
        ],
    )
    def test_who_may_not_move(self, changes: dict[str, bool], why: str) -> None:
        """Broken, pinned and moved units do not move; nothing changes."""

        def run(play: Play) -> None:
            unit = replace(play.state.units["V"], **changes)
            play.emit(UnitChanged(unit, "set"))
            with pytest.raises(Illegal, match=why):
                plan(play, MoveTo(("V",), LocationName("tH5")))

        game(board=BOARD, units=SQUAD, run=run)


class TestA4_14EnemyLocations:
    """A4.14."""

    def test_a_known_enemy_unit_bars_the_way(self) -> None:
        """A Location with a Known ENEMY unit is not entered in the MPh (A4.14)."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match="Known unit of the ENEMY"):
                plan(play, MoveTo(("V",), LocationName("tH5")))

        enemies = {"e447A": ("russian/4-4-7", "tH5")}
        game(board=BOARD, units=SQUAD, enemies=enemies, run=run)

    def test_a_concealed_one_does_not(self) -> None:
        """Nobody knows of a concealed unit, so its Location may be entered."""
        enemies = {"e447A": ("russian/4-4-7", "tH5")}

        def run(play: Play) -> None:
            unit = replace(play.state.units["e447A"], concealed=True)
            play.emit(UnitChanged(unit, "set"))
            assert plan(play, MoveTo(("V",), LocationName("tH5"))).steps == 1

        game(board=BOARD, units=SQUAD, enemies=enemies, run=run)

    def test_exc1_charge(self) -> None:
        """A berserk unit may enter, with its eight MF."""
        enemies = {"e447A": ("russian/4-4-7", "tH5")}

        def run(play: Play) -> None:
            unit = replace(play.state.units["V"], berserk=True)
            play.emit(UnitChanged(unit, "set"))
            move = plan(play, MoveTo(("V",), LocationName("tH5")))
            assert (move.charge, move.allotment) == (True, 8 * MF)

        game(board=BOARD, units=SQUAD, enemies=enemies, run=run)

    def test_exc2_infantry_ovr(self) -> None:
        """A lone SMC may be overrun."""

        def run(play: Play) -> None:
            order = MoveTo(("V",), LocationName("tH5"), overrun=True)
            assert plan(play, order).overrun

        enemies = {"e81A": ("russian/8-1", "tH5")}
        game(board=BOARD, units=SQUAD, enemies=enemies, run=run)

    @pytest.mark.parametrize("broken", [True, False])
    def test_exc3_bypass(self, broken: bool) -> None:
        """A Known unit in a building is gone past if it is broken, else not (A4.32)."""

        def run(play: Play) -> None:
            unit = replace(play.state.units["e447A"], broken=broken)
            play.emit(UnitChanged(unit, "set"))
            order = MoveTo(("V",), LocationName("tH5"), bypass=(0,))
            if broken:
                assert plan(play, order).bypass == (0,)
                return
            with pytest.raises(Illegal, match="Known unbroken enemy"):
                plan(play, order)

        house = "board: t\nsize: 17x10\nstone building: H5\n"
        enemies = {"e447A": ("russian/4-4-7", "tH5")}
        units = {"V": ("german/4-6-7", "tG5")}
        game(board=house, units=units, enemies=enemies, run=run)


class TestA4_2WhoMovesTogether:
    """A4.2."""

    def test_units_of_two_locations_are_no_stack(self) -> None:
        """Only units of one Location move together."""
        with pytest.raises(Illegal, match="not in one Location"):
            planned("tH5", {**SQUAD, "W": ("german/4-6-7", "tF5")})


class TestA4_61AssaultMovement:
    """A4.61."""

    def test_assault_movement(self) -> None:
        """One Location, with MF to spare; a second one is refused."""
        assert planned("tH5", SQUAD, assault=True).assault
        with pytest.raises(Illegal, match="Assault Movement"):
            planned("tH7", at("tG7"), assault=True)

    def test_not_with_double_time(self) -> None:
        """Assault Movement by Double Time is refused."""
        with pytest.raises(Illegal, match="not possible by Double Time"):
            planned("tH5", SQUAD, assault=True, double_time=True)

    def test_declared_at_the_start(self) -> None:
        """A move that has begun does not become Assault Movement."""
        with pytest.raises(Illegal, match="before the first hex"):
            planned("tH5", SQUAD, spent=MF, assault=True)


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


class TestA4_134MinimumMove:
    """A4.134."""

    @staticmethod
    def minimum(to: str, *, pp: bool = True, **changes: bool) -> Move:
        """A Minimum Move of a squad that carries 6 PP, or none."""
        found: list[Move] = []

        def run(play: Play) -> None:
            for name in ("hmgA", "lmgA", "lmgB") if pp else ():
                counter = f"german/{name[:3]}"
                play.emit(WeaponAdded(Weapon(id=name, counter=counter, owner="V")))
            play.emit(UnitChanged(replace(play.state.units["V"], **changes), "set"))
            order = MoveTo(("V",), LocationName(to), minimum=True)
            found.append(plan(play, order))

        game(board=BOARD, units=SQUAD, run=run)
        return found[0]

    def test_all_mf_for_one_location(self) -> None:
        """Where the MF do not suffice, all of them do; nothing more is possible."""
        move = self.minimum("tH5", cx=False)
        assert move.minimum
        assert move.stopped
        assert move.spent == move.allotment < 2 * MF

    def test_not_where_the_mf_suffice(self) -> None:
        """Who can pay for the Location makes no Minimum Move."""
        with pytest.raises(Illegal, match="their MF are enough"):
            self.minimum("tH5", pp=False)

    def test_not_by_cx(self) -> None:
        """A CX unit makes none."""
        with pytest.raises(Illegal, match="CX"):
            self.minimum("tH5", cx=True)

    def test_cx_and_pinned(self) -> None:
        """It leaves the unit CX and pinned, and its move is over."""

        def run(play: Play) -> None:
            for name in ("hmgA", "lmgA", "lmgB"):
                counter = f"german/{name[:3]}"
                play.emit(WeaponAdded(Weapon(id=name, counter=counter, owner="V")))
            carry_out(
                play, "FRIENDLY", MoveTo(("V",), LocationName("tH5"), minimum=True)
            )

        unit = game(board=BOARD, units=SQUAD, run=run).state.units["V"]
        assert (unit.location, unit.cx, unit.pinned, unit.moved) == ("tH5", *[True] * 3)


STREET = """
board: t
size: 17x10
stone building: E4
stone building: E6
woods: H4
road: A5 > B5 > C5 > D5 > E5 > F5 > G5 > H5
"""


class TestA4_63Dash:
    """A4.63."""

    @staticmethod
    def dash(*steps: str, start: str = "tE4") -> State:
        """The State after the steps of a Dash."""

        def run(play: Play) -> None:
            for number, to in enumerate(steps):
                order = MoveTo(("V",), LocationName(to), dash=number == 0)
                play.emit(Moved(order.to, plan(play, order)))

        return game(board=STREET, units=at(start), run=run).state

    def test_across_the_street(self) -> None:
        """From cover over the road into cover; then the move is over."""
        state = self.dash("tE5", "tE6")
        assert state.move
        assert state.move.dash
        assert state.move.stopped

    def test_not_from_the_open(self) -> None:
        """Open Ground is no start of a Dash."""
        with pytest.raises(Illegal, match="out of cover onto a road"):
            self.dash("tE5", start="tF5")

    def test_not_into_the_open(self) -> None:
        """Its second hex is cover."""
        with pytest.raises(Illegal, match="from the road into cover"):
            self.dash("tE5", "tF5")

    def test_nobody_stays_on_the_road(self) -> None:
        """The stack cannot halt on the road by choice, nor the phase end."""

        def run(play: Play) -> None:
            carry_out(play, "FRIENDLY", MoveTo(("V",), LocationName("tE5"), dash=True))
            for order in (EndMove(), EndPhase()):
                with pytest.raises(Illegal, match=r"A4\.63"):
                    check(play, "FRIENDLY", order)

        game(board=STREET, units=at("tE4"), run=run)


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
