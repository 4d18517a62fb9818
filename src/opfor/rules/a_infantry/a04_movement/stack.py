"""A stack that moves, and its move so far."""

from typing import NamedTuple

from opfor.geo.hexside_features import PATH
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


class Stack(NamedTuple):
    """Units that move together, and their move before the step they take next."""

    units: list[Unit]
    move: Move


def on_road(view: GameView, where: LocationName) -> bool:
    """Whether a road, and no mere path, runs through a Location."""
    hex_, level = view.world.locate(where)
    sides = view.world.joins.road[hex_].tolist()
    return not level and any(side not in (0, PATH) for side in sides)
