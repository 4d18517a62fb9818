"""The tables of C, D and CC against the facts beside the checkout, cell for cell.

`test_ordnance.py` and the tests of the rules hold the same values without the facts.
"""

import re
from typing import Any

import pytest

from opfor.rules.a_infantry.a11_close_combat.a11_5_vehicles import ATMM, CCV, SMC_CCV
from opfor.rules.a_infantry.a11_close_combat.a11_11_odds import RATIOS
from opfor.rules.a_infantry.a11_close_combat.a11_53_fate_of_a_vehicle import LUCK
from opfor.rules.c_ordnance.c01_artillery.c01_2_battery import BY_PHONE
from opfor.rules.c_ordnance.c07_to_kill.c07_42_shock_recovery import (
    RECOVERS,
    RECOVERS_UK,
)
from opfor.rules.c_ordnance.c13_light_at_weapons.c13_3_latw import PASSES, PINS
from opfor.rules.c_ordnance.c13_light_at_weapons.c13_7_atmm import ATMM_AT, ATMM_PINS
from opfor.rules.d_vehicles.d02_movement.d02_1_allotment import REVERSE
from opfor.rules.d_vehicles.d02_movement.d02_5_excessive_speed import (
    BREAKS,
    OTHERS,
    WORKSHOPS,
)
from opfor.rules.d_vehicles.d04_hull_down import HIDDEN
from opfor.rules.d_vehicles.d06_passengers.d06_4_passengers import RIDERS
from opfor.rules.d_vehicles.d07_overrun.d07_1_overrun import ARMED, ARMORED, BASE
from opfor.rules.d_vehicles.d08_bog.d08_2_bog import (
    BOGGED,
    FAST,
    FAST_OTHER,
    FREED,
    MIRES,
    PRESSURE,
)
from opfor.state.counter_lists import counters
from tests.shared import needs_shared
from tests.tables.facts import cells, guns, line, number, part, section
from tests.tables.test_ordnance import (
    BANDS,
    FIRST,
    HE_SIZES,
    TABLES,
    TK_BANDS,
    cell,
    listed,
)

pytestmark = needs_shared


def charts() -> str:
    """The tables of Chapter C."""
    return section("12. Ordnance")


def vehicles() -> str:
    """Those of Chapter D."""
    return section("11. Vehicles")


def combat() -> str:
    """Those of CC."""
    return section("4. Close combat")


class TestToHit:
    """C3, C4, C5 and C6."""

    @pytest.mark.parametrize("colour", ["black", "red"])
    @pytest.mark.parametrize("target", ["vehicle", "infantry", "area"])
    def test_c3(self, target: str, colour: str) -> None:
        """Each Basic TH#, at the first and the last hex of its band."""
        rows = part(charts(), "C3 Basic To Hit", "C4 mods")
        own = rows[rows.index(f"\n{target} ") :]
        told = re.search(rf"({colour}|\(both\)) +(.*)", own)
        assert told
        wanted = cells(told[2], 10)
        for ends in (FIRST, BANDS):
            found = [cell("C3", n, target=target, colour=colour) for n in ends]
            assert found == wanted

    @pytest.mark.parametrize(
        ("weapon", "begin"),
        [
            ("*", "*  weapon"),
            ("L", "L  weapon"),
            ("LL", "LL weapon"),
            ("APCR", "APCR/APDS"),
            ("SMOKE", "SMOKE"),
            ("57mm", "<= 57mm"),
            ("40mm", "<= 40mm (cumulative)"),
        ],
    )
    def test_c4(self, weapon: str, begin: str) -> None:
        """Each modification, at the first and the last hex of its band."""
        rows = part(charts(), "C4 mods", "MG/ATR use")
        for ends in (FIRST, BANDS):
            found = [cell("C4", n, weapon=weapon) for n in ends]
            assert found == cells(line(rows, begin), 10)

    @pytest.mark.parametrize(
        ("case", "pattern"),
        [
            ("A T", r"hexspine T \+(\d)/"),
            ("A ST", r", ST \+(\d)/"),
            ("A NT", r", NT \+(\d)/"),
            ("A more", r"hexspine T \+\d/\+(\d)/"),
            ("B", r"entering a hex \+(\d)"),
            ("B in cover", r"entering a hex \+\d \(\+(\d) in"),
            ("C stabilized", r"B plus stabilized \+(\d)"),
            ("C turret", r"T/ST \+(\d), NT"),
            ("C none", r"T/ST \+\d, NT \+(\d)"),
            ("C1", r"C1 \+(\d)"),
            ("C2", r"C2 \+(\d)"),
            ("C3", r"C3 LATW.* \+(\d) each"),
            ("D", r"D pinned \+(\d)"),
            ("E", r"E fire within hex \+(\d)"),
            ("F", r"F intensive fire \+(\d)"),
            ("G", r"G deliberate immobilization \+(\d)"),
            ("H", r"H captured/non-qualified \+(\d)"),
            ("I", r"I buttoned up \+(\d)"),
            ("CX", r"CX \+(\d)"),
            ("encircled", r"encircled \+(\d)"),
            ("overstacked", r"overstacked \+(\d) each  stun"),
            ("stunned", r"stun \+(\d)"),
            ("spotted", r"spotted fire \+(\d)"),
            ("hero", r"hero (-\d)"),
        ],
    )
    def test_c5(self, case: str, pattern: str) -> None:
        """Each DRM of the firer."""
        rows = part(charts(), "C5 firer DRM", "C6 target DRM")
        assert cell("C5", case=case) == number(rows, pattern)

    @pytest.mark.parametrize(
        ("case", "pattern"),
        [
            ("J", r"dashing infantry \+(\d)"),
            ("J1", r"J1 .*?\+(\d) total"),
            ("J2", r"J2 .*?\+(\d) total"),
            ("J3", r"J3 FFNAM (-\d)"),
            ("J4", r"J4 FFMO (-\d)"),
            ("K", r"area fire \+(\d)"),
            ("L adjacent", r"adjacent (-\d)"),
            ("L near", r"2 hexes (-\d)"),
            ("M", r"M bore sighted (-\d)"),
            ("O", r"O hazardous (-\d)"),
            ("overstacked", r"overstacked (-\d) each"),
            ("cavalry", r"cavalry (-\d)"),
            ("motorcyclist", r"motorcyclist (-\d)"),
            ("wading", r"wading \+(\d)"),
        ],
    )
    def test_c6(self, case: str, pattern: str) -> None:
        """Each DRM of the target."""
        rows = part(charts(), "C6 target DRM", "To Kill (C7)")
        assert cell("C6", case=case) == number(rows, pattern)

    def test_all_cases(self) -> None:
        """No case of the tables is left out above."""
        told = {
            name: {mark.args[1][n][0] for n in range(len(mark.args[1]))}
            for name, test in (("C5", self.test_c5), ("C6", self.test_c6))
            for mark in getattr(test, "pytestmark", ())
        }
        for name, cases in told.items():
            assert cases == set(TABLES[name].axes["case"])


def to_kill(begin: str, end: str) -> str:
    """A part of the To Kill tables."""
    return part(charts(), begin, end)


class TestToKill:
    """C7."""

    def test_ap(self) -> None:
        """Basic TK# of AP by gun, none missing, none too many."""
        wanted = guns(to_kill("AP Basic TK#", "\n  range"))
        assert listed("C7-AP", "gun") == wanted

    @pytest.mark.parametrize(
        ("size", "begin"), [("25mm", "<=25mm"), ("57mm", "37-57mm"), ("65mm", ">=65mm")]
    )
    def test_ap_range(self, size: str, begin: str) -> None:
        """Each band of range."""
        rows = to_kill("AP Basic TK#", "APCR/APDS     10")
        found = [cell("C7-AP-range", n, size=size) for n in TK_BANDS]
        assert found == cells(line(rows, begin), len(TK_BANDS))

    def test_unarmored(self) -> None:
        """Final TK# against unarmored vehicles, at each end of a band."""
        told = to_kill("unarmored Final TK#:", "(CH double)")
        for low, high, tk in re.findall(r"(\d+)(?:-(\d+)mm|\+) (\d+)", told):
            for size in (low, high or low):
                assert cell("C7-unarmored", int(size)) == int(tk)
        assert cell("C7-unarmored", 15) == number(told, r"ATR-28mm (\d+)")

    def test_apcr(self) -> None:
        """Basic TK# of APCR and APDS by gun."""
        told = re.search(r"^APCR/APDS +(10 .*)$", charts(), re.MULTILINE)
        assert told
        assert listed("C7-APCR", "gun") == guns(told[1])

    @pytest.mark.parametrize(
        ("shell", "begin"),
        [
            ("57mm APCR", "APCR<=57"),
            ("65mm APCR", "APCR>=65/75"),
            ("APDS", "APDS"),
        ],
    )
    def test_apcr_range(self, shell: str, begin: str) -> None:
        """Each band of range."""
        told = re.search(
            rf"{re.escape(begin)}  +([+-].*?)(?= {{3,}}|$)", charts(), re.M
        )
        assert told
        found = [cell("C7-APCR-range", n, round=shell) for n in TK_BANDS[:11]]
        assert found == cells(told[1], 11)

    def test_heat(self) -> None:
        """TK# of HEAT."""
        told = to_kill("HEAT  11:", ", no range change")
        rounds, _, unarmored = f"11:{told}".partition(";")
        wanted = guns(rounds) | {"unarmored": number(unarmored, r"unarmored (\d+)")}
        assert listed("C7-HEAT", "round") == wanted

    @pytest.mark.parametrize("target", ["armored", "unarmored"])
    def test_he(self, target: str) -> None:
        """TK# of HE by the size of the gun, then of DC, FT and MOL."""
        rows = to_kill("HE    gun size", "AFV destruction")
        sizes = cells(rows.partition("\n")[0], 9)[:9]
        assert tuple(sizes) == HE_SIZES
        wanted = cells(line(rows, f"{target} TK#" * (target == "armored") or target), 9)
        found = [cell("C7-HE", mm, target=target) for mm in HE_SIZES]
        assert found == wanted[:9]

    def test_other(self) -> None:
        """TK# of DC, FT and MOL, and of MOL-P against unarmored vehicles."""
        rows = to_kill("HE    gun size", "AFV destruction")
        armored = cells(line(rows, "armored TK#"), 13)
        names = ("DC", "FT", "MOL", "MOL-P")
        found = [cell("C7-other", weapon=n, target="armored") for n in names]
        assert found == armored[9:13]
        assert cell("C7-other", weapon="MOL-P", target="unarmored") == number(
            rows, r"star line\] (\d+)"
        )

    def test_aerial(self) -> None:
        """Aerial AF."""
        told = line(charts(), "Aerial AF: AF")
        pairs = re.findall(r"([\d,]+)\+? ->(\d)", told.partition("(")[0])
        pairs += [("8", number(told, r"8\+ -> (\d)"))]
        for many, aerial in pairs:
            for af in many.split(","):
                assert cell("C7-aerial", int(af)) == int(aerial)

    def test_facing(self) -> None:
        """The facing of a target in the same hex, by the coloured die."""
        told = part(charts(), "same hex: colored dr ", "front")
        pairs = re.findall(r"(\d)-(\d) (\w+|$)", told + "front")
        for low, high, facing in pairs:
            assert cell("C7-facing", int(low)) == cell("C7-facing", int(high)) == facing


NAMES = {
    "burn": "burn",
    "elim": "eliminated",
    "eliminated": "eliminated",
    "imm": "immobilized",
    "stun": "stun",
    "shock": "shock",
}


def fates(vehicle: str, attack: str) -> list[str]:
    """A column of the destruction table, by margin."""
    margins = ("half", "less", "equal", "over by 1")
    return [
        cell("C7-destruction", vehicle=vehicle, attack=attack, margin=margin)
        for margin in margins
    ]


def told_fates(text: str) -> list[str]:
    """Fates that stand beside each other."""
    return [NAMES[word] for word in re.findall(r"[a-z]+", text) if word in NAMES]


class TestDestruction:
    """C7.7."""

    def test_afv_by_guns(self) -> None:
        """HE misses by 1 with the same effect, AP and HEAT with a possible shock."""
        told = part(charts(), "AFV destruction:", "columns FT")
        half, less, equal, he, other = re.search(  # type: ignore[union-attr] # it is there
            r"<= half TK# (\w+); < TK# (\w+); = TK#: (.*?); "
            r"HE .* missing by 1: (.*?); non-HE .* missing by 1: (.*)",
            told,
        ).groups()
        assert "immobilized (hull hit) / shock (turret hit)" in equal
        first = [NAMES[half], NAMES[less], "immobilized or shock"]
        assert he == "same imm/shock"
        assert fates("AFV", "HE") == [*first, "immobilized or shock"]
        assert fates("AFV", "AP or HEAT") == [*first, other.strip()]

    @pytest.mark.parametrize(
        ("vehicle", "attack", "begin", "end"),
        [
            ("AFV", "FT or MOL", "FT/MOL: <=", "MG:"),
            ("AFV", "MG", "MG:", "A-P mines"),
            ("AFV", "CC", "CC: ", "\n"),
            ("unarmored", "HE", "Unarmored: direct fire", ";"),
            ("unarmored", "AP or HEAT", "Unarmored: direct fire", ";"),
            ("unarmored", "FT or MOL", "; FT/MOL ", ";"),
            ("unarmored", "MG", "indirect/DC", ";"),
            ("unarmored", "A-P mines", "indirect/DC", ";"),
        ],
    )
    def test_columns(self, vehicle: str, attack: str, begin: str, end: str) -> None:
        """The other columns: half, less, equal; over by 1 does nothing."""
        told = part(charts(), "columns FT/MOL", "Aerial AF")
        told = f"FT/MOL{told}"
        assert fates(vehicle, attack) == [*told_fates(part(told, begin, end)), "none"]

    def test_mines(self) -> None:
        """A-P mines immobilize an AFV; A-T mines burn, eliminate, else immobilize."""
        told = part(charts(), "columns FT/MOL", "Aerial AF")
        assert "A-P mines: immobilized for <=" in told
        assert fates("AFV", "A-P mines") == ["immobilized"] * 3 + ["none"]
        assert fates("AFV", "A-T mines") == told_fates(part(told, "A-T mines:", "CC:"))
        assert set(fates("unarmored", "A-T mines")) == {"burn"}

    def test_guns(self) -> None:
        """What a hit does to a Gun."""
        told = line(charts(), "Gun destruction:")
        found = listed("C11-destruction", "effect")
        assert "KIA -> eliminated" in told
        assert "CH -> eliminated" in told
        assert found["KIA"] == found["CH"] == "eliminated"
        assert "K -> malfunction + Casualty Reduction of crew" in told
        assert found["K"] == "malfunctioned and crew reduced"


class TestFirepower:
    """C8 and C1."""

    def test_he(self) -> None:
        """FP of HE by calibre."""
        told = line(charts(), "HE FP of a gun hit")
        for calibre, fp in re.findall(r"(\d+):(\d+)", told):
            assert cell("C8-HE", int(calibre)) == int(fp)

    def test_others(self) -> None:
        """FP of AP and HEAT."""
        told = line(charts(), "HE equivalency")
        assert cell("C8-AP", 36) == number(told, r"AP <37mm (\d)")
        assert cell("C8-AP", 37) == number(told, r">=37mm (\d)")
        for names, fp in re.findall(r"([A-Z][\w/]+) (\d+);", told)[1:]:
            for name in names.split("/"):
                assert cell("C8-HEAT", round=name) == int(fp)

    def test_oba(self) -> None:
        """FP of OBA by calibre."""
        told = part(charts(), "column by calibre (", ")")
        for calibre, fp in re.findall(r"(\d+):(\d+)", told):
            assert cell("C1-FP", int(calibre), fire="HE") == int(fp)

    @pytest.mark.parametrize(
        ("nation", "name"),
        [
            ("german", "German"),
            ("russian", "Russian"),
            ("american", "US"),
            ("british", "British"),
            ("french", "French"),
            ("italian", "Italian"),
            ("axis-minor", "Axis/Allied Minor"),
            ("allied-minor", "Axis/Allied Minor"),
            ("japanese", "Japanese"),
            ("chinese", "Chinese"),
        ],
    )
    def test_piles(self, nation: str, name: str) -> None:
        """Black and red chits."""
        told = re.search(rf"{name} (\d+)B/(\d+)R", charts())
        assert told
        assert cell("C1-pile", nation=nation) == (int(told[1]), int(told[2]))

    def test_finnish_pile(self) -> None:
        """Black chits of the Finns by year."""
        told = part(charts(), "Finnish ", ", Axis/")
        black = [int(n) for n in re.findall(r"(\d+)B", told)]
        dates = ("1939-12", "1941-08", "1943-08", "1944-11")
        found = [cell("C1-pile", nation="finnish", date=date)[0] for date in dates]
        assert found == black

    def test_radio(self) -> None:
        """Contact numbers; of the Russians by date."""
        told = part(charts(), "radio value (", ")")
        high, minor = number(told, r"Fi (\d)"), number(told, r"minors (\d)")
        for nation in ("german", "american", "british", "italian", "japanese"):
            assert cell("C1-radio", nation=nation) == high
        for nation in ("french", "axis-minor", "allied-minor"):
            assert cell("C1-radio", nation=nation) == minor
        russian = re.search(r"Ru (\d) to 6/42, (\d) to 6/43, (\d) after", told)
        assert russian
        for month, value in zip(
            ("1942-06", "1943-06", "1943-07"), russian.groups(), strict=True
        ):
            assert cell("C1-radio", nation="russian", date=month) == int(value)
        assert number(told, r"phone (\d+)") == BY_PHONE

    def test_accuracy(self) -> None:
        """The highest dr of each nation."""
        told = part(charts(), "Accuracy dr ", " puts")
        good, other = number(told, r"<=(\d) \(German"), number(told, r"<=(\d) \(others")
        for nation, value in listed("C1-accuracy", "nation").items():
            best = nation in ("german", "british", "american")
            assert value == (good if best else other)


class TestCloseCombat:
    """A11."""

    @pytest.mark.parametrize(("line_", "begin"), [("CC", "Kill #"), ("HtH", "HtH #")])
    def test_kill_numbers(self, line_: str, begin: str) -> None:
        """Each Kill Number."""
        odds = line(combat(), "Odds ").split()
        wanted = cells(line(combat(), begin), len(odds))[: len(odds)]
        assert tuple(odds) == ("<1-8", *RATIOS, "10-1", ">10-1")
        assert [cell("A11", line=line_, odds=one) for one in odds] == wanted

    def test_ccv(self) -> None:
        """Close Combat Values."""
        told = part(combat(), "CCV squad ", ";")
        assert CCV["squad"] == int(told[0])
        assert CCV["crew"] == number(told, r"crew (\d)")
        assert CCV["half squad"] == number(told, r"HS (\d)")
        assert number(told, r"SMC (\d)") == SMC_CCV

    def test_luck(self) -> None:
        """The dr after an Original 2."""
        told = part(combat(), "Original 2: extra dr ", "\n")
        pairs = re.findall(r"(\d) (burn|elim|immobilize)", told)
        word = {"burn": "burn", "elim": "eliminated", "immobilize": "immobilized"}
        assert {int(dr): word[fate] for dr, fate in pairs} == LUCK

    def test_atmm(self) -> None:
        """What an ATMM is worth, also to Romanians, and its check."""
        assert number(combat(), r"ATMM (-\d)") == ATMM["german"].drm
        assert number(combat(), r"Romanian (-\d)") == ATMM["romanian"].drm
        told = line(vehicles(), "ATMM check dr")
        assert number(told, r"<=(\d)") == ATMM_AT
        assert number(told, r"(\d) pins") == ATMM_PINS


class TestVehicles:
    """Chapter D, and LATW."""

    def test_bog(self) -> None:
        """Bog DRM of ground pressure and of terrain at half MP."""
        told = part(vehicles(), "Bog DR + DRM >= ", "Bog removal")
        assert number(told, r"(\d+) -> bogged") == BOGGED
        assert PRESSURE["normal"] == number(told, r"\+(\d) normal")
        assert PRESSURE["high"] == number(told, r"\+(\d) high")
        assert number(told, r"\+(\d) woods/graveyard") == FAST_OTHER
        assert FAST["stone building"] == number(told, r"\+(\d) stone building")

    def test_unbog(self) -> None:
        """The coloured die of bog removal."""
        told = line(vehicles(), "Bog removal")
        assert number(told, r"1-(\d) freed") == FREED
        assert number(told, r"(\d) mired") == MIRES

    def test_speed(self) -> None:
        """ESB DRM by who built it."""
        told = line(vehicles(), "Excessive speed")
        assert WORKSHOPS["american"] == number(told, r"US/Czech (\d)")
        assert WORKSHOPS["russian"] == number(told, r"Russian/Chinese (\d)")
        assert WORKSHOPS["german"] == number(told, r"British/German (\d)")
        assert WORKSHOPS["chinese"] == WORKSHOPS["russian"]
        assert WORKSHOPS["british"] == WORKSHOPS["german"]
        assert number(told, r"French/Italian/other (\d)") == OTHERS
        assert number(told, r">= (\d+) = immobilized") == BREAKS

    def test_reverse(self) -> None:
        """Reverse Movement."""
        told = part(vehicles(), "reverse: ", " of entrance")
        assert REVERSE["tracked"] == number(told, r"tracked x(\d)")
        assert REVERSE["truck"] == number(told, r"truck x(\d)")
        assert REVERSE["armored car"] == number(told, r"AC x(\d)")

    def test_hull_down(self) -> None:
        """Hexsides of a HD Maneuver."""
        told = line(vehicles(), "HD maneuver dr:")
        pairs = re.findall(r"(\d) -> (\d)", told)
        assert {int(dr): int(sides) for dr, sides in pairs} == HIDDEN

    def test_shock(self) -> None:
        """Recovery from Shock and UK."""
        told = line(vehicles(), "Shock (TK#")
        assert number(told, r"RPh: dr <=(\d)") == RECOVERS
        assert number(told, r"next RPh dr <=(\d)") == RECOVERS_UK

    def test_overrun(self) -> None:
        """FP of an OVR before its MG."""
        told = part(vehicles(), "FP = base (", ")")
        assert number(told, r"(\d) unarmored") == BASE
        assert number(told, r"(\d) AFV,") == ARMORED
        assert number(told, r"(\d) AFV with") == ARMED

    def test_riders(self) -> None:
        """PP of Riders."""
        assert number(vehicles(), r"Riders (\d+) PP") == RIDERS

    def test_pf(self) -> None:
        """PF check, and the TH# of PF and PFk by range."""
        told = line(vehicles(), "PF TH")
        assert number(told, r"check dr <=(\d) \(German") == PASSES
        assert number(told, r"(\d) pins") == PINS
        assert cell("C7-HEAT", round="PF") == number(told, r"TK (\d+)")
        assert cell("C7-HEAT", round="PFk") == number(told, r"TK \d+ / (\d+)")
        assert cell("C8-HEAT", round="PF") == number(told, r"HE (\d+)")
        assert cell("C8-HEAT", round="PFk") == number(told, r"HE \d+ / (\d+)")

    def test_pf_to_hit(self) -> None:
        """TH# of the PF counters."""
        told = line(vehicles(), "PF TH")
        wanted = re.search(r"\): ([\d/]+)", told)
        assert wanted
        numbers = [int(n) for n in wanted[1].split("/")]
        assert _to_hit("german/pf") == numbers


def _to_hit(code: str) -> list[Any]:
    """The TH# printed on a LATW, by range."""
    piece: Any = counters()[code]
    return list(piece.th)
