"""D5.341: Recall."""

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import changed, state_of
from opfor.state.play import Play
from opfor.state.units import Unit


@rule("D5.341", "Recall", cites=("D5.34",))
def recall(play: Play, unit: Unit) -> None:
    """It must leave the map by its own edge, from its next MPh on, and stays BU."""
    if not state_of(unit).recalled:
        changed(play, unit, fact("is_under_recall"), recalled=True, ce=False)
