"""D2.3: LOS to and from a vehicle in Bypass: to the corner that it has come to.

Reading: D-386.
"""

from opfor.core.rule import rule
from opfor.rules.asl.a06_los import BLOCKED, MOST_IN_ALL, hindrance, sees
from opfor.rules.asl.d01_vehicles import state_of
from opfor.state.play import Look
from opfor.state.units import LocationName, Unit


def at_corner(unit: Unit) -> bool:
    """Whether a unit is a vehicle in Bypass, and not at its hex's centre."""
    state = unit.vehicle  # asked of everybody who is fired at
    return state is not None and state.corner >= 0 and bool(state.bypass)


@rule("D2.3/los", "LOS to and from what is in VBM", cites=("A4.34", "A6.7", "D9.4"))
def corner_hindrance(look: Look, at: LocationName, unit: Unit) -> int:
    """The LOS Hindrance between a Location and a vehicle at a corner, -1 if blocked.

    SMOKE, AFV and wrecks count as in LOS to the centre; where terrain blocks that,
    nothing is seen by night or past SMOKE. Within its hex it is seen as all else is.
    """
    if at == unit.location or not at:
        return hindrance(look, at, unit.location)
    found = _drawn(look, at, unit)
    if found == BLOCKED:
        return BLOCKED
    centre = look.world.hindrance(at, unit.location)
    if centre == BLOCKED:
        dim = bool(look.state.markers) or look.state.weather.night >= 0
        return BLOCKED if dim else found
    now = hindrance(look, at, unit.location)
    found += now - centre
    return found if now != BLOCKED and found <= MOST_IN_ALL else BLOCKED


def in_sight(look: Look, unit: Unit, at: LocationName) -> bool:
    """Whether a unit sees a Location from where it stands."""
    if at_corner(unit):
        return corner_hindrance(look, at, unit) != BLOCKED
    return sees(look, unit.location, at)


def _drawn(look: Look, at: LocationName, unit: Unit) -> int:
    """What the terrain alone does, kept for good."""
    kept: dict[tuple[LocationName, LocationName, int], int]
    kept = look.world.lasting("LOS to corners", (), dict)
    key = at, unit.location, state_of(unit).corner
    if key not in kept:
        kept[key] = look.world.hindrance_to_corner(*key)
    return kept[key]


def shot_hindrance(
    look: Look, unit: Unit, target: LocationName, aimed: Unit | None = None
) -> int:
    """The LOS Hindrance of a shot as firer and target stand, -1 if LOS is blocked.

    Between two that are at corners LOS from each to the other's hex is needed.

    Args:
        look: the game.
        unit: who fires.
        target: the Location fired at.
        aimed: the vehicle of it that is aimed at, if one is.
    """
    found = []
    if aimed is not None and at_corner(aimed):
        found.append(corner_hindrance(look, unit.location, aimed))
    if at_corner(unit):
        found.append(corner_hindrance(look, target, unit))
    if not found:
        return hindrance(look, unit.location, target)
    return BLOCKED if BLOCKED in found else max(found)
