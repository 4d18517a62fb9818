"""A4: Infantry movement, as far as the first game has it."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.chart import MF
from opfor.rules.asl.a04_movement import allotment, plan
from opfor.rules.orders import MoveTo
from opfor.state.events import MoveChanged, Moved, UnitChanged, WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Move, Unit, Weapon
from tests.rules.world import game

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

    @pytest.mark.parametrize(
        ("changes", "why"),
        [
            ({"broken": True}, "V is broken"),
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

    def test_a_known_enemy_unit_bars_the_way(self) -> None:
        """A Location with a Known ENEMY unit is not entered in the MPh (A4.14)."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match="Known unit of the ENEMY"):
                plan(play, MoveTo(("V",), LocationName("tH5")))

        enemies = {"e447A": ("russian/4-4-7", "tH5")}
        game(board=BOARD, units=SQUAD, enemies=enemies, run=run)

    def test_units_of_two_locations_are_no_stack(self) -> None:
        """Only units of one Location move together."""
        with pytest.raises(Illegal, match="not in one Location"):
            planned("tH5", {**SQUAD, "W": ("german/4-6-7", "tF5")})

    def test_assault_movement(self) -> None:
        """One Location, with MF to spare; a second one is refused."""
        assert planned("tH5", SQUAD, assault=True).assault
        with pytest.raises(Illegal, match="Assault Movement"):
            planned("tH7", at("tG7"), assault=True)

    def test_no_unit(self) -> None:
        """An unknown unit is named."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match="no unit X"):
                plan(play, MoveTo(("X",), LocationName("tH5")))

        game(board=BOARD, units=SQUAD, run=run)


class TestA4_11MfAllotment:
    """A4.11."""

    @staticmethod
    def mf(
        units: dict[str, tuple[str, str]],
        weapons: dict[str, tuple[str, str]] | None = None,
        *,
        double: bool = False,
    ) -> float:
        """The MF of a stack; weapons by id: counter and owner."""
        found: list[int] = []

        def run(play: Play) -> None:
            for id_, (counter, owner) in (weapons or {}).items():
                play.emit(WeaponAdded(Weapon(id=id_, counter=counter, owner=owner)))
            stack: list[Unit] = [play.state.units[id_] for id_ in units]
            order = MoveTo(tuple(units), LocationName("tH5"), double_time=double)
            found.append(allotment(play, stack, order))

        game(board=BOARD, units=units, run=run)
        return found[0] / MF

    def test_squad_and_leader(self) -> None:
        """A squad has four MF, a leader six, a squad with a leader six."""
        leader = {"L": ("german/8-1", "tG5")}
        assert [self.mf(SQUAD), self.mf(leader), self.mf(SQUAD | leader)] == [4, 6, 6]

    def test_portage(self) -> None:
        """Each PP over the IPC of 3 costs one MF; a leader's IPC helps one MMC."""
        hmg = {"hmgA": ("german/hmg", "V")}
        leader = {"L": ("german/8-1", "tG5")}
        assert self.mf(SQUAD, hmg) == 3
        assert self.mf(SQUAD | leader, hmg) == 6

    def test_double_time(self) -> None:
        """Two MF more, eight at the most."""
        leader = {"L": ("german/8-1", "tG5")}
        assert self.mf(SQUAD, double=True) == 6
        assert self.mf(SQUAD | leader, double=True) == 8

    def test_assault_movement_excludes_double_time(self) -> None:
        """Assault Movement by Double Time is refused."""
        with pytest.raises(Illegal, match="not possible by Double Time"):
            planned("tH5", SQUAD, assault=True, double_time=True)


STACK = {"V": ("german/4-6-7", "tB8"), "L": ("german/8-1", "tB8")}


class TestA4_2AStackThatParts:
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

    def test_who_stays_behind_is_done(self) -> None:
        """A unit that its stack leaves behind does not begin a move of its own."""
        state = self.moved((("V", "L"), "tC8"), (("L",), "tD8"))
        assert state.units["V"].moved
        assert not state.units["L"].moved

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
