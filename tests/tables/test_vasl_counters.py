"""The counters against the list of VASL's pieces, where that lies beside us."""

import csv
import re
from functools import cache
from itertools import pairwise

from opfor.state.counter_lists import counter, counters
from opfor.state.counters import MMC, Gun, Vehicle, slug
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared

NATION = {
    "German": "german",
    "Russian": "russian",
    "American": "american",
    "British": "british",
    "French": "french",
    "Allied Minor": "allied-minor",
    "Italian": "italian",
    "Axis Minor": "axis-minor",
    "Chinese": "chinese",
    "Finnish": "finnish",
    "Japanese": "japanese",
}
LETTER = {
    "E": "elite",
    "1": "first",
    "2": "second",
    "G": "green",
    "C": "conscript",
}
ELSEWHERE = ("AE", "FJ", "Lehr", "SS", "0-0-0", "3-3-7 P", "Korea", "USMC", "Abn")
# types not shipped, and later wars
CHART_ONLY = {
    "german/5-3-7",  # Volksgrenadier: on the chart, not in VASL's list
    "finnish/5-4-8",  # these are single pieces in VASL, without HS
    "finnish/4-4-7",
    "finnish/4-3-7",
    "finnish/2-3-7",
    "finnish/2-2-7",
}
WEAPON = {"50-cal": "50-hmg"}
NO_WEAPON = re.compile(
    r"Red Banner|Mine Dog|Goliath|Radio|Field Phone|dm |\((a|b)\)|37 MTR"
)


@cache
def all_pieces() -> list[dict[str, str]]:
    """The rows of VASL's pieces."""
    path = SHARED / "data" / "vasl-counters.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def pieces() -> list[dict[str, str]]:
    """The rows of VASL's pieces of the nations we have."""
    return [row for row in all_pieces() if row["nationality"] in NATION]


def layers() -> list[tuple[str, list[str], list[str]]]:
    """Nation, HS ladder and squad ladder of each MMC piece, best first."""
    found = []
    for row in pieces():
        if row["group"] != "SQ" or row["entry"].startswith(ELSEWHERE):
            continue
        if any(mark in row["entry"] + row["sub"] for mark in ELSEWHERE):
            continue
        names = [part.strip() for part in row["layer_names"].split(";") if part.strip()]
        names = names or [row["entry"]]
        names = [name for name in names if re.fullmatch(r"\d-\d-\d \w+", name)]
        halves = [name for name in names if name.endswith("hs")]
        squads = [name for name in names if name.endswith("sq")]
        if squads:
            found.append((NATION[row["nationality"]], halves, squads))
    assert len(found) >= 10
    return found


def ours(nation: str, label: str) -> MMC:
    """Our type of VASL's label, such as "4-6-8 Esq"."""
    strength, kind = label.split()
    code = f"{strength}-nkvd" if kind.startswith("N") else strength
    if kind.endswith("hs") and f"{nation}/{code}-hs" in counters():
        code += "-hs"
    mmc = counter(f"{nation}/{code}")
    assert isinstance(mmc, MMC)
    if kind[0] in LETTER:
        assert mmc.quality == LETTER[kind[0]], label
    return mmc


def test_elr_ladders_agree() -> None:
    """VASL's layers below a type are our replacements, squads and HS alike."""
    for nation, halves, squads in layers():
        for ladder in (halves, squads):
            types = [ours(nation, label) for label in ladder]
            for better, worse in pairwise(types):
                assert better.replaced_by == (worse.name,)
            if not types[-1].underlined_morale:
                assert types[-1].replaced_by == ()


def test_half_squads_agree() -> None:
    """Layer by layer, VASL's HS is the HS of its squad."""
    for nation, halves, squads in layers():
        for half, squad in zip(halves, squads, strict=True):
            assert ours(nation, squad).half_squad == ours(nation, half).name


def test_every_mmc_of_ours_is_there() -> None:
    """No squad or HS of ours is unknown to VASL, but for the chart's own."""
    known = set()
    for nation, halves, squads in layers():
        known |= {ours(nation, label).id for label in halves + squads}
    mine = {
        c.id
        for c in counters().values()
        if isinstance(c, MMC)
        and c.size != "crew"
        and "striped" not in c.name
        and c.nation in NATION.values()
    }
    assert mine - known == CHART_ONLY


def test_leaders_and_weapons_agree() -> None:
    """Every leader grade and SW of VASL's that we need has a counter of ours."""
    for row in pieces():
        nation = NATION[row["nationality"]]
        leader = row["entry"].endswith("LDR") and nation != "japanese"
        if row["group"] == "SMC" and leader:
            for grade in row["layer_names"].split("; "):
                assert f"{nation}/{grade}" in counters()
        if row["group"] == "SMC" and row["entry"].endswith(" AL"):
            code = row["entry"].lower().replace(" ", "-")
            assert f"{nation}/{code}" in counters()
        if row["group"] != "SW" or row["sub"] == "white":
            continue
        if nation not in ("german", "russian"):  # others have fewer SW as yet
            continue
        if not NO_WEAPON.search(row["entry"]):
            code = re.sub(r"[^a-z0-9+]+", "-", row["entry"].lower()).strip("-")
            assert f"{nation}/{WEAPON.get(code, code)}" in counters()


def test_guns_and_vehicles_are_there() -> None:
    """Every Gun and vehicle of ours is a piece of VASL's, by its name and its id.

    Of pieces of one name but different print the name says what differs in brackets.
    """
    rename = [("PzKw", "PzKpfw"), ("Semovente", "SMV")]
    names: dict[str, str] = {}
    nations = NATION | {"Hungarian": "axis-minor"}
    for row in all_pieces():
        name = row["entry"]
        for theirs, mine in rename:
            name = name.replace(theirs, mine)
        nation = nations.get(row["nationality"], "")
        names[row["gpid"]] = f"{nation}/{slug(name)}"
    heavy = [c for c in counters().values() if isinstance(c, Gun | Vehicle)]
    known = {row["gpid"] for row in all_pieces()}
    for piece in heavy:
        assert piece.vasl, piece.id
        theirs = names[piece.vasl[0]]
        assert piece.id == theirs or piece.id.startswith(f"{theirs}-")
        assert set(piece.vasl) <= known
