"""E7: aircraft: whether they fly, what they see, hit and suffer."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.rules.e_miscellaneous.e07_1_aircraft import (
    arrives,
    flies,
    mistaken,
    recall,
    sighting_drm,
    sighting_odds,
    sights,
)
from opfor.rules.orders.fire.e07_4_aircraft import arrivals
from opfor.state.artillery import Aircraft
from opfor.state.events import WeatherChanged
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from tests.rules.given.aircraft import asked, flown
from tests.rules.given.artillery import at


class TestE7_1When:
    """E7.1."""

    @pytest.mark.parametrize(
        ("weather", "can"),
        [
            (Weather(), True),
            (Weather(sky="overcast"), False),
            (Weather(sky="mist"), False),
            (Weather(night=3), False),
        ],
    )
    def test_weather(self, weather: Weather, can: bool) -> None:
        """By day and under a clear sky."""

        def view(play: Play, _plane: Aircraft) -> bool:
            play.emit(WeatherChanged(weather, "as given"))
            return flies(play)

        assert asked(view) is can


class TestE7_2Arrival:
    """E7.2."""

    @pytest.mark.parametrize(("dr", "there"), [(3, True), (4, False)])
    def test_dr(self, dr: int, there: bool) -> None:
        """By 3 or less."""
        played = flown(
            f"E7.2 dr {dr}",
            run=lambda p: arrives(p, p.state.planes["p"]),
            plane={"overhead": False},
        )
        assert played.state.planes["p"].overhead is there

    @pytest.mark.parametrize(
        "plane", [{"turn": 2}, {"side": "ENEMY"}, {"gone": True}, {"overhead": True}]
    )
    def test_not_due(self, plane: dict[str, Any]) -> None:
        """Not before its turn, in the other side's RPh, or once it was there."""
        given = {"overhead": False} | plane
        played = flown(run=arrivals, phase="RPh", plane=given)
        assert played.state.planes["p"].overhead is given["overhead"]

    def test_due(self) -> None:
        """In its side's RPh."""
        waiting = {"overhead": False}
        played = flown("E7.2 dr 1", run=arrivals, phase="RPh", plane=waiting)
        assert played.state.planes["p"].overhead


class TestE7_3Sighting:
    """E7.3."""

    def test_drm(self) -> None:
        """+1 for TEM, +2 where nobody is Known."""

        def mods(play: Play, plane: Aircraft) -> list[list[int]]:
            places = ("J3", "A1", "H5")
            found = (sighting_drm(play, plane, at(where)) for where in places)
            return [[mod.value for mod in drm] for drm in found]

        assert asked(mods) == [[], [2], [1, 2]]

    def test_exc1_original_12(self) -> None:
        """An Original 12 never sights: nothing without its own side near."""
        played = flown(
            "E7.3/dr DR 6,6", run=lambda p: sights(p, p.state.planes["p"], at("J3"))
        )
        assert played.state.planes["p"].gone


class TestE7_3_dr:
    """E7.3/dr."""

    @pytest.mark.parametrize(
        ("dice", "where", "gone"),
        [("4,4", "tJ3", False), ("4,5", "", False), ("5,6", "", True)],
    )
    def test_margins(self, dice: str, where: str, gone: bool) -> None:
        """8 sights, 9 does not, 11 is Recall."""
        found: list[str] = []
        played = flown(
            f"E7.3/dr DR {dice}",
            run=lambda p: found.append(sights(p, p.state.planes["p"], at("J3"))),
        )
        assert found == [where]
        assert played.state.planes["p"].gone is gone

    def test_on_table(self) -> None:
        """On his table the player says what it sights."""
        found: list[str] = []
        flown(
            results=("mistaken",),
            on_table=("artillery",),
            units={"V": ("german/4-6-7", "tJ5")},
            run=lambda p: found.append(sights(p, p.state.planes["p"], at("J3"))),
        )
        assert found == ["tJ5"]


class TestE7_3_odds:
    """E7.3/odds."""

    def test_exact(self) -> None:
        """26 of 36 in the open, 15 of 36 where nobody is Known."""
        assert asked(lambda p, a: sighting_odds(p, a, at("J3"))) == Fraction(26, 36)
        assert asked(lambda p, a: sighting_odds(p, a, at("A1"))) == Fraction(15, 36)


class TestE7_31Mistaken:
    """E7.31."""

    @pytest.mark.parametrize(("own", "hit"), [("tJ6", "tJ6"), ("tJ7", "")])
    def test_near(self, own: str, hit: str) -> None:
        """The nearest of its own side within three hexes."""
        units = {"V": ("german/4-6-7", own)}
        assert asked(lambda p, a: mistaken(p, a, at("J3")), units=units) == hit


class TestE7_24Recall:
    """E7.24."""

    @pytest.mark.parametrize(
        ("plane", "sure", "gone"),
        [
            ({}, False, False),
            ({}, True, True),
            ({"kind": "DB"}, False, False),
            ({"kind": "DB", "bombs": False}, False, True),
        ],
    )
    def test_who(self, plane: dict[str, Any], sure: bool, gone: bool) -> None:
        """By its DR; a DB that has dropped its bombs leaves."""
        played = flown(
            run=lambda p: recall(p, p.state.planes["p"], sure=sure), plane=plane
        )
        assert played.state.planes["p"].gone is gone
