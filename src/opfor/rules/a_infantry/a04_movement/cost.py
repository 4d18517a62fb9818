"""A4.13: what it costs to enter a Location as things stand on the map now.

The terrain's own cost is the World's; here is what units, SMOKE and fortifications
add to it. `Standing` holds who and what is where, found once for many questions.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.geo.movement.infantry_cost import CostPart, EntryCost
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_units import known_to_other_side, mmc
from opfor.rules.a_infantry.a05_stacking import excess
from opfor.rules.b_terrain.b09_walls import roadblocked
from opfor.state.play import GameView
from opfor.state.state import State
from opfor.state.units import (
    OFFBOARD,
    Fortification,
    LocationName,
    Marker,
    Side,
    Unit,
)

T = TypeVar("T", Unit, Fortification, Marker)

RUBBLE = 3 * MF


class Standing(NamedTuple):
    """Who and what stands where on the map."""

    units: Mapping[LocationName, list[Unit]]
    fortifications: Mapping[LocationName, list[Fortification]]
    markers: Mapping[LocationName, list[Marker]]

    def of(self, side: Side, where: LocationName) -> list[Unit]:
        """The units of a side in a Location."""
        return [unit for unit in self.units.get(where, ()) if unit.side == side]

    def against(self, side: Side, where: LocationName) -> list[Unit]:
        """The units of the other side in a Location, without prisoners."""
        there = self.units.get(where, ())
        return [unit for unit in there if unit.side != side and not unit.guard]

    def known_against(self, side: Side, where: LocationName) -> bool:
        """Whether a Known unit of the other side is in a Location."""
        return any(map(known_to_other_side, self.against(side, where)))

    def has(self, where: LocationName, *kinds: str) -> bool:
        """Whether a Location has a marker or fortification of one of these kinds."""
        marked = (marker.kind for marker in self.markers.get(where, ()))
        built = (fort.kind for fort in self.fortifications.get(where, ()))
        return any(kind in kinds for kind in (*marked, *built))


def standing(view: GameView) -> Standing:
    """Who and what stands where now."""
    return view.world.once(view.state, "standing", lambda: _standing(view.state))


def _standing(state: State) -> Standing:
    return Standing(
        _by_place(state.units),
        _by_place(state.fortifications),
        _by_place(state.markers),
    )


def _by_place(things: Mapping[str, T]) -> Mapping[LocationName, list[T]]:
    found: dict[LocationName, list[T]] = defaultdict(list)
    for thing in things.values():
        if thing.location:
            found[thing.location].append(thing)
    return dict(found)


@rule(
    "A4.13",
    "MF cost of entering a Location",
    cites=("A24.7", "A5.12", "A7.72", "B29.2"),
)
def as_it_stands(
    view: GameView,
    now: Standing,
    units: Sequence[Unit],
    to: LocationName,
    entry: EntryCost,
    *,
    start: LocationName = OFFBOARD,
) -> EntryCost:
    """A way's cost with what lies on the map: SMOKE, rubble, roadblocks, Overstacking.

    A Blaze bars it, a Fortified Building against the enemy in it too.
    """
    start, side = start or units[0].location, units[0].side
    own = [unit for unit in now.of(side, to) if unit not in units]
    if not (own or to in now.units or to in now.markers or to in now.fortifications):
        return _past_roadblock(view, now, start, to, entry)
    if now.has(to, "blaze"):
        return EntryCost(bar="a Blaze")
    if holds_building(view, now, side, to):
        return EntryCost(bar="a Fortified Building that the enemy holds")
    parts = list(entry.parts)
    if now.has(to, "rubble") and entry.quarters < RUBBLE:
        parts.append(CostPart("rubble", RUBBLE - entry.quarters))
    if now.has(to, "smoke", "WP", "burning wreck"):
        parts.append(CostPart("SMOKE", MF))
    if squads := excess(view, [*own, *units]):
        parts.append(CostPart("Overstacked", squads * MF))
    return _past_roadblock(view, now, start, to, replace(entry, parts=tuple(parts)))


def _past_roadblock(
    view: GameView,
    now: Standing,
    start: LocationName,
    to: LocationName,
    entry: EntryCost,
) -> EntryCost:
    """A roadblock on the hexside crossed costs one MF more, and the road's bonus."""
    if not now.fortifications or OFFBOARD in (start, to):
        return entry
    side = view.world.side_between(to, start)
    if side < 0 or not roadblocked(view, view.world.locate(to).hex, side):
        return entry
    return replace(entry, parts=(*entry.parts, CostPart("roadblock", MF)), road=0)


@rule("B23.922", "A Fortified Building keeps the enemy out")
def holds_building(view: GameView, now: Standing, side: Side, to: LocationName) -> bool:
    """Whether the other side holds a Fortified Building Location against Infantry.

    An unpinned, Good Order, armed squad-equivalent of its does.
    """
    if not now.has(to, "fortified building"):
        return False
    inside = [
        found.size
        for unit in now.against(side, to)
        if unit.good_order and not unit.pinned and not unit.unarmed
        if (found := mmc(view, unit))
    ]
    return "squad" in inside or len(inside) > 1
