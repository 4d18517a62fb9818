"""C4: To Hit numbers by barrel, calibre and ammunition."""

import pytest

from opfor.core.modifier import Mod
from opfor.rules.c_ordnance.c04_to_hit_numbers import red_numbers, to_hit_number
from opfor.rules.c_ordnance.c08_ammunition.c08_9_depletion import Ammo
from tests.rules.given.ordnance import looked
from tests.rules.given.verdicts import piece


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
            ({"kind": "MTR", "barrel": "*", "calibre": 50}, "area", 20, "HE", 6),
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
