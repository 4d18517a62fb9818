"""What it costs vehicles to go from one hex to the next, in MP, and where they bog.

The Terrain Chart has one column for each way of moving. A cost is a number of MP, a
share of the printed MP, or all of them; some terrain offers a choice: slow and safe,
or fast with a worse Bog DR. What stands on the map (wrecks, wire, mud) is the rules'
to add. MP are counted in quarters, as MF are. Readings: D-303.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal, get_args

import msgspec

from opfor.geo.ground import Location
from opfor.geo.hexside_features import PATH
from opfor.geo.movement.infantry_cost import (
    BESIDE_ROADS,
    OVER_ROADS,
    CostPart,
    Lists,
    landing,
)
from opfor.geo.terrain_chart import MF, TerrainKind, mf

Movement = Literal["armored car", "tracked", "halftrack", "truck"]
COLUMNS: tuple[str, ...] = get_args(Movement)
"""The columns of the Terrain Chart for vehicles, in its order."""

UP_A_LEVEL, UP_BY_ROAD = 4 * MF, 2 * MF
"""MP for each level that a vehicle goes up (B10.4)."""

ROAD, ROAD_BU = MF // 2, MF
"""MP for a hex entered along a road, and for a BU AFV (B3.4)."""

SHARES = {"Z": 2, "z": 3, "zz": 4}

_RATE = re.compile(
    r"(?P<base>NA|ALL|COT|zz|Z|z|\[B\]|\d+(?:/2)?)(?P<cot>\+COT)?(?: (?P<bog>BB?))?"
)
_COST = re.compile(r"(?P<rates>.*?)(?P<road> R)?(?: \[(?P<bu>BU )?(?P<on_road>\d)\])?")


class Rate(msgspec.Struct, frozen=True):
    """One way to pay for a kind of terrain.

    Args:
        quarters: quarters of MP.
        cot: the cost of the other terrain is added.
        share: that part of the printed MP, FRU: 2 for half, 3, 4; 0 for none.
        all: all of the MP.
        bog: Bog DR that it asks for: 0 none, 1, or 2 with a worse one.
    """

    quarters: int = 0
    cot: bool = False
    share: int = 0
    all: bool = False
    bog: int = 0


class MpCost(msgspec.Struct, frozen=True):
    """A cost of the chart, read.

    Args:
        rates: the ways to pay; none if it is not allowed.
        road: the road's cost instead, when entered along one.
        on_road: quarters of MP when entered along a road, 0 if it does not say.
    """

    rates: tuple[Rate, ...] = ()
    road: bool = False
    on_road: int = 0


class VehicleCost(msgspec.Struct, frozen=True):
    """One way for a vehicle into the next hex.

    Args:
        parts: the items of its cost.
        all: it takes all of the vehicle's MP instead.
        bog: terrain that asks for a Bog DR, each with how: "B", "BB", or the share
            of the printed MP that was paid ("Z", "z", "zz").
        road: it follows a road.
        climb: levels up, negative for down.
        bar: why it cannot be taken; empty if it can.
    """

    parts: tuple[CostPart, ...] = ()
    all: bool = False
    bog: tuple[tuple[str, str], ...] = ()
    road: bool = False
    climb: int = 0
    bar: str = ""

    @property
    def quarters(self) -> int:
        """The cost in quarters of MP, but for those that take all."""
        return sum(part.quarters for part in self.parts)

    def __str__(self) -> str:
        """The cost as players say it: `hedge 1 + brush 2`."""
        if self.bar:
            return self.bar
        if self.all:
            return "all MP"
        return " + ".join(f"{p.name} {mf(p.quarters)}" for p in self.parts)


@cache
def read_mp(printed: str) -> MpCost:
    """Read the chart's notation of a vehicle's cost, such as `ALL B or Z B R`.

    Errors:
        ValueError: it is none.
    """
    match = _COST.fullmatch(printed)
    if match is None:
        raise ValueError(f"{printed!r} is no MP cost")
    rates = [_rate(text) for text in match["rates"].split(" or ")]
    on_road = int(match["on_road"]) * MF if match["on_road"] and not match["bu"] else 0
    return MpCost(
        rates=tuple(rate for rate in rates if rate is not None),
        road=match["road"] is not None,
        on_road=on_road,
    )


def _rate(text: str) -> Rate | None:
    """One way to pay; None for NA."""
    match = _RATE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no MP cost")
    base = match["base"]
    if base == "NA":
        return None
    bog = len(match["bog"] or "") or int(base == "[B]")
    number = base if base[0].isdigit() else "0"
    whole, _, half = number.partition("/")
    quarters = MF // 2 if half else int(whole) * MF
    return Rate(
        quarters=quarters,
        cot=base in ("COT", "[B]") or match["cot"] is not None,
        share=SHARES.get(base, 0),
        all=base == "ALL",
        bog=bog,
    )


class VehicleTraits(msgspec.Struct, frozen=True):
    """What of a vehicle its costs follow from.

    Args:
        movement: what it moves by.
        mp: its printed MP.
        road_rate: quarters of MP for a hex entered along a road.
    """

    movement: Movement
    mp: int
    road_rate: int = ROAD


def drives(
    lists: Lists,
    start: Location,
    side: int,
    vehicle: VehicleTraits,
    *,
    by_road: bool = True,
) -> tuple[VehicleCost, ...]:
    """The ways for a vehicle across a hexside into the next hex.

    The cheap one comes last; a single one with `bar` if there is none.

    Args:
        lists: the ground.
        start: the Location it leaves.
        side: the hexside it crosses.
        vehicle: what moves.
        by_road: it follows the road that crosses the hexside, if one does.
    """
    across = lists.other[start.hex][side]
    if across < 0:
        return (VehicleCost(bar="off the map"),)
    end = landing(lists, start, side, across)
    if isinstance(end, str):
        return (VehicleCost(bar=end),)
    code = lists.road[start.hex][side] if start.level == 0 == end.level else 0
    road = by_road and code > 0 and code != PATH
    # A map has some hundred hexsides, but few that differ in what they cost.
    follows = (
        lists.side[start.hex][side],
        (lists.beneath if end.level < 0 else lists.kind)[end.hex],
        lists.beside[end.hex],
        _climb(lists, start, end),
        road,
        vehicle,
    )
    found = lists.drives.get(follows)
    if found is None:
        found = _drives(lists, start, side, end, vehicle, road=road)
        lists.drives[follows] = found
    return found


def _drives(
    lists: Lists,
    start: Location,
    side: int,
    end: Location,
    vehicle: VehicleTraits,
    *,
    road: bool,
) -> tuple[VehicleCost, ...]:
    found = [
        _drive(lists, start, end, vehicle, wall, rate, road=road)
        for wall in _hexside(lists, start.hex, side, vehicle, road=road)
        for rate in _terrain(lists, end, vehicle, road=road)
    ]
    return tuple(found) or (
        VehicleCost(bar=_why(lists, start.hex, side, end, vehicle)),
    )


def past(
    lists: Lists, start: Location, side: int, end: Location, vehicle: VehicleTraits
) -> VehicleCost:
    """What a vehicle pays for going along one hexside of a hex, to be doubled.

    The cost of the other terrain comes first, then what is paid once: the hexside
    that it crosses, if any, and a level up.

    Args:
        lists: the ground.
        start: the Location it comes from.
        side: the hexside it crosses; below 0 if it is in the hex already.
        end: the hex.
        vehicle: what moves.
    """
    alone = lists.beside[end.hex] == lists.kind[end.hex]
    open_ = _part(lists.open.name, _read(lists.open, vehicle).rates[-1], vehicle)
    parts = [open_ if alone else _other(lists, end.hex, vehicle)]
    if side < 0:
        return VehicleCost(parts=tuple(parts))
    walls = _hexside(lists, start.hex, side, vehicle, road=False)
    if not walls:
        return VehicleCost(bar=_why(lists, start.hex, side, end, vehicle))
    if wall := walls[-1]:
        parts.append(_part(*wall, vehicle))
    climb = lists.base[end.hex] - lists.base[start.hex]
    if climb > 0:
        parts.append(CostPart("up a level", climb * UP_A_LEVEL))
    return VehicleCost(parts=tuple(parts), climb=climb)


Named = tuple[str, Rate]
"""Terrain by name, and one way to pay for it."""


def _hexside(
    lists: Lists, start: int, side: int, vehicle: VehicleTraits, *, road: bool
) -> list[Named | None]:
    """The ways to cross what lies on the hexside; None for nothing to cross."""
    wall = lists.side[start][side]
    if wall < 0 or road:
        return [None]
    kind = lists.kinds[wall]
    return [(kind.name, rate) for rate in _read(kind, vehicle).rates]


def _terrain(
    lists: Lists, end: Location, vehicle: VehicleTraits, *, road: bool
) -> list[Named]:
    """The ways to pay for the terrain of a hex."""
    kind = _kind(lists, end)
    cost = _read(kind, vehicle)
    if road and kind.name not in OVER_ROADS:
        if cost.on_road:
            return [("road", Rate(quarters=cost.on_road))]
        return [("road", Rate(quarters=vehicle.road_rate))]
    if kind.name in BESIDE_ROADS:
        kind = lists.open
        cost = _read(kind, vehicle)
    return [(kind.name, rate) for rate in cost.rates]


def _kind(lists: Lists, end: Location) -> TerrainKind:
    at = lists.beneath[end.hex] if end.level < 0 else lists.kind[end.hex]
    return lists.kinds[at]


def _read(kind: TerrainKind, vehicle: VehicleTraits) -> MpCost:
    return read_mp(kind.mp[COLUMNS.index(vehicle.movement)])


def _drive(
    lists: Lists,
    start: Location,
    end: Location,
    vehicle: VehicleTraits,
    wall: Named | None,
    terrain: Named,
    *,
    road: bool,
) -> VehicleCost:
    """One way, of one way to cross the hexside and one to pay for the hex."""
    paid = [named for named in (wall, terrain) if named is not None]
    climb = _climb(lists, start, end)
    bog = [(name, _how(rate)) for name, rate in paid if rate.bog]
    if any(rate.all for _, rate in paid):
        return VehicleCost(all=True, bog=tuple(bog), road=road, climb=climb)
    parts = [_part(name, rate, vehicle) for name, rate in paid]
    if terrain[1].cot:
        parts.append(_other(lists, end.hex, vehicle))
    if climb > 0:
        each = UP_BY_ROAD if road else UP_A_LEVEL
        parts.append(CostPart("up a level", climb * each))
    return VehicleCost(
        parts=tuple(part for part in parts if part.quarters),
        bog=tuple(bog),
        road=road,
        climb=climb,
    )


def _climb(lists: Lists, start: Location, end: Location) -> int:
    """Levels up from one Location to another, negative for down."""
    return lists.base[end.hex] + end.level - lists.base[start.hex] - start.level


def _how(rate: Rate) -> str:
    letters = {share: letter for letter, share in SHARES.items()}
    return letters.get(rate.share, "B" * rate.bog)


def _part(name: str, rate: Rate, vehicle: VehicleTraits) -> CostPart:
    if rate.share:
        return CostPart(name, -(-vehicle.mp // rate.share) * MF)
    return CostPart(name, rate.quarters)


def _other(lists: Lists, hex_: int, vehicle: VehicleTraits) -> CostPart:
    """The cost of the other terrain of a hex; Open Ground's if that is none of it."""
    kind = lists.kinds[lists.beside[hex_]]
    rates: Sequence[Rate] = _read(kind, vehicle).rates
    if not rates or rates[-1].cot:
        kind, rates = lists.open, _read(lists.open, vehicle).rates
    return _part(kind.name, rates[-1], vehicle)


def _why(
    lists: Lists, start: int, side: int, end: Location, vehicle: VehicleTraits
) -> str:
    wall = lists.side[start][side]
    if wall >= 0 and not _read(lists.kinds[wall], vehicle).rates:
        return f"{lists.kinds[wall].name}: NA"
    return f"{_kind(lists, end).name}: NA"
