"""A10.531: Open Ground as one who has LOS to it sees it."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a06_los import hindrance
from opfor.rules.b_terrain.b09_walls.b09_3_walls import wall_tem
from opfor.rules.e_miscellaneous.e03_weather import low_visibility
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side


@rule("A10.531", "Open Ground", cites=("B9.3", "B10.31", "E3.1"))
def in_the_open(
    view: GameView, viewer: LocationName, location: LocationName, side: Side
) -> bool:
    """Whether a Location is Open Ground as one who has LOS to it sees it.

    Neither terrain, a hexside, a Hindrance, fortification nor height is between.
    """
    world = view.world
    if not world.ground.open_ground(world.locate(location)):
        return False
    if world.height(location) > world.height(viewer):
        return False
    if hindrance(view, viewer, location) or low_visibility(view, viewer, location):
        return False
    return wall_tem(view, viewer, location, side) is None
