"""A4.63: Dash."""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.stack import Stack, on_road
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName


@rule("A4.63", "Dash", cites=("A4.61", "A4.5"))
def dash(view: GameView, stack: Stack, after: Move, to: LocationName) -> Move:
    """Out of cover, over a road Location, into cover, in two hexes and no more.

    Neither its start nor its end is Open Ground, and it does not return.
    """
    start = stack.units[0].location
    if after.double_time or after.bypass:
        raise Illegal("A4.63", "a Dash is neither Double Time nor Bypass")
    if to == OFFBOARD:
        raise Illegal("A4.63", "a Dash does not lead off the map")
    if after.steps == 1:
        if start == OFFBOARD or _open(view, start) or not on_road(view, to):
            raise Illegal("A4.63", "a Dash leads out of cover onto a road")
        return after
    if after.steps > 2 or _open(view, to):
        raise Illegal("A4.63", "a Dash leads from the road into cover")
    return replace(after, stopped=True)


def _open(view: GameView, where: LocationName) -> bool:
    return view.world.ground.open_ground(view.world.locate(where))
