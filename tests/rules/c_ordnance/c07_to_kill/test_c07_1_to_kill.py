"""C7: To Kill."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.core.modifier import Mod
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import shoot
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import (
    Attack,
    Fate,
    Hit,
    Kill,
    flame_kill,
    to_kill,
)
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import (
    fate_of,
    kill_odds,
    p_kill,
)
from opfor.rules.c_ordnance.c08_ammunition.c08_9_depletion import Ammo
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import Facing
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Weapon
from tests.rules.given.armor import duel, seen, squad
from tests.rules.given.one_tank import with_tank

L = LocationName


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

    @pytest.mark.parametrize(
        ("calibre", "barrel", "ammo", "hexes", "change"),
        [
            (25, "LL", "AP", 1, 2),
            (37, "L", "AP", 1, 1),
            (57, "L", "AP", 40, -3),
            (65, "*", "AP", 40, -2),
            (57, "LL", "APCR", 20, -4),
            (75, "L", "APCR", 20, -3),
        ],
    )
    def test_range_by_calibre(
        self, calibre: int, barrel: str, ammo: Ammo, hexes: int, change: int
    ) -> None:
        """Range tells more on up to 25mm and on up to 57mm."""
        kill = killing(gun(calibre, barrel, "german"), ammo, hexes)
        assert kill.numbers[1].value == change

    @pytest.mark.parametrize(
        ("calibre", "barrel", "attack"), [(15, "", "MG"), (20, "L", "AP or HEAT")]
    )
    def test_bullets(self, calibre: int, barrel: str, attack: Attack) -> None:
        """Up to 15mm it has the results of a MG."""
        assert killing(gun(calibre, barrel)).attack == attack

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


class TestC7_3_flameFlames:
    """C7.3/flame."""

    @pytest.mark.parametrize(
        ("weapon", "side", "state", "far", "number"),
        [
            ("FT", "front", {}, False, 8),
            ("FT", "front", {}, True, 4),
            ("FT", "rear", {"ce": True}, False, 9),
            ("MOL", "front", {}, False, 6),
            ("MOL", "rear", {}, False, 7),
            ("MOL", "side", {"ce": True}, False, 7),
            ("MOL", "side", {"motion": True}, False, 4),
            ("MOL-P", "side", {"entered": True}, False, 4),
        ],
    )
    def test_numbers(
        self, weapon: Any, side: Any, state: dict[str, Any], far: bool, number: int
    ) -> None:
        """No AF; the rear, a CE crew and movement count; a FT far off has half."""

        def ask(play: Play) -> int:
            target = play.state.units["etank"]
            return flame_kill(play, weapon, target, side, far=far).number

        assert seen(ask, enemy=state) == number

    def test_open_topped(self) -> None:
        """+2 against what is open-topped."""

        def ask(play: Play) -> int:
            target = play.state.units["etank"]
            return flame_kill(play, "MOL", target, "front").number

        assert seen(ask, enemy_counter="allied-minor/t-13-iii-b") == 8

    def test_projector(self) -> None:
        """A MOL Projector burns a tank that it hits."""

        def run(play: Play) -> None:
            squad(play, counter="russian/4-4-7")
            made = Weapon(id="p", counter="russian/mol-p", owner="a")
            play.emit(WeaponAdded(made))
            order = Fire(("p",), L("E2"), at="etank")
            shoot(play, plan_shot(play, "FRIENDLY", order))

        played = duel(run, "C3.3 DR 2,1", "C3.4 DR 1,1")
        assert [m.kind for m in played.state.markers.values()] == ["burning wreck"]
