"""S9.1 to S9.251: who moves where, by whose command."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s09_movement import command as move_command
from opfor.rules.s_solitaire.s09_movement.command import by_route, read_command, sharing
from opfor.rules.s_solitaire.s09_movement.danger import danger, number
from opfor.rules.s_solitaire.s09_movement.infantry import go_on
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_movement.random_direction import headings, leads
from opfor.rules.s_solitaire.s09_movement.routes import route
from opfor.rules.s_solitaire.s09_movement.sequence import movers_due, parted
from opfor.rules.s_solitaire.s09_movement.vpo import from_vpo, toward_vpo
from opfor.state.events import (
    FortificationAdded,
    MoveChanged,
    Moved,
    MovePlanSet,
    PhaseBegan,
    SuspectPlaced,
    UnitChanged,
    WeaponAdded,
)
from opfor.state.in_progress import Move, MovePlan
from opfor.state.play import Play
from opfor.state.units import (
    OFFBOARD,
    Fortification,
    Suspect,
    Unit,
    Weapon,
)
from tests.rules.given.moves import (
    PLAIN,
    SQUAD,
    at,
    enemy,
    entered,
    friend,
    mover,
    phase,
    scene,
)
from tests.rules.given.world import events, game, notes


class TestSettled:
    """S6.3121: the end of a way is an IP."""

    def test_no_step_after_it(self) -> None:
        """Who has got in on his way rolls for no other hex, and stays."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            play.emit(FortificationAdded(HOLE))
            squad = replace(play.state.units["e1"], inside=HOLE.id, action="Move")
            play.emit(UnitChanged(squad, "is inside"))
            play.emit(MoveChanged(Move(units=("e1",), allotment=24, spent=8, steps=1)))
            play.emit(MovePlanSet(MovePlan(movers=("e1",), how="REH", back=at("tJ7"))))
            while go_on(play):
                pass

        played = game(board=PLAIN, enemies={"e1": (SQUAD, "tJ6")}, run=run)
        assert played.state.course is None
        assert played.state.move is None
        assert played.state.units["e1"].inside == HOLE.id


HOLE = Fortification(id="f", kind="foxhole", location=at("tJ6"), capacity=1)


class TestS9_1Order:
    """S9.1."""

    def test_north_to_south_then_nearest_the_fbe(self) -> None:
        """The hexrow farther north first; in a hexrow the one nearer the FBE."""
        played = phase(
            *["S9.23 dr 2"] * 3,
            enemies={"e1": "tR2", "e2": "tR6", "e3": "tC2"},
            command=12,
            attitude="Hold",
        )
        order = [event.move.units[0] for event in events(played, Moved)]
        assert list(dict.fromkeys(order)) == ["e3", "e2", "e1"]

    def test_what_waits_offboard_comes_after(self) -> None:
        """A S? that is to enter a hexrow has its turn after the units in it (D-020)."""
        waiting = Suspect("S1", OFFBOARD, "Advance", enters=at("tC1"))
        played = phase(
            *["S9.23 dr 2"],
            enemies={"e1": "tC3"},
            command=9,
            changed=lambda play: play.emit(SuspectPlaced(waiting)),
        )
        assert played.state.units["e1"].moved
        told = [e.event for e in played.events if isinstance(e.event, MoveChanged)]
        assert told
        assert told[0].move.units == ("S1",)
        assert events(played, Moved)[0].move.units == ("e1",)

    def test_random_dr_within_a_location(self) -> None:
        """Units of one Location that move apart draw lots."""
        played = phase(
            "S9.1 dr 2",
            *["S9.23 dr 2"] * 2,
            enemies={"e1": "tC3", "e2": "tC3"},
            command=9,
            units={"f1": ("german/4-6-7", "tC7")},
            changed=None,
        )
        assert events(played, Moved)[0].move.units in (("e1",), ("e2",))

    def test_who_is_due(self) -> None:
        """Good Order units with the Action Move, and Advance S? that have not moved."""
        view = scene(
            enemy("tC3", action="Move"),
            enemy("tD3", "e2", action="Fire"),
            enemy("tE3", "e3", action="Move", broken=True),
            suspects={
                "S1": Suspect("S1", at("tF3"), "Advance"),
                "S2": Suspect("S2", at("tG3"), "Hold"),
                "S3": Suspect("S3", at("tG3"), "Advance", moved=True),
            },
        )
        assert [found.ids for found in movers_due(view)] == [("e1",), ("S1",)]

    def test_who_cannot_move(self) -> None:
        """Pinned and TI units do not move."""
        view = scene(
            enemy("tC3", action="Move", pinned=True),
            enemy("tD3", "e2", action="Move", ti=True),
        )
        assert movers_due(view) == []


class TestS9_2Command:
    """S9.2."""

    def test_who_shares_a_command(self) -> None:
        """Advance Infantry all; Hold Infantry by odd and even hexes."""
        view = scene(enemy("tC3"), enemy("tC4", "e2"))
        assert sharing(view, mover("tC3", "Advance")) == "Advance Infantry"
        assert sharing(view, mover("tC3")) == "Hold Infantry in odd hexes"
        assert sharing(view, mover("tC4")) == "Hold Infantry in even hexes"

    def test_one_dr_for_those_who_share_it(self) -> None:
        """Two units in odd hexes stay by one DR; one in an even hex has its own."""
        played = phase(
            "S9.21 DR 3,3",
            "S9.21 DR 3,4",
            enemies={"e1": "tJ5", "e2": "tK5", "e3": "tM4"},
            attitude="Hold",
        )
        assert played.state.commands == {
            "Hold Infantry in odd hexes": 6,
            "Hold Infantry in even hexes": 7,
        }

    def test_what_cannot_be_performed(self) -> None:
        """Infantry that can do nothing of its Command waits for Opportunity Fire."""
        played = phase(enemies={"e1": "tC3"}, command=2)
        assert played.state.units["e1"].fired == "opportunity"

    def test_sw_wait_too(self) -> None:
        """A7.25: a SW of such a unit is marked with it, and fires at full FP."""
        lmg = Weapon(id="lmg", counter="russian/lmg", owner="e1")
        played = phase(
            enemies={"e1": "tJ5"},
            command=11,
            units={"f1": ("german/4-6-7", "tJ8")},
            changed=lambda play: play.emit(WeaponAdded(lmg)),
        )
        assert played.state.units["e1"].fired == "opportunity"
        assert played.state.weapons["lmg"].fired == "opportunity"

    def test_safest_route(self) -> None:
        """A route goes round what a FRIENDLY squad can fire at."""
        view = scene(enemy("tC2"), friend("tC6"))
        straight = scene(enemy("tC2"))
        direct = route(straight, mover("tC2"), [at("tC10")])
        safe = route(view, mover("tC2"), [at("tC10")])
        assert len(safe) > len(direct)
        met = danger(view)
        assert all(
            met.fire[number(view, place)] <= met.fire[number(view, at("tC5"))]
            for place in safe
        )

    def test_exc1_automatic(self) -> None:
        """EXC: an unarmed MMC has no Command; it makes for the EBE (S6.302)."""

        def unarmed(play: Play) -> None:
            one = replace(play.state.units["e1"], unarmed=True, automatic="S6.302")
            play.emit(UnitChanged(one, "is unarmed"))

        played = phase(enemies={"e1": "tC5"}, changed=unarmed)
        assert played.state.commands == {}
        assert entered(played) == ["tC4", "tC3", "tC2", "tC1"]

    def test_exc2_lonely_leader(self) -> None:
        """EXC: a leader with nothing to do has row 6 of {A4b}, no DR."""

        def lonely(play: Play) -> None:
            unit = replace(play.state.units["e1"], automatic="S6.3175")
            play.emit(UnitChanged(unit, "has nothing to do"))

        played = phase(enemies={"e1": "tC3", "e2": "tC8"}, changed=lonely, command=11)
        assert any("{A4b}" in note for note in notes(played))


class TestS9_2_stackStacks:
    """S9.2/stack."""

    def test_together_out_of_fire(self) -> None:
        """All units of a Location go together where nobody can fire at them."""
        units = [enemy("tC3"), enemy("tC3", "e2")]
        assert [m.ids for m in parted(scene(*units), units)] == [("e1", "e2")]

    def test_apart_under_fire(self) -> None:
        """Under fire each MMC goes by itself, the leader with the first."""
        leader = enemy("tC3", "e3", counter="russian/8-0")
        units = [enemy("tC3"), enemy("tC3", "e2"), leader]
        view = scene(*units, friend("tC7"))
        assert [m.ids for m in parted(view, units)] == [("e1", "e3"), ("e2",)]

    @pytest.mark.parametrize(
        ("said", "first"), [("together", ("e1", "e2")), ("apart", ("e1",))]
    )
    def test_discretion(self, said: str, first: tuple[str, ...]) -> None:
        """Its policy has the last word: together, or one by one."""
        two = {"e1": "tC3", "e2": "tC3"}
        vpo = (at("tC8"),)
        held: Any = {"vpo": vpo, "held_by": "FRIENDLY"}
        played = phase(enemies=two, command=4, choices=(said,), **held)
        assert events(played, Moved)[0].move.units == first


class TestS9_2_routeRoute:
    """S9.2/route."""

    def test_no_way(self) -> None:
        """Where there is none, none is found; nobody goes to where he is."""
        view = scene(enemy("tC3"))
        assert route(view, mover("tC3"), [at("tC3")]) == ()
        assert route(view, mover("tC3"), []) == ()

    def test_out_of_los(self) -> None:
        """A route out of FRIENDLY LOS enters nothing that is seen."""
        view = scene(enemy("tC2"), friend("tC7"))
        assert route(view, mover("tC2"), [at("tC5")], "out of FRIENDLY LOS") == ()


class TestS9_21Tables:
    """S9.21."""

    @pytest.mark.parametrize(
        ("attitude", "table"), [("Advance", "{A4b}"), ("Hold", "{A4a}")]
    )
    def test_by_attitude(self, attitude: str, table: str) -> None:
        """Advance Infantry uses {A4b}, Hold Infantry {A4a}."""
        dice = ("S9.21 DR 5,5", "S9.23 dr 2") if table == "{A4b}" else ("S9.21 DR 3,3",)
        played = phase(*dice, enemies={"e1": "tJ5"}, attitude=attitude)
        assert any(note.startswith(table) for note in notes(played))


class TestS9_22PriorityList:
    """S9.22."""

    def reading(self, number_: int, *units: Unit, table: str = "A4a") -> Any:
        """What a row comes to for e1; no dice."""
        found: list[Any] = []

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            row = play.world.enemy.table(table).look_up(number_)
            one = play.state.units["e1"]
            found.append(read_command(play, stack(play, [one]), row))

        mine = {u.id: (u.counter, u.location) for u in units if u.side == "ENEMY"}
        theirs = {u.id: (u.counter, u.location) for u in units if u.side == "FRIENDLY"}
        attitude = "Advance" if table == "A4b" else "Hold"
        game(
            board=PLAIN,
            enemies=mine,
            units=theirs,
            attitude=attitude,
            fbe="bottom",
            run=run,
        )
        return found[0]

    @pytest.mark.parametrize(("way", "going"), [("J3 J2 I2", False), ("I4 I5", True)])
    def test_out_of_los_is_nearer(
        self, monkeypatch: pytest.MonkeyPatch, way: str, going: bool
    ) -> None:
        """D-397: a way out of LOS that leads away from the goal is none toward it."""
        steps = tuple(at(f"t{name}") for name in way.split())
        monkeypatch.setattr(move_command, "route", lambda *_: steps)
        found: list[Any] = []

        def run(play: Play) -> None:
            one = stack(play, [play.state.units["e1"]])
            toward = by_route("out of Known LOS")
            found.append(toward(play, one, [at("tJ9")]))

        game(board=PLAIN, enemies={"e1": (SQUAD, "tJ4")}, fbe="bottom", run=run)
        assert (found[0] is not None) == going

    def test_first_clause_that_can_be_fulfilled(self) -> None:
        """A4a 5: from the open the woods have more TEM."""
        found = self.reading(5, enemy("tJ4"))
        assert found.clause == 0
        assert set(found.going.ends) == {"tJ5", "tK5"}

    def test_a_later_clause(self) -> None:
        """A4a 5 in the woods: the other woods have positive TEM, no more than now."""
        found = self.reading(5, enemy("tJ5"))
        assert found.clause == 2
        assert set(found.going.ends) == {"tK5"}

    def test_conditions(self) -> None:
        """A4a 7: with a Target it stays for Opportunity Fire, else not."""
        found = self.reading(7, enemy("tC3"), friend("tC5"))
        assert found.going.opportunity
        assert not self.reading(7, enemy("tC3")).going.opportunity

    def test_as_another_row(self) -> None:
        """A4a 2 without a VPO near goes on as row 5."""
        found = self.reading(2, enemy("tJ4"))
        assert (found.row.on.low, found.clause) == (5, 0)


class TestS9_23Ras:
    """S9.23."""

    def test_along_the_grain(self) -> None:
        """A dr of 2 on {A4b} leads straight toward the FBE until MF are spent."""
        played = phase("S9.23 dr 2", enemies={"e1": "tC2"}, command=9)
        assert entered(played) == ["tC3", "tC4", "tC5", "tC6"]
        assert played.state.units["e1"].moved

    def test_stops_at_a_prohibited_location(self) -> None:
        """Water in the way stops it (D-024)."""
        played = phase("S9.23 dr 2", enemies={"e1": "tP2"}, command=9)
        assert entered(played) == ["tP3", "tP4"]

    def test_stops_at_a_friendly_unit(self) -> None:
        """So does a FRIENDLY unit, concealed or not."""
        played = phase(
            "S9.23 dr 2",
            enemies={"e1": "tC2"},
            units={"f1": ("german/4-6-7", "tC4")},
            attitude="Hold",
            command=12,
        )
        assert entered(played) == ["tC3"]

    def test_stops_as_the_command_says(self) -> None:
        """A4a 12 ends in the first building."""
        played = phase("S9.23 dr 2", enemies={"e1": "tM3"}, attitude="Hold", command=12)
        assert entered(played) == ["tM4", "tM5"]


class TestS9_24Reh:
    """S9.24."""

    def test_a_dr_for_each_hex(self) -> None:
        """Each hex by its own dr, until no MF are left."""
        played = phase(
            "S9.24 dr 2",
            "S9.24 dr 1",
            "S9.24 dr 6",
            "S9.24 dr 3",
            enemies={"e1": "tC2"},
            command=8,
        )
        assert len(entered(played)) == 4
        assert entered(played)[0] == "tC3"

    def test_exc1_rolled_again(self) -> None:
        """EXC: a Prohibited Location, and the one just left, are rolled again."""
        played = phase(
            "S9.24 dr 2",
            "S9.24 dr 2",
            "S9.24 dr 1",
            "S9.24 dr 2",
            "S9.24 dr 2",
            enemies={"e1": "tP3"},
            command=8,
        )
        assert "tP5" not in entered(played)
        assert len(entered(played)) == 4

    def test_exc1_back(self) -> None:
        """EXC: on {A4a} a dr could lead back; it is rolled again."""
        view = scene(enemy("tC3"))
        ways = {
            leads(view, mover("tC3"), heading)
            for heading in headings(view, mover("tC3"))
        }
        assert len(ways) == 6


class TestS9_25TowardVpo:
    """S9.25."""

    def goals(
        self, *units: Unit, vpo: tuple[str, ...] = (), control: Any = None
    ) -> Any:
        """What e1 makes for."""
        found: list[Any] = []

        def run(play: Play) -> None:
            one = play.state.units["e1"]
            found.append(toward_vpo(play, stack(play, [one])))

        mine = {u.id: (u.counter, u.location) for u in units if u.side == "ENEMY"}
        theirs = {u.id: (u.counter, u.location) for u in units if u.side == "FRIENDLY"}
        game(
            board=PLAIN,
            enemies=mine,
            units=theirs,
            vpo=vpo,
            held_by="FRIENDLY",
            fbe="bottom",
            run=run,
        )
        return found[0]

    def test_the_closest_vpo(self) -> None:
        """The closest FRIENDLY Controlled one, in MF."""
        assert self.goals(enemy("tC3"), vpo=("tH4", "tM5")) == ["tH4"]

    def test_none_then_a_friendly_unit(self) -> None:
        """Without a VPO: in LOS, alone, in Good Order, closest."""
        seen, near = friend("tC8"), friend("tN5", "f2")
        assert self.goals(enemy("tC3"), seen, near) == ["tC8"]
        pair = friend("tC5", "f2"), friend("tC5", "f3")
        assert self.goals(enemy("tC3"), seen, *pair) == ["tC8"]

    def test_nobody(self) -> None:
        """With neither there is nothing to go for."""
        assert self.goals(enemy("tC3")) == []


class TestS9_251FromVpo:
    """S9.251."""

    def test_ignores_its_own(self) -> None:
        """FRIENDLY Controlled before fewer FRIENDLY units."""
        found: list[Any] = []

        def run(play: Play) -> None:
            one = play.state.units["e1"]
            found.append(from_vpo(play, stack(play, [one])))
            found.append(toward_vpo(play, stack(play, [one])))

        game(
            board=PLAIN,
            enemies={"e1": (SQUAD, "tH4")},
            units={"f1": ("german/4-6-7", "tM5")},
            vpo=("tH4", "tM5", "tM5/1"),
            held_by="FRIENDLY",
            fbe="bottom",
            run=run,
        )
        assert found == ["tM5/1", ["tM5/1"]]
