"""C7: To Kill."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.core.modifier import Mod
from opfor.rules.c_ordnance.c02_ordnance.ordnance import Ordnance
from opfor.rules.c_ordnance.c07_to_kill import (
    Attack,
    Fate,
    Hit,
    Kill,
    fate_of,
    kill_odds,
    p_kill,
    to_kill,
)
from opfor.rules.c_ordnance.c08_depletion import Ammo
from opfor.rules.d_vehicles.d01_vehicles import Facing
from opfor.state.play import Play
from tests.rules.d_vehicles.test_d01_vehicles import with_tank


def gun(calibre: int, barrel: str = "", nation: str = "russian") -> Ordnance:
    """A gun of that calibre."""
    return Ordnance(
        id="g", name="gun", nation=nation, kind="AT", calibre=calibre, barrel=barrel
    )


def killing(
    piece: Ordnance,
    ammo: Ammo = "AP",
    hexes: int = 5,
    *,
    side: Facing = "front",
    turret: bool = False,
    critical: bool = False,
) -> Kill:
    """The To Kill attempt of a hit on a PzKw IVF2: AF 6 in front, 3 beside."""
    hit = Hit(
        piece=piece, ammo=ammo, hexes=hexes, side=side, turret=turret, critical=critical
    )
    found = with_tank(lambda play, tank: to_kill(play, hit, tank))
    assert isinstance(found, Kill)
    return found


def fates(kill: Kill, *originals: int) -> list[Fate]:
    """What each Original DR does."""

    def read(play: Play, _tank: Any) -> list[Fate]:
        return [fate_of(play, kill, original) for original in originals]

    found: list[Fate] = with_tank(read)
    return found


class TestC7_1ToKill:
    """C7.1."""

    def test_basic_range_armor(self) -> None:
        """45L has 10, no change at 5 hexes, less AF 6."""
        assert killing(gun(45, "L")).number == 4

    def test_near_and_far(self) -> None:
        """+1 at 2 hexes, -1 at 20."""
        assert killing(gun(45, "L"), hexes=2).number == 5
        assert killing(gun(45, "L"), hexes=20).number == 3

    def test_turret_side(self) -> None:
        """The turret's side is a step better than the hull's."""
        assert killing(gun(45, "L"), side="side").number == 7
        assert killing(gun(45, "L"), side="side", turret=True).number == 6

    def test_rear(self) -> None:
        """One easier than the side."""
        assert killing(gun(45, "L"), side="rear").number == 8

    def test_critical_doubles_before_armor(self) -> None:
        """A CH doubles 10 to 20, less 6."""
        assert killing(gun(45, "L"), critical=True).number == 14

    def test_out_of_range(self) -> None:
        """20mm kills nothing at 50 hexes."""
        kill = killing(gun(20, "L"), hexes=50)
        assert not kill.possible
        assert fates(kill, 2) == ["none"]


class TestC7_3Tables:
    """C7.3."""

    @pytest.mark.parametrize(
        ("calibre", "barrel", "nation", "number"),
        [
            (76, "L", "russian", 13),
            (76, "L", "american", 17),
            (88, "", "british", 13),
            (90, "L", "italian", 20),
            (90, "L", "american", 21),
            (75, "LL", "german", 23),
            (37, "*", "french", 7),
        ],
    )
    def test_ap(self, calibre: int, barrel: str, nation: str, number: int) -> None:
        """Basic TK# of guns, those of some nations apart; 9 hexes change nothing."""
        kill = killing(gun(calibre, barrel, nation), hexes=9)
        assert kill.numbers[0].value == number

    def test_apcr(self) -> None:
        """75L APCR has 20, +1 at 5 hexes."""
        kill = killing(gun(75, "L"), "APCR")
        assert [mod.value for mod in kill.numbers] == [20, 1, -6]

    def test_apds(self) -> None:
        """57L APDS has a number of its own."""
        assert killing(gun(57, "L", "british"), "APDS").numbers[0].value == 18

    def test_heat(self) -> None:
        """75mm HEAT has 13 at any range."""
        assert killing(gun(75), "HEAT", 30).number == 7

    def test_heat_of_unnamed_calibre(self) -> None:
        """105 is named; 107 has the number of 105 (D-300)."""
        assert killing(gun(107), "HEAT").numbers[0].value == 15

    def test_he(self) -> None:
        """HE by calibre, less the AF."""
        assert killing(gun(122), "HE").number == 6
        assert not killing(gun(15), "HE").possible

    @pytest.mark.parametrize(("ammo", "number"), [("AP", 9), ("HE", 12), ("HEAT", 11)])
    def test_unarmored(self, ammo: Ammo, number: int) -> None:
        """A vehicle without armor, doubled by a CH."""
        kill = to_unarmored(gun(75), ammo)
        assert kill.number == number
        assert to_unarmored(gun(75), ammo, critical=True).number == 2 * number
        assert not kill.armored


def to_unarmored(piece: Ordnance, ammo: Ammo, *, critical: bool = False) -> Kill:
    """The attempt on a squad in place of a truck, which has no AF either."""
    hit = Hit(piece=piece, ammo=ammo, hexes=5, side="front", critical=critical)

    def run(play: Play, tank: Any) -> Kill:
        bare = type(tank)(id="x", side="FRIENDLY", counter="german/4-6-7")
        return to_kill(play, hit, bare)

    found = with_tank(run)
    assert isinstance(found, Kill)
    return found


def attempt(
    number: int, attack: Attack = "AP or HEAT", *, turret: bool = False
) -> Kill:
    """An attempt with a Final TK#."""
    return Kill(numbers=(Mod("TK#", number, "C7.3"),), attack=attack, turret=turret)


class TestC7_7Destruction:
    """C7.7."""

    def test_ap(self) -> None:
        """Half burns, less eliminates, equal immobilizes, one over may shock."""
        found = fates(attempt(8), 4, 5, 7, 8, 9, 10)
        assert found == [
            "burn",
            "eliminated",
            "eliminated",
            "immobilized",
            "possible shock",
            "none",
        ]

    def test_turret_is_shocked(self) -> None:
        """What immobilizes by a hull hit shocks by a turret hit."""
        assert fates(attempt(8, turret=True), 8) == ["shock"]

    def test_he_one_over(self) -> None:
        """HE one over does what an equal DR does."""
        assert fates(attempt(8, "HE"), 9) == ["immobilized"]
        assert fates(attempt(8, "HE", turret=True), 9) == ["shock"]

    def test_mg(self) -> None:
        """A MG stuns with an equal DR."""
        assert fates(attempt(4, "MG"), 2, 3, 4, 5) == [
            "burn",
            "eliminated",
            "stun",
            "none",
        ]

    def test_dud(self) -> None:
        """An Original 12 is a dud whatever the number."""
        assert fates(attempt(20), 11, 12) == ["eliminated", "none"]

    def test_drm(self) -> None:
        """DRM count for the Final DR."""
        kill = attempt(8)
        harder = Kill(numbers=kill.numbers, mods=(Mod("moving", 1, "C7.1"),))
        assert fates(harder, 7) == ["immobilized"]


class TestOdds:
    """Exact odds of a To Kill DR."""

    def test_sum(self) -> None:
        """All fates together are certain."""
        odds = with_tank(lambda play, _tank: kill_odds(play, attempt(8)))
        assert sum(odds.values()) == 1

    def test_p_kill(self) -> None:
        """Below 8: 21 of 36."""
        chance = with_tank(lambda play, _tank: p_kill(play, attempt(8)))
        assert chance == Fraction(21, 36)
