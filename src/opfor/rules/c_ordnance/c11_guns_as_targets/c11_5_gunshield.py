"""C11.5: Gunshields."""

from collections.abc import Sequence

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import in_arc
from opfor.rules.c_ordnance.c11_guns_as_targets.c11_2_emplacement import guns_manned
from opfor.state.play import GameView
from opfor.state.units import NO_CA, LocationName, Unit

SHIELD = 2
"""TEM of a gunshield (C11.5)."""


SHIELDED = ("AT", "INF", "ART")
"""Types of Guns that have a gunshield unless their counter denies it."""


@rule("C11.5", "Gunshields", cites=("C3.2",))
def gunshield(view: GameView, unit: Unit, froms: Sequence[LocationName]) -> Mod | None:
    """+2 against direct fire that comes, all of it, from within the CA of its Gun.

    Of AT, INF and ART Guns, if they are not limbered; not within its hex, and not in
    place of what the crew is inside of. It does not add to other TEM.
    Reading: D-359.
    """
    if unit.inside or not froms:
        return None
    for piece, gun in guns_manned(view, unit):
        bare = piece.kind not in SHIELDED or "no gunshield" in piece.special.lower()
        if bare or gun.limbered or gun.ca == NO_CA:
            continue
        if all(_before(view, unit, gun.ca, at) for at in froms):
            return Mod("gunshield", SHIELD, "C11.5")
    return None


def _before(view: GameView, unit: Unit, ca: int, at: LocationName) -> bool:
    near = view.world.range(unit.location, at) == 0
    return not near and in_arc(view.world, unit.location, ca, at)
