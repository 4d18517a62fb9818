"""E7: aircraft: whether they fly, what they see, hit and suffer."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.rules.e_miscellaneous.e07_aircraft import (
    anti_aircraft,
    arrives,
    bomb,
    bomb_odds,
    flies,
    lands,
    mistaken,
    recall,
    sighting_drm,
    sighting_odds,
    sights,
    strafing,
    survives,
)
from opfor.rules.orders.fire.e07_4_aircraft import arrivals
from opfor.state.artillery import Aircraft
from opfor.state.events import WeaponAdded, WeatherChanged
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.units import Weapon
from tests.rules.given.aircraft import asked, flown
from tests.rules.given.artillery import at
from tests.rules.given.world import notes

FOE = {"e": ("russian/4-4-7", "tJ3")}


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


class TestE7_5LightAA:
    """E7.5."""

    @pytest.mark.parametrize(
        ("where", "ce", "fires"),
        [("J9", True, 1), ("J9", False, 0), ("R5", True, 1), ("S5", True, 0)],
    )
    def test_aamg(self, where: str, ce: bool, fires: int) -> None:
        """An AAMG within eight hexes with a CE crew."""
        tank = {"etank": ("russian/m4-76-a", at(where), {"ce": ce})}
        found = asked(lambda p, a: len(anti_aircraft(p, a, at("J3"))), vehicles=tank)
        assert found == fires

    @pytest.mark.parametrize(("where", "fires"), [("tQ5", 1), ("tR5", 0)])
    def test_gun(self, where: str, fires: int) -> None:
        """An AA Gun within sixteen hexes."""

        def count(play: Play, plane: Aircraft) -> int:
            gun = Weapon(id="g", counter="russian/37l-aa-zp-obr-39", owner="crew")
            play.emit(WeaponAdded(gun))
            return len(anti_aircraft(play, plane, at("A1")))

        crew = FOE | {"crew": ("russian/2-2-8", where)}
        assert asked(count, enemies=crew) == fires


class TestE7_51Effect:
    """E7.51."""

    @pytest.mark.parametrize(
        ("dice", "flies_on", "cvp"),
        [("1,1", False, 2), ("1,3", False, 0), ("2,3", True, 0)],
    )
    def test_margins(self, dice: str, flies_on: bool, cvp: int) -> None:
        """An AAMG: 2 downs it, 4 drives it off, 5 misses."""
        found: list[bool] = []
        played = flown(
            f"E7.51 DR {dice}",
            run=lambda p: found.append(survives(p, p.state.planes["p"], at("J3"))),
            vehicles={"etank": ("russian/m4-76-a", "tJ5", {"ce": True})},
        )
        assert found == [flies_on]
        assert played.state.planes["p"].gone is not flies_on
        assert played.state.toll("ENEMY").cvp == cvp


class TestE7_41Strafing:
    """E7.41."""

    @pytest.mark.parametrize(("date", "fp"), [("1942-12", 8), ("1943-01", 12)])
    def test_fp(self, date: str, fp: int) -> None:
        """By date, in each Location with an enemy."""
        found = asked(lambda p, a: strafing(p, a, at("J3")), date=date)
        assert [made.fp for made in found] == [fp]
        assert asked(lambda p, a: strafing(p, a, at("A1"))) == []


class TestE7_42Bombs:
    """E7.42."""

    def test_hit(self) -> None:
        """They attack all in the hex as OBA does."""
        played = flown(
            "E7.42/dr DR 3,4",
            "A7.3 DR 6,6",
            "A10.1 DR 1,1",
            run=lambda p: bomb(p, p.state.planes["p"], at("J3")),
        )
        assert any(n.startswith("OBA at tJ3: 20 FP") for n in notes(played))

    def test_miss(self) -> None:
        """They come down on a hex next to it, or off the map."""
        hit = ("A7.3 DR 6,6", "A10.1 DR 1,1")
        for dr, where, dice in ((4, "J2", hit), (1, "J1", ())):
            played = flown(
                "E7.42/dr DR 4,4",
                f"E7.42/dr dr {dr}",
                *dice,
                run=lambda p, where=where: bomb(p, p.state.planes["p"], at(where)),
            )
            assert [shot.target for shot in played.state.shots] == ["tJ3"] * bool(dice)


class TestE7_42_dr:
    """E7.42/dr."""

    @pytest.mark.parametrize(
        ("dice", "kind", "where"),
        [
            ("3,4", "FB", "tJ3"),
            ("4,4", "FB", "tJ2"),
            ("4,5", "DB", "tJ3"),
            ("5,5", "DB", "tJ2"),
        ],
    )
    def test_dr(self, dice: str, kind: str, where: str) -> None:
        """7 by a FB and 9 by a DB hit; else the hex across a hexside by a dr."""
        found: list[str] = []
        miss = () if where == "tJ3" else ("E7.42/dr dr 1",)
        flown(
            f"E7.42/dr DR {dice}",
            *miss,
            plane={"kind": kind},
            run=lambda p: found.append(lands(p, p.state.planes["p"], at("J3"))),
        )
        assert found == [where]

    @pytest.mark.parametrize(
        ("report", "where"),
        [
            ({"hit": True, "hex": ""}, "tJ3"),
            ({"hit": False, "hex": "K3"}, "tK3"),
            ({"hit": False, "hex": ""}, ""),
        ],
    )
    def test_on_table(self, report: dict[str, Any], where: str) -> None:
        """On his table the player says where; no dice fall here."""
        found: list[str] = []
        flown(
            reports=(report,),
            on_table=("artillery",),
            run=lambda p: found.append(lands(p, p.state.planes["p"], at("J3"))),
        )
        assert found == [where]


class TestE7_42_odds:
    """E7.42/odds."""

    def test_exact(self) -> None:
        """21 of 36 by a FB, 30 of 36 by a DB."""
        assert asked(bomb_odds) == Fraction(21, 36)
        assert asked(bomb_odds, plane={"kind": "DB"}) == Fraction(30, 36)
