"""VPO Locations: those of the Mission, and all Locations of its VPO buildings."""

from opfor.rules.a_infantry.a26_victory.control import vpo
from opfor.state.play import GameView
from opfor.state.units import LocationName


def vpo_locations(view: GameView) -> tuple[LocationName, ...]:
    """Every VPO Location by its full name, each once, in the Mission's order."""
    return tuple(dict.fromkeys(vpo(view)))
