"""E3: what weather does to sight."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.state.play import GameView
from opfor.state.units import LocationName

STEP = 6
"""Hexes of range for one LV Hindrance in mist, rain and snow (D-135)."""

THICK: Mapping[str, int] = MappingProxyType(
    {"clear": -1, "overcast": -1, "mist": 0, "rain": 0, "snow": 0, "heavy rain": 1}
)
"""LV Hindrance at up to six hexes; -1: none at any range (D-135)."""

NIGHT = 1
"""LV Hindrance of night at any range but 0."""


@rule("E3.1", "Low Visibility", cites=("E1.7", "E3.32", "E3.51", "E3.71"))
def low_visibility(view: GameView, a: LocationName, b: LocationName) -> list[Mod]:
    """The LV Hindrance DRM of weather and night between two Locations.

    It cancels FFMO as any Hindrance does, but reduces no Residual FP (A8.26), whose
    attacks have no LOS and so none of it (D-135).
    """
    weather = view.state.weather
    thick = THICK[weather.sky]
    if thick < 0 and weather.night < 0:
        return []
    hexes = view.world.range(a, b)
    mods = []
    if thick >= 0 and hexes and (drm := thick + (hexes - 1) // STEP):
        mods.append(Mod(weather.sky, drm, "E3.1"))
    if weather.night >= 0 and hexes:
        mods.append(Mod("night", NIGHT, "E1.7"))
    return mods


def dim(
    view: GameView, froms: Sequence[LocationName], target: LocationName
) -> list[Mod]:
    """The LV Hindrance of an attack out of several Locations: the worst of them."""
    found = [low_visibility(view, at, target) for at in froms]
    return max(found, key=total, default=[])
