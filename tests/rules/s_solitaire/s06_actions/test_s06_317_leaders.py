"""S6.317 to S6.3175: what ENEMY leaders do by themselves."""

import pytest

from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_3_automatic import automatic_move
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import AutomaticMove
from opfor.rules.s_solitaire.s06_actions.s06_317_leaders import (
    advance_to,
    calls,
    companion,
    units_in_need,
)
from opfor.state.play import Play
from opfor.state.units import GunState, LocationName, Unit
from tests.rules.given.automatic_actions import number, own
from tests.rules.given.enemies import Thing, ask, enemy, friend, played, weapon

GUN = "45l-at-ptp-obr-32"

LEADER = enemy("L", "J6", "8-0")
DIRECTOR = enemy("L", "J6", "8-1")


def broken(id_: str, at: str, counter: str = "4-4-7", **fields: object) -> Unit:
    """A broken ENEMY unit."""
    return enemy(id_, at, counter, broken=True, **fields)


def goal(*things: Thing, dice: tuple[str, ...] = (), **how: object) -> str:
    """Where the leader L goes by S6.317."""

    def run(play: Play) -> object:
        found = automatic_move(play, play.state.units["L"])
        assert found is not None
        assert play.state.units["L"].goal == found.goal
        return found.goal

    leader = enemy("L", "J6", "8-0", automatic="S6.317")
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


class TestS6_3171AWay:
    """S6.3171."""

    def test_manner(self) -> None:
        """By the safest route, by Double Time only as needed; he keeps his goal."""

        def run(play: Play) -> object:
            return automatic_move(play, play.state.units["L"])

        leader = enemy("L", "J6", "8-0", automatic="S6.317")
        found = ask([leader, broken("e1", "J2")], run)
        assert found == AutomaticMove("S6.317", LocationName("tJ2"), manner="as needed")

    def test_adjacent(self) -> None:
        """What is ADJACENT is entered in the APh, so that he may direct fire."""
        assert number(LEADER, broken("e1", "J7")) == "S6.3175"
        shooting = enemy("e2", "J6", action="Fire")
        assert number(LEADER, broken("e1", "J7"), shooting) == "S6.3174"

    def test_adjacent_waits(self) -> None:
        """Until the APh he goes nowhere, in Advance and as a director neither."""
        waits = Automatic("S6.3175", "nothing")
        assert own(LEADER, broken("e1", "J7"), attitude="Advance") == waits
        march = enemy("e2", "J6", action="Move")
        assert own(LEADER, broken("e1", "J7"), march, attitude="Advance") == waits
        things = [enemy("e2", "J4"), friend("V", "J1"), broken("e1", "J7")]
        assert number(DIRECTOR, *things) == "S6.3175"

    def test_directs_no_fire_on_his_way(self) -> None:
        """Who is to move directs no Prep Fire, which would keep him where he is."""
        things = [LEADER, enemy("e1", "J6"), broken("e2", "J2"), friend("V", "M6")]
        state = played("S6.11 DR 2,3", "A7.3 DR 6,5", things=things).state
        assert state.units["L"].automatic == "S6.317"
        assert state.shots[0].leaders == ()
        assert not state.units["L"].fired


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


class TestS6_3174FireDirection:
    """S6.3174."""

    def test_directs(self) -> None:
        """He directs the fire of a unit of his Location that has a Fire Command."""
        things = [LEADER, enemy("e1", "J6"), friend("V", "M6")]
        state = played("S6.11 DR 2,3", "A7.3 DR 6,5", things=things).state
        assert state.units["L"].automatic == "S6.3174"
        assert state.shots[0].leaders == ("L",)

    def test_goes_where_he_can(self) -> None:
        """One with a negative modifier goes to the closest Location with a Target."""
        things = [enemy("e1", "J4"), enemy("e2", "M6"), friend("V", "J1")]
        assert own(DIRECTOR, *things) == Automatic("S6.3174", "Move")
        leader = enemy("L", "J6", "8-1", automatic="S6.3174")
        found = ask([leader, *things], lambda p: automatic_move(p, p.state.units["L"]))
        assert found == AutomaticMove(
            "S6.3174", LocationName("tJ4"), manner="as needed"
        )

    def test_no_help(self) -> None:
        """Not one without such a modifier; nor to a Location that has a leader."""
        things = [enemy("e1", "J4"), friend("V", "J1")]
        assert number(LEADER, *things) == "S6.3175"
        assert number(DIRECTOR, *things, enemy("M", "J4", "8-0")) == "S6.3175"

    def test_no_gun(self) -> None:
        """D-821: nobody directs a Gun: neither does he go to one, nor stay by one."""
        gun = weapon("g", GUN, "e1", gun=GunState(ca=0))
        foe = friend("V", "M6")
        crew = enemy("e1", "J4", "2-2-8")
        assert number(DIRECTOR, crew, foe) == "S6.3174"
        assert number(DIRECTOR, crew, foe, gun) == "S6.3175"
        here = enemy("e1", "J6", "2-2-8", action="Fire")
        assert own(LEADER, here, foe, gun) == Automatic("S6.3175", "nothing")
        assert own(LEADER, here, foe) == Automatic("S6.3174", "Fire")

    def test_no_mortar(self) -> None:
        """Nor to a squad whose mortar alone reaches a Target; its own FP he directs."""
        squad, mortar = enemy("e1", "J4", "6-2-8"), weapon("m", "50-mtr", "e1")
        assert number(DIRECTOR, squad, mortar, friend("V", "P4")) == "S6.3175"
        assert number(DIRECTOR, squad, mortar, friend("V", "M4")) == "S6.3174"

    def test_who_is_needed_stays(self) -> None:
        """D-395: nor away from broken units that need him."""
        things = [enemy("e1", "J4"), friend("V", "J1")]
        assert number(DIRECTOR, *things, broken("e2", "J6")) == "S6.3175"


class TestS6_3175NoActions:
    """S6.3175."""

    def test_hold(self) -> None:
        """In Hold he does nothing."""
        assert own(LEADER) == Automatic("S6.3175", "nothing")

    @pytest.mark.parametrize(
        ("action", "his"), [("Move", "Move"), ("Entrench", "nothing")]
    )
    def test_exc1_stays_stacked(self, action: str, his: str) -> None:
        """EXC: in Advance he moves if the MMC with him do, and stays if they stay."""
        found = own(LEADER, enemy("e1", "J6", action=action), attitude="Advance")
        assert found == Automatic("S6.3175", his)  # type: ignore[arg-type] # an Action

    def test_exc1_with_broken(self) -> None:
        """D-395: he stays with broken units that need him, whoever moves on."""
        stays, march = Automatic("S6.3175", "nothing"), enemy("e1", "J6", action="Move")
        assert own(LEADER, broken("e2", "J6"), attitude="Advance") == stays
        assert own(LEADER, broken("e2", "J6"), march, attitude="Advance") == stays

    def test_exc1_with_panicked(self) -> None:
        """D-395: a MMC that Panics is company, and no reason to go alone."""
        panic = enemy("e1", "J6", panic=True, ti=True)
        found = own(LEADER, panic, attitude="Advance")
        assert found == Automatic("S6.3175", "nothing")

    def test_exc1_with_whom(self) -> None:
        """EXC: with the best-class unit that has a HW, or else a SW."""
        things = [
            LEADER,
            enemy("e1", "J6", "6-2-8"),
            enemy("e2", "J6"),
            weapon("mg", "lmg", "e2"),
        ]
        found = ask(things, lambda p: companion(p, p.state.units["L"]))
        assert found is not None
        assert found.id == "e2"  # type: ignore[attr-defined] # a unit
        hmg = weapon("hmg", "hmg", "e1")
        found = ask([*things, hmg], lambda p: companion(p, p.state.units["L"]))
        assert found.id == "e1"  # type: ignore[attr-defined] # a unit

    def test_exc1_alone(self) -> None:
        """EXC: alone, in Advance, he has Move Command 6 of {A4b}."""
        assert own(LEADER, attitude="Advance") == Automatic("S6.3175", "Move")
        leader = enemy("L", "J6", "8-0", automatic="S6.3175")
        found = ask([leader], lambda p: automatic_move(p, p.state.units["L"]))
        assert found == AutomaticMove("S6.3175", command=6)

    def test_no_leader(self) -> None:
        """All this is for leaders alone."""
        assert ask([enemy("e1", "J6")], lambda p: calls(p, p.state.units["e1"])) == []
