"""D14: AFV without radio, and their platoons.

Reading: D-351, what no source confirms.
"""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of, vehicle
from opfor.rules.d_vehicles.d05_crews.d05_1_morale_of_the_crew import crew_check
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit


def radioless(view: GameView, unit: Unit) -> bool:
    """Whether it is an AFV that has no radio (D14.1)."""
    found = vehicle(view, unit)
    return found is not None and found.radioless and not found.unarmored


def began_at(unit: Unit) -> LocationName:
    """Where a vehicle was as its MPh began."""
    trail = state_of(unit).trail
    return trail[0][0] if trail else unit.location


@rule("D14.2", "Platoons of AFV without radio", cites=("D14.1",))
def in_platoon(view: GameView, unit: Unit) -> bool:
    """Whether another AFV of its side without radio was next to it as its MPh began.

    Offboard those that are to enter are together.
    """
    here = began_at(unit)
    return any(
        other.id != unit.id
        and other.side == unit.side
        and radioless(view, other)
        and not state_of(other).abandoned
        and _together(view, here, began_at(other))
        for other in view.state.units.values()
    )


def _together(view: GameView, here: LocationName, there: LocationName) -> bool:
    if not here or not there:
        return here == there
    return view.world.range(here, there) <= 1


@rule("D14.23", "An AFV without radio by itself", cites=("D14.2",))
def goes_alone(play: Play, unit: Unit) -> bool:
    """Whether an AFV may begin its move: without radio and platoon by a NTC only.

    If its crew fails, it has had its MPh.
    """
    if not radioless(play, unit) or unit.did("by itself") or in_platoon(play, unit):
        return True
    # D14.23: a NTC of its crew
    passed = crew_check(play, unit, fact("to_move_without_radio"))
    tried = replace(unit, deeds=(*unit.deeds, "by itself"), moved=not passed)
    what = fact("moves_by_itself" if passed else "has_no_radio_and_does_not_move")
    play.emit(UnitChanged(tried, what))
    return passed
