"""B25: Flames and Blazes: what burns, and how likely a fire grows and spreads."""

from opfor.core.rule import rule
from opfor.geo.terrain_chart import TerrainKind
from opfor.state.play import GameView
from opfor.state.units import (
    LocationName,
    Marker,
    MarkerKind,
)

BURNING: tuple[MarkerKind, ...] = ("flame", "blaze")


@rule("B25.1", "What burns", cites=("B25.11",))
def burns(view: GameView, location: LocationName) -> TerrainKind | None:
    """The terrain of a Location if it can burn, and nothing burns there yet."""
    kind = view.world.ground.cover(view.world.locate(location))
    return kind if kind.kindling and not burning(view, location) else None


def burning(view: GameView, location: LocationName) -> Marker | None:
    """The Flame or Blaze of a Location, if there is one."""
    if not view.state.markers:
        return None
    found = view.state.markers_at(location)
    return next((marker for marker in found if marker.kind in BURNING), None)
