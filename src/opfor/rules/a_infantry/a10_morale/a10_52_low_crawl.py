"""A10.52: Low Crawl."""

from collections.abc import Sequence

from opfor.core.rule import rule
from opfor.rules.a_infantry.a10_morale.a10_5_rout import Foe, next_to
from opfor.rules.b_terrain.b26_4_wire import above_wire
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


@rule(
    "A10.52",
    "Low Crawl",
    exc=(
        "not out of a Location with an enemy unit, nor next to one",
        "not from above wire",
    ),
    cites=("B26.4",),
)
def may_crawl(
    view: GameView, unit: Unit, to: LocationName, among: Sequence[Foe]
) -> bool:
    """Whether a unit may Low Crawl into a Location, which takes all its MF.

    EXC: neither out of a Location with an enemy unit nor ADJACENT to one.
    EXC: not from above wire, which takes MF of its own (D-220).
    """
    if above_wire(view, unit):
        return False
    if any(foe.location == unit.location for foe in among):
        return False
    return not any(next_to(view, to, foe) for foe in among)
