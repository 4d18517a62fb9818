"""E7 in play: aircraft arrive, and attack where they are sent."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Sortie
from opfor.rules.orders.fire.e07_4_aircraft import check_sortie, do_sortie, offer_sortie
from opfor.state.artillery import Aircraft
from opfor.state.events import WeatherChanged
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.aircraft import asked, flown
from tests.rules.given.artillery import at
from tests.rules.given.world import notes

FOE = {"e": ("russian/4-4-7", "tJ3")}


class TestE7_4WhenItAttacks:
    """E7.4."""

    @pytest.mark.parametrize(
        ("plane", "order", "rule"),
        [
            ({}, {}, ""),
            ({"overhead": False}, {}, "E7.4"),
            ({"gone": True}, {}, "E7.4"),
            ({"side": "ENEMY"}, {}, "E7.4"),
            ({"when": "1 FRIENDLY"}, {}, "E7.4"),
            ({"bombs": False}, {"bombs": True}, "E7.42"),
            ({}, {"second": at("J5")}, "E7.41"),
            ({}, {"second": at("J4")}, ""),
            ({}, {"to": LocationName("")}, "E7.4"),
        ],
    )
    def test_check(
        self, plane: dict[str, Any], order: dict[str, Any], rule: str
    ) -> None:
        """Overhead, once a Player Turn, with what it has."""

        def run(play: Play, _plane: Aircraft) -> str:
            try:
                check_sortie(
                    play,
                    "FRIENDLY",
                    Sortie(**({"aircraft": "p", "to": at("J3")} | order)),
                )
            except Illegal as error:
                return error.rule
            return ""

        assert asked(run, plane=plane) == rule

    def test_weather(self) -> None:
        """Not in weather that keeps it on the ground."""

        def run(play: Play) -> None:
            play.emit(WeatherChanged(Weather(sky="rain"), "as given"))
            with pytest.raises(Illegal, match="weather"):
                check_sortie(play, "FRIENDLY", Sortie("p", at("J3")))

        flown(run=run)

    def test_offers(self) -> None:
        """Each hex with enemies, with the exact odds."""
        found = asked(lambda p, _: [o.label for o in offer_sortie(p, "FRIENDLY")])
        assert found == [
            "p bombs tJ3 (sights 13/18, hits 7/12)",
            "p strafes tJ3 (sights 13/18)",
        ]


class TestE7_4_do:
    """E7.4/do."""

    def test_strafes(self) -> None:
        """It attacks both hexes, and has attacked."""
        played = flown(
            "E7.3/dr DR 3,3",
            "A7.3 DR 6,6",
            "A7.3 DR 6,5",
            run=lambda p: do_sortie(
                p, "FRIENDLY", Sortie("p", at("J3"), second=at("J4"))
            ),
            enemies=FOE | {"f": ("russian/4-4-7", "tJ4")},
        )
        assert [shot.target for shot in played.state.shots] == ["tJ3", "tJ4"]
        assert played.state.planes["p"].when == "1 FRIENDLY"

    def test_its_own(self) -> None:
        """A mistaken airplane strafes its own side."""
        played = flown(
            "E7.3/dr DR 6,6",
            "A7.3 DR 6,6",
            run=lambda p: do_sortie(p, "FRIENDLY", Sortie("p", at("J3"))),
            units={"V": ("german/4-6-7", "tJ5")},
        )
        assert "V: no effect" in notes(played)

    def test_driven_off(self) -> None:
        """Light AA fire keeps it from its attack."""
        played = flown(
            "E7.3/dr DR 3,3",
            "E7.51 DR 1,1",
            run=lambda p: do_sortie(p, "FRIENDLY", Sortie("p", at("J3"), bombs=True)),
            vehicles={"etank": ("russian/m4-76-a", "tJ5", {"ce": True})},
        )
        assert played.state.shots == ()
        assert played.state.planes["p"].bombs
