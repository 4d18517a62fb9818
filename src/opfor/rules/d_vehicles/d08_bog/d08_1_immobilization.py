"""D8.1: Immobilization."""

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import changed
from opfor.rules.d_vehicles.d05_crews.d05_5_immobilization_tc import (
    immobilization_check,
)
from opfor.state.play import Play
from opfor.state.units import Unit


@rule("D8.1", "Immobilization", cites=("D5.5",))
def immobilize(play: Play, unit: Unit, *, check: bool = True) -> None:
    """It moves no more; its crew may leave it.

    A vehicle that is immobile already is not made more so, but its crew checks again.
    """
    stopped = {"immobile": True, "motion": False}
    unit = changed(play, unit, fact("is_immobilized"), **stopped)
    # D5.5: the Immobilization Task Check
    if check:
        immobilization_check(play, unit)
