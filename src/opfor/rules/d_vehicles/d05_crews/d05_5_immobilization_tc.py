"""D5.5: the TC of a crew whose vehicle is Immobilized."""

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv, state_of
from opfor.rules.d_vehicles.d05_crews.d05_1_morale_of_the_crew import crew_check
from opfor.rules.d_vehicles.d05_crews.d05_4_crew_leaves import abandon, has_crew
from opfor.state.play import Play
from opfor.state.units import Unit


@rule("D5.5", "Immobilization Task Check", exc=("an unarmored vehicle's crew",))
def immobilization_check(play: Play, unit: Unit) -> None:
    """The Inherent crew takes a NTC and Abandons the vehicle if it fails.

    EXC: not the crew of an unarmored vehicle.
    """
    state = state_of(unit)
    if state.abandoned or not afv(play, unit) or not has_crew(play, unit):
        return
    if not crew_check(play, unit, fact("immobilized")):
        abandon(play, unit)
