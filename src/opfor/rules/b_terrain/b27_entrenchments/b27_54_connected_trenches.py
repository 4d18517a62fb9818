"""B27.54: trenches that are connected."""

from opfor.core.rule import rule
from opfor.state.play import GameView
from opfor.state.units import LocationName


@rule("B27.54", "Connected trenches", cites=("B27.5",))
def connected(view: GameView, a: LocationName, b: LocationName) -> bool:
    """Whether trenches of two adjacent Locations are joined, at most a level apart.

    Moving along them costs one MF, with neither FFMO nor FFNAM, Snap Shot nor mines.
    """
    world = view.world
    if world.range(a, b) != 1 or abs(world.height(a) - world.height(b)) > 1:
        return False
    return all(
        any(fort.kind == "trench" for fort in view.state.fortifications_at(at))
        for at in (a, b)
    )
