"""B25.6: where a Blaze spreads."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.b_terrain.b25_fire.b25_1_flames import burns
from opfor.state.play import GameView
from opfor.state.units import LocationName

WIND: Mapping[str, int] = MappingProxyType({"none": 0, "mild": 1, "heavy": 2})
"""DRM of the wind on spread: added with it, subtracted against it (D-134)."""


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
