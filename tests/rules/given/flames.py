"""A board to burn, in some weather (B25)."""

from collections.abc import Callable
from typing import Any

from opfor.rules.choices.orders import Kindle
from opfor.state.events import MarkerAdded, WeatherChanged
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Marker, MarkerKind
from tests.rules.given.phases import phase, unit
from tests.rules.given.world import game

L = LocationName

BOARD = """
board: t
size: 20x10
woods: D4 D5
wooden building 1: K4
brush: P5
"""


def weathered(
    weather: Weather, run: Callable[[Play], object], *dice: str, **given: Any
) -> State:
    """The state after something was done in some weather."""

    def once(play: Play) -> None:
        play.emit(WeatherChanged(weather, "so"))
        run(play)

    return game(*dice, board=BOARD, run=once, **given).state


def fire(kind: MarkerKind, at: str) -> Marker:
    """A Flame or Blaze."""
    return Marker(id=f"{kind}A", kind=kind, location=L(at))


CALM = Weather()


def tried(
    *dice: str,
    at: str = "tE5",
    weather: Weather = CALM,
    burns_there: MarkerKind | None = None,
    seen_from: str = "",
    **states: Any,
) -> State:
    """The state after a unit gave the order to set its Location ablaze."""

    def put(play: Play) -> None:
        play.emit(WeatherChanged(weather, "so"))
        if burns_there:
            play.emit(MarkerAdded(fire(burns_there, at)))

    units = [unit("a", at, **states), unit("l", at, "german/9-1")]
    if seen_from:
        units.append(unit("e1", seen_from))
    order = ("FRIENDLY", Kindle(("a",), "l"))
    return phase("PFPh", put, order, units=units, dice=dice).state
