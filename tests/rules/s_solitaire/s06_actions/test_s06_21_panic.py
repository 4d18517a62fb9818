"""S6.21: Panic, and what it does."""

from collections.abc import Callable
from itertools import product

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a07_fire.a07_8_pin import pin
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import break_unit
from opfor.rules.a_infantry.a15_heat_of_battle.a15_1_heat_of_battle import (
    battle_harden,
    go_berserk,
)
from opfor.rules.a_infantry.on_table import suffer
from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup, Automatic
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import (
    action_roll,
    defensive_roll,
    groups_due,
)
from opfor.rules.s_solitaire.s06_actions.s06_21_panic import panic, panic_from, panicked
from opfor.state.counters import Vehicle
from opfor.state.events import PhaseBegan, UnitAdded
from opfor.state.play import FrozenView, Play
from opfor.state.state import State
from opfor.state.units import LocationName, Unit, VehicleState
from tests.rules.given.drivers import armed
from tests.rules.given.world import MISSION, VILLAGE, game, world


def enemy(id_: str, at: str, counter: str = "russian/4-4-7", **fields: object) -> Unit:
    """An ENEMY unit."""
    where = LocationName(f"t{at}")
    return replace(
        Unit(id=id_, side="ENEMY", counter=counter, location=where), **fields
    )


TANK = "russian/t-34-m41"


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


SQUAD = "russian/4-5-8"


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
    ("russian/1-2-7", 6),
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

    def test_the_russian_crew_of_a_partisan_gun(self) -> None:
        """It is a Partisan unit, and Panics from 4."""
        crew = enemy("e1", "J6", "russian/1-2-7")
        scenery = world(VILLAGE, replace(MISSION, enemy="partisan"))
        assert panic_from(FrozenView(State(mission=MISSION), scenery), crew) == 4

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
        [
            ("ENEMY", "PFPh", True),
            ("ENEMY", "MPh", False),
            ("ENEMY", "AFPh", False),
            ("FRIENDLY", "MPh", False),
        ],
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

    @pytest.mark.parametrize(
        ("happens", "counter"),
        [
            (lambda play, unit: break_unit(play, unit.id), "russian/4-4-7"),
            (lambda play, unit: suffer(play, unit, "broken"), "russian/4-4-7"),
            (lambda play, unit: suffer(play, unit, "broken and reduced"), SQUAD),
            (go_berserk, "russian/4-4-7"),
            (battle_harden, "russian/4-4-7"),
            (battle_harden, "russian/6-2-8"),
        ],
    )
    def test_until(self, happens: Callable[[Play, Unit], object], counter: str) -> None:
        """Panic, and TI with it, ends as a unit breaks, goes berserk or hardens."""
        (unit,) = panicked_then(happens, counter)
        assert (unit.panic, unit.ti) == (False, False)

    def test_until_then(self) -> None:
        """It ends neither by being pinned, nor by Casualty Reduction alone."""
        (pinned,) = panicked_then(lambda play, unit: pin(play, unit.id))
        (reduced,) = panicked_then(lambda play, unit: suffer(play, unit, "reduced"))
        assert pinned.panic
        assert reduced.panic


def panicked_then(
    happens: Callable[[Play, Unit], object], counter: str = SQUAD
) -> list[Unit]:
    """What is left of a unit that Panics, and then something happens to it."""

    def run(play: Play) -> None:
        play.emit(UnitAdded(enemy("e1", "J6", counter)))
        panic(play, "e1")
        happens(play, play.state.units["e1"])

    return list(game(run=run).state.units.values())
