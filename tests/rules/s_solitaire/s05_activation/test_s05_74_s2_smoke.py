"""S5.74: SMOKE in place of a fortification, out of a S? in Advance Attitude."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.s_solitaire.s05_activation.group import ActivatedGroup
from opfor.rules.s_solitaire.s05_activation.s05_74_s2_smoke import (
    dischargers,
    makes_smoke,
    place_owed_smoke,
    smoke,
)
from opfor.state.events import PhaseBegan, UnitAdded, WeatherChanged, WindowChanged
from opfor.state.in_progress import Weather, Window
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Marker, Suspect, Unit, VehicleState
from tests.rules.given.activated import BOARD, activated, forts, names
from tests.rules.given.world import game

ENEMY_MPH = ("ENEMY", "MPh")


class TestS5_74_s2Smoke:
    """S5.74: F in Advance Attitude."""

    @staticmethod
    def smoked(
        counter: str,
        at: str = "tE3",
        phase: tuple[str, str] = ENEMY_MPH,
        weather: Weather | None = None,
        **more: Any,
    ) -> Game[State]:
        """What F brings for a unit in Advance Attitude."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, *phase))  # type: ignore[arg-type] # a test's word
            play.emit(WeatherChanged(weather or Weather(), "as given"))  # type: ignore[arg-type] # a test's word
            state = VehicleState() if "/" in counter and "iv" in counter else None
            unit = Unit(
                id="e",
                side="ENEMY",
                counter=counter,
                location=LocationName(at),
                vehicle=state,
            )
            play.emit(UnitAdded(unit))
            suspect = Suspect("S1", LocationName(at), "Advance")
            smoke(play, ActivatedGroup(suspect, ("e",), ("S", "F")))

        return game(board=BOARD, run=run, **more)

    def test_exponent(self) -> None:
        """A MMC with a Smoke Exponent has SMOKE in its Location in the ENEMY MPh."""
        (marker,) = self.smoked("german/4-6-8").state.markers.values()
        assert (marker.kind, marker.location, marker.hindrance) == ("smoke", "tE3", 2)

    def test_no_exponent(self) -> None:
        """T17: without SMOKE capability F is ignored."""
        assert not self.smoked("russian/4-5-8").state.markers

    @pytest.mark.parametrize(
        "phase", [("ENEMY", "APh"), ("FRIENDLY", "MPh"), ("ENEMY", "PFPh")]
    )
    def test_enemy_mph_only(self, phase: tuple[str, str]) -> None:
        """In any other phase nothing comes."""
        assert not self.smoked("german/4-6-8", phase=phase).state.markers

    def test_from_the_table(self) -> None:
        """S, F in Advance: a SMOKE marker and no fortification."""
        play = activated(
            "S5.6 DR 4,4",
            "S5.72 DR 2,3",
            attitude="Advance",
            phase=ENEMY_MPH,
            enemy="german",
        )
        assert names(play) == ["german/4-6-8"]
        assert [m.kind for m in play.state.markers.values()] == ["smoke"]
        assert not forts(play)

    @pytest.mark.parametrize(
        ("special", "date", "has"),
        [
            ("sD7", "1941-08", True),
            ("A4^1; sD7", "1941-08", True),
            ("s8", "1941-08", False),
            ("G; sM8; s8", "1944-09", True),
            ("sN 7^4/8^5", "1943-12", False),
            ("sN 7^4/8^5", "1944-01", True),
            ("sD6*; A5^4/6^5", "1944-03", True),
            ("", "1944-03", False),
        ],
    )
    def test_dischargers(self, special: str, date: str, has: bool) -> None:
        """sD, sM, sN and sP are dischargers, s alone is SMOKE ammunition."""
        assert dischargers(special, date) == has

    def test_leader_makes_none(self) -> None:
        """A leader has no exponent."""
        found: list[bool] = []

        def run(play: Play) -> None:
            found.append(makes_smoke(play, "V"))

        game(board=BOARD, units={"V": ("german/8-0", "tE3")}, run=run)
        assert found == [False]


class TestS5_74_s4AfterFire:
    """S5.74: when it is placed. Worked examples: s5-74-smoke.toml."""

    @staticmethod
    def placed(*, window: bool = False, broken: bool = False) -> list[Marker]:
        """The markers, with SMOKE owed by a squad."""

        def run(play: Play) -> None:
            owes = Unit(
                id="e",
                side="ENEMY",
                counter="german/4-6-8",
                location=LocationName("tE3"),
                deeds=("owes smoke",),
                broken=broken,
            )
            play.emit(UnitAdded(owes))
            if window:
                play.emit(WindowChanged(Window(side="FRIENDLY")))
            place_owed_smoke(play)
            assert play.state.units["e"].did("owes smoke") == window

        return list(game(board=BOARD, run=run).state.markers.values())

    def test_once(self) -> None:
        """A grenade's SMOKE of the ENEMY's side, which the end of the MPh removes."""
        (marker,) = self.placed()
        assert (marker.side, marker.grenade, marker.hindrance) == ("ENEMY", True, 2)

    def test_not_while_the_friendly_side_may_fire(self) -> None:
        """It waits for the end of FRIENDLY Defensive First Fire."""
        assert not self.placed(window=True)

    def test_not_by_a_broken_squad(self) -> None:
        """Who is no longer in Good Order places none (D-451)."""
        assert not self.placed(broken=True)
