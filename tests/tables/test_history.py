"""What nations had: their own, at its time, and most of what there was most of."""

import pytest

from opfor.state.in_service import own_tables
from opfor.state.nations import load_nation
from tests.tables.by_month import DR, chances, each


@pytest.mark.parametrize(
    ("nation", "table", "date", "theater", "come", "never"),
    [
        ("chinese", "x6", "1944-05", "", "M3A3(a) M4A4(a)", "SU-76M"),
        ("usmc", "x6", "1942-09", "", "M2A4", "M4A1 M8 AC"),
        ("usmc", "x6", "1944-10", "", "M4A2 LVT(A)4", "M4A3E2 M4A3(76)W"),
        ("american", "x6", "1944-10", "PTO", "M4A1", "M4A3E2 M4A3(76)W M26"),
        ("american", "x6", "1944-10", "elsewhere", "M4A3E2", "LVT(A)4"),
        ("american", "x6", "1942-11", "elsewhere", "M3 MT", "M3 GMC"),
        ("british", "x6", "1942-06", "elsewhere", "Grant(a)", "A9"),
        ("british", "x6", "1942-11", "elsewhere", "Crusader III", "Mark VIB"),
        ("british", "x6", "1944-06", "PTO", "Lee(a)", "Cromwell IV"),
        ("gurkha", "x6", "1944-06", "PTO", "Lee(a)", "Sherman VC(a)"),
        ("british", "x6a", "1944-08", "elsewhere", "Churchill V", "Bishop"),
        ("hungarian", "x6", "1941-07", "", "38M Toldi I", "LT vz 35(g)"),
        ("romanian", "x6", "1941-07", "", "R-1(t)", "L3/35(i)"),
        ("free-french", "x6", "1944-08", "", "M4A2", "Sherman V(a)"),
        ("german-paras", "x5", "1941-05", "", "75* RCL LG 40", "88L AA FlaK 41"),
        ("belgian", "x5", "1940-05", "", "47 AT C47 FRC M 32", "37L AT Bofors"),
        ("greek", "x6", "1941-04", "", "L3/35(i)", "R-35(f)"),
        ("dutch", "x6", "1940-05", "", "M.36", "L3/35(i)"),
        ("french", "x6", "1941-06", "", "R35 D1", "S35"),
        ("ss", "x6", "1941-08", "", "222", "PzKpfw IIIG"),
        ("ss", "x6", "1942-07", "", "PzKpfw IIIJ", "PzKpfw 35t"),
        ("german", "x6", "1941-07", "", "IIIF IIA", "PzKpfw IIF"),
        ("german", "x6", "1944-08", "", "PzKpfw VG", "PzKpfw IIIN"),
        ("german", "x6c", "1943-06", "", "Marder II", "PzJg III/IV"),
        ("russian", "x6", "1942-08", "", "Stuart Matilda Lee", "BA-64B"),
        ("russian", "x5", "1942-03", "", "45L", "45LL AT PTP obr. 42"),
        ("russian", "x4", "1941-11", "", "ATR 50*", "FT"),
        ("russian", "x4", "1944-06", "", "ATR MMG", "50* MTR"),
        ("american", "x5", "1944-06", "elsewhere", "105* 57L", "75* ART M1A1"),
        ("american", "x5", "1943-03", "elsewhere", "37L M1897A2", "57L AT M1"),
        ("american", "x5", "1941-12", "PTO", "37L", "40L AA M1"),
        ("american-airborne", "x5", "1943-07", "", "75*", "12.7 AA M51"),
        ("usmc", "x5", "1942-08", "", "37L", "40L AA M1"),
        ("usmc", "x6", "1943-11", "", "M3A1 M4A2", "M5A1"),
        ("usmc", "x6a", "1945-02", "", "M3 GMC", "M7 HMC"),
        ("british", "x6", "1943-08", "elsewhere", "Sherman II(a)", "Churchill IV"),
        ("british", "x6", "1944-05", "elsewhere", "Churchill IV", "Churchill VII"),
        ("british", "x6a", "1944-04", "elsewhere", "M3 Sherman", "Churchill V"),
        ("british", "x6c", "1943-03", "elsewhere", "Deacon", "Wolverine(a)"),
        ("british", "x5", "1944-06", "PTO", "25pdr", "88* ART OQF 25pdr S"),
        ("anzac", "x5", "1944-06", "PTO", "88* 25pdr", "75* ART M1A1"),
        ("canadian", "x6a", "1944-08", "", "Sherman IB(a)", "Cromwell VI"),
        ("indian", "x6", "1944-08", "elsewhere", "Sherman V(a)", "Cromwell IV"),
        ("gurkha", "x6", "1945-03", "elsewhere", "Churchill IV", "Comet"),
        ("free-french", "x4", "1944-06", "", "60* BAZ43", "PIAT"),
        ("romanian", "x6c", "1944-03", "", "T-60(r)", "TACAM R-2(r)"),
        ("finnish", "x4", "1939-12", "", "DC", "MOL-P"),
    ],
)
def test_their_own(
    nation: str, table: str, date: str, theater: str, come: str, never: str
) -> None:
    """Each has what it had then and there."""
    pack = load_nation(nation)
    when = {"theater": theater, "column": "outside", "country": pack.fact("name")}
    found = "|".join(chances(pack, table, date, when))
    for name in come.split():
        assert name in found
    assert not any(name in found.split("|") for name in (never, *never.split()))


@pytest.mark.parametrize(
    ("nation", "table", "date", "more", "less"),
    [
        ("german", "x6", "1939-09", "PzKpfw 35t", "PzKpfw 38(t)A"),
        ("german", "x6", "1942-02", "PzKpfw IIIH", "PzKpfw IIIJ"),
        ("german", "x6", "1945-03", "PzKpfw VG", "PzKpfw IVJ"),
        ("german-paras", "x6", "1945-03", "PzKpfw VG", "PzKpfw IVJ"),
        ("german", "x5", "1944-06", "20L AA FlaK 38", "20L AA FlaKvierling 38"),
        ("german", "x6c", "1943-08", "Marder II", "PzJg III/IV"),
        ("russian", "x6", "1944-03", "T-34 M43", "T-34/85"),
        ("french", "x6", "1940-05", "B1-bis", "FCM 36"),
        ("polish", "x6", "1939-09", "TKS", "TKS(L)"),
        ("polish", "x6", "1939-09", "TKS", "7TPjw"),
        ("yugoslavian", "x6", "1941-04", "FT-17C(f)", "T32"),
    ],
)
def test_proportions(nation: str, table: str, date: str, more: str, less: str) -> None:
    """What there was most of comes oftener."""
    pack = load_nation(nation)
    when = {"theater": "", "column": "outside", "country": pack.fact("name")}
    found = chances(pack, table, date, when)
    assert found[more] > found[less] > 0


@pytest.mark.parametrize("nation", ["british", "canadian", "anzac", "indian"])
def test_field_artillery_leads_no_assault(nation: str) -> None:
    """Of the SPG of {x6a} at most half are field artillery, in any month."""
    pack = load_nation(nation)
    for name, date, when in each(pack, "x6a"):
        found = chances(pack, name, date, when)
        guns = sum(found.get(gun, 0) for gun in ("Bishop", "Priest(a)", "Sexton(a)"))
        assert guns <= 18, (date, when)


def test_no_bulgarian_38t() -> None:
    """Bulgarians had R-35, and hardly a 38(t)."""
    pack = load_nation("axis-minor")
    for date in ("1941-07", "1944-01"):
        found = chances(pack, "x6", date, {"country": "Bulgarian"})
        assert "R-35(f)" in found
        assert "LT vz 38(t)A" not in found


def test_german_elite_rises() -> None:
    """The 5-4-8 comes oftener as the war goes on."""
    german, ways = load_nation("german"), []
    for date in ("1939-09", "1942-01", "1944-01", "1944-09"):
        drm = german.look_up("x2-drm", date=date).result
        codes = {n: german.look_up("x2", n + drm, date=date).result for n in DR}
        ways.append(sum(DR[n] for n, code in codes.items() if code == "5-4-8"))
    assert ways == sorted(set(ways))


@pytest.mark.parametrize("nation", ["partisan", "red-chinese"])
def test_no_vehicles(nation: str) -> None:
    """Their packs say that they have none, although their bases do."""
    assert not [name for name in own_tables(load_nation(nation)) if name > "x6"]
    assert load_nation(nation).has("x6")


@pytest.mark.parametrize(
    ("nation", "date"),
    [
        ("german-paras", "1941-05"),
        ("british-airborne", "1944-09"),
        ("usmc", "1942-01"),
        ("french", "1940-12"),
    ],
)
def test_none_that_month(nation: str, date: str) -> None:
    """Crete, Arnhem, Wake, the armistice: no AFV."""
    assert not load_nation(nation).has("x6", date=date)
