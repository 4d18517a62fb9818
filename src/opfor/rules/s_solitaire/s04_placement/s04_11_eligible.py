"""S4.11, and which Locations may hold a S? at all."""

from opfor.core.rule import rule
from opfor.state.play import Play
from opfor.state.units import LocationName

FBE_DISTANCE = 3
"""S? may not be set up within this many hexes of a whole offboard hex (S4.11)."""

RUBBLE = ("wooden rubble", "stone rubble")

WATER = "water obstacle"


@rule("S4.11", "Proximity to the FBE")
def too_near(play: Play, location: LocationName) -> bool:
    """Whether the Location is within three hexes of a whole offboard hex of the FBE.

    Reading: D-012 what is whole on a short side; D-044 U0 in the printed example.
    """
    return play.world.fbe_distance(location) <= FBE_DISTANCE


def may_stand(play: Play, location: LocationName) -> bool:
    """Whether a S? may be set up in a Location: not near the FBE, not in water."""
    ground, at = play.world.ground, play.world.locate(location)
    return ground.terrain(at).name != WATER and not too_near(play, location)
