"""What the FRIENDLY side could do to a Location, and whom a mover could attack from it.

Reading: D-155. A Target from a Location is a FRIENDLY unit within range and LOS of it,
long range included, and no closed AFV for who has nothing against armor (D-822); how
the fire of the FRIENDLY side weighs is the project's own.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from opfor.core.modifier import total
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import armed, piece
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a07_fire.a07_52_drm import target_drm
from opfor.rules.a_infantry.a17_wounds import fires_with
from opfor.rules.a_infantry.a24_smoke.a24_2_smoke_hindrance import SMOKE
from opfor.rules.b_terrain.b09_walls.b09_3_walls import wall_tem
from opfor.rules.b_terrain.b23_9_fortified_buildings import inherent_tem
from opfor.rules.s_solitaire.s01_terms.ranges import FAR, LONG
from opfor.rules.s_solitaire.s01_terms.s01_terms import (
    friend_places,
    friends,
    known_at,
)
from opfor.rules.s_solitaire.s01_terms.targets_from import armor_reach, closed_places
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import armed_vehicle
from opfor.rules.s_solitaire.s09_movement.movers import Mover, units_of
from opfor.state.counters import MMC, SMC, Gun, SupportWeapon, Vehicle
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView
from opfor.state.units import (
    LocationName,
    Unit,
    Weapon,
)

LESS_FOR_A_DRM = 0.75
"""What each +1 of DRM leaves of the weight of fire."""

PER_FP = MF // 2
"""What each FP of the fire at a Location counts for on a route, in quarters of MF."""

MOST_MF = 8 * MF
"""The most that the fire at one Location counts for on a route, in quarters of MF."""

GUN_FP = ((40, 4), (57, 8), (75, 12), (100, 16), (999, 20))
"""The weight of HE by calibre, in FP."""

VEHICLE = (8, 12)
"""FP and range that a vehicle counts for."""


class FireThreat(NamedTuple):
    """Fire that the FRIENDLY side could bring to bear.

    Attributes:
        at: where it comes from.
        fp: its FP at normal range.
        reach: that range.
        far: the range at which half of it is left.
        known: whoever fires is Known to the ENEMY.
    """

    at: LocationName
    fp: float
    reach: int
    far: int
    known: bool


class Danger(NamedTuple):
    """What awaits whoever moves into each Location, by its number on the ground.

    Attributes:
        fire: the weight of the fire possible at it, in quarters of MF.
        seen: whether any FRIENDLY unit has LOS to it.
        known: whether a Known one has.
    """

    fire: list[int]
    seen: list[bool]
    known: list[bool]


# -- FRIENDLY fire -----------------------------------------------------------------


def threats(view: GameView) -> tuple[FireThreat, ...]:
    """The fire that the FRIENDLY side has left, unit by unit; as long as it lasts."""
    world, state = view.world, view.state

    def found() -> tuple[FireThreat, ...]:
        # While the ENEMY moves, most FRIENDLY units stay as they are.
        follows = friends(view), state.weapons
        return world.lasting("threats", follows, lambda: _threats(view))

    return world.once(state, "threats", found)


def _threats(view: GameView) -> tuple[FireThreat, ...]:
    found = []
    for unit in friends(view):
        known = not unit.concealed
        idle = unit.broken or unit.melee or unit.panic or unit.ti
        # S6.316: who is unarmed is no danger.
        if idle or not armed(unit):
            found.append(FireThreat(unit.location, 0, 0, 0, known))
            continue
        weapons = view.state.weapons_of(unit.id)
        ranges = [_fire_of(view, unit), *(_fire_by(view, w) for w in weapons)]
        found += [FireThreat(unit.location, *fire, known) for fire in ranges]
    return tuple(found)


LEFT = {"": 1.0, "first": 0.5}
"""What is left of the fire of a unit or Weapon under a fire counter."""


def _fire_of(view: GameView, unit: Unit) -> tuple[float, int, int]:
    kind = piece(view, unit)
    left = LEFT.get(unit.fired, 0.0)
    if isinstance(kind, Vehicle):
        fp, reach = VEHICLE if armed_vehicle(view, unit) else (0, 0)
        return fp * left, reach, 2 * reach
    if isinstance(kind, MMC | SMC):
        reach = fires_with(unit, kind).range
        return kind.fp * left, reach, 2 * reach
    return 0, 0, 0


def _fire_by(view: GameView, weapon: Weapon) -> tuple[float, int, int]:
    if weapon.malfunctioned or weapon.dm:
        return 0, 0, 0
    kind = view.world.counter(weapon.counter)
    left = 1.0 if weapon.rof else LEFT.get(weapon.fired, 0.0)
    if isinstance(kind, Gun):
        fp = next(fp for most, fp in GUN_FP if kind.calibre <= most)
        return fp * left, FAR, FAR
    if isinstance(kind, SupportWeapon):
        far = 2 * kind.range if kind.long_range else kind.range
        return (kind.fp or 4) * left, kind.range, far
    return 0, 0, 0


def danger(view: GameView) -> Danger:
    """What awaits a mover in each Location; kept as long as the threats last."""
    return view.world.once(view.state, "danger", lambda: _danger_now(view))


def _danger_now(view: GameView) -> Danger:
    smoky = tuple(m.location for m in view.state.markers.values() if m.kind in SMOKE)
    found = threats(view)
    return view.world.lasting(
        "danger", (found, smoky), lambda: _danger(view, found, smoky)
    )


class _Lay(NamedTuple):
    """The ground as arrays: for each Location its place in LOS (-1: none), hex, TEM."""

    spot: NDArray[np.int32]
    hex: NDArray[np.int32]
    tem: NDArray[np.int16]
    open: NDArray[np.bool_]


def _lay(view: GameView) -> _Lay:
    ground, numbers = view.world.ground, view.world.spots
    spots = [numbers.index(*at) if at.level >= 0 else -1 for at in ground.locations]
    tem = [ground.tem(at) for at in ground.locations]
    bare = [ground.open_ground(at) for at in ground.locations]
    return _Lay(
        np.array(spots, np.int32),
        np.array([at.hex for at in ground.locations], np.int32),
        np.array(tem, np.int16),
        np.array(bare),
    )


def _danger(
    view: GameView, found: Sequence[FireThreat], smoky: Sequence[LocationName]
) -> Danger:
    world = view.world
    lay: _Lay = world.lasting("lay of the ground", None, lambda: _lay(view))
    fire = np.zeros(len(lay.spot))
    seen, known = np.zeros(len(lay.spot), bool), np.zeros(len(lay.spot), bool)
    smoke = np.zeros(len(lay.spot), int)
    for place in smoky:
        smoke[world.ground.number(world.locate(place))] += 2
    for at in dict.fromkeys(threat.at for threat in found):
        here = world.locate(at)
        if here.level < 0:
            continue
        row = np.where(lay.spot < 0, -1, world.sights(at)[lay.spot])
        hexes = np.array(world.ranges(at))[lay.hex]
        sight = row >= 0
        seen |= sight
        bare = lay.open & (row == 0) & (smoke == 0) & (lay.tem <= 0)
        drm = lay.tem + np.maximum(row, 0) + smoke - bare - 1
        weight = sight * LESS_FOR_A_DRM**drm
        for threat in (t for t in found if t.at == at):
            known |= sight & threat.known
            fire += weight * threat.fp * _factor(hexes, threat)
    quarters = np.minimum(MOST_MF, np.rint(PER_FP * fire)).astype(int)
    return Danger(quarters.tolist(), seen.tolist(), known.tolist())


def _factor(hexes: NDArray[np.int64], threat: FireThreat) -> NDArray[np.float64]:
    """Point Blank Fire and long range (A7.21, A7.22)."""
    near = np.where(hexes <= 1, 2.0, 1.0)
    return np.where(hexes <= threat.reach, near, np.where(hexes <= threat.far, 0.5, 0))


def fire_at(view: GameView, where: LocationName, move: Move) -> float:
    """The weight of the fire possible at a mover that enters a Location so, in FP."""
    weight = 0.0
    for threat in threats(view):
        hexes = view.world.range(threat.at, where)
        if not threat.fp or hexes > threat.far or not sees(view, threat.at, where):
            continue
        factor = 0.5 if hexes > threat.reach else 2.0 if hexes <= 1 else 1.0
        drm = total(target_drm(view, threat.at, where, move))
        weight += float(threat.fp * factor * LESS_FOR_A_DRM**drm)
    return round(weight, 2)


def number(view: GameView, where: LocationName) -> int:
    """The number of a Location on the ground."""
    return view.world.number(where)


def seen_there(view: GameView, where: LocationName) -> bool:
    """Whether a FRIENDLY unit has LOS to a Location."""
    return danger(view).seen[number(view, where)]


# -- Targets -----------------------------------------------------------------------


def target_places(
    view: GameView,
    mover: Mover,
    where: LocationName,
    *,
    known: bool = False,
    normal: bool = False,
) -> list[LocationName]:
    """The Locations with a Target of a mover, were it in a Location.

    Args:
        view: the game.
        mover: who; of a S? every FRIENDLY unit in LOS is a Known Target (D-075).
        where: the Location.
        known: Known Targets only.
        normal: at normal range only.
    """
    most = reach(view, mover, normal=normal)
    places = friend_places(view)
    found = [
        place
        for place in places
        if view.world.range(where, place) <= most
        and (not known or mover.suspect or known_at(view, place))
        and sees(view, where, place)
    ]
    if mover.suspect or closed_places(view, known=known).isdisjoint(found):
        return found
    return [p for p in found if _pierces(view, mover, where, p, known=known)]


def _pierces(
    view: GameView, mover: Mover, where: LocationName, at: LocationName, *, known: bool
) -> bool:
    """Whether a mover can do anything to what is in a Location, closed AFV or not."""
    if at not in closed_places(view, known=known):
        return True
    hexes = view.world.range(where, at)
    return any(armor_reach(view, unit) >= hexes for unit in units_of(view, mover))


def reach(view: GameView, mover: Mover, *, normal: bool = False) -> int:
    """The longest range of what a mover has; of a S? as far as it counts as seen.

    Reading (D-875): of a S?, of which nobody knows what it brings, that is long range.
    """
    if mover.suspect:
        return FAR // LONG if normal else FAR
    found = [0]
    for unit in units_of(view, mover):
        fp, near, far = _fire_of(view, unit)
        found += [near if normal else far] if fp else []
        for weapon in view.state.weapons_of(unit.id):
            fp, near, far = _fire_by(view, weapon)
            found += [near if normal else far] if fp else []
    return min(FAR, max(found))


# -- TEM ---------------------------------------------------------------------------


def own_tem(view: GameView, where: LocationName) -> int:
    """The TEM of a Location itself, that of a Fortified Building too (D-183)."""
    return inherent_tem(view, where)


def hexside_tem(view: GameView, where: LocationName) -> int:
    """The best TEM that a hexside gives against FRIENDLY units in LOS of a Location."""
    walls = (
        wall_tem(view, unit.location, where, "ENEMY")
        for unit in friends(view)
        if sees(view, unit.location, where)
    )
    return max((wall.value for wall in walls if wall), default=0)


def best_tem(view: GameView, where: LocationName) -> int:
    """The TEM of a Location itself, or of a hexside if that is more."""
    return max(own_tem(view, where), hexside_tem(view, where))
