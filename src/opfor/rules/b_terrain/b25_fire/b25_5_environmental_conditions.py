"""B25.5: Environmental Conditions."""

from collections.abc import Mapping
from types import MappingProxyType

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.state.in_progress import Weather

EC: Mapping[str, int] = MappingProxyType(
    {"dry": 1, "moderate": 0, "wet": -2, "mud": -2, "snow": -2, "deep snow": -3}
)
"""DRM of the ground on kindling and spread (D-134)."""


DRENCHING = ("rain", "heavy rain")
"""Weather in which nothing catches fire and nothing spreads."""


@rule("B25.5", "Environmental Conditions", cites=("E3.5", "E3.7"))
def ec_drm(weather: Weather) -> list[Mod]:
    """The DRM of the ground on kindling and spread."""
    drm = EC[weather.ground]
    return [Mod(f"{weather.ground} ground", drm, "B25.5")] if drm else []


def drenched(weather: Weather) -> bool:
    """Whether it rains, so that no fire grows."""
    return weather.sky in DRENCHING
