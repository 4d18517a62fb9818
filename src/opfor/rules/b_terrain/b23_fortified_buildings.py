"""B23.9: Fortified Building Locations."""

from opfor.core.rule import rule
from opfor.state.play import GameView
from opfor.state.units import LocationName


@rule("B23.9", "Fortified Building Locations")
def fortified_tem(view: GameView, location: LocationName) -> bool:
    """Whether a building Location is Fortified, which adds one to its TEM."""
    if not view.state.fortifications:
        return False
    forts = view.state.fortifications_at(location)
    return any(fort.kind == "fortified building" for fort in forts)
