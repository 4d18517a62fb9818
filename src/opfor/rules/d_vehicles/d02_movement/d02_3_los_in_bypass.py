"""A4.34, D2.3: what is in Bypass; LOS goes to the corner that a vehicle has come to.

Reading: D-386.
"""

from collections.abc import Sequence

from opfor.core.rule import rule
from opfor.rules.a_infantry.a06_los import BLOCKED, MOST_IN_ALL, hindrance, sees
from opfor.rules.a_infantry.a24_smoke.a24_2_smoke_hindrance import smoke
from opfor.rules.c_ordnance.c01_artillery.c01_57_dust import dusty
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


def at_corner(unit: Unit) -> bool:
    """Whether a unit is a vehicle in Bypass, and not at its hex's centre."""
    state = unit.vehicle  # asked of everybody who is fired at
    return state is not None and state.corner >= 0 and bool(state.bypass)


@rule("D2.3/los", "LOS to and from what is in VBM", cites=("A4.34", "A6.7", "D9.4"))
def corner_hindrance(view: GameView, at: LocationName, unit: Unit) -> int:
    """The LOS Hindrance between a Location and a vehicle at a corner, -1 if blocked.

    SMOKE, AFV and wrecks count as in LOS to the centre; where terrain blocks that,
    nothing is seen by night, or where SMOKE or a FFE is about. Within its hex it is
    seen as all else is.
    """
    return _to_corner(view, at, unit.location, state_of(unit).corner)


def _to_corner(
    view: GameView, at: LocationName, where: LocationName, corner: int
) -> int:
    if at == where or not at:
        return hindrance(view, at, where)
    found = _drawn(view, at, where, corner)
    if found == BLOCKED:
        return BLOCKED
    centre = view.world.hindrance(at, where)
    if centre == BLOCKED:
        return BLOCKED if _dim(view) else found
    now = hindrance(view, at, where)
    found += now - centre
    return found if now != BLOCKED and found <= MOST_IN_ALL else BLOCKED


def _dim(view: GameView) -> bool:
    """Whether SMOKE, a FFE or night is about; other markers hinder no LOS."""
    return bool(smoke(view) or dusty(view)) or view.state.weather.night >= 0


def in_sight(view: GameView, unit: Unit, at: LocationName) -> bool:
    """Whether a unit sees a Location from where it stands or rides."""
    unit = carrier(view, unit)
    if at_corner(unit):
        return corner_hindrance(view, at, unit) != BLOCKED
    return sees(view, unit.location, at)


def fires_into(view: GameView, unit: Unit, at: LocationName) -> bool:
    """Whether a unit has the LOS to fire at a Location: from its corner, if at one."""
    if at_corner(unit):
        return shot_hindrance(view, unit, at) != BLOCKED
    return sees(view, unit.location, at)


def mp_in_sight(view: GameView, unit: Unit, at: LocationName) -> int:
    """Quarters of MP that a vehicle spent in LOS of a Location in this Player Turn.

    What it spent where it came by VBM is seen at the corner that it came to.
    """
    state = state_of(unit)
    corners = dict(state.corners)

    def seen(where: LocationName) -> bool:
        if where in corners:
            return _to_corner(view, at, where, corners[where]) != BLOCKED
        return sees(view, at, where)

    return sum(quarters for where, quarters in state.trail if seen(where))


def carrier(view: GameView, unit: Unit) -> Unit:
    """The vehicle that carries a unit, else the unit itself."""
    return view.state.units.get(unit.aboard, unit) if unit.aboard else unit


def spots(
    view: GameView,
    at: LocationName,
    where: LocationName,
    *,
    eye: Unit | None = None,
    seen: Unit | None = None,
) -> bool:
    """Whether there is LOS between two Locations as those there stand.

    Args:
        view: the game.
        at: from where somebody looks.
        where: to where.
        eye: who looks, if a unit does.
        seen: whom he is to see; without one, the Location.
    """
    eye = carrier(view, eye) if eye else None
    seen = carrier(view, seen) if seen else None
    if eye is not None and at_corner(eye):
        return shot_hindrance(view, eye, where, seen) != BLOCKED
    return in_sight(view, seen, at) if seen else sees(view, at, where)


def at_corners(view: GameView, where: LocationName, ids: Sequence[str]) -> list[Unit]:
    """The vehicles of a stack in a Location, if all of it is at corners there."""
    units = [view.state.units[id_] for id_ in ids if id_ in view.state.units]
    there = all(unit.location == where and at_corner(unit) for unit in units)
    return units if there else []


def stack_seen(
    view: GameView, at: LocationName, where: LocationName, ids: Sequence[str]
) -> bool:
    """Whether a stack is seen that is, or would be, in a Location."""
    found = at_corners(view, where, ids)
    if not found:
        return sees(view, at, where)
    return any(in_sight(view, unit, at) for unit in found)


def stack_hindrance(
    view: GameView, at: LocationName, where: LocationName, ids: Sequence[str]
) -> int:
    """The least LOS Hindrance to what is seen of a stack, -1 if nothing is."""
    found = at_corners(view, where, ids)
    if not found:
        return hindrance(view, at, where)
    drm = [corner_hindrance(view, at, unit) for unit in found]
    return min((one for one in drm if one != BLOCKED), default=BLOCKED)


def _drawn(view: GameView, at: LocationName, where: LocationName, corner: int) -> int:
    """What the terrain alone does, kept for good."""
    kept: dict[tuple[LocationName, LocationName, int], int]
    kept = view.world.lasting("LOS to corners", (), dict)
    key = at, where, corner
    if key not in kept:
        kept[key] = view.world.hindrance_to_corner(*key)
    return kept[key]


def shot_hindrance(
    view: GameView, unit: Unit, target: LocationName, aimed: Unit | None = None
) -> int:
    """The LOS Hindrance of a shot as firer and target stand, -1 if LOS is blocked.

    Between two that are at corners LOS from each to the other's hex is needed.

    Args:
        view: the game.
        unit: who fires.
        target: the Location fired at.
        aimed: the vehicle of it that is aimed at, if one is.
    """
    found = []
    if aimed is not None and at_corner(aimed):
        found.append(corner_hindrance(view, unit.location, aimed))
    if at_corner(unit):
        found.append(corner_hindrance(view, target, unit))
    if not found:
        return hindrance(view, unit.location, target)
    return BLOCKED if BLOCKED in found else max(found)
