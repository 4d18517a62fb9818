"""The tables of Chapter C, cell for cell."""

from types import SimpleNamespace
from typing import Any

import pytest

from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import gun_name
from opfor.state.counter_lists import counters
from opfor.state.counters import Armament, Gun, SupportWeapon, Vehicle
from opfor.state.nations import load
from opfor.state.vehicle_weapons import mounted

TABLES = load()

BANDS = (6, 12, 18, 24, 30, 36, 42, 48, 54, 55)
"""The last hex of each band of range; 55 stands for all beyond."""

FIRST = (0, 7, 13, 19, 25, 31, 37, 43, 49, 99)
"""The first hex of each band; 99 for all beyond the last."""

TO_HIT = {
    ("vehicle", "black"): "10 9 8 7 6 6 5 4 3 2",
    ("vehicle", "red"): "10 8 7 6 5 4 3 2 1 0",
    ("infantry", "black"): "8 7 6 5 4 3 2 1 0 -1",
    ("infantry", "red"): "8 6 5 4 3 2 1 0 -1 -2",
    ("area", "black"): "7 7 8 8 7 7 6 6 5 5",
    ("area", "red"): "7 7 8 8 7 7 6 6 5 5",
}

C4 = {
    "*": "0 0 -1 -1 -1 -1 -1 -1 -1 -1",
    "L": "0 0 1 1 1 1 1 1 1 1",
    "LL": "0 0 1 1 2 2 2 2 2 2",
    "APCR": "0 0 -1 -1 -2 -2 -3 -3 -4 -4",
    "SMOKE": "2 2 0 0 0 0 0 0 0 0",
    "57mm": "0 0 -1 -1 -2 -2 -3 -3 -4 -4",
    "40mm": "0 0 -1 -1 -1 -1 -1 -1 -1 -1",
}

FIRER = (
    "A T 1, A ST 2, A NT 3, A more 1, B 2, B in cover 3, C stabilized 1, C turret 2, "
    "C none 3, C1 1, C2 2, C3 2, D 2, E 2, F 2, G 5, H 2, I 1, CX 1, encircled 1, "
    "overstacked 1, stunned 1, spotted 2, hero -1"
)

TARGET = (
    "J 2, J1 3, J2 4, J3 -1, J4 -1, K 2, L adjacent -2, L near -1, M -2, O -2, "
    "overstacked -1, cavalry -2, motorcyclist -1, wading 2"
)

AP = """
4: MG
5: 12.7 15 ATR
6: 20L
7: 20LL 25LL 37*
8: 37 47* 57* 70*
9: 37L 40 57 65* 76*
10: 40L 45L 47 75*
11: 37LL 45LL 47L 50
12: 76 84*
13: 50L 120*
14: 75 105
15: 57L 57LL
17: 75L 76L 80L 83L 85L 150* 152*
19: 77L 200L
20: 88L
21: 90L 105L 150 152 155
23: 75LL 76LL
25: 122L
27: 88LL 100L 120L
28: 150L 155L
32: 140L
33: 128L 170L
"""

AP_OF_ONE_NATION = {
    "ATR 20L": 6,
    "88* (Australian)": 11,
    "75* (Japanese Year 38)": 12,
    "75 (Grant)": 13,
    "76L (Russian, Japanese)": 13,
    "88 (25-pounder)": 13,
    "76LL (Russian, Japanese)": 16,
    "90L (Italian)": 20,
}

APCR = """
10: 37L
12: 28LL 45L
13: 45LL 47L
14: 40LL 50
17: 50L
18: 57LL D57L
19: 85L
20: 75L 76L
23: 88L
25: D76LL
27: 90L
"""

APCR_OF_ONE_NATION = {
    "76L (Russian)": 14,
    "76LL (Russian)": 18,
    "76L (US)": 22,
}

HEAT = """
11: 57 65 94 unarmored
12: 70
13: BAZ43 75 76
14: 100
15: PIAT 105 114
16: BAZ44 BAZ45 95
17: 122
21: 150
22: PFk
26: PSK 37 40 47
31: PF
"""

TK_BANDS = (1, 2, 3, 7, 13, 19, 25, 31, 37, 43, 49, 55, 61, 67, 73, 79)

AP_RANGE = {
    "25mm": "2 1 1 0 0 -1 -2 -3 -4 -5 NA NA NA NA NA NA",
    "57mm": "1 1 0 0 0 -1 -2 -2 -3 -4 -4 -5 NA NA NA NA",
    "65mm": "1 0 0 0 0 -1 -1 -2 -2 -3 -3 -4 -4 -5 -5 NA",
}

APCR_RANGE = {
    "57mm APCR": "3 2 1 0 -2 -4 -6 NA NA NA NA",
    "65mm APCR": "3 2 1 0 -1 -3 -4 -5 -6 -7 NA",
    "APDS": "1 0 0 0 0 0 -1 -2 -3 -4 NA",
}

HE_SIZES = (20, 30, 40, 50, 70, 80, 100, 120, 150)

HE = {"armored": "3 4 5 6 7 8 10 12 16", "unarmored": "6 8 9 10 12 14 16 18 20"}

MARGINS = ("half", "less", "equal", "over by 1")

DESTRUCTION = {
    ("AFV", "HE"): "burn, eliminated, immobilized or shock, immobilized or shock",
    ("AFV", "AP or HEAT"): "burn, eliminated, immobilized or shock, possible shock",
    ("AFV", "FT or MOL"): "burn, burn, eliminated, none",
    ("AFV", "MG"): "burn, eliminated, stun, none",
    ("AFV", "A-P mines"): "immobilized, immobilized, immobilized, none",
    ("AFV", "A-T mines"): "burn, eliminated, eliminated, immobilized",
    ("AFV", "CC"): "burn, eliminated, immobilized, none",
    ("unarmored", "HE"): "burn, eliminated, immobilized, none",
    ("unarmored", "AP or HEAT"): "burn, eliminated, immobilized, none",
    ("unarmored", "FT or MOL"): "burn, burn, eliminated, none",
    ("unarmored", "MG"): "burn, eliminated, immobilized, none",
    ("unarmored", "A-P mines"): "burn, eliminated, immobilized, none",
    ("unarmored", "A-T mines"): "burn, burn, burn, burn",
    ("unarmored", "CC"): "burn, eliminated, immobilized, none",
}

HE_FP = "20:1 30:2 37:4 50:6 60:8 70:12 80:16 100:20 120:24 150:30 200:36"


def cell(name: str, number: int = 0, *, date: str = "", **when: str) -> Any:
    """One cell of a table."""
    return TABLES[name].look_up(number, date=date, **when).result


def numbers(text: str) -> list[int | str]:
    """A line of numbers; NA stays a word."""
    return [part if part == "NA" else int(part) for part in text.split()]


def by_word(text: str) -> dict[str, int]:
    """Lines of a TK# and its guns as a number for each gun."""
    lines = (line.split(":") for line in text.strip().splitlines())
    return {gun: int(tk) for tk, guns in lines for gun in guns.split()}


def by_case(text: str) -> dict[str, int]:
    """A list of cases and their DRM."""
    pairs = (part.rsplit(" ", 1) for part in text.split(", "))
    return {case: int(value) for case, value in pairs}


def listed(name: str, axis: str) -> dict[str, Any]:
    """A table of one axis without a key, as a value for each name."""
    table = TABLES[name]
    return {value: cell(name, **{axis: value}) for value in table.axes[axis]}


class TestToHit:
    """C3 and C4."""

    @pytest.mark.parametrize(("target", "colour"), TO_HIT)
    def test_c3(self, target: str, colour: str) -> None:
        """Each band of range, at its first and its last hex."""
        wanted = numbers(TO_HIT[target, colour])
        for ends in (FIRST, BANDS):
            found = [cell("C3", n, target=target, colour=colour) for n in ends]
            assert found == wanted

    @pytest.mark.parametrize("weapon", C4)
    def test_c4(self, weapon: str) -> None:
        """Each band of range, at its first and its last hex."""
        for ends in (FIRST, BANDS):
            found = [cell("C4", n, weapon=weapon) for n in ends]
            assert found == numbers(C4[weapon])

    def test_c5_c6(self) -> None:
        """The DRM by case."""
        assert listed("C5", "case") == by_case(FIRER)
        assert listed("C6", "case") == by_case(TARGET)

    def test_colour(self) -> None:
        """Black for four nations, for the US from 1944; red for all others."""
        black = {"german", "british", "french", "japanese"}
        nations = TABLES["C3-colour"].axes["nation"]
        for date, more in (("1943-12", set()), ("1944-01", {"american"})):
            found = {n for n in nations if colour(n, date) == "black"}
            assert found == black | more

    def test_every_ordnance_has_a_colour(self) -> None:
        """No nation that has ordnance is missing."""
        nations = {
            piece.nation
            for piece in counters().values()
            if isinstance(piece, Gun)
            or (
                isinstance(piece, SupportWeapon)
                and piece.kind not in ("MG", "radio", "phone")
            )
        }
        assert nations <= set(TABLES["C3-colour"].axes["nation"])


def colour(nation: str, date: str) -> str:
    """The colour of a nation's To Hit numbers."""
    return str(cell("C3-colour", date=date, nation=nation))


class TestToKill:
    """C7."""

    def test_ap(self) -> None:
        """Basic TK# of AP by gun."""
        assert listed("C7-AP", "gun") == by_word(AP) | AP_OF_ONE_NATION

    @pytest.mark.parametrize("size", AP_RANGE)
    def test_ap_range(self, size: str) -> None:
        """Range modifiers of AP."""
        found = [cell("C7-AP-range", n, size=size) for n in TK_BANDS]
        assert found == numbers(AP_RANGE[size])

    def test_apcr(self) -> None:
        """Basic TK# of APCR and APDS by gun."""
        assert listed("C7-APCR", "gun") == by_word(APCR) | APCR_OF_ONE_NATION

    @pytest.mark.parametrize("shell", APCR_RANGE)
    def test_apcr_range(self, shell: str) -> None:
        """Range modifiers of APCR and APDS."""
        found = [cell("C7-APCR-range", n, round=shell) for n in TK_BANDS[:11]]
        assert found == numbers(APCR_RANGE[shell])

    def test_heat(self) -> None:
        """TK# of HEAT."""
        assert listed("C7-HEAT", "round") == by_word(HEAT)

    @pytest.mark.parametrize("target", HE)
    def test_he(self, target: str) -> None:
        """TK# of HE by calibre; nothing below 20mm."""
        found = [cell("C7-HE", mm, target=target) for mm in HE_SIZES]
        assert found == numbers(HE[target])
        assert cell("C7-HE", 15, target=target) == "NA"

    def test_other(self) -> None:
        """DC, FT and MOL."""
        found = {
            weapon: (
                cell("C7-other", weapon=weapon, target="armored"),
                cell("C7-other", weapon=weapon, target="unarmored"),
            )
            for weapon in ("DC", "FT", "MOL", "MOL-P")
        }
        assert found == {
            "DC": (16, "star line"),
            "FT": (8, "star line"),
            "MOL": (6, "star line"),
            "MOL-P": (6, 9),
        }

    @pytest.mark.parametrize(("vehicle", "attack"), DESTRUCTION)
    def test_destruction(self, vehicle: str, attack: str) -> None:
        """What happens at each margin of the DR to the TK#."""
        found = [
            cell("C7-destruction", vehicle=vehicle, attack=attack, margin=margin)
            for margin in MARGINS
        ]
        assert found == DESTRUCTION[vehicle, attack].split(", ")

    @pytest.mark.parametrize(
        ("name", "wanted"),
        [
            ("C7-unarmored", "15:7 28:7 37:8 57:8 65:9 84:9 85:10 95:10 100:11"),
            ("C7-aerial", "0:0 1:0 2:1 3:2 4:3 6:3 8:4 11:4"),
            ("C8-HE", HE_FP),
            ("C8-AP", "20:1 36:1 37:2 88:2"),
        ],
    )
    def test_by_number(self, name: str, wanted: str) -> None:
        """Tables of a calibre or an AF."""
        for part in wanted.split():
            number, value = map(int, part.split(":"))
            assert cell(name, number) == value

    def test_heat_on_personnel(self) -> None:
        """FP of HEAT hits on Personnel, and the facing in the same hex."""
        found = listed("C8-HEAT", "round")
        assert found.pop("other") == "column left of its HE"
        assert found == {"BAZ": 8, "PIAT": 8, "PSK": 12, "PFk": 12, "PF": 16}
        facing = [cell("C7-facing", dr) for dr in range(1, 7)]
        assert facing == ["rear", "rear", "side", "side", "front", "front"]

    def test_gun(self) -> None:
        """What a hit does to a Gun."""
        assert listed("C11-destruction", "effect") == {
            "KIA": "eliminated",
            "K": "malfunctioned and crew reduced",
            "CH": "eliminated",
            "other": "none",
        }


class TestGunsHaveNumbers:
    """The calibres of the counters and the tables agree."""

    def test_every_gun_with_ap_has_a_tk(self) -> None:
        """Each Gun has one of AP, or of APCR alone."""
        guns = [
            piece
            for piece in counters().values()
            if isinstance(piece, Gun) and piece.kind not in ("MTR", "RCL")
        ]
        assert len(guns) > 300
        assert [gun.id for gun in guns if not gun.no_ap and not found(gun)] == []

    def test_every_main_armament_has_a_tk(self) -> None:
        """The same of what vehicles carry."""
        arms = [
            (vehicle.id, arm)
            for vehicle in counters().values()
            if isinstance(vehicle, Vehicle)
            for arm in mounted(vehicle).values()
            if isinstance(arm, Armament)
        ]
        assert len(arms) > 500
        missing = {id_ for id_, arm in arms if not arm.no_ap and not found(arm)}
        assert missing == NO_TK_MOUNTED

    def test_every_one_has_a_to_hit_row(self) -> None:
        """Barrels are those that C4 knows."""
        barrels = {p.barrel for p in counters().values() if isinstance(p, Gun)}
        assert barrels - {""} <= set(TABLES["C4"].axes["weapon"])


NO_TK_MOUNTED = {"british/centurion-iii", "british/centurion-iii-l"}
"""Their 83LL came after the war and stands in no table."""


def found(piece: Gun | Armament) -> str:
    """The name of a gun in the tables of AP, or of APCR; empty if in neither."""
    gun = SimpleNamespace(
        calibre=piece.calibre,
        barrel=piece.barrel,
        nation=piece.nation,
        kind="MG" if piece.calibre < 10 else "AA",
        name=piece.name,
    )
    names = (gun_name(gun, TABLES[table]) for table in ("C7-AP", "C7-APCR"))  # type: ignore[arg-type]
    return next((name for name in names if name), "")
