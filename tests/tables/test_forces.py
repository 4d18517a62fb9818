"""What the tables bring month by month: nothing out of its time, nothing too often."""

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.state.counter_lists import shipped
from opfor.state.counters import Gun, Vehicle
from opfor.state.in_service import IN_USE, check_service
from opfor.state.nations import load, load_nation, nations
from opfor.state.packs import check_pack
from tests.tables.by_month import DR, chances, each

NAMES = nations(load())
MOST = 20
"""Of 36: as often one Gun or vehicle may come in a month."""

HISTORY = {
    ("german/x6a", "StuG IIIB"): "beside it a few sIG on a tank's hull were all",
    ("italian/x6a", "SMV M40 75/18"): "the first of them, alone for four months",
    ("finnish/x6", "Vikkers (b)"): "one company fought in the Winter War",
    ("american/x6", "M3 LT"): "the only tanks in the Philippines",
    ("american/x6a", "M3 GMC"): "the only SPG in the Philippines",
    ("usmc/x6a", "M3 GMC"): "the SPG of the Marine divisions to 1944",
    ("anzac/x6", "Stuart I(a)"): "the only tanks at Buna",
    ("anzac/x6a", "Matilda II CS"): "the close support tank of their regiments",
    ("canadian/x6", "Churchill I"): "Dieppe",
    ("romanian/x6a", "StuG IIIG(g)"): "the only assault gun that was delivered",
    ("axis-minor/x6a", "StuG IIIG(g)"): "the only assault gun that was delivered",
}
"""What came oftener, and why."""

CARRIERS = {"APC", "APCv", "SC", "ht", "aAPC", "tr", "ammo carrier"}
PRINT = re.compile(r" \((MG|MA|VASL|Partisan|Bulgarian)\b")
FAMILY = re.compile(r"[A-Za-z]{2,}|[A-Z]\D?\d+")
ENGINEERS = re.compile(r"^\w*v/| FT$| TRV$|[Dd]ozer$|Crab$")


@cache
def too_often(nation: str) -> frozenset[tuple[str, str]]:
    """What comes by more than 20 DR of 36 in some month: the table and the piece."""
    pack = load_nation(nation)
    return frozenset(
        (pack.table(name).id.name, piece)
        for name, date, when in each(pack, "x5", "x6", "x6a")
        for piece, ways in chances(pack, name, date, when).items()
        if ways > MOST
    )


@pytest.mark.parametrize("nation", NAMES)
def test_no_monotony(nation: str) -> None:
    """No Gun or vehicle comes by more than 20 DR of 36, unless that was history."""
    assert too_often(nation) <= set(HISTORY)


def test_history_is_needed() -> None:
    """Nothing is on that list that does not come so often."""
    assert set(HISTORY) == frozenset().union(*map(too_often, NAMES))


@pytest.mark.parametrize("nation", NAMES)
def test_in_its_time(nation: str) -> None:
    """No row names a Gun, vehicle or SW in a month in which it is not in use."""
    pack = load_nation(nation)
    for name, date, when in each(pack, *IN_USE):
        for number in DR:
            row = pack.look_up(name, number, date=date, **when)
            piece = pack.counter(row.result)
            assert piece.serves(date), (name, date, when, piece.id, row.place)


def test_every_gun_and_vehicle_is_dated() -> None:
    """All have a first and a last month of use."""
    heavy = [p for p in shipped().values() if isinstance(p, Gun | Vehicle)]
    assert not [p.id for p in heavy if not (p.since and p.until)]


# -- what never comes --------------------------------------------------------------


@cache
def generated() -> frozenset[str]:
    """Every counter that a nation's tables bring in some month."""
    found = set()
    for nation in NAMES:
        pack = load_nation(nation)
        for name, date, when in each(pack, *IN_USE):
            for number in DR:
                row = pack.in_use(name, number, date=date, **when)
                found.add(pack.counter(row.result).id)
    return frozenset(found)


@cache
def listed() -> Mapping[str, str]:
    """Why those of never_generated.toml do not come, by id."""
    path = Path(__file__).with_name("never_generated.toml")
    groups = tomllib.loads(path.read_text(encoding="utf-8"))["group"]
    return {id_: group["why"] for group in groups for id_ in group["counters"]}


def family(piece: Gun | Vehicle) -> tuple[str, str]:
    """Its nation and what it is a version of: T-26, Sherman; of a Gun the calibre."""
    if isinstance(piece, Gun):
        return piece.nation, f"{piece.kind} {piece.calibre}{piece.barrel}"
    found = FAMILY.match(piece.name)
    return piece.nation, found[0] if found else piece.name


REASONS: Mapping[str, Callable[[Gun | Vehicle], bool]] = {
    "of a later war": lambda p: p.since >= "1945-09",
    "another print of one that comes": lambda p: bool(PRINT.search(p.name)),
    "fires from off the map, or one of its calibre comes": lambda p: (
        isinstance(p, Gun) and p.kind in ("ART", "AA", "MTR")
    ),
    "no AFV": lambda p: isinstance(p, Vehicle) and p.unarmored,
    "carries men or weapons: S5.71 brings AFV, SPG and TD": lambda p: (
        p.kind in CARRIERS
    ),
    "shoots at aircraft": lambda p: isinstance(p, Vehicle) and "AA" in p.kind,
    "flamethrowers and engineer tanks have no table": lambda p: (
        isinstance(p, Vehicle) and bool(ENGINEERS.search(f"{p.kind}/{p.name}"))
    ),
}
"""Why whole kinds of counters never come out of a S?."""


def why(piece: Gun | Vehicle) -> str:
    """The first of those reasons that holds for a counter; empty if none does."""
    return next((text for text, holds in REASONS.items() if holds(piece)), "")


def test_all_others_come() -> None:
    """Every other Gun and vehicle comes in some month, or is listed with a reason."""
    left = [
        piece.id
        for piece in shipped().values()
        if isinstance(piece, Gun | Vehicle)
        and piece.id not in generated()
        and not (why(piece) or piece.id in listed())
    ]
    assert not left


def test_the_list_holds() -> None:
    """What is listed is there, has no other reason, and does not come after all."""
    for id_ in listed():
        piece = shipped()[id_]
        assert isinstance(piece, Gun | Vehicle)
        assert id_ not in generated(), id_
        assert not why(piece), id_


def test_versions_are_of_what_comes() -> None:
    """What is listed as a version is one of a piece that comes."""
    heavy = [p for p in map(shipped().get, generated()) if isinstance(p, Gun | Vehicle)]
    come = {family(piece) for piece in heavy}
    for id_, text in listed().items():
        piece = shipped()[id_]
        if text.startswith("a version of"):
            assert isinstance(piece, Gun | Vehicle)
            assert family(piece) in come, id_


# -- a month in which nothing is in use --------------------------------------------

PACK = """id = "german/x6"
title = "Mine"
key = "DR"
source = "player"
rows = [
  { on = "2-6", until = "1944-03", result = "%s" },
  { on = "7-12", until = "1944-03", result = "PzKpfw IVH" },
  { on = "2-12", from = "1944-04", result = "PzKpfw VG" },
]
"""


def test_a_month_with_nothing_is_told(tmp_path: Path) -> None:
    """`opfor tables check` names table, month, file and line; a game is not begun."""
    (tmp_path / "x6.toml").write_text(PACK % "PzKpfw IVH", encoding="utf-8")
    with pytest.raises(OpforError) as caught:
        check_pack(tmp_path)
    assert "nothing of {german/x6} is in use in 1939-09" in str(caught.value)
    assert re.search(r"x6.toml:[67]", str(caught.value))
    pack = load_nation("german", tmp_path)
    check_service(pack, "1943-07")
    with pytest.raises(OpforError, match="in use in 1941-08"):
        check_service(pack, "1941-08")


def test_no_longer_in_use_gives_way(tmp_path: Path) -> None:
    """A piece that is no longer in use gives way as one that comes later does."""
    (tmp_path / "x6.toml").write_text(PACK % "PzKpfw IB", encoding="utf-8")
    pack = load_nation("german", tmp_path)
    found = [pack.in_use("x6", 4, date=date).result for date in ("1940-06", "1943-07")]
    assert found == ["PzKpfw IB", "PzKpfw IVH"]
