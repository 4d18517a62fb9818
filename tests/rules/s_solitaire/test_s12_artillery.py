"""S12.p12, S12.p13: OBA of Random Events; S14.p1 to S14.p3: the ENEMY's batteries."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.c_ordnance.c01_artillery.spotting import place
from opfor.rules.orders.fire.c01_artillery import ends
from opfor.rules.s_solitaire import s02_random_events as re
from opfor.rules.s_solitaire.s12_artillery import (
    before,
    in_sight,
    mission_comes,
    missions_go_on,
)
from opfor.rules.s_solitaire.s14_artillery_and_aircraft import (
    best_spot,
    directs,
    next_order,
    value,
)
from opfor.state.artillery import Battery
from opfor.state.events import (
    BatteryChanged,
    PhaseBegan,
    RandomEvent,
    UnitChanged,
    WeatherChanged,
)
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.rules.given.artillery import at, marks
from tests.rules.given.world import events, game

BOARD = "board: t\nsize: 17x10\nwoods: H5"
FRIENDS = {
    "V": ("german/4-6-7", "tC5"),
    "W": ("german/4-6-7", "tC5"),
    "X": ("german/4-6-7", "tC9"),
}
SQUAD = {"e1": ("russian/4-4-7", "tF5")}


def came(*dice: str, run: Any = mission_comes, **more: Any) -> Game[State]:
    """The game after a mission came."""
    setting: dict[str, Any] = {"board": BOARD, "units": FRIENDS, "enemies": SQUAD}
    return game(*dice, run=run, **(setting | more))


class TestS12_p12AnOBAMissionComes:
    """S12.p12."""

    def test_spot(self) -> None:
        """On the hex with most US# that the ENEMY sees; 80mm HE."""
        played = came("S12.p12 dr 5", "S12.p12 dr 2")
        battery = played.state.batteries["event1"]
        assert (battery.calibre, battery.kind, battery.side) == (80, "HE", "ENEMY")
        assert marks(played) == [("SR", "tC5")]

    @pytest.mark.parametrize(("dr", "mm"), [(4, 80), (5, 100)])
    def test_calibre(self, dr: int, mm: int) -> None:
        """From 1943 on sometimes 100mm."""
        dice = (f"S12.p12 dr {dr}", "S12.p12 dr 1", "S12.p12 dr 1")
        played = came(*dice, date="1943-01")
        assert played.state.batteries["event1"].calibre == mm

    def test_error(self) -> None:
        """It misses by a dr less 2; off the map nothing comes down."""
        played = came("S12.p12 dr 1", "S12.p12 dr 4", "S12.p12 dr 4")
        assert marks(played) == [("SR", "tC7")]
        played = came("S12.p12 dr 1", "S12.p12 dr 6", "S12.p12 dr 6")
        assert marks(played) == []

    def test_smoke(self) -> None:
        """SMOKE comes down before the hex, toward the ENEMY; not in heavy wind."""
        played = came("S12.p12 dr 6", "S12.p12 dr 1")
        assert played.state.batteries["event1"].kind == "smoke"
        assert marks(played) == [("SR", "tD4")]

        def windy(play: Play) -> None:
            play.emit(WeatherChanged(Weather(wind="heavy"), "as given"))
            mission_comes(play)

        played = came("S12.p12 dr 6", "S12.p12 dr 1", run=windy)
        assert played.state.batteries["event1"].kind == "HE"

    def test_nobody_seen(self) -> None:
        """It cannot be if no unbroken unit sees an enemy."""

        def broken(play: Play) -> None:
            unit = replace(play.state.units["e1"], broken=True)
            play.emit(UnitChanged(unit, "as given"))
            assert not mission_comes(play)

        assert came(run=broken).state.batteries == {}

    def test_friendly(self) -> None:
        """For the FRIENDLY side S? are targets, too."""
        found: list[list[str]] = []
        came(
            run=lambda play: found.append([*in_sight(play, "FRIENDLY")]),
            suspects={"S1": "tF5", "S2": "tF1"},
        )
        assert found == [["tF5", "tF1"]]

    def test_events(self) -> None:
        """The rows of the table bring it, FRIENDLY luck while the ENEMY attacks too."""
        played = came(
            "S2.2 DR 2,2", "S12.p12 dr 6", "S12.p12 dr 1", run=re.random_event
        )
        assert [e.words for e in events(played, RandomEvent)] == ["OBA"]
        played = came(
            "S2.2 DR 2,2",
            "S12.p12 dr 4",
            "S12.p12 dr 1",
            run=re.random_event,
            attitude="Advance",
        )
        assert played.state.batteries["event1"].kind == "smoke"
        played = came(
            "S2.2 DR 4,5",
            "S12.p8 dr 4",
            "S12.p12 dr 1",
            "S12.p12 dr 1",
            run=re.random_event,
            attitude="Advance",
        )
        assert played.state.batteries["event1"].side == "FRIENDLY"

    def test_before(self) -> None:
        """Without a MMC of its own SMOKE comes down on the hex itself."""
        found: list[str] = []
        came(run=lambda play: found.append(before(play, "ENEMY", at("C5"))), enemies={})
        assert found == ["tC5"]


class TestS12_p13Course:
    """S12.p13."""

    def test_course(self) -> None:
        """FFE:1, FFE:2 and gone, in the owner's fire phases only."""
        seen: list[Any] = []

        def run(play: Play) -> None:
            mission_comes(play)
            for side, phase in PHASES:
                play.emit(PhaseBegan(1, side, phase))
                missions_go_on(play)
                ends(play)
                seen.append(marks(play))

        came("S12.p12 dr 6", "S12.p12 dr 1", run=run)
        assert seen == [
            [("SR", "tD4")],
            [("FFE:1", "tD4")],
            [("FFE:2", "tD4")],
            [("FFE:2", "tD4")],
            [],
        ]


PHASES: Any = (
    ("ENEMY", "DFPh"),
    ("ENEMY", "PFPh"),
    ("FRIENDLY", "DFPh"),
    ("FRIENDLY", "PFPh"),
    ("ENEMY", "PFPh"),
)


def battery(play: Play, **fields: Any) -> Battery:
    """An ENEMY battery whose offboard Observer sees the whole board."""
    made = Battery(
        id="eoba1",
        side="ENEMY",
        calibre=80,
        device="offboard",
        post=LocationName("tQ5"),
        black=5,
        red=2,
    )
    made = replace(made, **fields)
    play.emit(BatteryChanged(made, "is there"))
    return made


def directed(*dice: str, phases: int = 1, **more: Any) -> Game[State]:
    """The game after so many fire phases of the ENEMY."""

    def run(play: Play) -> None:
        battery(play)
        for turn in range(1, phases + 1):
            play.emit(PhaseBegan(turn, "ENEMY", "PFPh"))
            while directs(play):
                pass
            ends(play)

    return came(*dice, run=run, **({"enemies": {}} | more))


class TestS14_p1Batteries:
    """S14.p1."""

    def test_first_phase(self) -> None:
        """Contact, Battery Access, a SR."""
        played = directed("C1.21 chit black", "C1.3 dr 1")
        assert marks(played) == [("SR", "tC5")]

    def test_red(self) -> None:
        """Without Battery Access it does nothing more."""
        assert marks(directed("C1.21 chit red")) == []

    def test_second_phase(self) -> None:
        """It fires for effect where it lies well."""
        dice = ("C1.21 chit black", "C1.3 dr 1", "A7.3 DR 6,6", "A10.1 DR 1,1")
        played = directed(*dice, "A10.1 DR 1,1", phases=2)
        assert marks(played) == [("FFE:1", "tC5")]

    def test_misses(self) -> None:
        """A SR far off is corrected, and converted once that was Accurate."""
        dice = ("C1.21 chit black", "C1.3 dr 6", "C1.32 DR 3,6", "C1.3 dr 1")
        dice += ("A7.3 DR 6,6", "A10.1 DR 1,1", "A10.1 DR 1,1")
        assert marks(directed(*dice, phases=2)) == [("FFE:1", "tC5")]


class TestS14_p2Spot:
    """S14.p2."""

    def test_worth(self) -> None:
        """FRIENDLY US#, less twice its own, S? too."""
        found: list[Any] = []

        def run(play: Play) -> None:
            found.append((value(play, at("C5")), value(play, at("F5"))))
            found.append(best_spot(play, battery(play)))

        came(run=run, suspects={"S1": "tC6"})
        assert found == [(0, -6), "tB4"]

    def test_none(self) -> None:
        """No spot where there is nobody to hit."""
        found: list[Any] = []
        came(run=lambda play: found.append(best_spot(play, battery(play))), units={})
        assert found == [""]


class TestS14_p3Orders:
    """S14.p3."""

    def test_cancels(self) -> None:
        """What would only hit its own is cancelled."""
        found: list[str] = []

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "PFPh"))
            made = battery(play, access=True)
            order = next_order(play, made)
            found.append(order.step if order else "")
            mission_comes_on_own(play)
            made = battery(play, access=True, when="1 ENEMY PFPh", acted=("contact",))
            order = next_order(play, made)
            found.append(order.step if order else "")

        came(run=run, units={})
        assert found == ["contact", "cancel"]


def mission_comes_on_own(play: Play) -> None:
    """A SR of the battery on the ENEMY's own squad."""
    place(play, play.state.batteries["eoba1"], "SR", at("F5"))
