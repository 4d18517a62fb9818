"""A6: LOS between two Locations as things stand now."""

from opfor.core.rule import rule
from opfor.state.play import Look
from opfor.state.units import LocationName

BLOCKED = -1


@rule("A6.7", "LOS Hindrance", cites=("A24.2",))
def hindrance(look: Look, a: LocationName, b: LocationName) -> int:
    """The LOS Hindrance DRM between two Locations, -1 if LOS is blocked."""
    return look.world.hindrance(a, b)


def sees(look: Look, a: LocationName, b: LocationName) -> bool:
    """Whether there is LOS between two Locations."""
    return look.world.hindrance(a, b) != BLOCKED and hindrance(look, a, b) != BLOCKED
