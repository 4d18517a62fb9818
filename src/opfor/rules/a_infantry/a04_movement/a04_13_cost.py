"""A4.13: what it costs to enter a Location as things stand on the map now.

The terrain's own cost is the World's; here is what units, SMOKE and fortifications
add to it. `Standing` holds who and what is where, found once for many questions.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.geo.movement.infantry_cost import CostPart, EntryCost
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.standing import Standing
from opfor.rules.a_infantry.a05_stacking import excess
from opfor.rules.b_terrain.b09_walls.b09_3_walls import roadblocked
from opfor.rules.b_terrain.b23_9_fortified_buildings import holds_building
from opfor.rules.b_terrain.b28_mines.b28_p1_panji import panji_between
from opfor.state.play import GameView
from opfor.state.state import State
from opfor.state.units import (
    OFFBOARD,
    Fortification,
    LocationName,
    Marker,
    Unit,
)

T = TypeVar("T", Unit, Fortification, Marker)

RUBBLE = 3 * MF


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
    cites=("A24.7", "A5.12", "A7.72", "B28.p1", "B29.2"),
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
    entry = _over_panji(view, now, start, to, entry)
    own = [unit for unit in now.of(side, to) if unit not in units]
    if not (own or to in now.units or to in now.markers or to in now.fortifications):
        return _past_roadblock(view, now, start, to, entry)
    # B25.4: a Blaze bars it
    if now.has(to, "blaze"):
        return EntryCost(bar="a Blaze")
    # B23.922: so does a Fortified Building that is held
    if holds_building(view, now, side, to):
        return EntryCost(bar="a Fortified Building that the enemy holds")
    parts = list(entry.parts)
    if now.has(to, "rubble") and entry.quarters < RUBBLE:
        parts.append(CostPart("rubble", RUBBLE - entry.quarters))
    # A24.7: SMOKE
    if now.has(to, "smoke", "WP", "burning wreck"):
        parts.append(CostPart("SMOKE", MF))
    # A5.12: Overstacking
    if squads := excess(view, [*own, *units]):
        parts.append(CostPart("Overstacked", squads * MF))
    return _past_roadblock(view, now, start, to, replace(entry, parts=tuple(parts)))


def _over_panji(
    view: GameView,
    now: Standing,
    start: LocationName,
    to: LocationName,
    entry: EntryCost,
) -> EntryCost:
    """Panji on the hexside crossed cost Infantry one MF more (B28.p1)."""
    if not now.markers or not (now.has(start, "panji") or now.has(to, "panji")):
        return entry
    if entry.bar or panji_between(view, start, to) is None:
        return entry
    return replace(entry, parts=(*entry.parts, CostPart("panji", MF)))


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
