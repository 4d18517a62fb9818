"""B25: Flames and Blazes: what burns, and how likely a fire grows and spreads."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.geo.terrain_chart import TerrainKind
from opfor.state.in_progress import (
    Weather,
)
from opfor.state.play import GameView
from opfor.state.units import (
    LocationName,
    Marker,
    MarkerKind,
)

BURNING: tuple[MarkerKind, ...] = ("flame", "blaze")

EC: Mapping[str, int] = MappingProxyType(
    {"dry": 1, "moderate": 0, "wet": -2, "mud": -2, "snow": -2, "deep snow": -3}
)
"""DRM of the ground on kindling and spread (D-134)."""

DRENCHING = ("rain", "heavy rain")
"""Weather in which nothing catches fire and nothing spreads."""

WIND: Mapping[str, int] = MappingProxyType({"none": 0, "mild": 1, "heavy": 2})
"""DRM of the wind on spread: added with it, subtracted against it (D-134)."""


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


@rule("B25.5", "Environmental Conditions", cites=("E3.5", "E3.7"))
def ec_drm(weather: Weather) -> list[Mod]:
    """The DRM of the ground on kindling and spread."""
    drm = EC[weather.ground]
    return [Mod(f"{weather.ground} ground", drm, "B25.5")] if drm else []


def drenched(weather: Weather) -> bool:
    """Whether it rains, so that no fire grows."""
    return weather.sky in DRENCHING


@rule("B25.6", "Where a Blaze spreads", cites=("A.8",))
def spreads_to(view: GameView, location: LocationName) -> Iterator[LocationName]:
    """The ADJACENT Locations that can burn, in order of the hexsides, then up."""
    near = [at for at in view.world.exits(location) if view.world.range(at, location)]
    above = [at for at in view.world.exits(location) if at not in near]
    return iter([at for at in (*near, *above) if burns(view, at)])


@rule("B25.61", "Wind and spreading fire", cites=("B25.6", "B25.63"))
def wind_drm(view: GameView, start: LocationName, to: LocationName) -> list[Mod]:
    """The wind helps a fire downwind, and hinders it upwind.

    Downwind are the hexside that it blows toward and the ones next to that.
    """
    weather = view.state.weather
    force = WIND["mild" if weather.gusts and weather.wind == "none" else weather.wind]
    side = view.world.side_between(start, to)
    if not force or side < 0:
        return []
    off = (side - weather.direction) % SIDES
    drm = force if off in (0, 1, SIDES - 1) else -force
    return [Mod("downwind" if drm > 0 else "upwind", drm, "B25.61")]
