"""S6.314 to S6.3143: Acquired Targets, and the Targets of Ordnance."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_23_command_to_fire import fire_command
from opfor.rules.s_solitaire.s06_actions.s06_314_acquired_targets import (
    acquired_target,
    ordnance_target,
    tracked,
    vehicle_targets,
)
from opfor.rules.s_solitaire.s06_actions.tracking import track
from opfor.state.events import MoveChanged, ShotFired
from opfor.state.in_progress import Move, Shot
from opfor.state.play import Play
from opfor.state.units import (
    Acquired,
    GunState,
    LocationName,
    Unit,
    VehicleState,
    Weapon,
)
from tests.rules.given.automatic_actions import own
from tests.rules.given.drivers import armed
from tests.rules.given.enemies import Thing, ask, enemy, friend, played, weapon
from tests.rules.given.firing_range import group_of
from tests.rules.given.world import events
from tests.rules.s_solitaire.s06_actions.test_s06_311_self_preservation import target

TANK = "t-34-m41"
PANZER = "german/pzkpfw-iiih"
TIGER = "german/pzkpfw-vie"
GUN = "45l-at-ptp-obr-32"


ACQUIRED = Acquired(at=LocationName("tM6"))
FRONT = GunState(ca=2)
FACING = VehicleState(vca=5, tca=5)
SHOCKED = replace(FACING, shock="shock")
STUNNED = replace(FACING, stunned=True)


class TestS6_314AcquiredTargets:
    """S6.314."""

    def test_fires_at_it(self) -> None:
        """A unit whose Weapon has acquired a Target fires at it."""
        atr, mtr = (weapon("m", c, "e1", acquired=ACQUIRED) for c in ("atr", "50-mtr"))
        unit = enemy("e1", "J6")
        assert own(unit, atr, friend("V", "M6")) == Automatic("S6.314", "Fire")
        assert target(unit, mtr, friend("W", "J9"), friend("V", "M6")) == "tM6"

    def test_gone(self) -> None:
        """If the Target is gone, it has no such Action."""
        mtr = weapon("m", "50-mtr", "e1", acquired=ACQUIRED)
        assert own(enemy("e1", "J6"), mtr) is None

    def test_shocked(self) -> None:
        """A Shocked vehicle is given up; one that is but Stunned is not."""
        gun = weapon("m", GUN, "e1", gun=FRONT, acquired=ACQUIRED)

        def fires(*there: Unit) -> bool:
            things = [enemy("e1", "J6", "2-2-8"), gun, *there]
            found = ask(things, lambda p: acquired_target(p, p.state.units["e1"]))
            return found is not None

        shocked = friend("T", "M6", PANZER, vehicle=SHOCKED)
        assert not fires(shocked)
        assert fires(replace(shocked, vehicle=STUNNED))
        assert fires(shocked, friend("V", "M6"))

    @pytest.mark.parametrize(("state", "at"), [(FACING, "tM6"), (SHOCKED, "tM9")])
    def test_shocked_in_play(self, state: VehicleState, at: str) -> None:
        """What keeps its ROF leaves a Target that it has Shocked for a new one."""
        firer = enemy("e1", "J6", TANK, vehicle=VehicleState(vca=1, tca=1))
        main, *others = armed((firer,))
        main = replace(main, acquired=ACQUIRED, fired="prep", rof=True)
        foe = friend("T", "M6", PANZER, vehicle=state)
        things = [firer, main, *others, foe, *armed((foe,)), friend("V", "M9")]

        def fires(play: Play) -> None:
            shot = Shot("ENEMY", LocationName("tM6"), (firer.location,), (main.id,))
            play.emit(ShotFired(shot))
            fire_command(play, group_of(play, "e1"))

        found = played("C3.3 DR 6,5", things=things, run=fires)
        assert events(found, ShotFired)[-1].shot.target == at

    def test_exc1_vehicles(self) -> None:
        """EXC: a vehicle has the Action of its DR."""
        gun = weapon("m", "50-mtr", "e1", acquired=ACQUIRED)
        tank = enemy("e1", "J6", TANK, vehicle=VehicleState())
        assert own(tank, gun, friend("V", "M6")) is None


def places(*names: str) -> list[LocationName]:
    """Locations of the text board."""
    return [LocationName(f"t{name}") for name in names]


class TestS6_3141VehicularOrdnance:
    """S6.3141."""

    TANK = enemy("e1", "J6", TANK, vehicle=VehicleState(vca=0, tca=0))

    def among(self, *things: Thing, at: Sequence[str]) -> object:
        """What it chooses among."""
        asked = places(*at)
        return ask(
            [self.TANK, *things],
            lambda p: vehicle_targets(p, p.state.units["e1"], asked),
        )

    def test_same_location_first(self) -> None:
        """What is in its Location goes before an Acquired Target."""
        gun = weapon("m", "50-mtr", "e1", acquired=ACQUIRED)
        friends = [friend("V", "M6"), friend("W", "J6")]
        assert self.among(gun, *friends, at=["M6", "J6"]) == ["tJ6"]

    def test_acquired(self) -> None:
        """The Acquired Target goes before others."""
        gun = weapon("m", "50-mtr", "e1", acquired=ACQUIRED)
        friends = [friend("V", "M6"), friend("W", "J8")]
        assert self.among(gun, *friends, at=["J8", "M6"]) == ["tM6"]
        assert self.among(*friends, at=["J8", "M6"]) == []

    @pytest.mark.parametrize(("acquired", "at"), [(None, "tK6"), (ACQUIRED, "tM6")])
    def test_in_play(self, acquired: Acquired | None, at: str) -> None:
        """D-412: a tank goes on at its Acquired Target, not at one ADJACENT to it."""
        main, *others = armed((self.TANK,))
        guns = [replace(main, acquired=acquired), *others]
        friends = [friend("V", "M6"), friend("W", "K6")]
        dice = "S6.11 DR 1,4", "C3.3 DR 6,5", "A7.3 DR 6,5"
        found = played(*dice, things=[self.TANK, *guns, *friends])
        assert {event.shot.target for event in events(found, ShotFired)} == {at}

    def test_exc1_armed_vehicle(self) -> None:
        """EXC: a Good Order armed vehicle goes before that."""
        gun = weapon("m", GUN, "e1", acquired=ACQUIRED, gun=FRONT)
        tank = friend("T", "J8", PANZER, vehicle=FACING)
        friends = [friend("V", "M6"), tank, *armed((tank,))]
        assert self.among(gun, *friends, at=["M6", "J8"]) == ["tJ8"]


class TestS6_3142OrdnanceTargets:
    """S6.3142."""

    UNIT = enemy("e1", "J6", "2-2-8")

    def best(self, *things: Thing, at: Sequence[str], **how: object) -> object:
        """The Target chosen."""
        asked = places(*at)
        return ask(
            [self.UNIT, *things],
            lambda p: ordnance_target(p, p.state.units["e1"], asked),
            **how,
        )

    def test_armed_vehicle(self) -> None:
        """An armed vehicle goes before an acquired squad."""
        assert self.beside_a_tank(GUN, FACING) == "tJ8"

    def test_eligible(self) -> None:
        """One that its Weapon cannot kill does not, nor one without a crew."""
        assert self.beside_a_tank("50-mtr", FACING) == "tM6"
        front, side = VehicleState(vca=1, tca=1), VehicleState(vca=3, tca=3)
        assert self.beside_a_tank(GUN, front, TIGER) == "tM6"
        assert self.beside_a_tank(GUN, replace(front, tca=3), TIGER) == "tJ8"
        assert self.beside_a_tank("57ll-at-ptp-obr-43", side, TIGER) == "tJ8"
        assert self.beside_a_tank(GUN, replace(FACING, abandoned=True)) == "tM6"

    def test_not_eligible(self) -> None:
        """Nor does such a vehicle stay the Target because it has been acquired."""
        gun = weapon("m", GUN, "e1", acquired=ACQUIRED, gun=FRONT)
        tiger = friend("T", "M6", TIGER, vehicle=VehicleState(vca=5, tca=5))
        others = [friend("V", "J8"), tiger, *armed((tiger,))]
        assert self.best(gun, *others, at=["M6", "J8"]) is None
        assert self.best(gun, *others, at=["M6", "J8"], vpo=("tJ8",)) == "tJ8"

    def test_not_for_vehicles(self) -> None:
        """D-837: a tank that has acquired nothing goes by its Fire Command, not this.

        Before a Gun and a squad the list has a Target for a Gun, and none for it.
        """
        tank = enemy("e1", "J6", TANK, vehicle=VehicleState(vca=0, tca=0))
        gun = weapon("g", "german/50l-at-pak-38", "V", gun=FRONT)
        theirs = [friend("V", "M6", "german/2-2-8"), gun, friend("W", "M8")]

        assert target(tank, *armed((tank,)), *theirs) is None
        assert target(self.UNIT, weapon("m", GUN, "e1", gun=FRONT), *theirs) == "tM6"

    def beside_a_tank(
        self, counter: str, state: VehicleState, tank: str = PANZER
    ) -> object:
        """The Target of a Weapon that has acquired a squad, beside a tank."""
        gun = weapon("m", counter, "e1", acquired=ACQUIRED, gun=FRONT)
        unit = friend("T", "J8", tank, vehicle=state)
        friends = [friend("V", "M6"), unit, *armed((unit,))]
        return self.best(gun, *friends, at=["M6", "J8"])

    def test_line1_gun(self) -> None:
        """Line 1: Infantry with the Gun of the highest TK#."""
        guns = [
            weapon("g1", "german/37l-at-pak-35-36", "V", gun=GunState(ca=0)),
            weapon("g2", "german/50l-at-pak-38", "W", gun=GunState(ca=0)),
        ]
        friends = [friend("V", "M6"), friend("W", "J8")]
        assert self.best(*guns, *friends, at=["M6", "J8"]) == "tJ8"

    def test_line2_latw(self) -> None:
        """Line 2: Infantry with a LATW in range."""
        atr = weapon("atr", "german/atr", "W")
        friends = [friend("V", "M6"), friend("W", "J8")]
        assert self.best(atr, *friends, at=["M6", "J8"]) == "tJ8"

    @pytest.mark.parametrize(("at", "date"), [("J9", "1944-06"), ("J10", "1944-06")])
    def test_line2_inherent(self, at: str, date: str) -> None:
        """Line 2: an Inherent PF reaches three hexes, once there are any."""
        friends = [friend("V", "M6", "8-0"), friend("W", at)]
        found = self.best(*friends, at=["M6", at], date=date, vpo=("tM6",))
        assert found == ("tJ9" if at == "J9" else "tM6")

    def test_line3_acquired(self) -> None:
        """Line 3: an Acquired Target."""
        mtr = weapon("m", "50-mtr", "e1", acquired=ACQUIRED)
        friends = [friend("V", "M6"), friend("W", "J8")]
        assert self.best(mtr, *friends, at=["J8", "M6"]) == "tM6"

    def test_line4_vpo(self) -> None:
        """Line 4: a Target in a VPO Location."""
        friends = [friend("V", "M6"), friend("W", "J8")]
        assert self.best(*friends, at=["J8", "M6"], vpo=("tM6",)) == "tM6"

    def test_line5_table(self) -> None:
        """Otherwise {A3d} decides."""
        friends = [friend("V", "M6"), friend("W", "J8")]
        assert self.best(*friends, at=["J8", "M6"]) is None

    def test_before_the_fire_command(self) -> None:
        """The crew of a Gun asks this list before any Fire Command (S8.p3)."""
        gun = weapon("g", "45l-at-ptp-obr-32", "e1", gun=GunState(ca=0))
        friends = [friend("V", "M6"), friend("W", "M7")]
        assert target(self.UNIT, gun, *friends, vpo=("tM7",)) == "tM7"
        assert target(self.UNIT, gun, *friends) is None


class TestS6_3143Tracking:
    """S6.3143."""

    def tracks(self, there: Sequence[Unit], *dice: str, **owner: object) -> object:
        """Which unit the mortar tracks as V moves from M6 to M5."""
        moved = friend("V", "M5", "2-4-7")
        mtr = weapon("m", "50-mtr", "e1", acquired=ACQUIRED)
        things: list[Unit | Weapon] = [enemy("e1", "J6", **owner), mtr, moved, *there]

        def find(play: Play) -> object:
            found = tracked(play, play.state.weapons["m"], [moved, *there], moved)
            return found.id if found else ""

        return ask(things, find, *dice)

    def test_the_one_that_moved(self) -> None:
        """It is tracked into its new Location; not by who is broken."""
        assert self.tracks([]) == "V"
        assert self.tracks([], broken=True) == ""

    def test_exc1_the_larger(self) -> None:
        """EXC: of several the one with the largest US#; of equal ones by Random dr."""
        assert self.tracks([friend("W", "M6")]) == ""
        assert self.tracks([friend("L", "M6", "8-0")]) == "V"
        same = [friend("W", "M6", "2-4-7")]
        assert self.tracks(same, "S6.3143 dr 2") == "V"
        assert self.tracks(same, "S6.3143 dr 5") == ""

    @pytest.mark.parametrize(
        ("behind", "concealed", "at"),
        [("8-0", False, "tM5"), ("4-6-7", False, "tM6"), ("4-6-7", True, "tM5")],
    )
    def test_in_play(self, behind: str, concealed: bool, at: str) -> None:
        """As V leaves, what has acquired both follows the larger; a "?" is none."""
        mtr = weapon("m", "50-mtr", "e1", acquired=ACQUIRED)
        moved = friend("V", "M5", "2-4-7")
        stays = friend("W", "M6", behind, concealed=concealed)

        def find(play: Play) -> object:
            play.emit(MoveChanged(Move(units=("V",), steps=1)))
            track(play, LocationName("tM6"), LocationName("tM5"))
            held = play.state.weapons["m"].acquired
            return held.at if held else ""

        things = [enemy("e1", "J6"), mtr, moved, stays]
        assert ask(things, find, phase="MPh", side="FRIENDLY") == at

    @pytest.mark.parametrize("acquired", [None])
    def test_nothing_acquired(self, acquired: None) -> None:
        """Who has acquired nothing tracks nothing."""
        moved = friend("V", "M5")
        mtr = weapon("m", "50-mtr", "e1", acquired=acquired)
        things = [enemy("e1", "J6"), mtr, moved]
        assert ask(things, lambda p: tracked(p, mtr, [moved], moved)) is None
