"""Lays roads and streams: the cheapest way between two places, bend by bend."""

import heapq
from collections.abc import Callable, Collection
from functools import cache
from itertools import pairwise

from opfor.geo.boards.geomorphic import EXITS, STANDARD
from opfor.geo.boards.plan import Hex, PlannedLine, Side, canonical, side_between
from opfor.geo.generate.draft import HALVES, RIM, BoardDraft, around, beyond_sides
from opfor.geo.generate.noise import mix, seed_of
from opfor.geo.hexes import SIDES, distance

Cost = Callable[[Hex, Hex], float | None]
"""The cost of going from a hex to its neighbour; None where it cannot be done."""

_BEND = (0.0, 0.35, 3.0)
"""What a bend costs: straight on, to the next hexside, sharply back."""


def find_way(
    start: Hex,
    heading: int | None,
    goals: Collection[Hex],
    cost: Cost,
    bends: tuple[float, float, float] = _BEND,
) -> list[Hex] | None:
    """The cheapest way from a hex to any goal, or None.

    Args:
        start: the first hex.
        heading: the hexside towards which one enters it; None to start anywhere.
        goals: hexes where the way may end.
        cost: of each step.
        bends: what going straight on, a bend and a sharp bend cost.
    """
    first = (start, -1 if heading is None else heading)
    best: dict[tuple[Hex, int], float] = {first: 0.0}
    came: dict[tuple[Hex, int], tuple[Hex, int]] = {}
    queue = [(0.0, first)]
    while queue:
        spent, at = heapq.heappop(queue)
        if spent > best[at]:
            continue
        if at[0] in goals:
            return _walk_back(at, came)
        for side, beside in beyond_sides(at[0]):
            turn = min((side - at[1]) % SIDES, (at[1] - side) % SIDES)
            step = cost(at[0], beside)
            if step is None or (at[1] >= 0 and turn == 3):
                continue
            total = spent + step + (bends[turn] if at[1] >= 0 else 0.0)
            after = (beside, side)
            if total < best.get(after, float("inf")):
                best[after], came[after] = total, at
                heapq.heappush(queue, (total, after))
    return None


def _walk_back(
    at: tuple[Hex, int], came: dict[tuple[Hex, int], tuple[Hex, int]]
) -> list[Hex]:
    way = [at[0]]
    while at in came:
        at = came[at]
        way.append(at[0])
    return way[::-1]


def lay_roads(ground: BoardDraft, junctions: list[Hex], kind: str = "road") -> bool:
    """Join all exits by roads, the trunk road through the junctions first.

    Returns whether every exit could be joined.
    """
    west, east = (0, 4, 3), (32, 4, 3)
    stops = [EXITS[west], *junctions, EXITS[east]]
    trunk = [stops[0]]
    for stop in stops[1:]:
        heading = side_between(*trunk[-2:]) if len(trunk) > 1 else 1
        leg = find_way(trunk[-1], heading, {stop}, road_cost(ground, trunk))
        if leg is None:
            return False
        trunk += leg[1:]
    ground.add_line(PlannedLine(kind, tuple(trunk), west, east))
    for side, hex_ in EXITS.items():
        if side in (west, east):
            continue
        heading = (side[2] + 3) % SIDES
        way = find_way(hex_, heading, ground.ways, road_cost(ground))
        if way is None:
            return False
        ground.add_line(PlannedLine("road", tuple(way), start=side))
    return True


@cache
def _whim(salt: int, hex_: Hex) -> int:
    """A hex's own part of a cost, from 0 to 99, that makes ways wind."""
    return mix(salt, *hex_) % 100


def road_cost(ground: BoardDraft, own: Collection[Hex] = ()) -> Cost:
    """What a road pays: it shuns edges, hills, woods and the company of roads."""
    salt = mix(ground.seed, seed_of("roads"))

    def cost(a: Hex, b: Hex) -> float | None:
        if b in HALVES or b in ground.built or b in own or b in ground.areas:
            return None
        if not _crosses_well(ground, a, b):
            return None
        price = 1.0 + _whim(salt, b) / 90
        price += 5.0 * (b in RIM) + 4.0 * abs(ground.levels.get(b, 0))
        price += 6.0 * (b in ground.low)
        if b not in ground.ways:
            price += 1.2 * sum(beside in ground.ways for beside in around(b))
        return price

    return cost


def _crosses_well(ground: BoardDraft, a: Hex, b: Hex) -> bool:
    """A road does not leave a hex by the hexside that a stream takes."""
    if a not in ground.low and b not in ground.low:
        return True
    if a in ground.low and b in ground.low:
        return False
    return canonical(STANDARD, (*a, side_between(a, b))) not in ground.crossed


def bridge_roads(ground: BoardDraft, word: str = "bridge") -> bool:
    """Put a bridge wherever a road crosses a stream.

    Returns whether each is a crossing: in on one bank, out on the other.
    """
    for hex_ in sorted(ground.ways & ground.low):
        water = _sides_of(ground, hex_, low=True)
        road = _sides_of(ground, hex_, low=False)
        if len(water) != 2 or len(road) != 2:
            return False
        first, second = sorted(water)
        banks = {first < side < second for side in road}
        if len(banks) != 2:
            return False
        ground.bridges[hex_] = word
    return True


def _sides_of(ground: BoardDraft, hex_: Hex, *, low: bool) -> set[int]:
    """The hexsides of a hex that its low lines cross, or its roads."""
    found: set[int] = set()
    for line in ground.lines:
        if hex_ not in line.hexes or (line.kind in ("road", "paved road")) == low:
            continue
        for a, b in pairwise(line.hexes):
            if hex_ == a:
                found.add(side_between(a, b))
            elif hex_ == b:
                found.add(side_between(b, a))
        found |= {s[2] for s in (line.start, line.end) if s and s[:2] == hex_}
    return found


def lay_stream(ground: BoardDraft, kind: str, start: Hex, goal: Hex) -> bool:
    """Let a stream or gully wind from one hex to another, before any road.

    Where marsh or pond lies at an end, the stream runs up to their hexside.
    """
    salt = mix(ground.seed, seed_of(kind))

    def cost(a: Hex, b: Hex) -> float | None:
        if b in RIM or b in ground.low or (b in ground.areas and b != goal):
            return None
        uphill = max(0, ground.levels.get(b, 0) - ground.levels.get(a, 0))
        return 1.0 + _whim(salt, b) / 25 + 20.0 * uphill

    way = find_way(start, None, {goal}, cost, bends=(0.0, 0.1, 2.5))
    if way is None or len(way) < 7:
        return False
    ends: list[Side | None] = [None, None]
    if start in ground.areas:
        ends[0] = canonical(STANDARD, (*start, side_between(*way[:2])))
        way = way[1:]
    if goal in ground.areas:
        ends[1] = canonical(STANDARD, (*goal, side_between(*way[:-3:-1])))
        way = way[:-1]
    ground.add_line(PlannedLine(kind, tuple(way), *ends))
    return True


def lay_loop(ground: BoardDraft, near: Hex, reach: int, kind: str = "road") -> None:
    """A further street between two places on roads, away from other streets."""
    luck = ground.luck(f"loop {len(ground.lines)}")
    inside = [h for h in sorted(ground.ways) if distance(h, near) <= reach]
    for _ in range(12):
        a, b = luck.pick(inside), luck.pick(inside)
        if not 3 <= distance(a, b) <= 7:
            continue
        plain = road_cost(ground)

        def cost(x: Hex, y: Hex, end: Hex = b, plain: Cost = plain) -> float | None:
            crowd = 2.0 * sum(beside in ground.ways for beside in around(y))
            price = plain(x, y)
            crossing = y in ground.ways and y != end
            return None if crossing or price is None else price + crowd

        way = find_way(a, None, {b}, cost)
        if way is not None and len(way) > 4 and not set(way) & RIM:
            ground.add_line(PlannedLine(kind, tuple(way)))
            return


def tread_paths(ground: BoardDraft, count: int) -> None:
    """Footpaths through woods or over hills, from road to road."""
    luck = ground.luck("paths")
    trodden: set[Hex] = set()

    def cost(_: Hex, b: Hex) -> float | None:
        taken = b in HALVES or b in ground.built or b in trodden or b in ground.low
        if taken or ground.areas.get(b) in ("pond", "marsh"):
            return None
        wild = ground.areas.get(b) in ("woods", "brush") or b in ground.levels
        return 1.0 if wild else 2.5 + 2.0 * (b in ground.ways)

    ends = [hex_ for hex_ in sorted(ground.ways) if hex_ not in RIM]
    for _ in range(40):
        if count <= 0 or len(ends) < 2:
            return
        a, b = luck.pick(ends), luck.pick(ends)
        if not 4 <= distance(a, b) <= 9:
            continue
        way = find_way(a, None, {b}, cost)
        if way and not set(way[1:-1]) & ground.ways and _clear(ground, way):
            ground.add_line(PlannedLine("path", tuple(way)))
            trodden.update(way)
            count -= 1


def _clear(ground: BoardDraft, way: list[Hex]) -> bool:
    """Whether no wall, hedge or cliff stands across a way."""
    crossed = PlannedLine("path", tuple(way)).crossed()
    return not any(canonical(STANDARD, side) in ground.sides for side in crossed)
