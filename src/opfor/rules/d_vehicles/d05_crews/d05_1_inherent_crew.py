"""D5.1: Inherent crews."""

from opfor.core.rule import rule
from opfor.state.units import Unit


@rule("D5.1", "A vehicle's Inherent crew", cites=("D5.34", "C7.42"))
def crewed(unit: Unit) -> bool:
    """Whether its crew can do anything: not Stunned, Shocked or gone."""
    state = unit.vehicle
    return state is not None and not (state.stunned or state.shock or state.abandoned)
