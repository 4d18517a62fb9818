"""S6.309: vehicles that stop in Panic."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.state.events import UnitChanged
from opfor.state.play import Play


@rule(
    "S6.309/stop",
    "A Panicked Motion vehicle stops",
    cites=("S6.309", "S6.211"),
)
def stops_in_panic(play: Play) -> bool:
    """A vehicle in Motion that Panicked in its PFPh spends a MP to stop (D-003)."""
    for unit in list(play.state.units.values()):
        state = unit.vehicle
        if unit.side == "ENEMY" and unit.panic and state and state.motion:
            halted = replace(unit, vehicle=replace(state, motion=False))
            what = fact("stops_which_is_all_that_it_does")
            play.emit(UnitChanged(halted, what))
            return True
    return False
