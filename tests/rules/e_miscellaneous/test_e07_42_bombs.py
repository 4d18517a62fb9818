"""E7.42: bombs."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.rules.e_miscellaneous.e07_42_bombs import bomb, bomb_odds, lands
from tests.rules.given.aircraft import asked, flown
from tests.rules.given.artillery import at
from tests.rules.given.world import notes


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
