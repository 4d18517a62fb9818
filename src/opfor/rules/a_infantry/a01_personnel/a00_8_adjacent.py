"""A.8: which Locations are ADJACENT."""

from opfor.core.rule import rule
from opfor.state.play import GameView
from opfor.state.units import LocationName


@rule("A.8", "ADJACENT")
def adjacent(view: GameView, a: LocationName, b: LocationName) -> bool:
    """Whether two Locations are ADJACENT: LOS, and Infantry could advance between."""
    return view.world.adjacent(a, b)
