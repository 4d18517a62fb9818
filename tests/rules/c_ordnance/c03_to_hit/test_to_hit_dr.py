"""C3.6 to C3.9: what a To Hit DR does to each target."""

from fractions import Fraction
from itertools import product

import pytest

from opfor.core.dice import DR
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.c_ordnance.c03_to_hit.c03_8_multiple_hits import twice
from opfor.rules.c_ordnance.c03_to_hit.to_hit import Aimed
from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import (
    drm_rolled,
    effective,
    keeps_rof,
    needs_dr,
    reading,
    verdicts,
)
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import ROLLS, to_hit_odds
from tests.rules.given.ordnance import plain

LOWER_TWICE = {
    3: 1,  # 1,1
    4: 2,  # 1,2
    5: 2,  # 1,3
    6: 3,  # 1,4 and 2,2
    7: 4,  # 1,5 and 2,3
    8: 4,  # 1,6 and 2,4
    9: 3,  # 2,5 and 3,3
    10: 4,  # 2,6 and 3,4
    11: 2,  # 3,5
    12: 3,  # 3,6 and 4,4
    13: 2,  # 4,5
    14: 2,  # 4,6
    15: 1,  # 5,5
    16: 2,  # 5,6
    18: 1,  # 6,6
}
"""How many of 36 DR come to each sum once the lower dr counts double."""


class TestC5_34CaseC4:
    """C5.34: the lower dr counts double."""

    @pytest.mark.parametrize(
        ("dice", "final"),
        [((1, 1), 3), ((3, 5), 11), ((5, 3), 11), ((4, 4), 12), ((6, 1), 8)],
    )
    def test_final(self, dice: tuple[int, int], final: int) -> None:
        """Of doubles one of the two; which die is coloured does not matter."""
        shot = plain(8, unsteady=True)
        read = reading(shot, Aimed("V"))
        assert read.final(DR(*dice)) == final
        assert sum(mod.value for mod in drm_rolled(shot, DR(*dice))) == (
            final - sum(dice)
        )
        assert reading(plain(8), Aimed("V")).final(DR(*dice)) == sum(dice)

    def test_verdicts(self) -> None:
        """It misses by the Final DR: with number 8 a 4,2 hits and a 3,3 does not."""
        shot = plain(8, type="area", unsteady=True)
        assert verdicts(shot, DR(4, 2))["V"] == "hit"
        assert verdicts(shot, DR(3, 3))["V"] == "miss"
        assert verdicts(plain(8, type="area"), DR(3, 3))["V"] == "hit"

    def test_original_2(self) -> None:
        """It is Final 3: a CH with 4; on a dr of 1 with 3; improbable with 2."""
        said = {
            number: [
                verdicts(plain(number, type="area", unsteady=True), DR(1, 1), extra)[
                    "V"
                ]
                for extra in range(1, 7)
            ]
            for number in (4, 3, 2)
        }
        assert said == {
            4: ["critical"] * 6,
            3: ["critical"] + ["hit"] * 5,
            2: ["critical", "hit", "hit", "miss", "miss", "miss"],
        }

    def test_original_2_needs_a_dr(self) -> None:
        """With number 3, where one that is not doubled needs none."""
        assert needs_dr(plain(3, type="area", unsteady=True), DR(1, 1))
        assert not needs_dr(plain(3, type="area"), DR(1, 1))

    def test_ch_of_the_infantry_target_type(self) -> None:
        """A Final DR below half of the number: with 10 a 1,2 is Final 4, a 1,3 is 5."""
        shot = plain(10, unsteady=True)
        assert verdicts(shot, DR(1, 2))["V"] == "critical"
        assert verdicts(shot, DR(1, 3))["V"] == "hit"
        assert verdicts(plain(10), DR(1, 3))["V"] == "critical"

    def test_what_the_original_dr_tells(self) -> None:
        """Its B#, its ammunition, its ROF and doubles do not change."""
        shot = plain(8, unsteady=True, breakdown=11, depletion=8, rof=3)
        assert effective(shot, DR(4, 4))  # 12 with the lower dr doubled
        assert keeps_rof(shot, DR(3, 5))
        assert not keeps_rof(shot, DR(4, 1))
        small = Ordnance(id="w", name="Gun", nation="russian", kind="AT", calibre=20)
        shot = plain(12, unsteady=True, piece=small)
        assert twice(shot, DR(2, 2))
        assert not twice(shot, DR(1, 2))


class TestOdds:
    """The exact odds of a shot."""

    def test_by_hand(self) -> None:
        """Number 8: 26 of 36 hit, three of them CH; B12 fails one in 36."""
        found = to_hit_odds(plain(8, rof=3, breakdown=12))
        assert found.hit["V"] == Fraction(26, 36)
        assert found.critical["V"] == Fraction(3, 36)
        assert found.fails == Fraction(1, 36)
        assert found.rof == Fraction(18, 36)

    @pytest.mark.parametrize("number", [*range(3, 19)])
    def test_case_c4(self, number: int) -> None:
        """The DR that come to no more than the number, counted by hand."""
        ways = sum(n for final, n in LOWER_TWICE.items() if final <= number)
        assert sum(LOWER_TWICE.values()) == 36
        found = to_hit_odds(plain(number, type="area", unsteady=True))
        assert found.hit["V"] == Fraction(ways, 36)
        dr = Fraction(1, 6) if number == 3 else 1
        assert found.critical["V"] == Fraction(1, 36) * dr

    def test_case_c4_beside_a_drm_and_b11(self) -> None:
        """Number 10, +2: 16 of 36; with number 16, +2 and B11 29, all but two of 10."""
        found = to_hit_odds(plain(10, 2, type="area", unsteady=True, breakdown=11))
        assert found.hit["V"] == Fraction(1 + 2 + 2 + 3 + 4 + 4, 36)
        found = to_hit_odds(plain(16, 2, type="area", unsteady=True, breakdown=11))
        assert found.hit["V"] == Fraction(36 - 3 - 1, 36)  # not 5,6 6,5 6,6 and 5,5
        assert found.fails == Fraction(3, 36)

    def test_improbable_with_case_c4(self) -> None:
        """Number 2: the Original 2, and then half of the dr."""
        found = to_hit_odds(plain(2, type="area", unsteady=True))
        assert found.hit["V"] == Fraction(1, 72)
        assert found.critical["V"] == Fraction(1, 216)

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
    @pytest.mark.parametrize("unsteady", [False, True])
    def test_as_if_rolled(
        self, number: int, drm: int, kind: str, *, unsteady: bool
    ) -> None:
        """Counting all 216 triples of dice gives the same, in 64 set-ups."""
        shot = plain(number, drm, type=kind, breakdown=11, unsteady=unsteady)
        hits = deaths = 0
        for dice, extra in product(ROLLS, range(1, 7)):
            if effective(shot, dice):
                said = verdicts(shot, dice, extra)["V"]
                hits += said != "miss"
                deaths += said == "critical"
        found = to_hit_odds(shot)
        assert found.hit["V"] == Fraction(hits, 216)
        assert found.critical["V"] == Fraction(deaths, 216)
