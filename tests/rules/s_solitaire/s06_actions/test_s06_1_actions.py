"""S6.1, S6.2: the order and the result of Action DR, and Panic."""

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup, Automatic
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import (
    action_roll,
    defenders,
    defensive_roll,
    groups_due,
    own_roll,
)
from opfor.state.events import PhaseBegan, UnitAdded, WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    GunState,
    LocationName,
    Unit,
    VehicleState,
    Weapon,
)
from tests.rules.given.drivers import armed
from tests.rules.given.world import game

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
