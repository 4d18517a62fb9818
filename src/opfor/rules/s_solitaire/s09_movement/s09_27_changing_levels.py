"""S9.27: the stairs, where a mover can go on by them alone."""

from collections.abc import Iterator

from opfor.core.rule import rule
from opfor.geo.edges import Heading
from opfor.geo.ground import Location
from opfor.geo.movement.infantry_cost import DOWN, UP
from opfor.rules.s_solitaire.s09_movement.movers import NOWHERE, Mover, at
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName


@rule("S9.27", "Changing levels to go on", cites=("S9.4",))
def leads(view: GameView, mover: Mover, heading: Heading) -> LocationName:
    """The Location in a direction, or by the stairs if only they lead on.

    OFFBOARD: over the map's edge, which only the FBE allows.
    """
    world, side = view.world, view.world.compass.sides.get(heading)
    if side is None:
        return NOWHERE
    here = world.locate(at(mover))
    if world.map.neighbours[here.hex][side] < 0:
        return OFFBOARD
    # S9.27: the stairs, where nothing else leads on.
    found = _across(view, here, side)
    if found != NOWHERE:
        return found
    for way in (DOWN, UP):
        climb = list(_stairs(view, here, way))
        if any(_across(view, there, side) != NOWHERE for there in climb):
            return world.name(climb[0])
    return NOWHERE


def _stairs(view: GameView, here: Location, way: int) -> Iterator[Location]:
    """The Locations that the stairs of a hex lead to, one level after the other."""
    while not (entry := view.world.moves.entry(here, way)).bar:
        here = view.world.ground.locations[entry.to]
        yield here


def _across(view: GameView, here: Location, side: int) -> LocationName:
    entry = view.world.moves.entry(here, side)
    ground = view.world.ground
    return NOWHERE if entry.bar else view.world.name(ground.locations[entry.to])
