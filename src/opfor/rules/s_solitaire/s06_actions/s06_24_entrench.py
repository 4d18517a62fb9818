"""S6.24: who can Entrench."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.b_terrain.b27_entrenchments.b27_1_digging import may_entrench
from opfor.rules.s_solitaire.s01_terms.s01_terms import targets
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


@rule("S6.24", "Entrench", cites=("B27.1", "B27.11", "S6.241"))
def can_entrench(view: GameView, unit: Unit) -> bool:
    """Whether a unit can Entrench: an Infantry MMC where that is possible.

    Not the crew of a Gun that is emplaced already (S6.2 EX).
    """
    guns = (weapon.gun for weapon in view.state.weapons_of(unit.id))
    if any(gun and gun.emplaced for gun in guns):
        return False
    try:
        may_entrench(view, unit)
    except Illegal:
        return False
    return not behind_a_wall(view, unit)


@rule("S6.241", "No Entrenching behind a wall that is the only LOS", cites=("B27.2",))
def behind_a_wall(view: GameView, unit: Unit) -> bool:
    """Whether all LOS to its Targets crosses walls, hedges or bocage (D-435)."""
    found = targets(view, [unit])
    return bool(found) and all(_walled(view, unit.location, at) for at in found)


def _walled(view: GameView, here: LocationName, at: LocationName) -> bool:
    """Whether the LOS between two Locations crosses such a hexside of the first."""
    world = view.world
    if world.range(here, at) == 0:
        return False
    hex_ = world.locate(here).hex
    kinds = (world.ground.side(hex_, side) for side in world.entered_sides(at, here))
    return any(kind and kind.tem for kind in kinds)
