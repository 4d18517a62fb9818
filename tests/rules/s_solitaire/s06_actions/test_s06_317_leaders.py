"""S6.317, S6.3172, S6.3173: leaders and broken units."""

import pytest

from opfor.rules.a_infantry.a03_9_phases import tidy
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_3_automatic import automatic_move
from opfor.rules.s_solitaire.s06_actions.s06_317_leaders import (
    advance_to,
    units_in_need,
)
from opfor.rules.s_solitaire.s09_movement.s06_3_move_automatic import (
    leaders_look,
    stays_stacked,
)
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.automatic_actions import number, own
from tests.rules.given.enemies import Thing, ask, enemy, friend, played
from tests.rules.given.leaders import LEADER, broken, leader, moved


def goal(
    *things: Thing, dice: tuple[str, ...] = (), his: str = "", **how: object
) -> str:
    """Where the leader L goes by S6.317; `his` is where he was going."""

    def run(play: Play) -> object:
        found = automatic_move(play, play.state.units["L"])
        assert found is not None
        assert play.state.units["L"].goal == found.goal
        return found.goal

    was = LocationName(f"t{his}" if his else "")
    leader = enemy("L", "J6", "8-0", automatic="S6.317", goal=was)
    return str(ask([leader, *things], run, *dice, **how))


class TestS6_317BrokenUnits:
    """S6.317."""

    def test_goes(self) -> None:
        """He moves toward broken units within five hexes."""
        assert own(LEADER, broken("e1", "J1")) == Automatic("S6.317", "Move")
        assert number(LEADER, broken("e1", "P9")) == "S6.3175"

    def test_who_is_with_one_stays(self) -> None:
        """Who is with such a unit already has no such Action."""
        things = [broken("e1", "J6"), broken("e2", "J2")]
        assert number(LEADER, *things) == "S6.3175"

    def test_who_is_not_needed(self) -> None:
        """Not for a unit with a boxed morale, or with a leader who is not Disrupted."""
        assert number(LEADER, broken("e1", "J2", "2-2-8")) == "S6.3175"
        assert number(LEADER, broken("e1", "J2"), broken("M", "J2", "7-0")) == "S6.3175"
        lost = broken("M", "J2", "7-0", disrupted=True)
        assert number(LEADER, broken("e1", "J2"), lost) == "S6.317"
        # D-001: the Disrupted leader by himself has a boxed morale
        assert number(LEADER, lost) == "S6.3175"

    def test_his_own_presence(self) -> None:
        """D-001: that he stands with a broken unit does not free him of it."""
        things = [LEADER, broken("e1", "J6")]
        where = LocationName("tJ6")
        found = ask(
            things, lambda p: units_in_need(p, where, besides=p.state.units["L"])
        )
        assert [unit.id for unit in found] == ["e1"]  # type: ignore[attr-defined] # units
        assert ask(things, lambda p: units_in_need(p, where)) == []

    def test_exc1_they_come_to_him(self) -> None:
        """EXC: not if they could rout to him in the next RtPh."""
        leader = enemy("L", "O6", "8-0")
        near = broken("e1", "O4", dm=True)
        assert number(leader, near) == "S6.3175"
        assert number(leader, broken("e1", "O4")) == "S6.317"

    def test_exc1_waits_for_them(self) -> None:
        """EXC: he does not move then, not even along with others (D-395)."""
        leader, march = enemy("L", "O6", "8-0"), enemy("e2", "O6", action="Move")
        goes = Automatic("S6.3175", "Move")
        assert own(leader, march, attitude="Advance") == goes
        near = broken("e1", "O4", dm=True)
        stays = Automatic("S6.3175", "nothing")
        assert own(leader, march, near, attitude="Advance") == stays

    def test_exc1_another_leader(self) -> None:
        """EXC: not if another leader is there, or on his way there."""
        on_his_way = enemy("M", "J4", "7-0", goal=LocationName("tJ2"))
        assert number(LEADER, broken("e1", "J2"), on_his_way) == "S6.3175"
        gone = enemy("M", "J4", "7-0", goal=LocationName("tJ2"), broken=True)
        assert number(LEADER, broken("e1", "J2"), gone) == "S6.317"
        elsewhere = enemy("M", "J4", "7-0", goal=LocationName("tJ9"))
        assert number(LEADER, broken("e1", "J2"), elsewhere) == "S6.317"


class TestS6_317_exc1AnotherLeader:
    """S6.317 EXC."""

    def test_turn_after_turn(self) -> None:
        """Who was on his way in the turn before still is; the other one stays."""
        him = enemy("M", "J4", "7-0", goal=LocationName("tJ2"))
        both = [leader("S6.317"), him, broken("e1", "J2")]
        game = played(things=both, phase="CCPh", run=tidy)
        assert game.state.units["M"].goal == "tJ2"
        assert game.state.units["L"].automatic == ""

    def test_not_a_broken_one(self) -> None:
        """Nor one who is not in Good Order any more."""
        him = broken("M", "J4", "7-0", goal=LocationName("tJ2"))
        game = played(things=[him], phase="CCPh", run=tidy)
        assert game.state.units["M"].goal == ""

    def test_who_cannot(self) -> None:
        """One whom others need, or who is too far away, is on his way no more."""
        him = enemy("M", "J4", "7-0", goal=LocationName("tJ2"))
        needed = broken("e2", "J4", "2-3-7")
        assert number(leader(""), broken("e1", "J2"), him) == "S6.3175"
        assert number(leader(""), broken("e1", "J2"), him, needed) == "S6.317"
        away = enemy("M", "J10", "7-0", goal=LocationName("tJ2"))
        assert number(leader(""), broken("e1", "J2"), away) == "S6.317"

    @pytest.mark.parametrize("at", ["J6", "L6"])
    def test_from_his_action_dr(self, at: str) -> None:
        """D-591: the next leader, beside him or elsewhere, leaves them to him."""
        things = [
            enemy("L", "J6", "8-0"),
            enemy("M", at, "9-1"),
            enemy("e1", at),
            broken("e2", "J2", "4-2-6"),
            friend("V", "P6"),
        ]
        apart = () if at == "J6" else ("S6.11 DR 2,3",)
        fire = ("A7.3 DR 6,5",)
        game = played("S6.11 DR 2,3", *apart, *fire, things=things)
        him, other = game.state.units["L"], game.state.units["M"]
        assert (him.automatic, him.goal) == ("S6.317", "tJ2")
        assert (other.automatic, other.action, other.goal) == ("S6.3174", "Fire", "")
        assert game.state.shots[0].leaders == ("M",)

    @pytest.mark.parametrize(
        ("near", "far", "first"),
        [
            pytest.param("J6", "L6", "near", id="the ADJACENT one"),
            pytest.param("J6", "H6", "far", id="the far one"),
        ],
    )
    def test_who_is_first(self, near: str, far: str, first: str) -> None:
        """D-591: whose Action DR is first has them, ADJACENT to them or not."""
        things = [
            enemy("near", near, "8-0"),
            enemy("far", far, "8-0"),
            broken("e2", "J7", "4-2-6"),
        ]
        game = played(*("S6.11 DR 2,3",) * 2, things=things)
        goals = {unit.id: unit.goal for unit in game.state.units.values() if unit.goal}
        assert goals == {first: "tJ7"}
        called = "S6.317" if first == "far" else "S6.3175"
        assert game.state.units["far"].automatic == called
        # ADJACENT he waits for the APh (S6.3171)
        assert game.state.units["near"].action == "nothing"

    def test_adjacent_director(self) -> None:
        """S6.3171: who directs fire before he enters them is on his way to them."""
        things = [
            enemy("L", "J6", "8-0"),
            enemy("e1", "J6"),
            enemy("M", "L6", "8-0"),
            broken("e2", "J7", "4-2-6"),
            friend("V", "P6"),
        ]
        dice = ("S6.11 DR 2,3", "A7.3 DR 6,5", "S6.11 DR 2,3")
        units = played(*dice, things=things).state.units
        assert (units["L"].automatic, units["L"].goal) == ("S6.3174", "tJ7")
        assert units["M"].automatic == "S6.3175"

    def test_adjacent_in_the_mph(self) -> None:
        """D-591: who waits for those who broke beside him has them as well."""

        def look(play: Play) -> object:
            for _ in range(3):
                leaders_look(play)
            units = play.state.units
            return units["L"].goal, units["M"].automatic, units["M"].goal

        him = leader("S6.3175", "nothing")
        far = enemy("M", "L6", "8-0", automatic="S6.3175", action="nothing")
        need = broken("e1", "J7")
        found = ask([him, far, need], look, phase="MPh")
        assert found == ("tJ7", "S6.3175", "")

    def test_of_two_the_nearest(self) -> None:
        """D-591: two who make for the same units do not both count on the other."""
        goal, need = LocationName("tJ2"), broken("e1", "J2")
        him, far = leader("", goal=goal), enemy("M", "J7", "8-0", goal=goal)
        assert number(him, far, need) == "S6.317"
        assert number(far, him, need) == "S6.3175"
        beside = enemy("M", "J6", "8-0", goal=goal)
        assert (number(him, beside, need), number(beside, him, need)) == (
            "S6.317",
            "S6.3175",
        )

    @pytest.mark.parametrize(
        ("marching", "things", "dice"),
        [
            pytest.param("S6.3175", (), (), id="alone"),
            pytest.param(
                "S6.3174",
                (enemy("e4", "N6"), friend("V", "R6")),
                ("S9.1 dr 1",),
                id="to direct fire",
            ),
        ],
    )
    def test_who_sets_out_for_something_else(
        self, marching: str, things: tuple[Thing, ...], dice: tuple[str, ...]
    ) -> None:
        """D-591: he is on his way no more."""
        him = leader(marching, goal=LocationName("tJ2"))
        state = moved(him, *things, dice=dice, attitude="Advance")
        assert state.units["L"].goal == ""

    def test_who_goes_along(self) -> None:
        """D-591: nor is one who joins others on their way."""
        him = leader("S6.3175", goal=LocationName("tJ2"))

        def joins(play: Play) -> object:
            assert stays_stacked(play)
            return play.state.units["L"].goal

        assert ask([him, enemy("e4", "J6", action="Move")], joins) == ""


class TestS6_3172WhichOfThem:
    """S6.3172."""

    def test_line1_los(self) -> None:
        """Line 1: in his LOS."""
        board = "board: t\nsize: 20x10\nstone building: J4\n"
        assert goal(broken("e1", "J3"), broken("e2", "J9"), board=board) == "tJ9"

    def test_line2_building(self) -> None:
        """Line 2: within the same building."""
        board = "board: t\nsize: 20x10\nwooden building: J6+J5+J4\nstone building: J7\n"
        things = [broken("e1", "J4"), broken("e2", "J8")]
        assert goal(*things, board=board) == "tJ4"

    def test_line3_mf(self) -> None:
        """Line 3: the closest in MF."""
        assert goal(broken("e1", "J3"), broken("e2", "J8")) == "tJ8"

    def test_line4_most(self) -> None:
        """Line 4: the most of them."""
        things = [broken("e1", "J4"), broken("e2", "J8"), broken("e3", "J8", "2-3-7")]
        assert goal(*things) == "tJ8"

    def test_line5_out_of_fire(self) -> None:
        """Line 5: out of LOS or range of all FRIENDLY Weapons."""
        things = [broken("e1", "J4"), broken("e2", "J8"), friend("V", "J1", "4-3-6")]
        assert goal(*things) == "tJ8"

    def test_line6_tem(self) -> None:
        """Line 6: the highest in-hex TEM; equal ones by Random dr."""
        board = "board: t\nsize: 20x10\nshellholes: J8\n"
        things = [broken("e1", "J4"), broken("e2", "J8")]
        assert goal(*things, board=board) == "tJ8"
        assert goal(*things, dice=("S6.3172 dr 5",)) == "tJ8"
        assert goal(*things, dice=("S6.3172 dr 2",)) == "tJ4"

    def test_keeps_to_his_goal(self) -> None:
        """D-591: of equal ones he goes on to the one that he makes for."""
        things = [broken("e1", "J4"), broken("e2", "J8")]
        assert goal(*things, his="J4") == "tJ4"
        assert goal(*things, his="J8") == "tJ8"


def advanced(*things: Thing, barred: str = "") -> str:
    """Where the leader advances; `barred` is where he may not."""

    def asked(play: Play) -> LocationName:
        return advance_to(play, play.state.units["L"], lambda at: at != barred)

    return str(ask(things, asked, phase="APh"))


class TestS6_3173InTheAPh:
    """S6.3173."""

    def test_more_of_them(self) -> None:
        """From one such Location into one with more."""
        things = [LEADER, broken("e1", "J6"), broken("e2", "J7"), broken("e3", "J7")]
        assert advanced(*things) == "tJ7"

    def test_as_many(self) -> None:
        """Not for as many; nor a pinned leader."""
        assert advanced(LEADER, broken("e1", "J6"), broken("e2", "J7")) == ""
        pinned = enemy("L", "J6", "8-0", pinned=True)
        assert advanced(pinned, broken("e2", "J7")) == ""

    def test_his_goal(self) -> None:
        """He goes where he was going."""
        leader = enemy("L", "J6", "8-0", goal=LocationName("tJ5"))
        things = [leader, broken("e1", "J5"), broken("e2", "J7"), broken("e3", "J7")]
        assert advanced(*things) == "tJ5"

    def test_where_he_may(self) -> None:
        """Of the Locations that he can advance into; nothing is told of others."""
        things = [LEADER, broken("e1", "J5"), broken("e2", "J7"), broken("e3", "J7")]
        assert advanced(*things, barred="tJ7") == "tJ5"
        assert advanced(LEADER, broken("e2", "J7"), barred="tJ7") == ""
