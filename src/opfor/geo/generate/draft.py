"""The board under way: what the generator has put where, and its luck."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import TypeVar

from opfor.geo.boards.geomorphic import EDGE_WOODS, STANDARD, half_hexes, rim
from opfor.geo.boards.plan import (
    BoardPlan,
    Hex,
    PlannedBuilding,
    PlannedLine,
    Side,
    canonical,
    side_between,
)
from opfor.geo.generate.noise import mix, noise_plane, seed_of
from opfor.geo.hexes import SIDES, neighbour

T = TypeVar("T")

HALVES: frozenset[Hex] = frozenset(half_hexes(STANDARD))
RIM: frozenset[Hex] = frozenset(rim(STANDARD))
INNER: tuple[Hex, ...] = tuple(h for h in STANDARD if h not in HALVES)
"""The whole hexes, in order."""


class SeededChance:
    """A stream of chances that seed and purpose fix for ever.

    Args:
        seed: the player's number.
        purpose: what the stream is for; one purpose never disturbs another.
    """

    def __init__(self, seed: int, purpose: str) -> None:
        self._key = mix(seed, seed_of(purpose))
        self._drawn = 0

    def below(self, count: int) -> int:
        """A whole number from 0 up to `count`."""
        self._drawn += 1
        return mix(self._key, self._drawn) % count

    def chance(self, of_100: int) -> bool:
        """True that many times in a hundred."""
        return self.below(100) < of_100

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """All items in another order."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in range(len(rest))]


def _edge_woods() -> dict[Hex, str]:
    return dict.fromkeys(sorted(EDGE_WOODS), "woods")


@dataclass
class BoardDraft:
    """A geomorphic board that fills up; begins with the woods of its edges.

    Attributes:
        seed: of everything that is chosen.
        levels, areas, bridges, sides: as in a plan.
        lines, buildings: as in a plan.
        crossed: hexsides that a road, path, gully or stream crosses.
        ways: the hexes of roads; `low`: those of gullies and streams.
        built: the hexes of buildings.
    """

    seed: int
    levels: dict[Hex, int] = field(default_factory=dict)
    areas: dict[Hex, str] = field(default_factory=_edge_woods)
    bridges: dict[Hex, str] = field(default_factory=dict)
    sides: dict[Side, str] = field(default_factory=dict)
    lines: list[PlannedLine] = field(default_factory=list)
    buildings: list[PlannedBuilding] = field(default_factory=list)
    crossed: set[Side] = field(default_factory=set)
    ways: set[Hex] = field(default_factory=set)
    low: set[Hex] = field(default_factory=set)
    built: set[Hex] = field(default_factory=set)

    def luck(self, purpose: str) -> SeededChance:
        """A stream of chances of its own."""
        return SeededChance(self.seed, purpose)

    def add_line(self, line: PlannedLine) -> None:
        """Lay a road, path, gully or stream."""
        self.lines.append(line)
        self.crossed.update(canonical(STANDARD, side) for side in line.crossed())
        if line.kind in ("road", "paved road"):
            self.ways.update(line.hexes)
        elif line.kind != "path":
            self.low.update(line.hexes)

    def add_building(self, building: PlannedBuilding) -> None:
        """Put up a building."""
        self.buildings.append(building)
        self.built.update(building.hexes)
        self.crossed.update(
            canonical(STANDARD, (*a, side_between(a, b))) for a, b in building.joints()
        )

    def free(self, hex_: Hex) -> bool:
        """Whether nothing is in a whole hex yet; paths and slopes do not count."""
        return (
            STANDARD.holds(*hex_)
            and hex_ not in HALVES
            and hex_ not in self.areas
            and hex_ not in self.ways
            and hex_ not in self.low
            and hex_ not in self.built
        )

    def free_hexes(self) -> list[Hex]:
        """Every whole hex with nothing in it."""
        return [hex_ for hex_ in INNER if self.free(hex_)]

    def add_side(self, side: Side, word: str) -> None:
        """Put terrain on a hexside, unless something crosses it or it is taken."""
        name = canonical(STANDARD, side)
        beside = neighbour(*name)
        inside = STANDARD.holds(*beside) and not {name[:2], beside} <= HALVES
        if inside and name not in self.crossed:
            self.sides.setdefault(name, word)

    def count(self, *words: str) -> int:
        """How many hexes have one of the terrains."""
        return sum(1 for word in self.areas.values() if word in words)

    def plan(self, name: str, title: str, notes: tuple[str, ...]) -> BoardPlan:
        """The finished board."""
        return BoardPlan(
            name=name,
            title=title,
            grid=STANDARD,
            levels=self.levels,
            areas=self.areas,
            lines=tuple(self.lines),
            bridges=self.bridges,
            buildings=tuple(self.buildings),
            sides=self.sides,
            notes=notes,
        )


@cache
def beyond_sides(hex_: Hex) -> tuple[tuple[int, Hex], ...]:
    """Each hexside of a hex with the hex across it, where the board has one."""
    found = ((side, neighbour(*hex_, side)) for side in range(SIDES))
    return tuple((side, beside) for side, beside in found if STANDARD.holds(*beside))


@cache
def around(hex_: Hex) -> tuple[Hex, ...]:
    """The neighbours of a hex that are on the board."""
    return tuple(beside for _, beside in beyond_sides(hex_))


def swell(seed: int, purpose: str) -> Callable[[Hex], float]:
    """A smooth field from -1 to 1 over the hexes: where things cluster."""
    noise = noise_plane((240, 100), cell=15, seed=mix(seed, seed_of(purpose)))

    def value(hex_: Hex) -> float:
        x, y = STANDARD.centre(*hex_)
        return float(noise[int(x / 8), int(y / 8) + 4])

    return value


def boundary(members: Collection[Hex], start: Hex, side: int) -> Iterator[Side]:
    """The hexsides around a patch, clockwise from one of them, each once."""
    at, seen = (*start, side), set[Side]()
    while at not in seen:
        seen.add(at)
        yield at
        turned = (at[2] + 1) % SIDES
        beside = neighbour(*at[:2], turned)
        inside = beside in members
        at = (*beside, (at[2] - 1) % SIDES) if inside else (*at[:2], turned)


def fence(
    ground: BoardDraft,
    luck: SeededChance,
    members: Collection[Hex],
    word: str,
    *,
    length: int,
) -> None:
    """Hedge, wall or cliff along part of a patch's edge, without a gap.

    Args:
        ground: the board.
        luck: says where it begins.
        members: the patch.
        word: what to put there.
        length: hexsides, at most; roads, buildings and the board's edge cut it.
    """
    starts = [
        (hex_, side)
        for hex_ in sorted(members)
        for side in range(SIDES)
        if neighbour(*hex_, side) not in members
    ]
    for side in islice(boundary(members, *luck.pick(starts)), length):
        beside = neighbour(*side)
        if not {beside, side[:2]} & ground.ways:
            ground.add_side(side, word)


def grow(
    luck: SeededChance, start: Hex, size: int, allowed: Callable[[Hex], bool]
) -> list[Hex]:
    """A patch of hexes that hang together, grown from one of them."""
    patch, edge = [start], [start]
    while edge and len(patch) < size:
        hex_ = luck.pick(edge)
        near = [h for h in around(hex_) if h not in patch and allowed(h)]
        if near:
            chosen = luck.pick(near)
            patch.append(chosen)
            edge.append(chosen)
        else:
            edge.remove(hex_)
    return patch
