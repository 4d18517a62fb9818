"""C3, C4: To Hit numbers, CA, what the DR does, and its exact odds."""

from fractions import Fraction
from itertools import product

import pytest

from opfor.core.dice import DR
from opfor.core.modifier import Mod
from opfor.rules.c_ordnance.c02_ordnance.ordnance import Ordnance
from opfor.rules.c_ordnance.c03_to_hit.numbers import (
    ROLLS,
    Aimed,
    GunTurn,
    ToHit,
    critical,
    deadly,
    effective,
    improbable,
    keeps_rof,
    needs_dr,
    reading,
    red_numbers,
    runs_out,
    to_hit_odds,
    turn_to,
    twice,
    verdicts,
)
from opfor.rules.c_ordnance.c04_to_hit_numbers import to_hit_number
from opfor.rules.c_ordnance.c08_depletion import Ammo
from tests.rules.given.ordnance import L, looked, plain


def piece(**fields: object) -> Ordnance:
    """A German 75mm Gun, or something else."""
    given = {
        "id": "w",
        "name": "Gun",
        "nation": "german",
        "kind": "AT",
        "calibre": 75,
        "gun": True,
        "turret": "NT",
    }
    return Ordnance(**given | fields)  # type: ignore[arg-type] # a test's fields


class TestC4_1ToHitNumbers:
    """C4.1."""

    @pytest.mark.parametrize(
        ("fields", "kind", "hexes", "ammo", "number"),
        [
            ({}, "infantry", 6, "HE", 8),
            ({}, "infantry", 7, "HE", 7),
            ({"barrel": "L"}, "infantry", 13, "HE", 7),
            ({"barrel": "LL"}, "infantry", 25, "HE", 6),
            ({"barrel": "*"}, "infantry", 13, "HE", 5),
            ({"calibre": 57}, "infantry", 13, "HE", 5),
            ({"calibre": 40}, "infantry", 13, "HE", 4),
            ({"calibre": 58}, "infantry", 13, "HE", 6),
            ({}, "area", 13, "HE", 8),
            ({}, "area", 6, "smoke", 9),
            ({}, "area", 13, "smoke", 8),
            ({"kind": "MTR", "barrel": "*", "calibre": 50}, "area", 20, "HE", 8),
            ({"kind": "MTR", "barrel": "*", "calibre": 50}, "area", 7, "smoke", 9),
            ({"kind": "LATW", "th": (11, 9, 8)}, "infantry", 2, "HEAT", 8),
        ],
    )
    def test_black(
        self, fields: dict[str, object], kind: str, hexes: int, ammo: str, number: int
    ) -> None:
        """Basic number by range, changed by barrel, calibre and SMOKE."""
        found = looked(
            lambda play: to_hit_number(
                play,
                piece(**fields),
                kind,  # type: ignore[arg-type] # a word of the table
                hexes,
                ammo,  # type: ignore[arg-type] # a word of the table
                red=False,
            )
        )
        assert sum(mod.value for mod in found) == number

    @pytest.mark.parametrize(("hexes", "value"), [(12, 0), (13, -1), (25, -2)])
    @pytest.mark.parametrize("ammo", ["APCR", "APDS"])
    def test_apcr(self, hexes: int, value: int, ammo: Ammo) -> None:
        """APCR and APDS lose accuracy beyond 12 hexes, and more beyond 24."""

        def number(ammo: Ammo) -> int:
            mods: tuple[Mod, ...] = looked(
                lambda play: to_hit_number(
                    play, piece(), "vehicle", hexes, ammo, red=False
                )
            )
            return sum(mod.value for mod in mods)

        assert number(ammo) - number("AP") == value

    def test_red(self) -> None:
        """Red numbers are lower beyond six hexes."""
        found = looked(
            lambda play: to_hit_number(play, piece(), "infantry", 7, "HE", red=True)
        )
        assert sum(mod.value for mod in found) == 6

    @pytest.mark.parametrize(
        ("nation", "date", "captured", "red"),
        [
            ("german", "1941-08", False, False),
            ("german", "1941-08", True, True),
            ("russian", "1941-08", False, True),
            ("american", "1943-12", False, True),
            ("american", "1944-01", False, False),
            ("ss", "1944-01", False, False),
        ],
    )
    def test_colour(self, nation: str, date: str, captured: bool, red: bool) -> None:
        """By the nation that made it and the date; captured ordnance is red."""
        found = looked(
            lambda play: red_numbers(play, piece(nation=nation), captured=captured),
            date=date,
        )
        assert found is red


class TestC3_2CoveredArc:
    """C3.2."""

    @staticmethod
    def turn(ca: int, target: str, **fields: object) -> GunTurn:
        """How the Gun in J5 turns to fire at a Location."""
        found: GunTurn = looked(
            lambda play: turn_to(play, piece(**fields), ca, L("tJ5"), L(target))
        )
        return found

    def test_within_the_arc(self) -> None:
        """A target in the CA needs no turn."""
        assert self.turn(1, "tL4").spines == 0

    def test_the_least_turn(self) -> None:
        """What lies behind is three hexspines away, and each is in some CA."""
        found = {self.turn(1, at).spines for at in ("tL4", "tJ8", "tH6", "tJ2", "tH3")}
        assert found <= {0, 1, 2, 3}
        assert self.turn(1, "tJ9").spines == 2
        assert self.turn(1, "tJ9").ca in (3, 4, 5)

    def test_exc1_no_ca(self) -> None:
        """A SW, and a Gun whose CA was not chosen, do not turn."""
        assert self.turn(-1, "tH6").spines == 0
        assert self.turn(1, "tH6", gun=False).spines == 0


def result(shot: ToHit, coloured: int, white: int, extra: int = 0) -> str:
    """What a DR does to V."""
    return verdicts(shot, DR(coloured, white), extra)["V"]


class TestC3_3ToHit:
    """C3.3: a Final DR of no more than the number hits."""

    @pytest.mark.parametrize(
        ("drm", "dice", "said"),
        [
            (0, (4, 4), "hit"),
            (0, (4, 5), "miss"),
            (2, (3, 3), "hit"),
            (2, (3, 4), "miss"),
            (-2, (5, 5), "hit"),
            (-2, (5, 6), "miss"),
        ],
    )
    def test_boundary(self, drm: int, dice: tuple[int, int], said: str) -> None:
        """To Hit number 8, with DRM."""
        assert result(plain(8, drm), *dice) == said

    def test_each_target_by_itself(self) -> None:
        """One DR hits those whose own DRM let it."""
        aims = (Aimed("V"), Aimed("W", (Mod("concealed", 2),)))
        shot = plain(8, aims=aims)
        assert verdicts(shot, DR(3, 4)) == {"V": "hit", "W": "miss"}

    def test_rof_failure_and_depletion(self) -> None:
        """The coloured die keeps ROF; B# and depletion number are of the Original."""
        shot = plain(8, rof=2, breakdown=11, depletion=7)
        assert keeps_rof(shot, DR(2, 5))
        assert not keeps_rof(shot, DR(3, 1))
        assert not keeps_rof(shot, DR(2, 6))
        assert [runs_out(shot, DR(3, n)) for n in (4, 5)] == [False, True]
        always = plain(8, breakdown=11)
        assert [effective(always, DR(5, n)) for n in (5, 6)] == [True, False]


class TestC3_32InfantryTargetType:
    """C3.32."""

    @pytest.mark.parametrize(("final", "dead"), [(3, True), (4, False)])
    def test_below_half(self, final: int, dead: bool) -> None:
        """A Final DR below half of the number is a CH, half itself is not."""
        assert deadly(reading(plain(8), Aimed("")), final) is dead

    def test_not_for_areas_and_latw(self) -> None:
        """Only with the Infantry Target Type, and not for LATW."""
        assert not deadly(reading(plain(8, type="area"), Aimed("")), 2)
        latw = Ordnance(id="w", name="PSK", nation="german", kind="LATW", th=(11, 9))
        assert not deadly(reading(plain(8, piece=latw), Aimed("")), 2)


class TestC3_6ImprobableHit:
    """C3.6."""

    @pytest.mark.parametrize(
        ("extra", "said"), [(1, "critical"), (2, "hit"), (3, "hit"), (4, "miss")]
    )
    def test_dr(self, extra: int, said: str) -> None:
        """An Original 2 that would miss: CH on 1, hit on 2 and 3."""
        assert improbable(extra) == said
        assert result(plain(1), 1, 1, extra) == said

    def test_only_on_a_two(self) -> None:
        """An Original 3 just misses."""
        assert result(plain(1), 1, 2, 1) == "miss"
        assert needs_dr(plain(1), DR(1, 1))
        assert not needs_dr(plain(1), DR(1, 2))


class TestC3_7CriticalHit:
    """C3.7."""

    def test_area(self) -> None:
        """With the Area Target Type an Original 2 is a CH without more ado."""
        shot = plain(8, type="area")
        assert result(shot, 1, 1) == "critical"
        assert not needs_dr(shot, DR(1, 1))

    def test_area_that_only_a_two_hits(self) -> None:
        """If nothing else hits, it is one on a dr of 1 only."""
        shot = plain(8, 6, type="area")
        assert needs_dr(shot, DR(1, 1))
        assert [result(shot, 1, 1, n) for n in (1, 2)] == ["critical", "hit"]

    @pytest.mark.parametrize(("extra", "dead"), [(1, True), (3, True), (4, False)])
    def test_infantry(self, extra: int, dead: bool) -> None:
        """Number 6 with +4: Final 6 hits; a CH on a dr of up to half of 6."""
        assert critical(reading(plain(6, 4), Aimed("")), 6, extra) is dead

    def test_infantry_by_its_final(self) -> None:
        """Below half of the number no dr is needed."""
        shot = plain(8)
        assert not needs_dr(shot, DR(1, 1))
        assert result(shot, 1, 1) == "critical"
        assert result(shot, 1, 2) == "critical"
        assert result(shot, 2, 2) == "hit"


class TestC3_8MultipleHits:
    """C3.8."""

    @pytest.mark.parametrize(
        ("calibre", "dice", "kind", "two"),
        [
            (15, (2, 2), "infantry", True),
            (40, (1, 1), "vehicle", True),
            (12, (2, 2), "infantry", False),
            (45, (2, 2), "infantry", False),
            (20, (2, 3), "infantry", False),
            (20, (2, 2), "area", False),
        ],
    )
    def test_doubles(
        self, calibre: int, dice: tuple[int, int], kind: str, two: bool
    ) -> None:
        """A Gun of 15 to 40mm with Original doubles, not by the Area Target Type."""
        piece = Ordnance(
            id="w", name="Gun", nation="russian", kind="AT", calibre=calibre
        )
        assert twice(plain(piece=piece, type=kind), DR(*dice)) is two


class TestOdds:
    """The exact odds of a shot."""

    def test_by_hand(self) -> None:
        """Number 8: 26 of 36 hit, three of them CH; B12 fails one in 36."""
        found = to_hit_odds(plain(8, rof=3, breakdown=12))
        assert found.hit["V"] == Fraction(26, 36)
        assert found.critical["V"] == Fraction(3, 36)
        assert found.fails == Fraction(1, 36)
        assert found.rof == Fraction(18, 36)

    def test_improbable(self) -> None:
        """Only an Original 2 and then half of the dr."""
        found = to_hit_odds(plain(0))
        assert found.hit["V"] == Fraction(1, 72)
        assert found.critical["V"] == Fraction(1, 216)

    def test_depletion(self) -> None:
        """SMOKE 7 with number 9: what hits is what it has."""
        found = to_hit_odds(plain(9, type="area", depletion=7, breakdown=12))
        assert found.hit["V"] == Fraction(21, 36)
        assert found.depleted == Fraction(15, 36)

    @pytest.mark.parametrize(
        ("number", "drm", "kind"),
        [*product((2, 5, 8, 10), (-3, 0, 2, 5), ("infantry", "area"))],
    )
    def test_as_if_rolled(self, number: int, drm: int, kind: str) -> None:
        """Counting all 216 triples of dice gives the same, in 32 set-ups."""
        shot = plain(number, drm, type=kind, breakdown=11)
        hits = deaths = 0
        for dice, extra in product(ROLLS, range(1, 7)):
            if effective(shot, dice):
                said = verdicts(shot, dice, extra)["V"]
                hits += said != "miss"
                deaths += said == "critical"
        found = to_hit_odds(shot)
        assert found.hit["V"] == Fraction(hits, 216)
        assert found.critical["V"] == Fraction(deaths, 216)
