"""A vehicle that looks at a hex in which something stands."""

from collections.abc import Callable
from typing import Any

from opfor.core.game import Game
from opfor.state.events import FortificationAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName
from tests.rules.given.world import game

L = LocationName
TANK, CAR, TRACK, TRUCK = (
    "german/pzkpfw-ivf2",
    "german/psw-222",
    "german/spw-251-1",
    "german/opel-6700",
)
TO = L("tK4")

FIELD = """
board: t
size: 20x10
brush: A1
road: R3 > R5
"""


def fort(kind: Any, **more: Any) -> FortificationAdded:
    """A fortification in K4 comes into play."""
    return FortificationAdded(Fortification(id="f", kind=kind, location=TO, **more))


def scene(
    *stands: Any, counter: str = TANK, run: Callable[[Play], object], dice: Any = ()
) -> Game[State]:
    """A vehicle in K5 looks at K4, where something stands."""

    def once(play: Play) -> None:
        for event in stands:
            play.emit(event)
        run(play)

    vehicles = {"tank": (counter, "tK5", {"vca": 1, "tca": 1})}
    units = {"a": ("german/4-6-7", "tK4")}
    return game(*dice, board=FIELD, vehicles=vehicles, units=units, run=once)
