"""What one checked S? is worth to each nation, counted exactly over all dice.

BPV of MMC as printed, and the project's own weights for everything else. The AC#
is that of the nation's column of {AC-start}; AC drm and the Mission's are left out.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from opfor.state.counters import MMC, SupportWeapon
from opfor.state.nations import Nation

LEADERS = {
    "10-3": 18, "10-2": 15, "9-2": 12, "10-1": 12, "9-1": 9, "8-1": 7, "10-0": 7,
    "9-0": 6, "8-0": 4, "7-0": 3, "6+1": 2,
}  # fmt: skip
WEAPONS = {"MTR": 6, "ATR": 2, "LATW": 5, "FT": 8, "DC": 4, "INF": 3, "RCL": 5}
GUNS = {"LMG": 4, "MMG": 7, "HMG": 9, ".50 HMG": 11}
ITEMS = {"F": Fraction(12, 5), "Gun": Fraction(14), "AFV": Fraction(32)} | {
    "SPG": Fraction(30)
}
DR = [one + two for one, two in product(range(1, 7), repeat=2)]


def periods(nation: Nation) -> list[str]:
    """The first month of each stretch of time in which its tables stay the same."""
    names = ("x2", "x2-drm", "x3-drm", "x4")
    rows = [row for name in names for row in nation.table(name).rows]
    rows += nation.tables[f"{nation.id}/pack"].rows
    first, last = nation.fact("first month"), nation.fact("last month")
    return sorted({first, *(r.since for r in rows if first < r.since <= last)})


def worth(nation: Nation, date: str, *, drm: int = 0) -> Fraction:
    """The worth of one S? that is checked, at the nation's own AC#."""
    return success(nation, date, drm=drm) * activation(nation, date)


def activation(nation: Nation, date: str) -> Fraction:
    """The chance that a S? Activates at the nation's starting AC#."""
    column = nation.fact("AC column", date=date)
    table = nation.table("AC-start")
    found = [table.look_up(dr, column=column).result for dr in range(1, 7)]
    return sum((Fraction(min(5, max(1, ac)), 36) for ac in found), Fraction(0))


def success(nation: Nation, date: str, *, drm: int = 0) -> Fraction:
    """The worth of one S? whose AC has passed, dummies included."""
    squads = squad_shares(nation, date)
    total = Fraction(0)
    for roll in DR:
        items = nation.table("A1").look_up(roll + drm).result
        total += sum(_items(nation, date, items, squads), Fraction(0))
    return total / 36


def squad_shares(nation: Nation, date: str) -> Mapping[MMC, Fraction]:
    """The share of each type of squad."""
    drm = nation.look_up("x2-drm", date=date).result
    found: dict[MMC, Fraction] = {}
    for roll in DR:
        squad = nation.counter(nation.look_up("x2", roll + drm, date=date).result)
        assert isinstance(squad, MMC)
        found[squad] = found.get(squad, Fraction(0)) + Fraction(1, 36)
    return found


def _items(
    nation: Nation, date: str, items: tuple[str, ...], squads: Mapping[MMC, Fraction]
) -> Iterator[Fraction]:
    mean = sum((squad.bpv * share for squad, share in squads.items()), Fraction(0))
    for item in items:
        if item in ITEMS:
            yield ITEMS[item]
        elif item == "S":
            yield mean
        elif item == "HS":
            yield _half(nation, date, squads)
        elif item == "SW":
            yield sum(
                (Fraction(_weapon(nation, roll, date), 36) for roll in DR), Fraction(0)
            )
        else:
            yield _leader(nation, date, squads, items.count("S"))


def _half(nation: Nation, date: str, squads: Mapping[MMC, Fraction]) -> Fraction:
    """A half squad, or a squad where the nation may not Deploy (S5.72)."""
    allowed = nation.fact("may deploy", date=date)
    total = Fraction(0)
    for squad, share in squads.items():
        half = nation.counter(squad.half_squad) if squad.half_squad else squad
        may = squad.quality == "elite" if allowed == "elite" else bool(allowed)
        assert isinstance(half, MMC)
        total += share * (half.bpv if may else squad.bpv)
    return total


def _weapon(nation: Nation, roll: int, date: str) -> int:
    piece = nation.counter(
        nation.in_use("x4", roll, date=date, theater="elsewhere").result
    )
    assert isinstance(piece, SupportWeapon)
    return GUNS[piece.name] if piece.kind == "MG" else WEAPONS[piece.kind]


def _leader(
    nation: Nation, date: str, squads: Mapping[MMC, Fraction], number: int
) -> Fraction:
    """A leader with so many squads: -1 with any elite, +1 if all are poor (S5.73)."""
    poor = sum(s for m, s in squads.items() if m.quality in ("green", "conscript"))
    plain = 1 - sum(s for m, s in squads.items() if m.quality == "elite")
    all_poor, no_elite = poor**number, plain**number
    cases = {-1: 1 - no_elite, 0: no_elite - all_poor, 1: all_poor}
    drm = nation.look_up("x3-drm", date=date).result
    total = Fraction(0)
    for extra, chance in cases.items():
        for roll in DR:
            at = roll + drm + extra
            row = nation.look_up("x3", at, date=date, column="leader")
            total += chance * LEADERS.get(row.result, 0) / 36
    return total
