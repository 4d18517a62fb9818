"""S9.1 to S9.27, S6.22: the ENEMY moves in its MPh."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.asl.a03_sequence import acting
from opfor.rules.asl.a08_window import close
from opfor.rules.enemy import act
from opfor.rules.s03_suspects import suspect_exits
from opfor.rules.s09_command import read_command, sharing
from opfor.rules.s09_movers import Mover, after, exit_edges, of_suspect, stack
from opfor.rules.s09_order import movers_due, parted
from opfor.rules.s09_prohibited import exit_bar, prohibited
from opfor.rules.s09_random import NOWHERE, headings, leads
from opfor.rules.s09_routes import route
from opfor.rules.s09_sight import danger, number
from opfor.rules.s09_vpo import from_vpo, toward_vpo
from opfor.state.events import (
    CommandRolled,
    MoveChanged,
    Moved,
    PhaseBegan,
    SuspectPlaced,
    SuspectRemoved,
    UnitAdded,
    UnitChanged,
    WaveBegan,
    WeaponAdded,
)
from opfor.state.play import Play, Scene
from opfor.state.state import State
from opfor.state.units import (
    OFFBOARD,
    Fortification,
    LocationName,
    Marker,
    Suspect,
    Unit,
    Wave,
    Weapon,
)
from tests.rules.world import MISSION, events, game, notes, world

# The FBE is the bottom, so north is to the left and F is down a hexrow.
PLAIN = """
board: t
size: 20x10
woods: J5 K5
wooden building 1: M5
stone building: H4
pond: P5
wall: G5/F5
"""
WORLD = world(PLAIN, replace(MISSION, fbe="bottom"))
SQUAD = "russian/4-4-7"


def at(name: str) -> LocationName:
    """A name as that of a Location."""
    return LocationName(name)


def scene(*units: Unit, vpo: tuple[str, ...] = (), **state: Any) -> Scene:
    """The board with units; VPO Locations are FRIENDLY Controlled unless said."""
    mission = replace(MISSION, vpo=tuple(map(at, vpo)), held_by="FRIENDLY")
    known = {unit.id: unit for unit in units}
    found = State(
        mission=mission, units=known, side="ENEMY", phase="MPh", turn=1, **state
    )
    return Scene(found, WORLD)


def enemy(where: str, id_: str = "e1", **fields: Any) -> Unit:
    """An ENEMY squad."""
    counter = fields.pop("counter", SQUAD)
    return Unit(id=id_, side="ENEMY", counter=counter, location=at(where), **fields)


def friend(where: str, id_: str = "f1", **fields: Any) -> Unit:
    """A FRIENDLY squad."""
    counter = "german/4-6-7"
    return Unit(id=id_, side="FRIENDLY", counter=counter, location=at(where), **fields)


def mover(where: str, attitude: str = "Hold", id_: str = "e1") -> Mover:
    """A squad as what moves."""
    return Mover(ids=(id_,), location=at(where), attitude=attitude)  # type: ignore[arg-type] # a test's word


def phase(
    *dice: str,
    enemies: dict[str, str] | None = None,
    changed: Callable[[Play], None] | None = None,
    attitude: str = "Advance",
    board: str = PLAIN,
    command: int = 0,
    **given: Any,
) -> Game[State]:
    """The ENEMY's MPh: who is named has the Action Move; FRIENDLY units hold fire.

    Args:
        dice: what falls.
        enemies: ENEMY squads by id: their Locations.
        changed: what else there is, put on the map first.
        attitude: theirs.
        board: the board.
        command: the row of their Command, without a DR.
        given: other things of `game`.
    """

    def run(play: Play) -> None:
        if changed:
            changed(play)
        play.emit(PhaseBegan(1, "ENEMY", "MPh"))
        for id_ in enemies or {}:
            unit = replace(play.state.units[id_], action="Move")
            play.emit(UnitChanged(unit, "is to move"))
        if command:
            for who in WHO:
                play.emit(CommandRolled(who, command))
        while (side := acting(play.state)) is not None:
            if side == "FRIENDLY":
                _hold(play)
            elif not act(play):
                break

    return game(
        *dice,
        board=board,
        enemies={id_: (SQUAD, where) for id_, where in (enemies or {}).items()},
        attitude=attitude,
        fbe="bottom",
        run=run,
        **given,
    )


WHO = ("Advance Infantry", "Hold Infantry in odd hexes", "Hold Infantry in even hexes")


def _hold(play: Play) -> None:
    window = play.state.window
    assert window is not None
    close(play)


def entered(played: Game[State]) -> list[str]:
    """The Locations that units entered, in order."""
    return [str(event.to) for event in events(played, Moved)]


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
        look = scene(
            enemy("tC3", action="Move"),
            enemy("tD3", "e2", action="Fire"),
            enemy("tE3", "e3", action="Move", broken=True),
            suspects={
                "S1": Suspect("S1", at("tF3"), "Advance"),
                "S2": Suspect("S2", at("tG3"), "Hold"),
                "S3": Suspect("S3", at("tG3"), "Advance", moved=True),
            },
        )
        assert [found.ids for found in movers_due(look)] == [("e1",), ("S1",)]

    def test_who_cannot_move(self) -> None:
        """Pinned and TI units do not move."""
        look = scene(
            enemy("tC3", action="Move", pinned=True),
            enemy("tD3", "e2", action="Move", ti=True),
        )
        assert movers_due(look) == []


class TestS9_2Command:
    """S9.2."""

    def test_who_shares_a_command(self) -> None:
        """Advance Infantry all; Hold Infantry by odd and even hexes."""
        look = scene(enemy("tC3"), enemy("tC4", "e2"))
        assert sharing(look, mover("tC3", "Advance")) == "Advance Infantry"
        assert sharing(look, mover("tC3")) == "Hold Infantry in odd hexes"
        assert sharing(look, mover("tC4")) == "Hold Infantry in even hexes"

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

    def test_safest_route(self) -> None:
        """A route goes round what a FRIENDLY squad can fire at."""
        look = scene(enemy("tC2"), friend("tC6"))
        straight = scene(enemy("tC2"))
        direct = route(straight, mover("tC2"), [at("tC10")])
        safe = route(look, mover("tC2"), [at("tC10")])
        assert len(safe) > len(direct)
        met = danger(look)
        assert all(
            met.fire[number(look, place)] <= met.fire[number(look, at("tC5"))]
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
        look = scene(*units, friend("tC7"))
        assert [m.ids for m in parted(look, units)] == [("e1", "e3"), ("e2",)]

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
        look = scene(enemy("tC3"))
        assert route(look, mover("tC3"), [at("tC3")]) == ()
        assert route(look, mover("tC3"), []) == ()

    def test_out_of_los(self) -> None:
        """A route out of FRIENDLY LOS enters nothing that is seen."""
        look = scene(enemy("tC2"), friend("tC7"))
        assert route(look, mover("tC2"), [at("tC5")], "out of FRIENDLY LOS") == ()


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
        look = scene(enemy("tC3"))
        ways = {
            leads(look, mover("tC3"), heading)
            for heading in headings(look, mover("tC3"))
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


class TestS9_26Prohibited:
    """S9.26."""

    def test_open_ground(self) -> None:
        """Nothing keeps it out of Open Ground."""
        assert prohibited(scene(enemy("tC3")), mover("tC3"), at("tC4")) == ""

    def test_water(self) -> None:
        """A Water Obstacle."""
        assert prohibited(scene(enemy("tP4")), mover("tP4"), at("tP5"))

    @pytest.mark.parametrize(("fp", "barred"), [(3, False), (4, True)])
    def test_residual(self, fp: int, barred: bool) -> None:
        """4 FP of Residual Fire, not 3."""
        fire = Marker(id="r", kind="residual", location=at("tC4"), fp=fp)
        look = scene(enemy("tC3"), markers={"r": fire})
        assert bool(prohibited(look, mover("tC3"), at("tC4"))) is barred

    def test_minefield(self) -> None:
        """A Known Minefield, not a hidden one."""
        mines = Fortification(id="m", kind="minefield", location=at("tC4"), fp=6)
        look = scene(enemy("tC3"), fortifications={"m": mines})
        assert prohibited(look, mover("tC3"), at("tC4"))
        unknown = scene(enemy("tC3"), fortifications={"m": replace(mines, hidden=True)})
        assert not prohibited(unknown, mover("tC3"), at("tC4"))

    def test_exc1_minefield_near_a_vpo(self) -> None:
        """EXC: in or ADJACENT to a FRIENDLY Controlled VPO (D-023)."""
        mines = Fortification(id="m", kind="minefield", location=at("tH5"), fp=6)
        look = scene(enemy("tH6"), fortifications={"m": mines}, vpo=("tH4",))
        assert not prohibited(look, mover("tH6"), at("tH5"))

    def test_exc2_fire_near_a_vpo(self) -> None:
        """EXC: 4 FP next to a FRIENDLY Controlled VPO."""
        fire = Marker(id="r", kind="residual", location=at("tH5"), fp=8)
        look = scene(enemy("tH6"), markers={"r": fire}, vpo=("tH4",))
        assert not prohibited(look, mover("tH6"), at("tH5"))

    def test_exc3_offboard(self) -> None:
        """EXC: off the FBE and no other edge."""
        look = scene(enemy("tC10"))
        assert not prohibited(look, mover("tC10"), OFFBOARD)
        assert prohibited(look, mover("tT4"), OFFBOARD)


class TestS6_223Overstacking:
    """S6.223."""

    def crowd(self, count: int) -> list[Unit]:
        """So many squads in C4."""
        return [enemy("tC4", f"c{n}") for n in range(count)]

    @pytest.mark.parametrize(("count", "barred"), [(2, False), (3, True)])
    def test_three_squads(self, count: int, barred: bool) -> None:
        """Three squads are as many as there may be."""
        look = scene(enemy("tC3"), *self.crowd(count))
        assert bool(prohibited(look, mover("tC3"), at("tC4"))) is barred

    def test_suspects_count(self) -> None:
        """A S? is a squad."""
        suspects = {f"S{n}": Suspect(f"S{n}", at("tC4"), "Hold") for n in range(3)}
        look = scene(enemy("tC3"), suspects=suspects)
        assert prohibited(look, mover("tC3"), at("tC4"))

    def test_exc1_human_wave(self) -> None:
        """EXC: not a Human Wave."""
        look = scene(enemy("tC3", wave="w"), *self.crowd(3))
        assert not prohibited(look, mover("tC3"), at("tC4"))

    def test_exc2_rout(self) -> None:
        """EXC: a broken unit may: its rout does not ask this rule."""
        look = scene(enemy("tC3", broken=True), *self.crowd(2))
        assert not prohibited(look, mover("tC3"), at("tC4"))


class TestS9_27Stairs:
    """S9.27."""

    def test_down_to_go_on(self) -> None:
        """From upstairs the way on leads down the stairs."""
        look = scene(enemy("tM5/1"))
        assert (
            leads(
                look,
                mover("tM5/1", "Advance"),
                headings(look, mover("tM5/1", "Advance"))[0],
            )
            == "tM5"
        )

    def test_not_if_the_way_is_open(self) -> None:
        """On the ground the next hex is entered."""
        look = scene(enemy("tM5"))
        ends = {leads(look, mover("tM5"), h) for h in headings(look, mover("tM5"))}
        assert "tM5/1" not in ends
        assert NOWHERE not in ends


class TestS9_4Exit:
    """S9.4."""

    def test_off_the_fbe_alone(self) -> None:
        """By the FBE, from upstairs not, and by no other edge."""
        look = scene(enemy("tC10"))
        assert exit_bar(look, mover("tC10")) == ""
        assert exit_bar(look, mover("tT4"))
        assert exit_bar(look, mover("tC1"))

    def test_halted_at_another_edge(self) -> None:
        """A RAS that leads off the north edge ends in the last hex."""
        played = phase("S9.23 dr 1", enemies={"e1": "tB4"}, attitude="Hold", command=12)
        assert entered(played)[-1][1] == "A"
        assert "e1" in played.state.units

    @pytest.mark.parametrize(
        ("edge", "where", "off"),
        [
            ("", "tC10", True),
            ("", "tT4", False),
            ("north", "tT4", True),
            ("north", "tA4", False),
            ("south", "tA4", True),
            ("south", "tC10", True),
        ],
    )
    def test_exc1_side_edges(self, edge: Any, where: str, *, off: bool) -> None:
        """EXC: an Advance S? from a side edge leaves by the opposite one too."""
        suspect = Suspect("S1", at(where), "Advance", edge=edge)
        look = scene(suspects={"S1": suspect})
        assert (exit_bar(look, of_suspect(suspect)) == "") == off
        assert (after(look, of_suspect(suspect), OFFBOARD) is not None) == off

    def test_exc1_hold(self) -> None:
        """EXC: one in Hold Attitude leaves by the FBE alone."""
        suspect = Suspect("S1", at("tT4"), "Hold", edge="north")
        assert exit_bar(scene(suspects={"S1": suspect}), of_suspect(suspect))

    def test_exc1_crosses_the_map(self) -> None:
        """EXC: with no VPO to take it makes for the opposite edge, and leaves by it."""
        suspect = Suspect("S1", at("tR5"), "Advance", edge="north")
        played = phase(changed=lambda play: play.emit(SuspectPlaced(suspect)))
        assert not played.state.suspects
        assert played.state.toll("ENEMY").exit_vp == 2

    def test_exc1_mission(self) -> None:
        """EXC: the edges that the Mission names."""
        mission = replace(MISSION, enemy_exits=("north",))
        look = Scene(State(mission=mission), WORLD)
        assert exit_edges(look, mover("tC10")) == ("north",)
        assert exit_bar(look, mover("tC10"))
        assert exit_bar(look, mover("tA4")) == ""

    def test_exc1_to_the_rear(self) -> None:
        """EXC: unarmed MMC and Guards by the EBE, others not."""
        held = friend("tC1", guard="e1", unarmed=True)
        for units in ([enemy("tC1", unarmed=True)], [enemy("tC1"), held]):
            assert exit_bar(scene(*units), mover("tC1")) == ""
        assert exit_bar(scene(enemy("tC1")), mover("tC1"))


class TestS9_41ExitVp:
    """S9.41."""

    @pytest.mark.parametrize(("wave", "points"), [(False, 2), (True, 4)])
    def test_of_a_suspect(self, wave: bool, points: int) -> None:
        """Two Exit VP for a S? that leaves by the FBE."""

        def run(play: Play) -> None:
            suspect = Suspect("S1", at("tC10"), "Advance", human_wave=wave)
            play.emit(SuspectPlaced(suspect))
            suspect_exits(play, suspect)

        played = game(board=PLAIN, fbe="bottom", run=run)
        assert played.state.toll("ENEMY").exit_vp == points
        assert events(played, SuspectRemoved)

    def test_exc1_human_wave(self) -> None:
        """EXC: four in a Human Wave."""
        assert Suspect("S1", at("tC10"), human_wave=True).exit_vp == 4

    def test_of_a_squad(self) -> None:
        """A squad that a RAS takes off the map gives its Exit VP (A26.23)."""
        played = phase("S9.23 dr 2", enemies={"e1": "tC9"}, command=9)
        assert "e1" not in played.state.units
        assert played.state.toll("ENEMY").exit_vp == 2


class TestS6_221AssaultMovement:
    """S6.221."""

    def first(self, played: Game[State]) -> bool:
        """Whether the first step was Assault Movement."""
        found: bool = events(played, Moved)[0].move.assault
        return found

    def test_one_location(self) -> None:
        """A move that ends in its first Location is Assault Movement."""
        played = phase("S9.23 dr 2", enemies={"e1": "tM4"}, attitude="Hold", command=12)
        assert entered(played) == ["tM5"]
        assert self.first(played)

    def test_more_than_one(self) -> None:
        """A longer one is not."""
        played = phase("S9.23 dr 2", enemies={"e1": "tC2"}, command=9)
        assert not self.first(played)

    def test_exc1_minimum_move(self) -> None:
        """EXC: with no MF to spare it is plain movement."""

        def slow(play: Play) -> None:
            for n in range(3):
                load = Weapon(id=f"w{n}", counter="russian/mmg", owner="e1")
                play.emit(WeaponAdded(load))

        played = phase(
            "S9.23 dr 2",
            enemies={"e1": "tC2"},
            command=9,
            changed=slow,
        )
        assert not events(played, Moved) or not self.first(played)


class TestS6_222DoubleTime:
    """S6.222."""

    def test_used(self) -> None:
        """A4b 12: REH by Double Time, six MF."""
        played = phase(*["S9.24 dr 2"] * 6, enemies={"e1": "tC2"}, command=12)
        assert len(entered(played)) == 6
        assert played.state.units["e1"].cx

    def test_impossible(self) -> None:
        """A CX unit uses normal movement instead."""

        def tired(play: Play) -> None:
            unit = replace(play.state.units["e1"], cx=True)
            play.emit(UnitChanged(unit, "CX"))

        played = phase(
            *["S9.24 dr 2"] * 4, enemies={"e1": "tC2"}, command=12, changed=tired
        )
        assert len(entered(played)) == 4

    def test_not_necessary(self) -> None:
        """A4b 2: the VPO is reached without it."""
        played = phase(
            enemies={"e1": "tH7"}, command=2, vpo=("tH4",), held_by="FRIENDLY"
        )
        assert not played.state.units["e1"].cx
        assert entered(played)[-1] == "tH4"


class TestS6_315Recovery:
    """S6.315."""

    def test_on_the_way(self) -> None:
        """A squad tries to Recover what lies where it comes through."""

        def lying(play: Play) -> None:
            play.emit(
                WeaponAdded(Weapon(id="lmg", counter="russian/lmg", location=at("tC3")))
            )

        played = phase(
            "S9.23 dr 2",
            "A4.44 dr 1",
            enemies={"e1": "tC2"},
            command=9,
            changed=lying,
        )
        assert played.state.weapons["lmg"].owner == "e1"


class TestS6_316Smoke:
    """S6.316."""

    def test_before_open_ground(self) -> None:
        """A MMC with an exponent tries it before it enters what can be fired at."""
        played = phase(
            "S9.23 dr 2",
            "A24.11 dr 1",
            units={"f1": ("russian/4-4-7", "tC8")},
            friendly="russian",
            enemy="german",
            changed=lambda play: play.emit(
                UnitAdded(enemy("tC2", counter="german/4-6-8", action="Move"))
            ),
            command=9,
        )
        smoke = [m.location for m in played.state.markers.values()]
        assert smoke == ["tC3"]

    def test_discretion(self) -> None:
        """Where it is placed is left to its policy."""
        played = phase(
            "S9.23 dr 2",
            "A24.11 dr 1",
            units={"f1": ("russian/4-4-7", "tC8")},
            friendly="russian",
            enemy="german",
            changed=lambda play: play.emit(
                UnitAdded(enemy("tC2", counter="german/4-6-8", action="Move"))
            ),
            command=9,
            choices=("tD2",),
        )
        smoke = [m.location for m in played.state.markers.values()]
        assert smoke == ["tD2"]

    def test_not_without_a_friendly_unit(self) -> None:
        """Nobody in range, no SMOKE."""
        played = phase(
            "S9.23 dr 2",
            friendly="russian",
            enemy="german",
            changed=lambda play: play.emit(
                UnitAdded(enemy("tC2", counter="german/4-6-8", action="Move"))
            ),
            command=9,
        )
        assert not played.state.markers
        assert len(entered(played)) == 4


class TestS6_3_moveErrands:
    """S6.3/move."""

    def test_to_the_broken(self) -> None:
        """A leader goes to a broken unit three hexes away; he arrives without CX."""

        def called(play: Play) -> None:
            leader = enemy("tC2", "e3", counter="russian/8-0")
            play.emit(UnitAdded(replace(leader, action="Move", automatic="S6.317")))
            broken = replace(play.state.units["e1"], broken=True)
            play.emit(UnitChanged(broken, "breaks"))

        played = phase(enemies={"e1": "tC5"}, changed=called)
        assert played.state.units["e3"].location == "tC5"
        assert not played.state.units["e3"].cx

    def test_what_is_adjacent_waits(self) -> None:
        """An ADJACENT destination is entered in the APh (S6.3171)."""

        def called(play: Play) -> None:
            leader = enemy("tC4", "e3", counter="russian/8-0")
            play.emit(UnitAdded(replace(leader, action="Move", automatic="S6.317")))
            broken = replace(play.state.units["e1"], broken=True)
            play.emit(UnitChanged(broken, "breaks"))

        played = phase(enemies={"e1": "tC5"}, changed=called)
        assert entered(played) == []

    def test_charge(self) -> None:
        """A berserk unit charges before anybody else moves (S9.1)."""

        def berserk(play: Play) -> None:
            unit = enemy("tT3", "e9", berserk=True, action="Move", automatic="S6.301")
            play.emit(UnitAdded(unit))

        played = phase(
            "S9.23 dr 2",
            enemies={"e1": "tC2"},
            units={"f1": ("german/4-6-7", "tT8")},
            changed=berserk,
            command=9,
        )
        moved = [event.move.units[0] for event in events(played, Moved)]
        assert moved[:5] == ["e9"] * 5
        assert "e1" in moved
        assert played.state.units["e9"].location == "tT8"


class TestS6_305_moveHumanWave:
    """S6.305/move."""

    def test_impulse_by_impulse(self) -> None:
        """A unit and a S? of a wave go on by turns, eight MF each."""

        def waves(play: Play) -> None:
            play.emit(WaveBegan(Wave("wave1", "red", at("tC1"))))
            for id_, where in (("e8", "tC2"), ("e9", "tE2")):
                play.emit(UnitAdded(enemy(where, id_, wave="wave1", action="Move")))
            suspect = Suspect("S1", at("tD2"), "Advance", human_wave=True, wave="wave1")
            play.emit(SuspectPlaced(suspect))

        played = phase(changed=waves)
        moved = [event.move.units[0] for event in events(played, Moved)]
        assert moved[:4] == ["e8", "e9", "e8", "e9"]
        assert len(moved) == 16
        assert played.state.units["e8"].location == "tC10"
        assert played.state.suspects["S1"].location == "tD10"
        assert played.state.suspects["S1"].moved
        assert played.state.move is None

    def test_into_the_enemy(self) -> None:
        """A wave enters the Location of a Known FRIENDLY unit and stays there."""

        def waves(play: Play) -> None:
            play.emit(WaveBegan(Wave("wave1", "red", at("tC1"))))
            play.emit(UnitAdded(enemy("tC2", "e8", wave="wave1", action="Move")))

        played = phase(changed=waves, units={"f1": ("german/4-6-7", "tC5")})
        assert played.state.units["e8"].location == "tC5"
        assert played.state.units["e8"].moved
