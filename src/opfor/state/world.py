"""What a game is played on and by: map, ground, LOS, tables. Never changes in play.

Where the player judges his board otherwise, `judged_world` has the one that follows.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from opfor.geo.boards.classify import vpo_card, vpo_spares
from opfor.geo.edges import QUARTERS, Compass, Edge, Quarter, sides_toward
from opfor.geo.ground import Ground, Location
from opfor.geo.hexes import SIDES
from opfor.geo.hexside_features import Building, Joins, joins_of
from opfor.geo.los.sight import Conditions, Sight
from opfor.geo.los.spots import Spots, known_sights
from opfor.geo.map import Map, Placed, alone
from opfor.geo.movement.infantry_cost import CostPart, EntryCost, Moves, landing
from opfor.geo.movement.vehicle_cost import ROAD, VehicleCost, drives
from opfor.geo.movement.vehicle_cost import VehicleTraits as Moved
from opfor.state.cache import LazyDict, StateCache
from opfor.state.counters import MMC, Counter, Vehicle
from opfor.state.nations import Nation
from opfor.state.orders import Orders
from opfor.state.units import OFFBOARD, LocationName
from opfor.state.vehicle_weapons import AT, carried

if TYPE_CHECKING:
    from opfor.geo.los.los import Los, Veil

BLOCKED = -1
"""What `World.hindrance` says where there is no LOS."""

UNSEEN = -2
"""LOS that nobody asked about so far."""

OFTEN = 150
"""Questions about one Location after which its LOS to all others is worked out.

All of a map of two boards together cost as much as some 300 pairs alone.
"""

REMEMBERED = 20_000
"""Pairs of Locations whose LOS through what lies on the map for a time is kept."""


class World(StateCache):
    """The map as rules ask about it, and the tables of the game.

    Args:
        board_map: the boards.
        date: year and month, such as 1941-08.
        fbe: the side of the map that is the FBE.
        enemy: the ENEMY nation's pack.
        classes: for each board's name its class on table A9: v, c, w or empty.
        orders: what either side may order, and how it is carried out.
        readings: how points are read that rules or sources leave open, where not as
            usual; by the names of policies (rules/choices/switches.py).

    Attributes:
        counter: the counter type of an id, such as `german/4-6-7`, of either side; what
            a vehicle is armed with has an id of its own: `german/pzkpfw-ivh@MA`.
        locate: the Location of a name; its board may be left out where that is plain.
            OpforError if there is none.
        judged_hexes, judged_sides: where the ground is as the player says.
        gates: the hexes along the FBE by which the Mission lets units enter;
            none: all of them.
    """

    judged_hexes: frozenset[int] = frozenset()
    judged_sides: frozenset[tuple[int, int]] = frozenset()
    gates: frozenset[int] = frozenset()

    def __init__(
        self,
        board_map: Map,
        *,
        date: str,
        fbe: Edge,
        enemy: Nation,
        classes: Mapping[str, str],
        orders: Orders,
        readings: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__()
        self.map = board_map
        self.date = date
        self.compass = Compass(board_map, fbe)
        self._along = {
            quarter: frozenset(self.compass.along(quarter)) for quarter in QUARTERS
        }
        self.enemy = enemy
        self.classes = classes
        self.orders = orders
        self.readings = readings
        self.ground = Ground(board_map, month=int(date[5:7]))
        self._facts: dict[tuple[str, str], Any] = {}
        self._drives: dict[
            tuple[Location, int, Moved, bool], tuple[VehicleCost, ...]
        ] = {}
        self._ways: dict[
            tuple[LocationName, Quarter], tuple[tuple[LocationName, EntryCost], ...]
        ] = {}
        self._sights: dict[LocationName, NDArray[np.int8]] = {}
        # Whole rows are tuples, which nobody looks through for cycles.
        self._views: dict[LocationName, Sequence[int]] = {}
        self._asked: dict[LocationName, list[int]] = {}
        self._looks: dict[LocationName, int] = {}
        self._veiled: dict[
            tuple[LocationName, LocationName, tuple[Veil, ...]], int
        ] = {}
        self._corners: dict[tuple[LocationName, int, int], int] = {}
        self._ranges: dict[LocationName, list[int]] = {}
        self._points: dict[LocationName, tuple[int, int]] = {}
        self._roots: dict[str, str] = {}
        # Asked some hundred thousand times a game: straight to what is kept.
        self.counter: Callable[[str], Counter] = LazyDict(self._counter).__getitem__
        self.locate: Callable[[LocationName], Location] = LazyDict(
            self._locate
        ).__getitem__
        self._names = {
            at: LocationName(self.ground.name(at)) for at in self.ground.locations
        }
        self._named = {name: at for at, name in self._names.items()}
        self._hexes = {name: at.hex for name, at in self._named.items()}
        self._from_fbe: list[int] = self.compass.from_fbe.tolist()
        self.names: tuple[LocationName, ...] = tuple(self._named)
        self._numbers = {name: number for number, name in enumerate(self.names)}

    @cached_property
    def los(self) -> "Los":
        """LOS in this season; built when first asked for."""
        # The compiler behind LOS takes a second to load, which a prompt need not wait.
        from opfor.geo.los.los import Los  # noqa: PLC0415 - see above

        return Los(self.map, self.ground.facts, self.conditions)

    @cached_property
    def conditions(self) -> Conditions:
        """What the season makes of the terrain."""
        return Conditions.of_date(self.date)

    @cached_property
    def spots(self) -> Spots:
        """The numbers of the Locations in LOS."""
        return Spots(self.map, self.ground.facts)

    @cached_property
    def known_sights(self) -> NDArray[np.int8] | None:
        """LOS between every two Locations, where it was worked out before.

        Whoever has worked it out for this map may set it.
        """
        return known_sights(self.spots, self.conditions)

    @cached_property
    def joins(self) -> Joins:
        """What crosses the hexsides: roads, woods, buildings."""
        return joins_of(self.ground.facts)

    @cached_property
    def bocage(self) -> Mapping[int, frozenset[int]]:
        """The bocage hexsides of each hex that has some."""
        kinds = self.ground.chart.kinds
        found: dict[int, frozenset[int]] = {}
        for hex_, row in enumerate(self.ground.side_kind.tolist()):
            names = [kinds[kind].name if kind >= 0 else "" for kind in row]
            if "bocage" in names:
                sides = (side for side, name in enumerate(names) if name == "bocage")
                found[hex_] = frozenset(sides)
        return found

    @cached_property
    def boards_from_fbe(self) -> tuple[int, ...]:
        """The numbers of the boards, the one at the FBE first."""
        far, owner = self.compass.from_fbe.tolist(), self.map.owner
        nearest = {
            number: min(d for hex_, d in enumerate(far) if owner[hex_] == number)
            for number in range(len(self.map.boards))
        }
        return tuple(sorted(nearest, key=lambda number: (nearest[number], number)))

    @cached_property
    def cards(self) -> tuple[tuple[LocationName, ...], ...]:
        """The card of VPO hexes of each board, by its number (table {A10})."""
        return tuple(self._card(placed) for placed in self.map.boards)

    @cached_property
    def spares(self) -> tuple[tuple[LocationName, ...], ...]:
        """What stands in for each board's card where it has too few VPO (D-700)."""
        return tuple(self._spares(placed) for placed in self.map.boards)

    def _card(self, placed: Placed) -> tuple[LocationName, ...]:
        ground = self._board_ground(placed)
        hexes = (vpo.hex for vpo in vpo_card(ground, joins_of(ground.facts)))
        return tuple(LocationName(ground.map.name(hex_)) for hex_ in hexes)

    def _spares(self, placed: Placed) -> tuple[LocationName, ...]:
        ground = self._board_ground(placed)
        hexes = vpo_spares(ground, joins_of(ground.facts))
        return tuple(LocationName(ground.map.name(hex_)) for hex_ in hexes)

    def _board_ground(self, placed: Placed) -> Ground:
        """A board by itself, in this month."""
        return Ground(alone(placed.board), month=int(self.date[5:7]))

    @cached_property
    def moves(self) -> Moves:
        """What Infantry pays from each Location to the next."""
        return Moves(self.ground, self.joins)

    # -- tables --------------------------------------------------------------------

    def fact(self, name: str) -> Any:
        """A fact of the ENEMY nation's pack on this date, such as `may deploy`."""
        return self.enemy.fact(name, date=self.date)

    def _counter(self, code: str) -> Counter:
        found = self.enemy.counters.get(code)
        if found is None and AT in code:
            vehicle, _, mount = code.partition(AT)
            return carried(self.counter(vehicle), mount)
        return self.enemy.piece(code) if found is None else found

    def national(self, nation: str, name: str) -> Any:
        """A fact of a nation's pack on this date, kept once it was looked up.

        Others may use its counters before and after it has tables: those of its
        nearest month.
        """
        key = nation, name
        if key not in self._facts:
            owner = self.enemy.other(nation)
            month = owner.nearest_month(self.date)
            self._facts[key] = owner.fact(name, date=month)
        return self._facts[key]

    def root(self, nation: str) -> str:
        """The nation at the end of the line of bases of one, kept like its facts."""
        if nation not in self._roots:
            now = nation
            while base := self.enemy.other(now).fact("base"):
                now = str(base)
            self._roots[nation] = now
        return self._roots[nation]

    def nearest(self, nation: str, among: Collection[str]) -> str:
        """The first of a nation and its bases that is one of some; else the last."""
        now = nation
        while now not in among and (base := self.enemy.other(now).fact("base")):
            now = str(base)
        return now

    def counter_of(self, nation: str, name: str) -> Counter:
        """The counter type of a nation with that printed name, or its base's.

        What is captured from another nation goes by its id: `russian/lmg`.
        """
        if name in self.enemy.counters:
            return self.enemy.piece(name)
        return self.enemy.other(nation).counter(name)

    def may_deploy(self, mmc: MMC) -> bool:
        """Whether a MMC of the ENEMY may Deploy; some nations' elite only (D-033)."""
        allowed = self.fact("may deploy")
        if allowed == "elite":
            allowed = mmc.quality == "elite"
        return bool(allowed) and bool(mmc.half_squad)

    # -- places --------------------------------------------------------------------

    def _locate(self, name: LocationName) -> Location:
        found = self._named.get(name)
        if found is None:
            hex_, _, level = str(name).partition("/")
            found = Location(self.map.hex(hex_), int(level) if level.isdigit() else 0)
            self.ground.number(found)
        return found

    def name(self, location: Location) -> LocationName:
        """The full name of a Location."""
        found = self._names.get(location)
        return LocationName(self.ground.name(location)) if found is None else found

    def number(self, name: LocationName) -> int:
        """The number of a Location on the ground."""
        found = self._numbers.get(name)
        return self.ground.number(self.locate(name)) if found is None else found

    def height(self, name: LocationName) -> int:
        """The level of a Location above the map's level 0."""
        return self.ground.elevation(self.locate(name))

    def range(self, a: LocationName, b: LocationName) -> int:
        """Hexes between two Locations."""
        # The dearest of all questions, for it is asked most: straight to both tables.
        try:
            return self._ranges[a][self._hexes[b]]
        except KeyError:  # a row not made yet, or a name without its board
            return self.ranges(a)[self.locate(b).hex]

    def ranges(self, name: LocationName) -> list[int]:
        """Hexes from a Location to every hex of the map, by the hex's number."""
        row = self._ranges.get(name)
        if row is None:
            row = self._ranges[name] = self.map.distances(self.locate(name).hex)
        return row

    def point(self, name: LocationName) -> tuple[int, int]:
        """The column of a Location's hex, and how many half hexes down it is."""
        found = self._points.get(name)
        if found is None:
            col, row = self.map.grid.coordinates(self.locate(name).hex)
            found = self._points[name] = col, 2 * row - (col & 1)
        return found

    def board_class(self, name: LocationName) -> str:
        """The class of a Location's board on table A9: v, c, w or empty."""
        return self.classes.get(self.map.board_at(self.locate(name).hex).name, "")

    def in_building(self, name: LocationName) -> bool:
        """Whether a Location is a building Location."""
        return bool(self.ground.building[self.locate(name).hex])

    def building(self, name: LocationName) -> Building | None:
        """The building that a Location is in, if any."""
        number = int(self.joins.building_of[self.locate(name).hex])
        return self.joins.buildings[number] if number >= 0 else None

    # -- ways ----------------------------------------------------------------------

    def entry(
        self, start: LocationName, end: LocationName, *, edge: Quarter = "FBE"
    ) -> EntryCost:
        """The cheapest way from one Location to the next, or from offboard.

        Args:
            start: where from; OFFBOARD is beyond an edge of the map.
            end: where to.
            edge: that edge.
        """
        if start == OFFBOARD:
            return self._entry_from_offboard(self.locate(end), edge)
        return self.moves.between(self.locate(start), self.locate(end))

    def ways(
        self, start: LocationName, *, edge: Quarter = "FBE"
    ) -> tuple[tuple[LocationName, EntryCost], ...]:
        """Every Location that Infantry could enter next, by the cheapest way; kept."""
        found = self._ways.get((start, edge))
        if found is None:
            ends = self.exits(start, edge=edge)
            ways = ((end, self.entry(start, end, edge=edge)) for end in ends)
            found = tuple((end, entry) for end, entry in ways if not entry.bar)
            self._ways[start, edge] = found
        return found

    def drives(
        self,
        start: LocationName,
        end: LocationName,
        vehicle: Vehicle,
        *,
        by_road: bool = True,
        road_rate: int = ROAD,
    ) -> tuple[VehicleCost, ...]:
        """The ways for a vehicle from one hex into the next, the cheap one last; kept.

        Args:
            start: where from, on the map.
            end: where to.
            vehicle: what moves.
            by_road: it follows the road where one leads there.
            road_rate: quarters of MP for a hex entered along a road.
        """
        here, there = self.locate(start), self.locate(end)
        side = self.map.side_towards(here.hex, there.hex)
        moved = Moved(vehicle.movement, vehicle.mp, road_rate)
        key = (here, side, moved, by_road)
        if key not in self._drives:
            self._drives[key] = drives(
                self.moves.lists, here, side, moved, by_road=by_road
            )
        return self._drives[key]

    def across(self, start: LocationName, side: int) -> LocationName:
        """The Location that a hexside leads to for a vehicle; OFFBOARD if to none."""
        here = self.locate(start)
        hex_ = self.moves.lists.other[here.hex][side]
        end = landing(self.moves.lists, here, side, hex_) if hex_ >= 0 else ""
        return OFFBOARD if isinstance(end, str) else self.name(end)

    def exits(
        self, start: LocationName, *, edge: Quarter = "FBE"
    ) -> list[LocationName]:
        """The Locations that Infantry could enter next; offboard: those of an edge."""
        if start == OFFBOARD:
            open_ = (h for h in self.compass.along(edge) if self._open(h, edge))
            return [self.name(Location(hex_)) for hex_ in open_]
        number = self.ground.number(self.locate(start))
        found = [to for to in self.moves.to[number].tolist() if to >= 0]
        return [self.name(self.ground.locations[to]) for to in dict.fromkeys(found)]

    def at_edge(self, place: LocationName, edge: Quarter) -> bool:
        """Whether a Location is at ground level in a hex along an edge of the map."""
        hex_, level = self.locate(place)
        return not level and hex_ in self._along[edge]

    def _entry_from_offboard(self, end: Location, edge: Quarter) -> EntryCost:
        """Entry along an edge costs what the hex's terrain does (A2.51).

        Reading: planes end at the map's edge, so no road leads in from offboard.
        """
        if end.hex not in self._along[edge] or end.level:
            return EntryCost(bar=f"it is not along the {edge}")
        if not self._open(end.hex, edge):
            return EntryCost(bar="the Mission has other entry hexes")
        kind = self.ground.terrain(end)
        if kind.mf.bar:
            return EntryCost(bar=f"{kind.name}: {kind.mf.bar}")
        parts = (CostPart(kind.name, kind.mf.quarters),)
        return EntryCost(to=self.ground.number(end), parts=parts, all=kind.mf.all)

    def _open(self, hex_: int, edge: Quarter) -> bool:
        """Whether units may enter by a hex along an edge; the Mission may bar some."""
        return edge != "FBE" or not self.gates or hex_ in self.gates

    def side_between(self, to: LocationName, start: LocationName) -> int:
        """The hexside of the Location entered by which it was, -1 if by none."""
        if OFFBOARD in (start, to):
            return -1
        here, there = self.locate(to).hex, self.locate(start).hex
        return -1 if here == there else self.map.side_towards(here, there)

    def adjacent(self, a: LocationName, b: LocationName) -> bool:
        """Whether two Locations are ADJACENT: LOS, and Infantry could advance.

        The same Location counts.
        """
        if a == b:
            return True
        if self.range(a, b) > 1:
            return False
        way, back = self.entry(a, b), self.entry(b, a)
        return (not way.bar or not back.bar) and self.sees(a, b)

    def fbe_distance(self, name: LocationName) -> int:
        """Hexes from a Location to the nearest whole offboard hex of the FBE."""
        hex_ = self._hexes.get(name)
        return self._from_fbe[self.locate(name).hex if hex_ is None else hex_]

    # -- sight ---------------------------------------------------------------------

    def hindrance(self, a: LocationName, b: LocationName) -> int:
        """The terrain's LOS hindrance between two Locations, -1 if LOS is blocked.

        `rules.a_infantry.a06_los` adds what lies on the map.
        """
        # As for `range`: two look-ups for all Locations that were asked about before.
        try:
            found = self._views[a][self._spots[b]]
        except KeyError:
            found = UNSEEN
        return self._hindrance(a, b) if found == UNSEEN else found

    def _hindrance(self, a: LocationName, b: LocationName) -> int:
        """The same, of a pair that nobody asked about so far."""
        first, second = self.locate(a), self.locate(b)
        if not (self.spots.holds(*first) and self.spots.holds(*second)):
            return self._over_water(first, second)
        here, there = self.spots.index(*first), self.spots.index(*second)
        looks = self._looks[a] = self._looks.get(a, 0) + 1
        if self.known_sights is not None or looks >= OFTEN:
            whole = self._views[a] = tuple(self.sights(a).tolist())
            return whole[there]
        row = self._asked.get(a)
        if row is None:
            row = self._views[a] = self._asked[a] = [UNSEEN] * len(self.spots)
        back = self._views.get(b)  # LOS is reciprocal (A6.5)
        known = UNSEEN if back is None else back[here]
        row[there] = self._look(here, there) if known == UNSEEN else known
        return row[there]

    def _look(self, here: int, there: int) -> int:
        """LOS between two Locations by their numbers, worked out."""
        return self.los.check(here, there)

    def sights(self, name: LocationName) -> NDArray[np.int8]:
        """The terrain's LOS hindrance from a Location to each, by its number in LOS.

        Not for the water beneath a bridge, which LOS has no number for.
        """
        row = self._sights.get(name)
        if row is None:
            here, known = self.spots.index(*self.locate(name)), self.known_sights
            row = self.los.field(here) if known is None else known[here]
            self._sights[name] = row
        return row

    def explain(self, a: LocationName, b: LocationName) -> Sight:
        """LOS between two Locations with its reasons."""
        first, second = self.locate(a), self.locate(b)
        return self.los.explain(self.spots.index(*first), self.spots.index(*second))

    def by_word(self, _a: LocationName, _b: LocationName) -> bool:
        """Whether LOS between two Locations is as the player says."""
        return False

    @cached_property
    def _spots(self) -> dict[LocationName, int]:
        """The number in LOS of each Location, water beneath bridges left out."""
        return {
            name: self.spots.index(*at)
            for name, at in self._named.items()
            if self.spots.holds(*at)
        }

    def _over_water(self, a: Location, b: Location) -> int:
        """LOS to the water beneath a bridge: from beside it, not from the bridge.

        Reading: D-071.
        """
        reach = self.map.distance(a.hex, b.hex)
        return 0 if a == b or reach == 1 else BLOCKED

    def veiled(
        self, a: LocationName, b: LocationName, veils: "tuple[Veil, ...]"
    ) -> int:
        """The LOS hindrance with what lies on the map for a time, -1 if blocked.

        Kept for a while: what hinders it stays where it is for many questions.
        """
        if len(self._veiled) > REMEMBERED:
            self._veiled.clear()
        key = a, b, veils
        found = self._veiled.get(key)
        if found is None:
            found = self._veiled[key] = self._behind(a, b, veils)
        return found

    def _behind(
        self, a: LocationName, b: LocationName, veils: "tuple[Veil, ...]"
    ) -> int:
        first, second = self.locate(a), self.locate(b)
        spots, terrain = self.spots, self.hindrance(a, b)
        if not (spots.holds(*first) and spots.holds(*second)):
            return terrain
        return self.los.with_veils(
            spots.index(*first), spots.index(*second), terrain, veils
        )

    def sees(self, a: LocationName, b: LocationName) -> bool:
        """Whether there is LOS between two Locations."""
        return self.hindrance(a, b) >= 0

    def hindrance_to_side(self, a: LocationName, hex_: LocationName, side: int) -> int:
        """The hindrance between a Location and a whole hexside, -1 if it is not seen.

        LOS must reach both ends of it; the worse one counts (A8.15).
        """
        ends = [
            self.hindrance_to_corner(a, hex_, corner % SIDES)
            for corner in (side, side + 1)
        ]
        return -1 if min(ends) < 0 else max(ends)

    def hindrance_to_corner(
        self, a: LocationName, hex_: LocationName, corner: int
    ) -> int:
        """The hindrance between a Location and a corner, -1 if it is not seen; kept."""
        first, second = self.locate(a), self.locate(hex_)
        if first.level < 0 or second.level < 0:
            return -1
        key = a, second.hex, corner
        found = self._corners.get(key)
        if found is None:
            here = self.los.index(*first)
            found = self._corners[key] = self.los.to_corner(here, second.hex, corner)
        return found

    def entered_sides(
        self, firer: LocationName, target: LocationName
    ) -> tuple[int, ...]:
        """The hexsides of the target's hex that the LOS enters by; two at a corner."""
        grid = self.map.grid
        here, there = self.locate(target).hex, self.locate(firer).hex
        return sides_toward(grid.coordinates(here), grid.coordinates(there))
