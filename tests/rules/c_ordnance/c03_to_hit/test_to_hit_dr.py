"""C3.6 to C3.9: what a To Hit DR does to each target."""

from fractions import Fraction
from itertools import product

import pytest

from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import (
    effective,
    verdicts,
)
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import ROLLS, to_hit_odds
from tests.rules.given.ordnance import plain


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
