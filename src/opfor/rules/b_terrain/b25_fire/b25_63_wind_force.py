"""B25.63: the force of the wind."""

from typing import Literal

from opfor.core.rule import rule
from opfor.state.in_progress import Weather

Force = Literal["none", "mild", "heavy"]

FORCES: tuple[Force, ...] = ("none", "mild", "heavy")


@rule("B25.63", "Wind force at the start")
def wind_force(die: int) -> Force:
    """No wind on 1 to 3, a mild breeze on 4 and 5, heavy winds on 6."""
    return "heavy" if die == 6 else "mild" if die >= 4 else "none"


def blows(weather: Weather) -> bool:
    """Whether there is any wind, Gusts included."""
    return weather.wind != "none" or weather.gusts
