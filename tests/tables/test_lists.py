"""The long lists of Guns and vehicles: read when asked for, and right in themselves."""

import re

import pytest

from opfor.core.errors import OpforError
from opfor.state.counter_lists import counter, shipped
from opfor.state.counters import MMC, Gun, Vehicle
from opfor.state.nations import CODE_TABLES, load, load_nation
from opfor.state.nations import nations as all_nations
from opfor.state.vehicle_weapons import mounted

HEAVY = [piece for piece in shipped().values() if isinstance(piece, Gun | Vehicle)]
VEHICLES = [piece for piece in HEAVY if isinstance(piece, Vehicle)]
ARMOR = {0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 26, 40}
"""The Armor Factors there are."""


def test_lists_are_read_only_when_asked_for() -> None:
    """A counter that tables name is found without them; one of a list reads them."""
    shipped.cache_clear()
    first, lists = shipped().maps
    assert shipped()["german/pzkpfw-ivh"] is first["german/pzkpfw-ivh"]
    assert dict.__len__(lists) == 0
    assert shipped()["german/pzkpfw-ivh-mg-3-5-2"]
    assert "german" not in lists.left  # type: ignore[attr-defined]
    assert "russian" in lists.left  # type: ignore[attr-defined]


def test_no_table_needs_a_list() -> None:
    """Whatever a nation's tables name stands outside the lists."""
    first = shipped().maps[0]
    for name in all_nations(load()):
        nation = load_nation(name)
        for table in CODE_TABLES:
            for row in nation.table(table).rows if nation.has(table) else ():
                if nation.knows(str(row.result)):
                    assert nation.counter(str(row.result)).id in first


def test_what_is_not_there_is_told() -> None:
    """Neither a wrong nation nor a path is looked for among the lists."""
    for code in ("german/t-99", "nowhere/tank", "../tank", "tank"):
        with pytest.raises(OpforError, match="is no counter"):
            counter(code)


def test_there_are_many() -> None:
    """Every nation with tables of vehicles has more than those name."""
    listed = {piece.nation for piece in HEAVY if piece.id not in shipped().maps[0]}  # type: ignore[attr-defined]
    assert len(listed) == 11
    assert len(HEAVY) > 1200


@pytest.mark.parametrize("piece", HEAVY, ids=lambda piece: piece.id)
def test_print(piece: Gun | Vehicle) -> None:
    """Dates are months, AF on the scale, what is armed has what its print says."""
    assert re.fullmatch(r"(19[0-5]\d-(0[1-9]|1[0-2]))?", piece.since)
    assert not piece.until or piece.since < piece.until
    assert not (piece.no_ap and piece.no_he and not piece.special)
    if isinstance(piece, Gun):
        assert piece.manhandling is None or -4 <= piece.manhandling <= 13
        return
    assert {piece.front, piece.side} <= ARMOR
    assert not (piece.unarmored and (piece.front or piece.side))
    assert piece.towing is None or -4 <= piece.towing <= 12
    found = mounted(piece)
    assert ("MA" in found) == bool(piece.ma)
    assert all(getattr(arm, "fp", 1) > 0 for arm in found.values())
    row = [word.split()[0].strip("*-") for word in piece.mg.split("/") if word]
    mgs = sum(1 for word in row if word)
    names = ("BMG", "CMG", "AAMG")
    main = piece.ma.partition(";")[0].strip("*") in names
    assert sum(name in found for name in names) == mgs - main


@pytest.mark.parametrize("nation", sorted({piece.nation for piece in VEHICLES}))
def test_crews(nation: str) -> None:
    """Each nation with vehicles has crews."""
    crews = {
        piece.name
        for piece in shipped().values()
        if isinstance(piece, MMC) and piece.size == "crew" and piece.nation == nation
    }
    assert len(crews) >= 2


def test_second_weapons() -> None:
    """A flamethrower beside the gun, an ATR in the turret, MG in the sides."""
    tank = mounted(vehicle("american/m4a3-75-w-ft"))
    assert tank["MA"].removal == 0
    assert (tank["bow gun"].kind, tank["bow gun"].removal) == ("FT", 10)  # type: ignore[union-attr]
    car = mounted(vehicle("british/marmon-h-iii-mff"))
    assert car["turret gun"].kind == "ATR"  # type: ignore[union-attr]
    sides = mounted(vehicle("japanese/type-91-ac"))
    assert sides["side MG"].fp == 2  # type: ignore[union-attr]
    carrier = mounted(vehicle("british/ip-carrier-3-in-mtr"))
    assert carrier["MA"].max_range == 63  # type: ignore[union-attr]


def vehicle(code: str) -> Vehicle:
    """A shipped vehicle."""
    found = counter(code)
    assert isinstance(found, Vehicle)
    return found
