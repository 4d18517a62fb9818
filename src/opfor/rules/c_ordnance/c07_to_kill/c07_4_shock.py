"""C7.4: Shock."""

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import changed, state_of
from opfor.rules.d_vehicles.d05_crews.d05_1_morale_of_the_crew import crew_check
from opfor.state.play import Play
from opfor.state.units import Unit


@rule("C7.4", "Shock", cites=("C7.41",))
def shock(play: Play, unit: Unit) -> None:
    """Its crew can do nothing until it recovers; a vehicle in Motion stops.

    What is Shocked or UK already stays so.
    """
    if not state_of(unit).shock:
        changed(play, unit, fact("is_shocked"), shock="shock", motion=False, ce=False)


@rule("C7.41", "Possible Shock")
def possible_shock(play: Play, unit: Unit) -> None:
    """Its crew takes a NTC, and is Shocked if it fails."""
    if state_of(unit).shock or state_of(unit).abandoned:
        return
    # C7.41: a NTC of its crew
    if not crew_check(play, unit, fact("possible_shock")):
        shock(play, unit)
