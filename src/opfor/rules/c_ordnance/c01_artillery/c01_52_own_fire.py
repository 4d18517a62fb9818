"""C1.52: under the FFE of one's own side."""

from opfor.core.rule import rule
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import explosive, falls_on
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("C1.52", "Under the FFE of one's own side")
def own_fire(view: GameView, unit: Unit) -> bool:
    """Whether a unit's Morale Level is one less for its own side's shells.

    Not for SMOKE, which attacks nobody.
    """
    if not view.state.batteries or not unit.location:
        return False
    found = falls_on(view, unit.location)
    return any(b.side == unit.side and explosive(b) for b, _ in found)
