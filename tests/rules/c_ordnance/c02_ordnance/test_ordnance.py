"""C2, C8, C13: ordnance, what it fires, what a hit is worth."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.c_ordnance.c02_ordnance.ordnance import (
    Ordnance,
    ordnance,
    reaches,
    working,
)
from opfor.rules.c_ordnance.c08_ammunition import carried, check_heat, fp_of, load
from opfor.rules.c_ordnance.c08_depletion import depletion_numbers
from opfor.rules.c_ordnance.c13_latw import blasts, inherent, left, pf_check, pf_drm
from opfor.state.events import LossesChanged, WeaponAdded
from opfor.state.in_progress import (
    SideLosses,
)
from opfor.state.play import Play
from opfor.state.units import (
    GunState,
    Weapon,
)
from tests.rules.given.ordnance import GUN, MTR, L, looked, table


def seen(weapon: str, date: str = "1941-08") -> Ordnance | None:
    """A Weapon as ordnance."""
    found: Ordnance | None = looked(
        lambda play: ordnance(play, play.state.weapons["w"]), weapon=weapon, date=date
    )
    return found


class TestC2_2Ordnance:
    """C2.2."""

    def test_a_gun(self) -> None:
        """Calibre, barrel, ROF, B# and turret as printed."""
        gun = seen(GUN)
        assert gun is not None
        assert (gun.kind, gun.calibre, gun.barrel, gun.rof) == ("AT", 45, "L", 3)
        assert (gun.breakdown, gun.turret, gun.gun) == (12, "NT", True)

    def test_a_light_mortar(self) -> None:
        """Its barrel is short by its name; it has a least and a greatest range."""
        mortar = seen(MTR)
        assert mortar is not None
        assert (mortar.kind, mortar.calibre, mortar.barrel) == ("MTR", 50, "*")
        assert (mortar.min_range, mortar.max_range, mortar.gun) == (3, 20, False)

    def test_a_latw(self) -> None:
        """It has To Hit numbers and FP of its own."""
        psk = seen("german/psk", "1944-08")
        assert psk is not None
        assert (psk.th, psk.fp, psk.removal) == ((11, 9, 8, 7, 4), 12, 10)

    @pytest.mark.parametrize("weapon", ["russian/hmg", "russian/atr", "russian/ft"])
    def test_what_fires_on_the_ift(self, weapon: str) -> None:
        """A MG, an ATR and a FT need no To Hit DR against Infantry."""
        assert seen(weapon) is None

    @pytest.mark.parametrize(
        ("state", "works"),
        [
            ({}, True),
            ({"dm": True}, False),
            ({"malfunctioned": True}, False),
            ({"gun": GunState(limbered=True)}, False),
            ({"gun": GunState(emplaced=True)}, True),
        ],
    )
    def test_what_does_not_work(self, state: dict[str, Any], works: bool) -> None:
        """A dm or malfunctioned Weapon and a limbered Gun do not fire."""
        assert working(Weapon(id="w", counter=GUN, **state)) is works

    @pytest.mark.parametrize(
        ("target", "within"),
        [("tF5", False), ("tG5", True), ("tX5", True), ("tY5", False)],
    )
    def test_range(self, target: str, within: bool) -> None:
        """A 50mm mortar reaches 3 to 20 hexes."""

        def query(play: Play) -> bool:
            piece = ordnance(play, play.state.weapons["w"])
            assert piece is not None
            return reaches(play, piece, play.state.units["R"], L(target))

        assert looked(query, weapon=MTR) is within


class TestC8_9DepletionNumbers:
    """C8.9."""

    @pytest.mark.parametrize(
        ("special", "date", "numbers"),
        [
            ("s8; IR", "1941-08", {"smoke": 8}),
            ("WP7; s8", "1941-08", {"WP": 7, "smoke": 8}),
            ("WP7^5", "1944-12", {}),
            ("WP7^5", "1945-01", {"WP": 7}),
            ("s 8^N1+/; IR ^3+/", "1941-10", {}),
            ("s 8^N1+/; IR ^3+/", "1941-11", {"smoke": 8}),
            ("A5^2/4^3; H6[9]", "1942-05", {"APCR": 5, "HEAT": 6}),
            ("H 6^S2+/1; s8", "1943-01", {"HEAT": 6, "smoke": 8}),
            ("HE7^F3^/8^4+", "1943-05", {"HE": 7}),
            ("HE7^F3^/8^4+", "1944-05", {"HE": 8}),
            ("h-d; Low Ammo", "1944-05", {}),
        ],
    )
    def test_by_date(self, special: str, date: str, numbers: dict[str, int]) -> None:
        """A number counts from its year or month on, until the next."""
        assert depletion_numbers(special, date) == numbers

    def test_no_he_before_its_date(self) -> None:
        """The 57L M1 has no HE before its depletion number counts."""
        early = seen("american/57l-at-m1", "1943-08")
        late = seen("american/57l-at-m1", "1944-08")
        assert early is not None
        assert late is not None
        assert (early.no_he, late.no_he) == (True, False)


def piece(**fields: Any) -> Ordnance:
    """A piece of ordnance."""
    given = {"id": "w", "name": "Gun", "nation": "german", "kind": "AT"}
    return Ordnance(**given | fields)


class TestLoad:
    """What is fired if the order leaves it open, or asks for it."""

    def test_usual(self) -> None:
        """HE, AP without HE, HEAT of LATW, and MOL-P as they are."""
        assert load(piece(calibre=75), None, "") == "HE"
        assert load(piece(calibre=37, no_he=True, no_ap=False), None, "") == "AP"
        assert load(piece(kind="LATW", name="PSK"), None, "") == "HEAT"
        assert load(piece(kind="LATW", name="PF"), None, "PF") == "HEAT"
        assert load(piece(kind="LATW", name="MOL-P"), None, "") == "HE"

    def test_asked_for(self) -> None:
        """SMOKE if there is some, and none once it is depleted."""
        mortar = piece(kind="MTR", ammo={"smoke": 7})
        assert load(mortar, None, "smoke") == "smoke"
        assert carried(mortar) == ("HE", "smoke")
        empty = Weapon(id="w", counter=MTR, depleted=("smoke",))
        with pytest.raises(Illegal, match=r"C8\.9"):
            load(mortar, empty, "smoke")
        with pytest.raises(Illegal, match=r"C8\.9"):
            load(mortar, None, "WP")


class TestC8_3Equivalency:
    """C8.3."""

    @pytest.mark.parametrize(
        ("calibre", "ammo", "kind", "fp"),
        [
            (81, "HE", "infantry", 16),
            (81, "HE", "area", 8),
            (50, "HE", "area", 3),
            (37, "HE", "infantry", 4),
            (36, "HE", "infantry", 2),
            (20, "AP", "infantry", 1),
            (37, "AP", "infantry", 2),
            (75, "HEAT", "infantry", 8),
            (75, "smoke", "area", 0),
            (15, "HE", "infantry", 0),
        ],
    )
    def test_by_calibre(self, calibre: int, ammo: Any, kind: str, fp: int) -> None:
        """HE by calibre, half of it for an area; AP 1 or 2; HEAT a column less."""
        gun = piece(calibre=calibre)
        assert looked(lambda play: fp_of(play, gun, ammo, kind)) == Fraction(fp)

    def test_latw(self) -> None:
        """LATW have FP of their own."""
        psk = piece(kind="LATW", fp=12)
        assert looked(lambda play: fp_of(play, psk, "HEAT", "infantry")) == 12


class TestC8_31HeatAgainstPersonnel:
    """C8.31."""

    @staticmethod
    def heat(target: str, **given: Any) -> None:
        """Fire HEAT at V from D5."""
        table(
            lambda play: check_heat(play, play.state.units["R"], L(target)),
            target=target,
            **given,
        )

    @pytest.mark.parametrize("target", ["tH7", "tL7/1"])
    def test_buildings(self, target: str) -> None:
        """Those in a building can be fired at."""
        self.heat(target)

    def test_wall(self) -> None:
        """Those behind a wall can, if the LOS crosses it."""
        self.heat("tL5", at="tI3")

    def test_open_ground(self) -> None:
        """Those in the open cannot."""
        with pytest.raises(Illegal, match=r"C8\.31"):
            self.heat("tH5")

    def test_gun(self) -> None:
        """The crew of a Gun can."""

        def once(play: Play) -> None:
            gun = Weapon(
                id="g", counter="german/75l-at-pak-40", owner="V", gun=GunState()
            )
            play.emit(WeaponAdded(gun))
            check_heat(play, play.state.units["R"], L("tH5"))

        table(once)


class TestC13_3Pf:
    """C13.3."""

    @pytest.mark.parametrize(
        ("date", "hexes"),
        [("1943-10", 1), ("1944-06", 1), ("1944-07", 2), ("1945-01", 3)],
    )
    def test_range(self, date: str, hexes: int) -> None:
        """It reaches one hex, two from July 1944 on, three in 1945."""

        def query(play: Play) -> Ordnance:
            return inherent(play, play.state.units["V"], "PF")

        found = looked(query, date=date)
        assert (found.max_range, found.th) == (hexes, (10, 8, 6, 4)[: hexes + 1])

    @pytest.mark.parametrize(("unit", "date"), [("V", "1943-09"), ("R", "1944-08")])
    def test_none(self, unit: str, date: str) -> None:
        """None before October 1943, none of Russians."""
        with pytest.raises(Illegal, match=r"C13\.3"):
            table(lambda play: inherent(play, play.state.units[unit], "PF"), date=date)

    @pytest.mark.parametrize(
        ("date", "pf"), [("1943-10", 1), ("1944-01", 1), ("1945-01", 2)]
    )
    def test_how_many(self, date: str, pf: int) -> None:
        """One a squad in 1943, one and a half (rounded down) in 1944, two in 1945."""
        assert looked(lambda play: left(play, "FRIENDLY"), date=date) == pf

    def test_when_they_are_gone(self) -> None:
        """PF fired are counted; lost squads had theirs too (D-143)."""

        def once(play: Play) -> None:
            toll = SideLosses(pf=2, lost=("german/4-6-8",))
            play.emit(LossesChanged("FRIENDLY", toll, "as the test says"))
            assert left(play, "FRIENDLY") == 1
            play.emit(LossesChanged("FRIENDLY", SideLosses(pf=2), "as the test says"))
            with pytest.raises(Illegal, match=r"C13\.31"):
                inherent(play, play.state.units["V"], "PF")

        table(once, date="1944-08", units={"W": ("german/2-4-7", "tH5")})
        table(lambda play: None)


class TestC13_31PfCheck:
    """C13.31."""

    @pytest.mark.parametrize(
        ("die", "said"),
        [(1, "has one"), (2, "has one"), (3, "none"), (5, "none"), (6, "pinned")],
    )
    def test_squad(self, die: int, said: str) -> None:
        """A German squad needs 3 with +1 against Personnel; a 6 pins."""
        found: list[str] = []
        table(
            lambda play: found.append(pf_check(play, play.state.units["V"])),
            f"C13.31 dr {die}",
            date="1944-08",
        )
        assert found == [said]

    @pytest.mark.parametrize(
        ("counter", "state", "date", "drm"),
        [
            ("german/4-6-7", {}, "1944-08", 1),
            ("german/4-6-7", {"cx": True}, "1944-08", 2),
            ("german/2-4-7", {}, "1944-08", 2),
            ("german/8-0", {}, "1944-08", 3),
            ("german/4-6-7", {}, "1945-02", 0),
            ("finnish/6-4-8", {}, "1944-08", 2),
        ],
    )
    def test_drm(
        self, counter: str, state: dict[str, Any], date: str, drm: int
    ) -> None:
        """HS and crews +1, SMC +2, CX +1, 1945 -1, others than Germans +1."""
        found = looked(
            lambda play: sum(m.value for m in pf_drm(play, play.state.units["V"])),
            enemy=counter,
            theirs=state,
            date=date,
        )
        assert found == drm

    def test_at_an_afv(self) -> None:
        """At an AFV a squad has no drm."""
        found = looked(
            lambda play: pf_drm(play, play.state.units["V"], afv=True),
            enemy="german/4-6-7",
            theirs={},
            date="1944-08",
        )
        assert found == []


class TestC13_8Backblast:
    """C13.8."""

    @staticmethod
    def caught(name: str, at: str) -> bool:
        """Whether backblast is caught where R is."""
        kind = "RCL" if "RCL" in name else "LATW" if name != "45L AT" else "AT"
        weapon = piece(kind=kind, name=name)
        return bool(
            looked(lambda play: blasts(play, play.state.units["R"], weapon), at=at)
        )

    @pytest.mark.parametrize("name", ["PSK", "BAZ45", "75* RCL"])
    def test_in_a_building(self, name: str) -> None:
        """A RCL, BAZ or PSK in a building; not in the open."""
        assert self.caught(name, "tD7")
        assert not self.caught(name, "tD5")

    @pytest.mark.parametrize("name", ["PIAT", "MOL-P", "45L AT"])
    def test_exc1_a_piat_has_none(self, name: str) -> None:
        """A PIAT, MOL and a Gun have none."""
        assert not self.caught(name, "tD7")
