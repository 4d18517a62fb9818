"""How a map lies for a Mission: what is worth fighting for, and how to get there."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from opfor.geo.edges import Quarter
from opfor.geo.ground import Location
from opfor.geo.movement.paths import FAR, reach
from opfor.geo.terrain_chart import MF
from opfor.state.counters import Vehicle
from opfor.state.units import LocationName
from opfor.state.world import World

MF_A_TURN = 4 * MF
"""Quarters of MF that Infantry has in a turn."""

BESIDE = 2
"""Hexes from a place at which a vehicle is near enough to help."""

VILLAGE, NEAR = 5, 3
"""Buildings within so many hexes that are a village together."""

SIDE = 2
"""Hexes from the north and the south edge within which nothing is fought for."""

CROSSING = 3
"""Ways that meet in a crossroads."""

TREES = ("woods", "light woods", "forest", "orchard", "olive grove", "palm trees")


class Place(Struct, frozen=True):
    """Something worth fighting for.

    Args:
        at: its Location.
        label: the hex as said in play.
        word: what it is, in a word or two.
        depth: hexes from the FBE.
        turns: turns that Infantry takes from the FBE to it, and from the EBE.
    """

    at: LocationName
    label: str
    word: str
    depth: int
    turns: tuple[float, float]


class Lay:
    """A map seen from its FBE.

    Args:
        world: the map in its month, with its FBE.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.depth = max(world.fbe_distance(name) for name in world.names)

    def open_hexes(self, quarter: Quarter) -> list[Location]:
        """The hexes along an edge by which Infantry can enter."""
        ground = self.world.ground
        along = (Location(hex_) for hex_ in self.world.compass.along(quarter))
        return [at for at in along if not ground.terrain(at).mf.bar]

    def turns_from(self, quarter: Quarter) -> Sequence[float]:
        """Turns that Infantry takes from an edge to each Location; inf for never."""
        ground = self.world.ground
        starts = [ground.number(at) for at in self.open_hexes(quarter)]
        spent = reach(self.world.moves, starts).spent
        return [far / MF_A_TURN if far < FAR else float("inf") for far in spent]

    @cached_property
    def from_fbe(self) -> Sequence[float]:
        """The same from the FBE, to each Location by its number."""
        return self.turns_from("FBE")

    @cached_property
    def from_ebe(self) -> Sequence[float]:
        """The same from the EBE."""
        return self.turns_from("EBE")

    @cached_property
    def crossing(self) -> float:
        """Turns from the FBE to the EBE, by the shortest way."""
        number = self.world.ground.number
        ends = (self.from_fbe[number(at)] for at in self.open_hexes("EBE"))
        return min(ends, default=float("inf"))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """What is worth fighting for and can be come to from both sides, best first."""
        return tuple(self._places())

    def _places(self) -> Iterator[Place]:
        world = self.world
        cards = [
            name
            for number in world.boards_from_fbe
            for name in (*world.cards[number], *world.spares[number])
        ]
        rank = {name: nth for nth, name in enumerate(cards)}
        ordered = sorted(rank, key=lambda name: (_plain(self.word(name)), rank[name]))
        for name in ordered:
            number = world.ground.number(world.locate(name))
            turns = self.from_fbe[number], self.from_ebe[number]
            aside = world.locate(name).hex in self._sides
            if max(turns) < float("inf") and not aside:
                label = world.map.label(world.locate(name).hex)
                depth = world.fbe_distance(name)
                yield Place(name, label, self.word(name), depth, turns)

    @cached_property
    def _sides(self) -> frozenset[int]:
        """The hexes near the edges where nobody enters."""
        map_, along = self.world.map, self.world.compass.along
        edges = (*along("north"), *along("south"))
        return frozenset(other for hex_ in edges for other in map_.within(hex_, SIDE))

    def word(self, name: LocationName) -> str:
        """What stands or lies in a hex, as players say it."""
        world = self.world
        hex_ = world.locate(name).hex
        roads = int((world.joins.road[hex_] > 0).sum())
        base = int(world.ground.facts.base[hex_])
        terrain = world.ground.cover(Location(hex_)).name
        found = "fields"
        if world.ground.building[hex_]:
            found = "village" if self._houses(hex_) >= VILLAGE else terrain
        elif world.ground.facts.bridge[hex_]:
            found = "bridge"
        elif roads >= CROSSING:
            found = "crossroads"
        elif base > 0 and base == int(world.ground.facts.base.max()):
            found = "hilltop"
        elif terrain in TREES:
            found = terrain
        elif roads:
            found = "road"
        elif base > 0:
            found = "slope"
        return found

    def _houses(self, hex_: int) -> int:
        near = self.world.map.within(hex_, NEAR)
        return int(sum(bool(self.world.ground.building[other]) for other in near))

    # -- vehicles ------------------------------------------------------------------

    def drives_to(
        self, vehicle: Vehicle, goals: Iterable[LocationName], *, edge: Quarter
    ) -> bool:
        """Whether a vehicle that enters along an edge comes near each of some hexes."""
        world = self.world
        seen = {
            world.name(at)
            for at in self.open_hexes(edge)
            if not _barred(world, at.hex, vehicle)
        }
        left = list(seen)
        while left:
            here = left.pop()
            for side in range(6):
                to = world.across(here, side)
                if to and to not in seen and self._drives(here, to, vehicle):
                    seen.add(to)
                    left.append(to)
        return all(
            any(world.range(goal, at) <= BESIDE for at in seen) for goal in goals
        )

    def _drives(self, here: LocationName, to: LocationName, vehicle: Vehicle) -> bool:
        ways = self.world.drives(here, to, vehicle)
        return any(not way.bar for way in ways)


MP_COLUMN = {"armored car": 0, "tracked": 1, "halftrack": 2, "truck": 3}
BARRED = "NA"

BEST = ("village", "bridge", "crossroads", "hilltop")
"""Words of places that a side is sent to first; then those of buildings."""


def _plain(word: str) -> int:
    """How little a place stands out."""
    if word in BEST:
        return 0
    return 0 if "building" in word else 1 + (word in ("fields", "slope", "road"))


def _barred(world: World, hex_: int, vehicle: Vehicle) -> bool:
    kind = world.ground.terrain(Location(hex_))
    return kind.mp[MP_COLUMN[vehicle.movement]].startswith(BARRED)
