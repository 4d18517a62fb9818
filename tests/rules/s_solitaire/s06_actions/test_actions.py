"""S6.1, S6.2: the order and the result of Action DR, and Panic."""

from itertools import product

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s06_actions.actions import (
    ActionGroup,
    Automatic,
    action_roll,
    defenders,
    defensive_roll,
    give,
    groups_due,
    own_roll,
    panic,
    panic_from,
    panicked,
)
from opfor.state.counters import Vehicle
from opfor.state.events import PhaseBegan, UnitAdded, UnitChanged, WeaponAdded
from opfor.state.play import FrozenView, Play
from opfor.state.state import State
from opfor.state.units import (
    GunState,
    LocationName,
    Unit,
    VehicleState,
    Weapon,
)
from tests.rules.given.drivers import armed
from tests.rules.given.world import MISSION, VILLAGE, game, world

DOUBLES = range(2, 13, 2)


def due(*enemies: Unit, weapons: tuple[Weapon, ...] = ()) -> list[ActionGroup]:
    """The groups that some ENEMY units make, in order."""
    found: list[ActionGroup] = []

    def run(play: Play) -> None:
        for unit in enemies:
            play.emit(UnitAdded(unit))
        for weapon in (*weapons, *armed(enemies)):
            play.emit(WeaponAdded(weapon))
        found.extend(groups_due(play))

    game(run=run)
    return found


def enemy(id_: str, at: str, counter: str = "russian/4-4-7", **fields: object) -> Unit:
    """An ENEMY unit."""
    where = LocationName(f"t{at}")
    return replace(
        Unit(id=id_, side="ENEMY", counter=counter, location=where), **fields
    )


TANK = "russian/t-34-m41"


class TestS6_1OrderOfDetermination:
    """S6.1: on this board the FBE is left, so north is at the top."""

    def test_north_to_south_then_the_fbe(self) -> None:
        """Row by row from the north; in a row the one nearest the FBE first."""
        units = (enemy("e1", "J8"), enemy("e2", "N3"), enemy("e3", "F3"))
        assert [g.units for g in due(*units)] == [("e3",), ("e2",), ("e1",)]

    def test_highest_level_first(self) -> None:
        """In a hex the highest Location first."""
        units = (enemy("e1", "O6"), enemy("e2", "O6/1"))
        assert [g.units for g in due(*units)] == [("e2",), ("e1",)]

    def test_list_within_a_location(self) -> None:
        """Gun, Infantry, AFV, other vehicle, in this order."""
        units = (
            enemy("e1", "J6", TANK, vehicle=VehicleState()),
            enemy("e2", "J6"),
            enemy("e3", "J6", "russian/2-2-8"),
        )
        gun = Weapon(
            id="g", counter="russian/45l-at-ptp-obr-32", owner="e3", gun=GunState(ca=0)
        )
        groups = due(*units, weapons=(gun,))
        assert [g.units for g in groups] == [("e3",), ("e2",), ("e1",)]
        assert [g.rank for g in groups] == [1, 3, 4]

    def test_infantry_together(self) -> None:
        """All Infantry of a Location of one Attitude makes one DR, another its own."""
        units = (
            enemy("e1", "J6"),
            enemy("e2", "J6", "russian/8-0"),
            enemy("e3", "J6", attitude="Advance"),
        )
        assert [g.units for g in due(*units)] == [("e1", "e2"), ("e3",)]

    def test_exc1_recall_and_who_has_none(self) -> None:
        """EXC: no DR under Recall, offboard, broken, TI, or with an Action already."""
        recalled = VehicleState(recalled=True)
        offboard = replace(enemy("e2", "J6"), location=LocationName(""))
        units = (
            enemy("e1", "J6", TANK, vehicle=recalled),
            offboard,
            enemy("e3", "J6", broken=True),
            enemy("e4", "J6", ti=True),
            enemy("e5", "J6", action="Fire"),
        )
        assert due(*units) == []


class TestS6_13ArmedVehiclesAndGuns:
    """S6.13."""

    def test_its_own(self) -> None:
        """Each armed vehicle has a DR of its own."""
        units = [enemy(f"e{n}", "J6", TANK, vehicle=VehicleState()) for n in (1, 2)]
        assert len(due(*units)) == 2

    def test_exc1_platoon(self) -> None:
        """EXC: a platoon has one DR."""
        units = [
            enemy(f"e{n}", f"J{n}", TANK, vehicle=VehicleState(platoon="p"))
            for n in (6, 7)
        ]
        (group,) = due(*units)
        assert group.units == ("e6", "e7")

        def run(play: Play) -> None:
            assert own_roll(play, units[0]) == "p"
            for unit in (*units, enemy("e8", "J6", TANK, vehicle=VehicleState())):
                play.emit(UnitAdded(unit))
            assert defenders(play, units[1]).units == ("e6", "e7")

        game(run=run)


def rolled(
    *dice: str,
    side: str = "ENEMY",
    automatic: Automatic | None = None,
    **fields: object,
) -> State:
    """The state after the Action DR of one squad in J6."""

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, side, "PFPh"))  # type: ignore[arg-type] # a side
        play.emit(UnitAdded(enemy("e1", "J6", **fields)))  # type: ignore[arg-type] # as given
        (group,) = groups_due(play)
        if side == "ENEMY":
            action_roll(play, group, lambda _look, _unit: automatic)
        else:
            defensive_roll(play, group)

    return game(*dice, run=run).state


class TestS6_11ActionDr:
    """S6.11."""

    @pytest.mark.parametrize(
        ("dice", "action"),
        [("1,3", "Entrench"), ("2,3", "Fire"), ("4,5", "Fire"), ("4,6", "Move")],
    )
    def test_hold(self, dice: str, action: str) -> None:
        """In Hold Attitude {A2b} is read."""
        assert rolled(f"S6.11 DR {dice}").units["e1"].action == action

    def test_advance(self) -> None:
        """In Advance Attitude {A2a}: a 7 is a Move."""
        unit = rolled("S6.11 DR 3,4", attitude="Advance").units["e1"]
        assert unit.action == "Move"

    def test_exc1_no_roll_in_a_human_wave(self) -> None:
        """EXC: MMC of a Human Wave make no Action DR."""
        assert due(enemy("e1", "J6", wave="wave1")) == []

    def test_exc2_automatic_actions(self) -> None:
        """EXC: an Automatic Action is kept, whatever the DR."""
        own = Automatic("S6.304", "Move")
        unit = rolled("S6.11 DR 1,3", automatic=own).units["e1"]
        assert (unit.action, unit.automatic) == ("Move", "S6.304")

    def test_exc3_no_fire_command(self) -> None:
        """EXC: the DR itself gives no Fire Command; none is rolled here."""
        assert rolled("S6.11 DR 2,3").units["e1"].command == 0


class TestS6_12FriendlyPlayerTurn:
    """S6.12."""

    def test_fire(self) -> None:
        """Whatever the DR but Panic, the unit fires."""
        unit = rolled("S6.12 DR 4,6", side="FRIENDLY").units["e1"]
        assert unit.action == "Fire"

    def test_once(self) -> None:
        """Who has had a DR makes no other in this Player Turn."""
        state = rolled("S6.12 DR 4,6", side="FRIENDLY")
        assert state.units["e1"].action

    def test_exc1_just_activated(self) -> None:
        """EXC: units just Activated have their Action already and make no DR."""
        assert due(enemy("e1", "J6", action="Fire")) == []

    def test_exc2_guns(self) -> None:
        """EXC: a manned Gun makes a DR apart from the Infantry with it."""
        gun = Weapon(
            id="g", counter="russian/45l-at-ptp-obr-32", owner="e2", gun=GunState(ca=0)
        )
        units = (enemy("e1", "J6"), enemy("e2", "J6", "russian/2-2-8"))
        assert len(due(*units, weapons=(gun,))) == 2


class TestS6_2ActionTables:
    """S6.2."""

    def test_given(self) -> None:
        """A unit has the Action of the table."""

        def run(play: Play) -> None:
            play.emit(UnitAdded(enemy("e1", "J6")))
            give(play, play.state.units["e1"], "Move")

        assert game(run=run).state.units["e1"].action == "Move"

    def test_exc1_automatic(self) -> None:
        """EXC: an Automatic Action goes first."""

        def run(play: Play) -> None:
            play.emit(UnitAdded(enemy("e1", "J6")))
            own = Automatic("S6.311", "Fire")
            give(play, play.state.units["e1"], "Move", own)

        unit = game(run=run).state.units["e1"]
        assert (unit.action, unit.automatic) == ("Fire", "S6.311")


TRUCK = "russian/truck"


def motorized() -> FrozenView:
    """A Look at a world in which there are trucks."""
    truck = Vehicle(
        name="truck",
        nation="russian",
        kind="Tr",
        mp=25,
        movement="truck",
        unarmored=True,
        turret="NT",
        ma="",
        cs=0,
    )
    scenery = world(VILLAGE, MISSION)
    nation = scenery.enemy
    scenery.enemy = replace(nation, counters={**nation.counters, TRUCK: truck})
    return FrozenView(State(mission=MISSION), scenery)


PANIC = [
    ("russian/4-5-8", 10),
    ("russian/5-2-7", 6),
    ("german/4-4-7", 4),
    ("partisan/3-3-7", 4),
    ("russian/4-2-6", 2),
    ("american/5-3-6", 2),
    ("russian/2-2-8", 10),
]


class TestS6_21Panic:
    """S6.21."""

    @pytest.mark.parametrize(("counter", "least"), PANIC)
    def test_by_class(self, counter: str, least: int) -> None:
        """Each class Panics on doubles from its own number, never on other DR."""
        unit = enemy("e1", "J6", counter)

        def run(play: Play) -> None:
            play.emit(UnitAdded(unit))
            group = ActionGroup(("e1",), unit.location, 3, "Hold")
            for dice in product(range(1, 7), repeat=2):
                expected = dice[0] == dice[1] and sum(dice) >= least
                assert bool(panicked(play, group, dice)) == expected

        game(run=run)

    def test_vehicles(self) -> None:
        """An AFV with working MA is as elite; a truck Panics from 4."""
        tank = enemy("e1", "J6", TANK, vehicle=VehicleState())
        truck = enemy("e2", "J6", TRUCK, vehicle=VehicleState())
        scene = motorized()
        arms = {weapon.id: weapon for weapon in armed((tank,))}
        with_arms = FrozenView(replace(scene.state, weapons=arms), scene.world)
        assert panic_from(with_arms, tank) == 10
        assert panic_from(scene, truck) == 4
        for broken in ({"malfunctioned": True}, {"disabled": True}):
            main = replace(arms["e1.ma"], **broken)
            out = replace(scene.state, weapons=arms | {"e1.ma": main})
            assert panic_from(FrozenView(out, scene.world), tank) == 4

    def test_exc1_inexperienced_afv(self) -> None:
        """EXC: an AFV with an Inexperienced Crew Panics on all doubles."""
        green = VehicleState(inexperienced=True)

        def run(play: Play) -> None:
            assert panic_from(play, enemy("e1", "J6", TANK, vehicle=green)) == 2

        game(run=run)

    def test_exc2_inexperienced_truck(self) -> None:
        """EXC: so does any other vehicle with one."""
        green = VehicleState(inexperienced=True)
        truck = enemy("e2", "J6", TRUCK, vehicle=green)
        assert panic_from(motorized(), truck) == 2

    def test_smc(self) -> None:
        """A SMC shares the fate of the best MMC with him; alone he is first line."""

        def run(play: Play) -> None:
            for unit in (
                enemy("e1", "J6", "russian/8-0"),
                enemy("e2", "J6", "russian/4-5-8"),
                enemy("e3", "J6", "russian/4-2-6"),
            ):
                play.emit(UnitAdded(unit))
            at = LocationName("tJ6")
            together = ActionGroup(("e1", "e2", "e3"), at, 3, "Hold")
            assert panicked(play, together, (4, 4)) == ["e3"]
            assert panicked(play, together, (5, 5)) == ["e1", "e2", "e3"]
            assert panicked(play, ActionGroup(("e1",), at, 3, "Hold"), (3, 3)) == ["e1"]
            assert panicked(play, ActionGroup(("e1",), at, 3, "Hold"), (2, 2)) == []

        game(run=run)

    def test_in_play(self) -> None:
        """A squad that Panics has Panic as its Action, and no other."""
        unit = rolled("S6.11 DR 4,4").units["e1"]
        assert (unit.panic, unit.ti, unit.action) == (True, True, "Panic")


class TestS6_211WhatPanicDoes:
    """S6.211."""

    def test_infantry(self) -> None:
        """TI, not in Good Order, still concealed."""

        def run(play: Play) -> None:
            play.emit(UnitAdded(enemy("e1", "J6", concealed=True)))
            panic(play, "e1")

        unit = game(run=run).state.units["e1"]
        assert (unit.panic, unit.ti, unit.concealed) == (True, True, True)
        assert not unit.good_order

    @pytest.mark.parametrize(
        ("side", "phase", "motion"),
        [("ENEMY", "PFPh", True), ("ENEMY", "MPh", False), ("FRIENDLY", "MPh", False)],
    )
    def test_motion(self, side: str, phase: str, motion: bool) -> None:
        """A vehicle loses Motion at once, but in its own PFPh only later (S6.309)."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, side, phase))  # type: ignore[arg-type] # as given
            moving = VehicleState(motion=True)
            play.emit(UnitAdded(enemy("e1", "J6", TANK, vehicle=moving)))
            panic(play, "e1")

        state = game(run=run).state.units["e1"].vehicle
        assert state is not None
        assert state.motion == motion


def test_what_breaks_loses_panic_is_told_by_morale() -> None:
    """A Panicked unit keeps its marker until something takes it."""

    def run(play: Play) -> None:
        play.emit(UnitAdded(enemy("e1", "J6")))
        panic(play, "e1")
        unit = play.state.units["e1"]
        play.emit(UnitChanged(replace(unit, pinned=True), "pinned"))

    assert game(run=run).state.units["e1"].panic
