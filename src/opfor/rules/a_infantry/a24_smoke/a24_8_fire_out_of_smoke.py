"""A24.8: fire out of SMOKE."""

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a24_smoke.a24_2_smoke_hindrance import SMOKE
from opfor.state.play import GameView
from opfor.state.units import LocationName


@rule("A24.8", "Fire out of SMOKE", cites=("A24.2",))
def out_of_smoke(view: GameView, *firers: LocationName) -> list[Mod]:
    """The DRM of fire that leaves a Location with SMOKE, or stays within it.

    It comes on top of the Hindrance and is none itself. One of a FG's Locations is
    enough.
    """
    markers = view.state.markers.values()
    smoky = {marker.location for marker in markers if marker.kind in SMOKE}
    return [Mod("fire out of SMOKE", 1, "A24.8")] if smoky.intersection(firers) else []
