"""E1: night."""

from opfor.core.rule import rule
from opfor.state.play import GameView
from opfor.state.units import LocationName


@rule("E1.1", "Night Visibility Range", exc=("ADJACENT Locations are always seen",))
def seen_at_night(view: GameView, a: LocationName, b: LocationName) -> bool:
    """Whether night lets two Locations see each other: no farther than the NVR.

    Illumination is not there.
    EXC: ADJACENT Locations are always seen.
    """
    nvr = view.state.weather.night
    return nvr < 0 or view.world.range(a, b) <= max(1, nvr)
