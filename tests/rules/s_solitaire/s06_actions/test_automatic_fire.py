"""S6.306 and S6.311 to S6.3143: Automatic Actions that are fire, and their Targets."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s06_actions.actions import Automatic
from opfor.rules.s_solitaire.s06_actions.automatic_fire import (
    automatic_target,
    ordnance_target,
    tracked,
    vehicle_targets,
)
from opfor.rules.s_solitaire.s06_actions.tracking import track
from opfor.state.events import MoveChanged, ShotFired
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import (
    Acquired,
    Fortification,
    GunState,
    LocationName,
    Phase,
    Side,
    Unit,
    VehicleState,
    Weapon,
)
from tests.rules.given.drivers import armed
from tests.rules.given.enemies import Thing, ask, enemy, friend, played, weapon
from tests.rules.given.world import events
from tests.rules.s_solitaire.s06_actions.test_automatic import number, own

TANK = "t-34-m41"
PANZER = "german/pzkpfw-iiih"


def target(
    *things: Thing, dice: Sequence[str] = (), by: str = "e1", **how: object
) -> object:
    """The Target that the automatic Actions give the ENEMY unit."""

    def find(play: Play) -> object:
        return automatic_target(play, [play.state.units[by]])

    return ask(things, find, *dice, **how)


class TestS6_306Flamethrowers:
    """S6.306."""

    def test_moves_until_it_has_a_target(self) -> None:
        """Without a Target in long range it moves, with one it fires."""
        ft = weapon("ft", "ft", "e1")
        unit = enemy("e1", "J6")
        assert own(unit, ft, friend("V", "M6")) == Automatic("S6.306", "Move")
        assert own(unit, ft, friend("V", "L6")) == Automatic("S6.306", "Fire")
        broken = weapon("ft", "ft", "e1", malfunctioned=True)
        assert number(unit, broken) == ""


class TestS6_306_targetOfFt:
    """The list of S6.306."""

    def test_line1_normal_range(self) -> None:
        """Line 1: a Target in normal range."""
        ft = weapon("ft", "ft", "e1")
        friends = [friend("V", "L6"), friend("W", "L6"), friend("X", "J7")]
        assert target(enemy("e1", "J6"), ft, *friends) == "tJ7"

    def test_line2_vpo(self) -> None:
        """Line 2: a Target in a VPO Location."""
        ft = weapon("ft", "ft", "e1")
        friends = [friend("V", "J5"), friend("W", "J5"), friend("X", "J7")]
        assert target(enemy("e1", "J6"), ft, *friends, vpo=("tJ7",)) == "tJ7"

    def test_line3_most_known(self) -> None:
        """Line 3: the most Known Infantry Targets."""
        ft = weapon("ft", "ft", "e1")
        friends = [friend("V", "J5"), friend("X", "J7"), friend("L", "J7", "8-0")]
        assert target(enemy("e1", "J6"), ft, *friends) == "tJ7"

    def test_line4_vehicle(self) -> None:
        """Line 4: a vehicular Target."""
        ft = weapon("ft", "ft", "e1")
        tank = friend("T", "J7", PANZER, vehicle=VehicleState(), concealed=True)
        hidden = friend("V", "J5", concealed=True)
        assert target(enemy("e1", "J6"), ft, hidden, tank) == "tJ7"


def preserved(*friends: Thing, **how: object) -> object:
    """The Target of a squad in J6 by S6.311."""
    return target(enemy("e1", "J6"), *friends, **how)  # type: ignore[arg-type] # as given


class TestS6_311SelfPreservation:
    """S6.311."""

    def test_adjacent_or_in_its_location(self) -> None:
        """It fires at what is ADJACENT; two hexes away is no reason."""
        assert own(enemy("e1", "J6"), friend("V", "J7")) == Automatic("S6.311", "Fire")
        assert own(enemy("e1", "J6"), friend("V", "J8")) is None
        assert number(enemy("e1", "J6", unarmed=True), friend("V", "J7")) == "S6.302"

    def test_it_does_so(self) -> None:
        """Whatever its DR, it fires at that Target."""
        things = [enemy("e1", "J6"), friend("V", "J7"), friend("W", "J9")]
        unit = played("S6.11 DR 4,6", "A7.3 DR 6,5", things=things).state.units["e1"]
        assert (unit.automatic, unit.fired) == ("S6.311", "prep")

    def test_exc1_melee(self) -> None:
        """EXC: not because of an ADJACENT Target in Melee."""
        melee = [friend("V", "J7", melee=True), enemy("e2", "J7", melee=True)]
        assert own(enemy("e1", "J6"), *melee) is None


class TestS6_311_targetOfSelfPreservation:
    """The list of S6.311."""

    def test_line1_good_order(self) -> None:
        """Line 1: a Good Order Target goes before more broken ones."""
        broken = [friend(id_, "J5", broken=True) for id_ in "VW"]
        assert preserved(*broken, friend("X", "J7", "2-4-7")) == "tJ7"

    def test_line1_acquired(self) -> None:
        """Line 1: an Acquired Target of the firer."""
        mtr = weapon("m", "50-mtr", "e1", acquired=Acquired(at=LocationName("tJ7")))
        assert preserved(mtr, friend("V", "J5"), friend("X", "J7", "2-4-7")) == "tJ7"

    def test_line2_most_known(self) -> None:
        """Line 2: the most Known Targets in US#."""
        hidden = [friend(id_, "J5", concealed=True) for id_ in "VW"]
        assert preserved(*hidden, friend("X", "J7", "2-4-7")) == "tJ7"

    def test_line3_lowest_tem(self) -> None:
        """Line 3: the lowest TEM."""
        board = "board: t\nsize: 20x10\nwooden building: J5\n"
        assert preserved(friend("V", "J5"), friend("X", "J7"), board=board) == "tJ7"

    def test_line3_in_a_foxhole(self) -> None:
        """Line 3: what it is inside of counts."""
        hole = Fortification(
            id="f", kind="foxhole", location=LocationName("tJ5"), capacity=1
        )
        assert (
            preserved(hole, friend("V", "J5", inside="f"), friend("X", "J7")) == "tJ7"
        )

    def test_line4_vpo(self) -> None:
        """Line 4: a Target in a VPO Location."""
        friends = [friend("V", "J5"), friend("X", "J7")]
        assert preserved(*friends, vpo=("tJ7",)) == "tJ7"

    def test_line5_smc(self) -> None:
        """Line 5: the most Known Target SMC."""
        one = [friend("V", "J5")]
        three = [friend(f"L{n}", "J7", "8-0") for n in range(3)]
        assert preserved(*one, *three) == "tJ7"

    def test_line6_weapons(self) -> None:
        """Line 6: the most Weapons."""
        friends = [friend("V", "J5"), friend("X", "J7")]
        assert preserved(*friends, weapon("mg", "german/lmg", "X")) == "tJ7"

    def test_tie(self) -> None:
        """What is left goes to a Random dr."""
        friends = [friend("V", "J5"), friend("X", "J7")]
        assert preserved(*friends, dice=["S6.311/target dr 5"]) == "tJ7"


FOXHOLE = Fortification(
    id="f", kind="foxhole", location=LocationName("tJ6"), capacity=1
)


class TestS6_312ImprovedPositions:
    """S6.312."""

    def test_fires(self) -> None:
        """With a Target it fires, in either Attitude."""
        unit = enemy("e1", "J6", inside="f")
        for attitude in ("Hold", "Advance"):
            found = own(unit, FOXHOLE, friend("V", "M6"), attitude=attitude)
            assert found == Automatic("S6.312", "Fire")

    def test_without_a_target(self) -> None:
        """In Hold it does nothing, in Advance its DR counts."""
        unit = enemy("e1", "J6", inside="f")
        assert own(unit, FOXHOLE) == Automatic("S6.312", "nothing")
        assert own(unit, FOXHOLE, attitude="Advance") is None

    def test_who_is_in_none(self) -> None:
        """Who is in no IP, or not in Good Order, has the Action of his DR."""
        assert own(enemy("e1", "J6"), friend("V", "M6")) is None
        assert own(enemy("e1", "J6", inside="f", broken=True), FOXHOLE) is None


class TestS6_313HeavyWeapons:
    """S6.313."""

    def test_b1_assembles(self) -> None:
        """A dm HW is assembled for a Target."""
        hmg = weapon("hmg", "german/hmg", "e1", dm=True)
        things = [enemy("e1", "J6"), hmg, friend("V", "O9")]
        state = played("S6.11 DR 4,6", things=things).state
        assert not state.weapons["hmg"].dm
        assert state.units["e1"].automatic == "S6.313"

    @pytest.mark.parametrize(
        ("phase", "side"), [("AFPh", "ENEMY"), ("DFPh", "FRIENDLY")]
    )
    def test_b1_in_other_fire_phases(self, phase: Phase, side: Side) -> None:
        """D-030: in the AFPh and DFPh too; as DEFENDER after its Action DR."""
        hmg = weapon("hmg", "german/hmg", "e1", dm=True)
        things = [enemy("e1", "J6"), hmg, friend("V", "B9")]
        dice = ["S6.12 DR 2,3"] if side == "FRIENDLY" else []
        state = played(*dice, things=things, phase=phase, side=side).state
        assert not state.weapons["hmg"].dm

    def test_b1_not_in_panic(self) -> None:
        """Who Panics as it is to act assembles nothing."""
        hmg = weapon("hmg", "german/hmg", "e1", dm=True)
        things = [enemy("e1", "J6"), hmg, friend("V", "B9")]
        state = played(
            "S6.12 DR 5,5", things=things, phase="DFPh", side="FRIENDLY"
        ).state
        assert state.weapons["hmg"].dm

    def test_b2_fires(self) -> None:
        """A functioning one fires at a Target, whatever the DR."""
        things = [enemy("e1", "J6"), weapon("hmg", "hmg", "e1"), friend("V", "O9")]
        state = played("S6.11 DR 4,6", "A7.3 DR 6,5", things=things).state
        assert state.weapons["hmg"].fired == "prep"

    def test_b3_otherwise(self) -> None:
        """Without a Target, or malfunctioned, its DR counts; so with a LMG."""
        unit = enemy("e1", "J6")
        assert own(unit, weapon("hmg", "hmg", "e1")) is None
        jammed = weapon("hmg", "hmg", "e1", malfunctioned=True)
        assert own(unit, jammed, friend("V", "M6")) is None
        assert own(unit, weapon("mg", "lmg", "e1"), friend("V", "M6")) is None


ACQUIRED = Acquired(at=LocationName("tM6"))


class TestS6_314AcquiredTargets:
    """S6.314."""

    def test_fires_at_it(self) -> None:
        """A unit whose Weapon has acquired a Target fires at it."""
        atr = weapon("m", "atr", "e1", acquired=ACQUIRED)
        unit = enemy("e1", "J6")
        assert own(unit, atr, friend("V", "M6")) == Automatic("S6.314", "Fire")
        assert target(unit, atr, friend("W", "J9"), friend("V", "M6")) == "tM6"

    def test_gone(self) -> None:
        """If the Target is gone, it has no such Action."""
        mtr = weapon("m", "50-mtr", "e1", acquired=ACQUIRED)
        assert own(enemy("e1", "J6"), mtr) is None

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
        gun = weapon("m", "50-mtr", "e1", acquired=ACQUIRED)
        tank = friend("T", "J8", PANZER, vehicle=VehicleState())
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
        gun = weapon("m", "50-mtr", "e1", acquired=ACQUIRED)
        tank = friend("T", "J8", PANZER, vehicle=VehicleState())
        friends = [friend("V", "M6"), tank, *armed((tank,))]
        assert self.best(gun, *friends, at=["M6", "J8"]) == "tJ8"

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

    @pytest.mark.parametrize(("behind", "at"), [("8-0", "tM5"), ("4-6-7", "tM6")])
    def test_in_play(self, behind: str, at: str) -> None:
        """As V leaves, what has acquired both follows the larger of the two."""
        mtr = weapon("m", "50-mtr", "e1", acquired=ACQUIRED)
        moved, stays = friend("V", "M5", "2-4-7"), friend("W", "M6", behind)

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
