"""D2 and D8: how vehicles move, order by order."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.b_terrain.b03_roads import road_rate
from opfor.rules.choices.orders import EndMove
from opfor.rules.choices.vehicle_orders import (
    Delay,
    DriveOrder,
    Expose,
    StartUp,
    StopOrder,
    TurnTo,
    Unbog,
)
from opfor.rules.d_vehicles.d01_vehicles import allotment
from opfor.rules.d_vehicles.d02_movement.allotment import ahead, turn_cost
from opfor.rules.d_vehicles.d02_movement.steps import turn, vehicles_at
from opfor.rules.sequence.orders_by_phase import carry_out, check, legal
from opfor.state.check import faults
from opfor.state.events import MarkerAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Marker, Unit
from tests.rules.given.world import game

L = LocationName
PZ4, T34, PSW = "german/pzkpfw-ivf2", "russian/t-34-m40", "german/psw-222"
TRACK_MP = 14

FIELD = """
board: t
size: 30x10
woods: K3
brush: J5
marsh: L5
"""
"""The tank stands in K5 and looks along spine 1, so that K4 and L4 lie ahead."""


def move(
    *orders: Any,
    dice: tuple[str, ...] = (),
    counter: str = PZ4,
    at: str = "tK5",
    state: dict[str, Any] | None = None,
    board: str = FIELD,
    fails: str = "",
    **more: Any,
) -> Game[State]:
    """A FRIENDLY tank carries out some orders; the last one is refused if `fails`."""

    def run(play: Play) -> None:
        for order in orders[:-1] if fails else orders:
            check(play, "FRIENDLY", order)
            carry_out(play, "FRIENDLY", order)
        if fails:
            with pytest.raises(Illegal, match=fails):
                check(play, "FRIENDLY", orders[-1])

    vehicles = {"tank": (counter, at, {"vca": 1, "tca": 1} | (state or {}))}
    more["vehicles"] = vehicles | more.get("vehicles", {})
    return game(*dice, board=board, run=run, **more)


def tank(played: Game[State]) -> Unit:
    """The tank afterwards."""
    return played.state.units["tank"]


def after(*orders: Any, **scene: Any) -> Any:
    """What the tank has as a vehicle afterwards."""
    return tank(move(*orders, **scene)).vehicle


START, TO_K4, STOP = StartUp("tank"), DriveOrder("tank", L("tK4")), StopOrder("tank")


def left(played: Game[State]) -> float:
    """MP spent in the move in hand."""
    assert played.state.move is not None
    return played.state.move.spent / MF


class TestD2_12Start:
    """D2.12."""

    def test_one_mp(self) -> None:
        """It is in Motion for one MP."""
        played = move(START)
        assert left(played) == 1
        assert after(START).motion

    def test_only_once(self) -> None:
        """What is in Motion does not start."""
        move(START, START, fails="in Motion already")

    def test_first(self) -> None:
        """What is Stopped does not enter a hex."""
        move(TO_K4, fails="must start first")


class TestD2_51Reliability:
    """D2.51."""

    def test_red_mp(self) -> None:
        """An Original 12 immobilizes a vehicle with red MP."""
        scene: dict[str, Any] = {"counter": T34}
        bad = after(START, dice=("D14.23 DR 1,2", "D2.51 DR 6,6"), **scene)
        good = after(START, dice=("D14.23 DR 1,2", "D2.51 DR 6,5"), **scene)
        assert (bad.immobile, good.motion) == (True, True)


class TestD2_13Stop:
    """D2.13."""

    def test_one_mp(self) -> None:
        """It is Stopped for one MP, and a moving target all the same."""
        found = after(START, TO_K4, STOP)
        assert (found.motion, found.entered) == (False, True)

    def test_stopped(self) -> None:
        """What is Stopped does not stop."""
        move(STOP, fails="not in Motion")


class TestD2_14Enter:
    """D2.14."""

    def test_open_ground(self) -> None:
        """One MP beside the Start MP; the trail tells where they were spent."""
        played = move(START, TO_K4)
        assert left(played) == 2
        assert tank(played).location == "tK4"
        assert after(START, TO_K4).trail == ((L("tK5"), 4), (L("tK4"), 4))

    def test_prohibited(self) -> None:
        """Marsh is not entered."""
        scene: dict[str, Any] = {"state": {"vca": 2, "motion": True}}
        move(DriveOrder("tank", L("tL5")), fails="marsh", **scene)

    def test_all_mp(self) -> None:
        """Terrain that takes all MP is entered first, after a Start MP at the most."""
        slow = DriveOrder("tank", L("tK3"), slow=True)
        scene: dict[str, Any] = {"at": "K4", "dice": ("D8.2 DR 1,1",)}
        played = move(START, slow, **scene)
        assert tank(played).location == "tK3"
        assert tank(played).moved
        move(START, TurnTo("tank", 0), slow, at="tK4", fails="takes all MP")

    def test_known_enemies(self) -> None:
        """A hex with a Known enemy is not entered."""
        enemies = {"e": ("russian/4-4-7", "tK4")}
        move(TO_K4, state={"motion": True}, enemies=enemies, fails="e is in")

    def test_not_enough(self) -> None:
        """MP are limited."""
        state = {"vca": 4, "motion": True}
        back = DriveOrder("tank", L("tK4"), reverse=True)
        played = move(back, state=state)
        assert left(played) == 4
        far = (START, DriveOrder("tank", L("tK4")))
        assert left(move(*far)) <= TRACK_MP

    def test_offered(self) -> None:
        """`legal` offers the two hexes ahead, and the two behind in Reverse."""
        found: list[Any] = []

        def run(play: Play) -> None:
            carry_out(play, "FRIENDLY", START)
            found.extend(o.order for o in legal(play, "FRIENDLY"))

        game(board=FIELD, vehicles={"tank": (PZ4, "tK5", {"vca": 1})}, run=run)
        drives = {(o.to, o.reverse) for o in found if isinstance(o, DriveOrder)}
        assert drives == {
            ("tK4", False),
            ("tL4", False),
            ("tK6", True),
            ("tJ5", True),
        }
        assert STOP in found
        assert {o.spine for o in found if isinstance(o, TurnTo)} == {0, 2}


class TestD2_14_b1InTheWay:
    """D2.14/b1."""

    def test_vehicles_and_wrecks(self) -> None:
        """One MP more for each."""
        other = {"etank": (T34, "tK4", {}), "mate": (PZ4, "tK4", {})}
        found: list[int] = []

        def run(play: Play) -> None:
            wreck = Marker(id="w", kind="wreck", location=L("tK4"))
            play.emit(MarkerAdded(wreck))
            found.append(vehicles_at(play, L("tK4")))

        game(board=FIELD, vehicles=other, run=run)
        assert found == [3]
        mate = {"mate": (PZ4, "tK4", {})}
        assert left(move(START, TO_K4, vehicles=mate)) == 3


class TestD2_14_enterWhatFollows:
    """D2.14/enter."""

    def test_exit(self) -> None:
        """It leaves the map where its Mission lets it."""
        played = move(
            START,
            DriveOrder("tank", L("")),
            at="tA5",
            state={"vca": 5},
            exits=("FBE",),
        )
        assert "tank" not in played.state.units
        assert faults(played.state) == []

    def test_enters_the_map(self) -> None:
        """From offboard it comes by its own edge, in Motion, looking inward."""
        state = {"vca": -1, "tca": -1, "motion": True}
        found = after(DriveOrder("tank", L("tA5")), at="", state=state)
        assert (found.vca, found.motion) == (2, True)

    def test_passengers(self) -> None:
        """Who is aboard goes with it."""

        def run(play: Play) -> None:
            squad = play.state.units["a"]
            play.emit(UnitChanged(replace(squad, aboard="tank"), "aboard"))
            carry_out(play, "FRIENDLY", START)
            carry_out(play, "FRIENDLY", TO_K4)

        played = game(
            board=FIELD,
            vehicles={"tank": (PZ4, "tK5", {"vca": 1})},
            units={"a": ("german/4-6-7", "tK5")},
            run=run,
        )
        assert played.state.units["a"].location == "tK4"

    def test_end_in_motion(self) -> None:
        """A move that ends without a Stop MP leaves it in Motion."""
        played = move(START, TO_K4, EndMove())
        assert tank(played).moved
        assert after(START, TO_K4, EndMove()).motion


class TestD2_1WhoMayDrive:
    """D2.1."""

    @pytest.mark.parametrize(
        ("state", "why"),
        [
            ({"abandoned": True}, "no crew"),
            ({"stunned": True}, "Stunned"),
            ({"shock": "shock"}, "Shocked"),
            ({"immobile": True}, "cannot move"),
            ({"bogged": True}, "cannot move"),
        ],
    )
    def test_barred(self, state: dict[str, Any], why: str) -> None:
        """Whoever lacks a crew or is stuck."""
        move(START, state=state, fails=why)


class TestD2_11Facing:
    """D2.11."""

    def test_ahead(self) -> None:
        """The two hexsides beside its spine, and beside the opposite one."""
        found: list[Any] = []

        def run(play: Play) -> None:
            unit = play.state.units["tank"]
            found.extend((ahead(unit), ahead(unit, reverse=True)))

        game(board=FIELD, vehicles={"tank": (PZ4, "tK5", {"vca": 1})}, run=run)
        assert found == [(0, 1), (3, 4)]

    def test_not_behind(self) -> None:
        """A hex behind is entered only in Reverse."""
        move(START, DriveOrder("tank", L("tK6")), fails="not in its VCA")


class TestD2_11_turn:
    """D2.11/turn."""

    def test_one_spine(self) -> None:
        """One MP a hexspine; a turret that points ahead turns with it."""
        found = after(START, TurnTo("tank", 2))
        assert (found.vca, found.tca) == (2, 2)
        assert left(move(START, TurnTo("tank", 2))) == 2

    def test_turret_keeps_its_aim(self) -> None:
        """One that points elsewhere does not (D-304)."""
        assert after(START, TurnTo("tank", 2), state={"tca": 4}).tca == 4

    def test_two_at_once(self) -> None:
        """One hexspine at a time."""
        move(START, TurnTo("tank", 3), fails="one hexspine")

    def test_stopped(self) -> None:
        """Only in Motion."""
        move(TurnTo("tank", 2), fails="only in Motion")

    def test_offboard(self) -> None:
        """Only on the map: before it enters, its CA is not settled."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match="on the map"):
                turn(play, play.state.units["tank"], 2)

        waits = {"tank": (PZ4, "", {"vca": 1, "motion": True})}
        game(board=FIELD, vehicles=waits, run=run)


class TestD2_11_cost:
    """D2.11/cost."""

    def test_woods(self) -> None:
        """Twice as much in woods, buildings and rubble."""
        unit = Unit(id="t", side="FRIENDLY", counter=PZ4)
        found: list[int] = []

        def run(play: Play) -> None:
            on_map = play.state.units["tank"]
            found.append(turn_cost(on_map, 2, tight=False))
            found.append(turn_cost(on_map, 2, tight=True))

        game(board=FIELD, vehicles={"tank": (PZ4, "tK5", {"vca": 1})}, run=run)
        assert found == [MF, 2 * MF]
        assert turn_cost(unit, 2, tight=True) == 0


class TestD3_12Turret:
    """D3.12."""

    def test_free(self) -> None:
        """The turret turns for nothing."""
        assert after(START, TurnTo("tank", 3, turret=True)).tca == 3

    def test_none(self) -> None:
        """What has none does not turn it."""
        turn = TurnTo("tank", 3, turret=True)
        move(START, turn, counter="german/stuh-42", fails="no turret")


class TestD2_15Minimum:
    """D2.15."""

    def test_too_dear(self) -> None:
        """All MP for one hex that costs more than there are."""
        least = DriveOrder("tank", L("tK6"), reverse=True, minimum=True)
        move(START, least, fails="MP are enough")


class TestD2_17Delay:
    """D2.17."""

    def test_stopped(self) -> None:
        """MP spent where a Stopped vehicle is count for its aim."""
        found = after(START, TO_K4, STOP, Delay("tank", 3))
        assert found.trail[-1] == (L("tK4"), 12)

    def test_in_motion(self) -> None:
        """Not in Motion."""
        move(START, Delay("tank"), fails="only while Stopped")


class TestD1_1Allotment:
    """D1.1."""

    def test_printed(self) -> None:
        """As printed."""
        found: list[int] = []

        def run(play: Play) -> None:
            found.append(allotment(play, play.state.units["tank"]))

        game(board=FIELD, vehicles={"tank": (PZ4, "tK5", {})}, run=run)
        assert found == [TRACK_MP * MF]


class TestB3_4Road:
    """B3.4."""

    def rate(self, **state: Any) -> int:
        """The road rate of an armored car."""
        found: list[int] = []

        def run(play: Play) -> None:
            found.append(road_rate(play, play.state.units["tank"]))

        game(board=FIELD, vehicles={"tank": (PSW, "tK5", state)}, run=run)
        return found[0]

    def test_half(self) -> None:
        """Half a MP, CE."""
        assert self.rate(ce=True) == MF // 2

    def test_exc1_bu(self) -> None:
        """One BU."""
        assert self.rate() == MF


class TestD5_33Exposed:
    """D5.33."""

    def test_ce(self) -> None:
        """A crew goes CE, once a phase."""
        assert after(Expose("tank")).ce
        move(Expose("tank"), Expose("tank", ce=False), fails="in this phase")

    def test_already(self) -> None:
        """Not twice."""
        move(Expose("tank"), state={"ce": True}, fails="CE already")

    def test_exc1_recall(self) -> None:
        """A crew under Recall stays BU."""
        move(Expose("tank"), state={"recalled": True}, fails="Recall")


class TestD8_2Bog:
    """D8.2, D8.21."""

    def fast(self, dr: str) -> Any:
        """The tank goes into woods at half of its MP: +1 and +3."""
        into = DriveOrder("tank", L("tK3"))
        return after(START, into, at="tK4", dice=(f"D8.2 DR {dr}",))

    def test_bogged(self) -> None:
        """A Final 12 bogs it, and ends its move."""
        found = self.fast("4,4")
        assert (found.bogged, found.motion) == (True, False)

    def test_not(self) -> None:
        """A Final 11 does not."""
        assert not self.fast("3,4").bogged


class TestD8_21Drm:
    """D8.21."""

    @pytest.mark.parametrize(
        ("counter", "dr", "bogged"),
        [("german/pzkpfw-iia", "4,4", False), (PZ4, "4,4", True)],
    )
    def test_ground_pressure(self, counter: str, dr: str, *, bogged: bool) -> None:
        """+1 normal, none for low ground pressure."""
        into = DriveOrder("tank", L("tK3"))
        found = after(START, into, at="tK4", counter=counter, dice=(f"D8.2 DR {dr}",))
        assert found.bogged is bogged


class TestD8_3Unbog:
    """D8.3."""

    @pytest.mark.parametrize(
        ("dr", "state"),
        [
            ("4,1", (False, False, False)),
            ("5,1", (True, True, False)),
            ("6,1", (False, False, True)),
        ],
    )
    def test_result(self, dr: str, state: tuple[bool, ...]) -> None:
        """By the coloured die: free, mired, immobilized."""
        found = after(Unbog("tank"), state={"bogged": True}, dice=(f"D8.3 DR {dr}",))
        assert (found.bogged, found.mired, found.immobile) == state

    def test_cost(self) -> None:
        """Coloured times white die in MP."""
        played = move(Unbog("tank"), state={"bogged": True}, dice=("D8.3 DR 2,3",))
        assert left(played) == 6

    def test_mired(self) -> None:
        """+1 if mired."""
        found = after(
            Unbog("tank"),
            state={"bogged": True, "mired": True},
            dice=("D8.3 DR 4,1",),
        )
        assert found.mired
