"""S9.32, S9.35: the roads that the ENEMY's vehicles take toward the FBE."""

import pytest

from opfor.geo.terrain_chart import MF
from opfor.rules.d_vehicles.d02_movement.d02_14_entering_a_hex import Wish, way_into
from opfor.rules.s_solitaire.s09_movement.s09_1_sequence import movers_due, next_move
from opfor.rules.s_solitaire.s09_vehicles.begin_drive import begin_drive
from opfor.rules.s_solitaire.s09_vehicles.drive import drive_on
from opfor.rules.s_solitaire.s09_vehicles.s09_32_vehicle_entry import (
    comes,
    entry_road,
    find_entry,
)
from opfor.state.events import FortificationAdded
from opfor.state.play import Play
from opfor.state.units import Fortification
from tests.rules.given.drivers import ask, at, played, scene, squad, tank

BROKEN_ROADS = """
board: t
size: 20x10
road: C1/0 > C1 > C3
  K1/0 > K1 > K6
woods: K8 J7 L7
"""


def entered(*mined: str) -> list[str]:
    """The hexes that a tank enters in its turn, with Known Minefields in some."""

    def run(play: Play) -> None:
        for hex_ in mined:
            play.emit(
                FortificationAdded(
                    Fortification(id=hex_, kind="minefield", location=at(hex_), fp=6)
                )
            )
        comes(play, play.state.units["e1"])
        while drive_on(play):
            pass

    one = tank("", counter="russian/t-34-m43", motion=True, entering=True)
    state = played(run, one).state.units["e1"].vehicle
    assert state is not None
    return [to.removeprefix("t") for to, _ in state.trail]


class TestS9_32Entry:
    """S9.32."""

    def test_road_all_the_way(self) -> None:
        """By the road hex of the EBE whose road leads to the FBE, along that road."""
        one = tank("")
        found = ask(lambda play: entry_road(play, one), one)
        assert (found.hex, found.through) == (at("G1"), True)
        assert found.way == tuple(at(f"G{n}") for n in range(2, 11))

    def test_road_that_comes_nearest(self) -> None:
        """If none does, by the one that comes nearest; then round the woods."""
        one = tank("")
        found = ask(lambda play: entry_road(play, one), one, board=BROKEN_ROADS)
        assert (found.hex, found.through) == (at("K1"), False)
        assert found.way[:5] == tuple(at(f"K{n}") for n in range(2, 7))
        assert found.way[-1].endswith("10")
        assert not {at("K8"), at("J7"), at("L7")} & set(found.way)
        assert found.rough == 0

    def test_without_a_road(self) -> None:
        """Without a road at the EBE a hex from where the way is clear."""
        one = tank("")
        board = "board: t\nsize: 5x10\nwoods: A3-A5 B3-B5 D3-D5 E3-E5"
        dice = ("S9.32 dr 1",)
        found = ask(lambda play: entry_road(play, one), one, board=board, dice=dice)
        assert found.rough == 0
        assert found.way[-1].endswith("10")


class TestS9_32_hexOfEntry:
    """S9.32/hex."""

    def test_before_its_turn(self) -> None:
        """As the MPh begins it is found by which road hex a vehicle will enter."""
        assert ask(find_entry, tank("", "e1"))
        assert not ask(find_entry, tank("", "e1", goal=at("G1")))
        game = played(find_entry, tank("", "e1"))
        assert game.state.units["e1"].goal == at("G1")

    def test_one_for_a_platoon(self) -> None:
        """A platoon has one way in."""
        pair = tank("", "e1", platoon="p"), tank("", "e2", platoon="p")
        state = played(find_entry, *pair).state
        assert {state.units[id_].goal for id_ in ("e1", "e2")} == {at("G1")}

    def test_nowhere(self) -> None:
        """Where no hex of the EBE lets it in it waits."""
        board = "board: t\nsize: 3x6\npond: A1 A2 B0 B1 B2 C1 C2\n"
        assert played(find_entry, tank("", "e1"), board=board).state.units["e1"].moved

    @pytest.mark.parametrize(
        ("where", "first"), [("F3", "e2"), ("G3", "e2"), ("H3", "e1")]
    )
    def test_in_its_hexrow(self, where: str, first: str) -> None:
        """S9.1: its turn is in the hexrow of that hex, after those on the map there.

        Not in that of the hex nearest to what the ENEMY makes for.
        """
        units = tank("", "e1"), tank(where, "e2", "russian/kv-1-m41", action="Move")

        def run(play: Play) -> object:
            assert find_entry(play)
            assert next_move(play)
            return play.state.course

        dice = ("S9.21 DR 4,3", "D2.51 DR 1,1") if first == "e2" else ()
        course = ask(run, *units, squad("C7"), dice=dice)
        assert course.movers == (first,)


class TestS9_32_entry:
    """S9.32/entry."""

    def test_enters_by_road(self) -> None:
        """It is due in the MPh, enters by the road and drives on in Motion."""

        def run(play: Play) -> None:
            assert find_entry(play)
            mover = movers_due(play)[0]
            assert mover.ids == ("e1",)
            begin_drive(play, mover)
            while drive_on(play):
                pass

        one = tank("", counter="russian/t-34-m43", motion=True, entering=True)
        unit = played(run, one).state.units["e1"]
        assert unit.location == at("G10")
        assert unit.moved
        assert unit.vehicle is not None
        assert unit.vehicle.motion

    def test_round_a_minefield(self) -> None:
        """S9.26: a Known Minefield on its road it goes round, and on by the road."""
        went = entered("G5")
        assert {f"G{n}" for n in (1, 2, 3, 4, 6, 7, 8, 9, 10)} <= set(went)
        assert "G5" not in went

    def test_by_another_road(self) -> None:
        """D-027: round by another road to the FBE, if there is one."""
        went = entered("G7")
        assert went[:5] == [f"G{n}" for n in range(1, 6)]
        assert went[-4:] == ["K7", "K8", "K9", "K10"]

    def test_end_of_the_road_mined(self) -> None:
        """With the end of its road barred as well it goes on to another hex there."""
        went = entered("G5", "G10", "K10")
        assert went[:4] == [f"G{n}" for n in range(1, 5)]
        assert not {"G5", "G10", "K10"} & set(went)
        assert went[-1].endswith("10")

    def test_no_way_round(self) -> None:
        """Before what it cannot go round it stops."""
        row = [f"{column}10" for column in "ACEGIKMOQS"]
        row += [f"{column}{n}" for column in "BDFHJLNPRT" for n in (9, 10)]
        assert entered(*row)[-1] == "G9"

    def test_entry_hex_mined(self) -> None:
        """S9.26: not by a hex that is barred; by another road of the EBE, if any."""
        assert entered("G1")[0] == "Q1"

    def test_no_hex_free(self) -> None:
        """With every hex of the EBE barred it stays offboard."""
        edge = [f"{column}1" for column in "ACEGIKMOQS"]
        assert not entered(*edge, *(f"{c}{n}" for c in "BDFHJLNPRT" for n in (0, 1)))

    def test_what_it_pays(self) -> None:
        """D-403: along the road at its rate, elsewhere by the terrain."""
        one = tank("", ce=True)
        view = scene(one)
        assert way_into(view, one, Wish(at("G1"))).quarters == MF // 2
        assert way_into(view, one, Wish(at("E1"))).quarters == MF

    def test_waits(self) -> None:
        """Once it has waited it is not due again in that Player Turn."""
        assert not ask(movers_due, tank("", moved=True), squad("A1"))
