"""S9.2, S9.21, S9.22 for vehicles: a row of {A4c}, and what it comes to."""

from typing import Any

import pytest

from opfor.core.errors import OpforError
from opfor.core.fact import fact
from opfor.core.game import Game
from opfor.core.rule import part_of_rule
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_movement.s09_1_sequence import movers_due
from opfor.rules.s_solitaire.s09_vehicles.begin_drive import begin_drive
from opfor.rules.s_solitaire.s09_vehicles.drive import drive_on
from opfor.rules.s_solitaire.s09_vehicles.next_act import acts, drives_off
from opfor.rules.s_solitaire.s09_vehicles.s09_3_command import (
    fault,
    parse,
    read_row,
    vehicle_command,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ca_and_targets import facing
from opfor.state.events import UnitChanged, WeatherChanged
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import GunState, Unit, Weapon
from tests.rules.given.drivers import WORLD, ask, at, played, scene, squad, tank
from tests.rules.given.world import notes

KV = "russian/kv-1-m41"
T34_85 = "russian/t-34-85"
GERMAN = "german/pzkpfw-ivf2"
SPW = "german/spw-251-1"
STARTS = "D2.51 DR 1,1"
PSK = Weapon(id="z", counter="german/psk", owner="a")


def does(
    number: int,
    one: Unit,
    *others: Unit,
    dice: tuple[str, ...] = (),
    weapons: tuple[Weapon, ...] = (),
    **mission: Any,
) -> list[str]:
    """What a vehicle does by a row of {A4c}: the kind of each act, and where."""

    def of(play: Play) -> list[str]:
        row = play.world.enemy.table("A4c").look_up(number)
        with part_of_rule("S9.3"):
            reading = read_row(play, play.state.units[one.id], row)
            assert reading is not None
            plan = acts(play, play.state.units[one.id], reading)
        return [f"{act.kind} {act.to}".strip() for act in plan]

    found: list[str] = ask(of, one, *others, dice=dice, weapons=weapons, **mission)
    return found


def at_all(plan: list[str], kind: str = "enter") -> list[str]:
    """The Locations that some acts are about."""
    return [act.split()[1] for act in plan if act.startswith(f"{kind} ")]


class TestS9_3Vehicles:
    """S9.3, with the rows of {A4c}."""

    def test_row_4_along_the_road(self) -> None:
        """Along the road toward the FBE with all MP, and it stays in Motion."""
        plan = does(4, tank("G1", counter=KV), attitude="Advance")
        assert at_all(plan) == [f"tG{n}" for n in range(2, 11)]
        assert "stop" not in plan
        assert "CE" not in plan

    def test_row_4_stops_for_a_target(self) -> None:
        """It stops in the first hex from where a Target is Known, its CA turned."""
        road = "road: G1/0 > G1 > G10 > G10/3\nwoods: H2-H6 I3-I6\n"
        board = f"board: t\nsize: 20x10\n{road}"
        plan = does(4, tank("G1", counter=KV), squad("J9"), board=board)
        assert 0 < len(at_all(plan)) < 9
        assert plan[-1] == "stop"

    def test_row_4_half_track(self) -> None:
        """D-933: one that is BU stops as well where a Target is Known, and stays BU."""
        road = "road: G1/0 > G1 > G10 > G10/3\nwoods: H2-H6 I3-I6\n"
        board = f"board: t\nsize: 20x10\n{road}"
        plan = does(4, tank("G1", counter=SPW), squad("J9"), board=board)
        assert 0 < len(at_all(plan)) < 9
        assert plan[-1] == "stop"
        assert "CE" not in plan

    def test_row_4_off_the_road(self) -> None:
        """Off the road it does as by row 5."""
        one, vpo = tank("C2", counter=KV), (at("C8"),)
        more: Any = {"attitude": "Advance", "vpo": vpo, "held_by": "FRIENDLY"}
        assert does(4, one, **more) == does(5, one, **more)

    def test_row_5_half_way(self) -> None:
        """Without a Known Target half its MP toward the VPO; then Stop, and CE."""
        one, vpo = tank("E1", counter=T34_85), (at("E10"),)
        plan = does(5, one, attitude="Advance", vpo=vpo, held_by="FRIENDLY")
        assert len(at_all(plan)) == WORLD.counter(T34_85).mp // 2 - 1  # type: ignore[union-attr] # a vehicle
        assert plan[-2:] == ["CE", "stop"]

    @pytest.mark.parametrize(("ce", "acts"), [(False, []), (True, ["BU"])])
    def test_row_5_served(self, *, ce: bool, acts: list[str]) -> None:
        """D1.321: a crew that could not fire is not CE by a row of ours (D-897)."""
        one, vpo = tank("E1", counter=KV, ce=ce), (at("E10"),)
        plan = does(5, one, attitude="Advance", vpo=vpo, held_by="FRIENDLY")
        assert [act for act in plan if act in ("CE", "BU")] == acts
        assert plan[-1] == "stop"

    def test_row_4_served(self) -> None:
        """Along the road it remains CE as S9.22 has it, while it has no Target."""
        one = tank("G1", counter=KV, ce=True)
        assert "BU" not in does(4, one, attitude="Advance")

    def test_row_5_placed(self) -> None:
        """Stopped with a Target that its armament bears on it stays."""
        assert does(5, tank("G5", counter=KV), squad("G8")) == []

    def test_turret_after_the_last_mp(self) -> None:
        """S9.34: with all MP spent on the road its turret still turns to a Target."""
        board = "board: t\nsize: 4x18\nroad: B1 > B17\n"

        def run(play: Play) -> None:
            begin_drive(play, stack(play, [play.state.units["e1"]]))
            while drive_on(play):
                pass

        foe = squad("D14", concealed=True)
        game = played(
            run, tank("B1", counter=GERMAN), foe, board=board, dice=("S9.21 DR 1,2",)
        )
        state = game.state.units["e1"].vehicle
        assert game.state.units["e1"].moved
        assert state is not None
        assert state.motion
        assert (state.vca, state.tca) == (3, 2)

    def test_stay_is_told(self) -> None:
        """To stay is to do as its Command says; it needs no alternate Action."""
        one = tank("G5", counter=KV, action="Move")
        game = played(
            lambda play: begin_drive(play, stack(play, [play.state.units["e1"]])),
            one,
            squad("G8"),
            dice=("S9.21 DR 2,3",),
        )
        changes = [
            e.event.what for e in game.events if isinstance(e.event, UnitChanged)
        ]
        assert changes[-1] == fact("stays_where_it_is")
        assert game.state.units["e1"].action == "nothing"

    def test_row_5_firing_position(self) -> None:
        """Else into the nearest hex from which it bears on a Known Target."""
        one = tank("G5", counter="russian/su-122", motion=True)
        plan = does(5, one, squad("G8"))
        assert plan[-1] == "stop"

    def test_row_5_hold(self) -> None:
        """S9.25 binds it in Hold Attitude too: a VPO to take, else a FRIENDLY unit."""
        one, vpo, foe = tank("C1", counter=KV), (at("C8"),), squad("C9", concealed=True)
        took = does(5, one, vpo=vpo, held_by="FRIENDLY")
        assert at_all(took)[-1] == "tC4"
        assert does(5, one, foe, vpo=vpo, held_by="ENEMY") == took
        assert does(5, one, vpo=vpo, held_by="ENEMY") == []

    def test_row_7_support(self) -> None:
        """Within two hexes of the closest MMC that moves, not ahead of it."""
        one, mate = (
            tank("C2", counter=KV),
            squad("G6", "e2", "russian/4-4-7", action="Move"),
        )
        plan = does(7, one, mate, dice=("S9.3 dr 1",))
        last = at(at_all(plan)[-1][1:])
        view = scene(one, mate)
        assert view.world.range(last, at("G6")) <= 2
        assert view.world.fbe_distance(last) >= view.world.fbe_distance(at("G6"))
        assert plan[-1] == "stop"

    def test_row_8_all_mp(self) -> None:
        """In Advance Attitude all MP; it stops with a Known Target within 8 hexes."""
        one, vpo = tank("E1", counter=KV), (at("E10"),)
        more: Any = {"attitude": "Advance", "vpo": vpo, "held_by": "FRIENDLY"}
        assert len(at_all(does(8, one, **more))) > 5
        friend = squad("E10")
        assert at_all(does(8, one, friend, **more)) == ["tE2"]

    def test_row_8_into_the_vpo(self) -> None:
        """Into the VPO Location itself; beside it where the other side is in it."""
        one, vpo = tank("E5", counter=KV), (at("E8"),)
        more: Any = {"attitude": "Advance", "vpo": vpo, "held_by": "FRIENDLY"}
        assert at_all(does(8, one, **more))[-1] == "tE8"
        foe = squad("E8", concealed=True)
        beside = at_all(does(8, one, foe, **more))[-1]
        assert WORLD.range(at(beside[1:]), at("E8")) == 1
        assert does(8, tank("E7", counter=KV), foe, **more) == []

    def test_row_8_from_vpo_to_vpo(self) -> None:
        """S9.251: out of a VPO Location to the one with fewer FRIENDLY units."""
        one, vpo = tank("E5", counter=KV), (at("E5"), at("E2"), at("E9"))
        more: Any = {"attitude": "Advance", "vpo": vpo, "held_by": "FRIENDLY"}
        foe = squad("E2", concealed=True)
        assert at_all(does(8, one, foe, **more))[-1] == "tE9"

    def test_row_10_flank(self) -> None:
        """Where it sees the side or rear of a Known vehicle."""
        one, foe = tank("C2", counter=KV), tank("G6", "t", GERMAN, vca=0)
        plan = does(10, one, foe)
        assert at_all(plan)
        assert plan[-1] == "fire"

    def test_row_10_ras(self) -> None:
        """Without one RAS, all MP over road and open ground; then it stops."""
        plan = does(10, tank("C2", counter=KV), dice=("S9.23 dr 3",))
        assert at_all(plan)[:2] == ["tC3", "tC4"]
        assert plan[-1] == "stop"

    def test_row_11_overrun(self) -> None:
        """It overruns Known Infantry in Open Ground."""
        plan = does(11, tank("G2", counter=KV), squad("G6"))
        assert at_all(plan, "overrun") == ["tG6"]

    def test_row_11_guarded(self) -> None:
        """Not where a Known A-T Weapon within four hexes sees the place."""
        friends = squad("G6", "b"), squad("G8")
        one = tank("G2", counter=KV, motion=True)
        plan = does(11, one, *friends, weapons=(PSK,))
        assert at_all(plan, "overrun") in ([], ["tG8"])

    def test_row_12_pull_back(self) -> None:
        """Out of LOS of what could destroy it."""
        one, foe = tank("M6", vca=0), tank("N3", "t", "german/pzkpfw-ivf2", vca=3)
        plan = does(12, one, foe)
        last = at(at_all(plan)[-1][1:])
        assert not scene().world.sees(last, at("N3"))

    def test_row_12_nothing_to_fear(self) -> None:
        """From what cannot hurt it it does not run: row 5."""
        one, foe = tank("M6", counter=KV), squad("N3")
        assert does(12, one, foe) == does(5, one, foe)

    def test_hatches(self) -> None:
        """A CE crew is BU as soon as a Target is Known."""
        one = tank("G1", counter=KV, ce=True)
        plan = does(8, one, squad("G9"), attitude="Advance", vpo=(at("G9"),))
        assert plan[0] == "BU"

    def test_one_dr_a_vehicle_and_a_platoon(self) -> None:
        """Each vehicle has a DR of its own; those of a platoon share one."""
        alone = tank("C2", "e1", KV), tank("C4", "e2", KV)

        def both(play: Play) -> None:
            for id_ in ("e1", "e2"):
                vehicle_command(play, play.state.units[id_])

        game = played(both, *alone, dice=("S9.21 DR 3,3", "S9.21 DR 3,4"))
        assert game.state.commands == {"e1": 6, "e2": 7}
        pair = (
            tank("C2", "e1", KV, platoon="p"),
            tank("C4", "e2", KV, platoon="p"),
        )
        game = played(both, *pair, dice=("S9.21 DR 3,3",))
        assert game.state.commands == {"p": 6}


class TestClauses:
    """The words of {A4c}."""

    @pytest.mark.parametrize("text", ["fly to the FBE", "at night: stay", "stop soon"])
    def test_unknown(self, text: str) -> None:
        """A clause that nobody knows is named."""
        with pytest.raises(OpforError):
            parse(text)
        assert fault(["stay", text])
        assert not fault(["stay", "as 5-6", "stop with a Known Target"])


class TestTurning:
    """Which way a vehicle turns to enter a hex."""

    @pytest.mark.parametrize(
        ("vca", "side", "spine"),
        [(0, 0, 0), (1, 0, 1), (3, 0, 1), (4, 0, 0), (2, 2, 2)],
    )
    def test_least(self, vca: int, side: int, spine: int) -> None:
        """To the nearer of the two CA that have the hexside in front."""
        assert facing(vca, side) == spine


class TestInPlay:
    """The MPh: each act is an order."""

    def turn(
        self, one: Unit, *others: Unit, dice: tuple[str, ...], **mission: Any
    ) -> Game[State]:
        """A vehicle's whole turn in the MPh."""
        weather = mission.pop("weather", Weather())

        def run(play: Play) -> None:
            play.emit(WeatherChanged(weather, "as it is"))
            begin_drive(play, stack(play, [play.state.units[one.id]]))
            while drive_on(play):
                pass

        return played(run, one, *others, dice=dice, **mission)

    def test_told_act_by_act(self) -> None:
        """Its acts are told in order, then the gap; it is not due again."""
        one = tank("G5", counter=KV, action="Move")
        game = self.turn(one, squad("G8"), dice=("S9.21 DR 5,3",))
        assert (
            game.state.units["e1"].action != "Move"
            or game.state.units["e1"].fired == ""
        )
        told = notes(game)
        assert any("A4c" in note for note in told)

    def test_clause_is_told(self) -> None:
        """S9.22: which clause of its row counts, as it sets out."""
        one = tank("G1", counter=KV, action="Move")
        more: Any = {"vpo": (at("A5"),), "held_by": "FRIENDLY"}
        game = self.turn(one, dice=("S9.21 DR 1,1", STARTS), **more)
        clauses = WORLD.enemy.table("A4c").look_up(2).result
        told = [note for note in notes(game) if note.startswith("e1: ")]
        assert told[0].removeprefix("e1: ") in clauses

    def test_driven(self) -> None:
        """Each act is an order: it starts, drives and ends in Motion on the road."""
        one = tank("G1", counter=KV, action="Move")
        more: Any = {"vpo": (at("A5"),), "held_by": "FRIENDLY"}
        game = self.turn(one, dice=("S9.21 DR 1,1", STARTS), **more)
        unit = game.state.units["e1"]
        assert unit.location == at("G10")
        assert unit.moved
        assert unit.vehicle is not None
        assert unit.vehicle.motion
        assert game.state.course is None
        changes = [getattr(emitted.event, "what", "") for emitted in game.events]
        assert fact("enters", to="tG2") in changes

    def test_off_the_map(self) -> None:
        """D-530: at the FBE it drives off, for Exit VP, while no VPO is to be taken."""
        one = tank("G8", counter=KV, action="Move")
        game = self.turn(one, dice=("S9.21 DR 1,1", STARTS))
        assert "e1" not in game.state.units
        assert game.state.toll("ENEMY").exit_vp > 0

    def test_off_the_map_at_a_corner(self) -> None:
        """D-024: over a hexside of the FBE, not of the edge that it faces."""
        step = drives_off(scene(tank("A10", vca=5)), tank("A10", vca=5))
        assert step is not None
        assert step.side == 3

    def test_ends_stopped(self) -> None:
        """Half its MP toward the VPO: it is CE and Stopped where it ends."""
        one = tank("E1", counter=T34_85, action="Move")
        more: Any = {"attitude": "Advance", "vpo": (at("E10"),)}
        game = self.turn(one, dice=("S9.21 DR 2,3", STARTS), held_by="FRIENDLY", **more)
        unit = game.state.units["e1"]
        assert unit.vehicle is not None
        assert unit.vehicle.ce
        assert not unit.vehicle.motion

    def test_secret_bog(self) -> None:
        """In Mud it is put back to where it bogged (S9.361)."""
        one = tank("C2", counter=KV, action="Move")
        dice = ("S9.21 DR 4,6", "S9.23 dr 3", STARTS, "S9.361 DR 6,6")
        game = self.turn(one, dice=dice, weather=Weather(ground="mud"))
        unit = game.state.units["e1"]
        assert unit.location == at("C3")
        assert unit.vehicle is not None
        assert unit.vehicle.bogged
        assert not unit.vehicle.motion

    def test_no_move(self) -> None:
        """Who may not move after all has the alternate of {A2-alternates}."""
        one = tank("G5", counter="russian/t-34-m41", action="Move")
        game = self.turn(one, dice=("S9.332 DR 6,6",))
        assert game.state.units["e1"].action == "nothing"
        assert any("A2-alternates" in note for note in notes(game))

    def test_due_in_its_turn(self) -> None:
        """A vehicle moves in the order of S9.1, apart from Infantry of its Location."""
        one = tank("G5", counter=KV, action="Move")
        mate = squad("G5", "e2", "russian/4-4-7", action="Move")
        assert {m.ids for m in movers_due(scene(one, mate))} == {("e1",), ("e2",)}
        stuck = tank("G5", counter=KV, action="Move", bogged=True)
        assert movers_due(scene(stuck)) == []

    def test_gun_out_of_ca(self) -> None:
        """A Gun is overrun from outside its CA (row 11)."""
        gun = Weapon(
            id="g", counter="german/50l-at-pak-38", owner="a", gun=GunState(ca=3)
        )
        crew = squad("N5", counter="german/2-2-8")
        board = "board: t\nsize: 20x10\nwooden building: N5\n"
        given: dict[str, Any] = {"weapons": (gun,), "board": board}
        plan = does(11, tank("N4", counter=KV), crew, **given)
        assert at_all(plan, "overrun") == ["tN5"]
        # D-021: from N3 it would take 1 + 1 + 5.5 MP, 3 for the OVR and 1 to Stop
        given |= {"vpo": (at("N5"),), "held_by": "FRIENDLY", "attitude": "Advance"}
        far = does(11, tank("N2", counter=KV), crew, **given)
        assert far == does(8, tank("N2", counter=KV), crew, **given)
        assert not at_all(far, "overrun")
        assert not at_all(does(11, tank("N3", counter=KV), crew, **given), "overrun")
        assert at_all(does(11, tank("N4", counter=KV), crew, **given), "overrun")
