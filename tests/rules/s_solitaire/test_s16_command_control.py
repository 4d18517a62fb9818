"""S16: Command Control of the FRIENDLY side."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.core.modifier import Mod
from opfor.rules.choices.orders import Fire, MoveTo
from opfor.rules.choices.vehicle_orders import (
    Dismount,
    DriveOrder,
    StartUp,
    StopOrder,
    TurnTo,
)
from opfor.rules.s_solitaire.s16_command_control import (
    automatic,
    cmd_drm,
    cmd_number,
    obeyed,
    under_leader,
)
from opfor.state.artillery import Battery
from opfor.state.counters import RADIO
from opfor.state.events import BatteryChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Acquired, LocationName, Unit, VehicleState, Weapon
from tests.rules.given.phases import phase, unit
from tests.rules.given.stack import unit as one

LEADER, HERO = "german/9-1", "german/hero"


def go(ids: str, to: str) -> tuple[Any, MoveTo]:
    """A move."""
    return "FRIENDLY", MoveTo(tuple(ids.split()), LocationName(to))


def moved(*orders: Any, units: list[Unit], **more: Any) -> Game[State]:
    """A FRIENDLY MPh under Command Control."""
    more.setdefault("command", True)
    return phase("MPh", *orders, units=units, **more)


class TestS16CommandControl:
    """S16."""

    def test_once(self) -> None:
        """One DR as it first moves, none later in the Player Turn."""
        orders = go("a", "tG4"), go("a", "tG3")
        played = moved(*orders, units=[unit("a", "tG5")], dice=["S16.3 DR 3,4"])
        assert one(played, "a").location == "tG3"
        assert one(played, "a").did("in command")

    def test_option(self) -> None:
        """Without the option of the Mission there is none."""
        played = moved(go("a", "tG4"), units=[unit("a", "tG5")], command=False)
        assert one(played, "a").location == "tG4"

    def test_stack(self) -> None:
        """If one fails, nobody of the stack moves; the other is in command."""
        units = [unit("a", "tG5"), unit("b", "tG5")]
        dice = ["S16.3 DR 6,6", "S16.3 DR 1,1"]
        played = moved(go("a b", "tG4"), units=units, dice=dice)
        assert {one(played, id_).location for id_ in "ab"} == {"tG5"}
        assert one(played, "a").panic
        assert one(played, "b").did("in command")

    @pytest.mark.parametrize(
        ("order", "dice", "panics"),
        [
            (StartUp("t"), "4,5", False),
            (StartUp("t"), "5,5", True),
            (TurnTo("t", 4), "5,5", False),
            (DriveOrder("t", LocationName("tG6")), "5,5", False),
            (DriveOrder("t", LocationName("tG6")), "5,6", True),
        ],
    )
    def test_driving(self, order: Any, dice: str, panics: bool) -> None:
        """A vehicle needs its DR to spend MP; in Motion it has -1 (S16.p2)."""
        motion = not isinstance(order, StartUp)
        state = VehicleState(vca=3, tca=3, motion=motion)
        tank = unit("t", "tG5", "german/pzkpfw-iiih", vehicle=state)
        played = moved(("FRIENDLY", order), units=[tank], dice=[f"S16.3 DR {dice}"])
        assert one(played, "t").panic is panics
        assert one(played, "t").did("in command") is not panics
        if panics:
            assert one(played, "t").location == "tG5"
            assert not one(played, "t").vehicle.motion  # type: ignore[union-attr] # it has

    def test_one_dr_a_move(self) -> None:
        """One DR for all that it does in its Player Turn."""
        state = VehicleState(vca=3, tca=3)
        tank = unit("t", "tG5", "german/pzkpfw-iiih", vehicle=state)
        orders = [StartUp("t"), DriveOrder("t", LocationName("tG6")), StopOrder("t")]
        given = [("FRIENDLY", order) for order in orders]
        played = moved(*given, units=[tank], dice=["S16.3 DR 3,4"])
        assert one(played, "t").location == "tG6"


class TestS16_3Failure:
    """S16.3."""

    @pytest.mark.parametrize(("dice", "panics"), [("3,4", False), ("4,4", True)])
    def test_panic(self, dice: str, panics: bool) -> None:
        """A Final DR above the CMD# is Panic."""
        units = [unit("a", "tG5")]
        played = moved(go("a", "tG4"), units=units, dice=[f"S16.3 DR {dice}"])
        assert one(played, "a").panic is panics
        assert one(played, "a").location == ("tG5" if panics else "tG4")


def view(run: Any, *units: Unit, weapons: tuple[Weapon, ...] = ()) -> Any:
    """What a query says of the first unit."""
    found: list[Any] = []

    def ask(play: Play) -> None:
        found.append(run(play, play.state.units[units[0].id]))

    moved(ask, units=list(units), weapons=weapons)
    return found[0]


class TestS16_p1Number:
    """S16.p1."""

    @pytest.mark.parametrize(
        ("counter", "number"),
        [
            ("german/9-1", 10),
            ("german/8-0", 9),
            ("german/4-6-7", 7),
            ("german/2-3-7", 7),
            ("german/2-2-8", 9),
        ],
    )
    def test_numbers(self, counter: str, number: int) -> None:
        """T36: a 9-1 has 10, a 8-0 9, a squad its Morale Level; a crew one more."""
        assert view(cmd_number, unit("a", "tG5", counter)) == number

    @pytest.mark.parametrize(
        ("counter", "green", "number"),
        [
            ("german/pzkpfw-iiih", False, 9),
            ("german/pzkpfw-iiih", True, 8),
            ("german/sdkfz-7", False, 8),
        ],
    )
    def test_vehicle(self, counter: str, green: bool, number: int) -> None:
        """A vehicle has one more than its crew's Morale Level (D5.1)."""
        state = VehicleState(inexperienced=green)
        assert view(cmd_number, unit("t", "tG5", counter, vehicle=state)) == number


class TestS16_p2Drm:
    """S16.p2."""

    def drm(self, *units: Unit, **more: Any) -> dict[str, int]:
        """The DRM of the first unit by name."""
        return {mod.name: mod.value for mod in view(cmd_drm, *units, **more)}

    def test_vehicle(self) -> None:
        """In Motion, in a platoon, CE: -1 each."""
        state = VehicleState(motion=True, platoon="p", ce=True)
        tank = unit("t", "tG5", "german/pzkpfw-iiih", vehicle=state)
        assert self.drm(tank) == {"non-Stopped": -1, "platoon": -1, "CE AFV": -1}

    @pytest.mark.parametrize(("where", "helps"), [("tG6", True), ("tG7", False)])
    def test_without_radio(self, where: str, helps: bool) -> None:
        """Next to another AFV without radio it is in platoon formation (D14.2)."""
        kind, still = "russian/t-34-m41", VehicleState()
        pair = [
            unit(id_, at, kind, vehicle=still)
            for id_, at in (("t", "tG5"), ("u", where))
        ]
        assert self.drm(*pair) == ({"platoon": -1} if helps else {})

    def test_acquired(self) -> None:
        """With an Acquired Target."""
        aim = Acquired(at=LocationName("tG2"))
        mtr = Weapon(id="m", counter="german/50-mtr", owner="a", acquired=aim)
        assert self.drm(unit("a", "tG5"), weapons=(mtr,)) == {"Acquired Target": -1}

    def test_japanese(self) -> None:
        """A Japanese leader."""
        found = self.drm(unit("a", "tG5", "japanese/9-1"))
        assert found == {"Japanese leader": -1}

    @pytest.mark.parametrize(
        ("over", "drm"), [(False, {"directs OBA": -1}), (True, {})]
    )
    def test_radio(self, over: bool, drm: dict[str, int]) -> None:
        """A leader with the radio of a battery that fires yet."""
        radio = Weapon(id="r", counter=RADIO, owner="a")
        battery = Battery(id="b", side="FRIENDLY", calibre=80, weapon="r", over=over)
        leader = unit("a", "tG5", LEADER)

        def asked(play: Play, unit: Unit) -> list[Mod]:
            play.emit(BatteryChanged(battery, "is there"))
            return cmd_drm(play, unit)

        found = view(asked, leader, weapons=(radio,))
        assert {mod.name: mod.value for mod in found} == drm

    @pytest.mark.parametrize(("at", "helps"), [("tG3", True), ("tG2", False)])
    def test_leadership(self, at: str, helps: bool) -> None:
        """A leader helps within two hexes."""
        found = self.drm(unit("a", "tG5"), unit("L", at, LEADER))
        assert found == ({"leadership": -1} if helps else {})


class TestS16_p3Automatic:
    """S16.p3."""

    @pytest.mark.parametrize("state", ["berserk", "broken", "melee", "heroic"])
    def test_states(self, state: str) -> None:
        """In these states it makes no DR."""
        assert view(automatic, unit("a", "tG5", **{state: True}))

    def test_others(self) -> None:
        """Heroes do not, recalled vehicles do not; a squad does."""
        assert view(automatic, unit("a", "tG5", HERO))
        recalled = VehicleState(recalled=True)
        assert view(automatic, unit("t", "tG5", "german/pzkpfw-iiih", vehicle=recalled))
        assert not view(automatic, unit("a", "tG5"))

    @pytest.mark.parametrize("passed", [True, False])
    def test_passengers(self, passed: bool) -> None:
        """Whom a vehicle in command carries is in command, as long as he is aboard."""
        deeds: Any = ("in command",) if passed else ()
        truck = VehicleState(vca=3, tca=3)
        units = [
            unit("t", "tG5", "german/sdkfz-7", vehicle=truck, deeds=deeds),
            unit("a", "tG5", aboard="t"),
        ]
        dice = [] if passed else ["S16.3 DR 6,6"]
        played = moved(("FRIENDLY", Dismount(("a",))), units=units, dice=dice)
        assert bool(one(played, "a").aboard) is not passed
        assert not one(played, "a").did("in command")
        assert one(played, "a").panic is not passed

    def test_spotted_fire(self) -> None:
        """Whom a spotter in command sees for is so for that fire alone."""
        mtr, deeds = Weapon(id="m", counter="german/50-mtr", owner="a"), ("in command",)
        order = Fire(("m",), LocationName("tG1"), spotter="b")
        units = [unit("a", "tG5"), unit("b", "tG6", deeds=deeds)]

        def run(play: Play, one: Unit) -> tuple[bool, bool]:
            obeys = obeyed(play, "FRIENDLY", order)
            return obeys, play.state.units[one.id].did("in command")

        assert view(run, *units, weapons=(mtr,)) == (True, False)

    def test_under_a_leader(self) -> None:
        """A leader in command has others within two hexes in command, in a chain."""
        deeds: Any = ("in command",)
        top = unit("L", "tG3", LEADER, deeds=deeds)
        assert view(under_leader, unit("a", "tG5"), top)
        assert view(under_leader, unit("M", "tG5", "german/8-0"), top)
        assert not view(under_leader, unit("M", "tG5", "german/9-2"), top)
        assert not view(under_leader, unit("a", "tG6"), top)
        units = [unit("a", "tG5"), unit("L", "tG5", LEADER)]
        played = moved(go("a L", "tG4"), units=units, dice=["S16.3 DR 4,6"])
        assert one(played, "a").location == "tG4"
