"""S12: OBA missions that a Random Event brings, for either side."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.orders.fire.c01_22_nobody_directed import ends
from opfor.rules.s_solitaire import s02_2_random_events as re
from opfor.rules.s_solitaire.s12_random_events.s12_p12_artillery import (
    before,
    in_sight,
    mission_comes,
    missions_go_on,
)
from opfor.state.events import (
    PhaseBegan,
    RandomEvent,
    UnitChanged,
    WeatherChanged,
)
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from tests.rules.given.artillery import at, marks
from tests.rules.given.random_events import came
from tests.rules.given.world import events


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

    @pytest.mark.parametrize(
        ("enemy", "mm"), [("partisan", []), ("red-chinese", []), ("russian", [80])]
    )
    def test_of_a_nation(self, enemy: str, mm: list[int]) -> None:
        """A nation without OBA has none by a Random Event either."""
        dice = ["S12.p12 dr 1", "S12.p12 dr 1"] if mm else []
        played = came(*dice, enemy=enemy, date="1942-08")
        assert [b.calibre for b in played.state.batteries.values()] == mm

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
