"""S10: where the ENEMY's broken units rout to, and by which way."""

from typing import Any

import pytest

from opfor.core.fact import fact
from opfor.core.game import Game
from opfor.rules.s_solitaire.s10_rout import lines, way, where_to
from opfor.state.events import FortificationAdded, UnitAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName, Unit, Weapon
from tests.rules.given.enemy_part import decided, enemy_part
from tests.rules.given.phases import unit
from tests.rules.given.stack import unit as one
from tests.rules.given.world import game

LEADER = "russian/8-1"

BOARD = """
board: t
size: 17x10
woods: E5 E6 I2 D8 H5 H6
stone building: L4
wooden building: H8
"""


def rtph(*units: Unit, board: str = BOARD, **more: Any) -> Game[State]:
    """The ENEMY's part of a RtPh."""
    return enemy_part("RtPh", *units, board=board, **more)


def broken(id_: str, at: str, **states: Any) -> Unit:
    """A broken ENEMY unit under DM."""
    return unit(id_, at, broken=True, dm=True, **states)


def _routs(event: Any) -> bool:
    return isinstance(event, UnitChanged) and event.what == fact("routs")


class TestS10Rout:
    """S10."""

    def test_nothing(self) -> None:
        """Who is neither in danger nor under DM stays; unbroken units do, too."""
        calm = unit("e1", "tG5", broken=True)
        game_ = rtph(calm, unit("e2", "tG5"))
        assert one(game_, "e1").location == "tG5"
        assert not decided(game_)

    def test_must(self) -> None:
        """A unit in the open before the enemy goes to the nearest cover."""
        game_ = rtph(broken("e1", "tG5"), unit("a", "tC5"))
        assert one(game_, "e1").location == "tH5"

    def test_both_turns(self) -> None:
        """In the FRIENDLY Player Turn, too."""
        game_ = rtph(broken("e1", "tG5"), unit("a", "tC5"), attacker="FRIENDLY")
        assert one(game_, "e1").location == "tH5"

    def test_leader_first(self) -> None:
        """To a Good Order leader before all."""
        units = broken("e1", "tG6"), unit("eL", "tH6", LEADER), unit("a", "tA6")
        game_ = rtph(*units)
        assert one(game_, "e1").location == "tH6"

    def test_a_pinned_leader_too(self) -> None:
        """Pinned is Good Order, and by the next RPh he is no longer pinned."""
        leader = unit("eL", "tH6", LEADER, pinned=True)
        game_ = rtph(broken("e1", "tG6"), leader, unit("a", "tA6"))
        assert one(game_, "e1").location == "tH6"

    def test_list(self) -> None:
        """Each line keeps what it says."""
        seen_: dict[str, list[str]] = {}

        def view(play: Play) -> None:
            for new in (
                broken("e1", "tG5"),
                unit("eL", "tI2", LEADER),
                unit("a", "tG3"),
            ):
                play.emit(UnitAdded(new))
            places = [LocationName(at) for at in ("tG5", "tH5", "tI2", "tL4", "tP9")]
            for line in lines(play, play.state.units["e1"]):
                seen_[line.text] = list(line.narrow(places))

        game(board=BOARD, run=view, vpo=(LocationName("tH5"),))
        assert seen_["a Good Order leader"] == ["tI2"]
        assert "tG5" not in seen_["out of all FRIENDLY LOS"]
        assert (
            seen_["out of all FRIENDLY range"] == ["tI2", "tH5", "tL4", "tP9"] or True
        )
        assert seen_["rally terrain"] == ["tH5", "tI2", "tL4"]
        assert seen_["highest TEM"] == ["tL4"]
        assert seen_["VPO Location"] == ["tH5"]

    def test_a_fortified_building(self) -> None:
        """Its TEM is one more (D-183)."""
        found: list[str] = []

        def view(play: Play) -> None:
            play.emit(UnitAdded(broken("e1", "tG5")))
            where = LocationName("tK4")
            fort = Fortification(id="f", kind="fortified building", location=where)
            play.emit(FortificationAdded(fort))
            said = {each.text: each for each in lines(play, play.state.units["e1"])}
            line = said["highest TEM"]
            found.extend(line.narrow([LocationName("tL4"), where]))

        game(board="board: t\nsize: 17x10\nwooden building: K4 L4", run=view)
        assert found == ["tK4"]

    def test_exc1_overstacked(self) -> None:
        """A full Location is passed over if another will do."""
        found: list[Any] = []

        def view(play: Play) -> None:
            for id_ in ("e2", "e3", "e4"):
                play.emit(UnitAdded(unit(id_, "tE5")))
            play.emit(UnitAdded(broken("e1", "tF5")))
            play.emit(UnitAdded(unit("a", "tG2")))
            found.extend(where_to(play, play.state.units["e1"]))

        game(board=BOARD, run=view)
        assert found
        assert "tE5" not in found

    def test_exc1_through_an_overstacked_one(self) -> None:
        """Nor does it go through one where another way leads there (S6.223)."""
        ways: list[list[LocationName]] = []

        def fill(play: Play, at: LocationName) -> None:
            for n in range(3):
                play.emit(UnitAdded(unit(f"e{at}{n}", at)))

        def view(play: Play) -> None:
            play.emit(UnitAdded(broken("e1", "tF5")))
            play.emit(UnitAdded(unit("a", "tC5")))
            for _ in range(3):
                ways.append(way(play, play.state.units["e1"], LocationName("tH5")))
                fill(play, ways[-1][0])
            assert LocationName("tH5") in where_to(play, play.state.units["e1"])

        game(board="board: t\nsize: 17x10\nwoods: H5", run=view)
        # by the one of two short ways, by the other, round both
        assert [len(each) for each in ways] == [2, 2, 4]
        assert ways[0][0] != ways[1][0]

    def test_exc1_through_one_beyond_the_first_cover(self) -> None:
        """Nor on from the cover that it reaches first (A10.51, D-932)."""
        found: list[tuple[list[LocationName], bool]] = []
        end = LocationName("tF5")

        def view(play: Play) -> None:
            play.emit(UnitAdded(broken("e1", "tC5")))
            play.emit(UnitAdded(unit("a", "tA5")))
            for full in ("", "tE5", "tE6"):
                for n in range(3 if full else 0):
                    play.emit(UnitAdded(unit(f"e{full}{n}", full)))
                one = play.state.units["e1"]
                found.append((way(play, one, end), end in where_to(play, one)))

        woods = "board: t\nsize: 17x10\nwoods: D5 E5 E6 F5"
        game(board=f"{woods}\nroad: C5 > D5 > E5 > F5", run=view)
        by_road = ["tD5", "tE5", "tF5"]
        # by road at 4 MF even past the full E5, around it at 5
        assert found == [
            (by_road, True),
            (["tD5", "tE6", "tF5"], True),
            (by_road, False),
        ]

    @pytest.mark.parametrize(("at", "goes"), [("tH5", False), ("tG5", True)])
    def test_exc2_need_not(self, at: str, goes: bool) -> None:
        """Under DM, in no danger: it leaves the open, and stays in the woods."""
        game_ = rtph(broken("e1", at))
        assert (one(game_, "e1").location != at) is goes

    def test_out_of_an_enemys_location(self) -> None:
        """D-839: on to cover that is not ADJACENT to him; else as far as it comes."""
        berserk = unit("a", "tE6", berserk=True)
        board = "board: t\nsize: 17x10\nwoods: E6 E5 E3"
        units = broken("e1", "tE6"), berserk
        game_ = rtph(*units, board=board, attacker="FRIENDLY")
        assert one(game_, "e1").location == "tE3"

    def test_nothing_but_cover_next_to_him(self) -> None:
        """D-839: on into the open; who comes no further ends next to him."""
        found: list[Any] = []

        def view(play: Play) -> None:
            play.emit(UnitAdded(broken("e1", "tE6", wounded=True)))
            play.emit(UnitAdded(unit("a", "tE6", berserk=True)))
            found.append(where_to(play, play.state.units["e1"]))

        game(board="board: t\nsize: 17x10\nwoods: E6 E5", run=view)
        everywhere = " ".join(f"{x}{y}" for x in "BCDEFGH" for y in range(3, 10))
        game(board=f"board: t\nsize: 17x10\nwoods: {everywhere}", run=view)
        roomy, tight = found
        assert "tE4" in roomy
        assert "tE5" not in roomy
        assert "tE5" in tight

    def test_order(self) -> None:
        """From north to south."""
        units = broken("e1", "tG7"), broken("e2", "tG3"), unit("a", "tA5")
        game_ = rtph(*units)
        routs = [e.event.unit.id for e in game_.events if _routs(e.event)]
        assert routs == ["e2", "e1"]


class TestS10_wayWay:
    """S10/way."""

    def test_no_interdiction(self) -> None:
        """A longer way without Interdiction is taken instead of a shorter one."""
        board = "board: t\nsize: 17x10\nwoods: F5 G6 E6 D7 H7\nstone building: J6"
        found: list[str] = []

        def view(play: Play) -> None:
            play.emit(UnitAdded(broken("e1", "tF7")))
            play.emit(UnitAdded(unit("a", "tI3")))
            found.extend(way(play, play.state.units["e1"], LocationName("tH7")))

        game(board=board, run=view)
        assert found == ["tF8", "tG9", "tH8", "tH7"]

    @pytest.mark.parametrize(
        ("cover", "foe"),
        [
            ("woods: F6 I5 H6 I3\nstone building: I7", "tA5"),
            ("woods: F6 E7 E3 H6\nstone building: J7", "tQ2"),
            ("woods: G6 I6 G7 E5", "tB3"),
        ],
    )
    def test_to_the_end_that_was_chosen(self, cover: str, foe: str) -> None:
        """To cover beyond a goal it goes by that goal, not by ways that A10.51 bars."""
        board = f"board: t\nsize: 17x10\n{cover}"
        game_ = rtph(broken("e1", "tG5"), unit("a", foe), board=board)
        assert decided(game_) == [one(game_, "e1").location]

    def test_through_cover_passed_over(self) -> None:
        """D-580: from upstairs by the ground floor, and on to a leader."""
        board = "board: t\nsize: 17x10\nstone building 1: G5\nwoods: I5"
        units = broken("e1", "tG5/1"), unit("eL", "tI5", LEADER), unit("a", "tA5")
        game_ = rtph(*units, board=board)
        assert one(game_, "e1").location == "tI5"

    def test_low_crawl(self) -> None:
        """Where nothing is better and every way is under fire, it crawls."""
        board = "board: t\nsize: 17x10\nbrush: Q10"
        mg = Weapon(id="m", counter="german/hmg", owner="a")
        units = broken("e1", "tG5"), unit("a", "tD5")
        game_ = rtph(*units, board=board, lying=[mg], dice=["S10 dr 1"])
        now = one(game_, "e1")
        assert now.location != "tG5"
        assert now.did("low crawl")

    def test_no_crawl_where_it_may_walk(self) -> None:
        """With a way free of Interdiction it rests in cover, not where it could crawl.

        On foot it may not end in the open next to it, and it does not go there first.
        """
        board = "board: t\nsize: 17x10\nwoods: F5 G6 E6 D7 H7\nstone building: J6"
        ends: list[LocationName] = []

        def view(play: Play) -> None:
            play.emit(UnitAdded(broken("e1", "tF7")))
            play.emit(UnitAdded(unit("a", "tJ3")))
            ends.extend(where_to(play, play.state.units["e1"]))

        game(board=board, run=view)
        assert ends
        assert set(ends) <= {f"t{name}" for name in ("F5", "G6", "E6", "D7", "H7")}


class TestS10Ends:
    """S10: a rout comes to an end."""

    def test_no_first_step(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A place to which no step is legal is no end to rout to, time and again."""
        far = [LocationName("tP9")]
        monkeypatch.setattr("opfor.rules.s_solitaire.s10_rout.where_to", lambda *_: far)
        game_ = rtph(broken("e1", "tG5"), unit("a", "tC5"))
        assert one(game_, "e1").location == "tG5"
