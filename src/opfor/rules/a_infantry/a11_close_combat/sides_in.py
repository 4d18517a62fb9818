"""Which units of each side are in a Location."""

from collections.abc import Mapping

from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit

Parties = Mapping[Side, list[Unit]]


def sides_in(view: GameView, location: LocationName) -> Parties:
    """The units of each side in a Location, prisoners and hidden units apart."""
    here = [u for u in view.state.units_at(location) if not (u.guard or u.hidden)]
    return {
        "FRIENDLY": [unit for unit in here if unit.side == "FRIENDLY"],
        "ENEMY": [unit for unit in here if unit.side == "ENEMY"],
    }
