"""S9.332: an AFV without radio that moves by itself."""

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d05_crews.d05_1_morale_of_the_crew import crew_check
from opfor.rules.d_vehicles.d14_radioless_platoons import in_platoon, radioless
from opfor.state.play import Play
from opfor.state.units import Unit


@rule("S9.332", "A lone radioless AFV", cites=("D14.23",))
def moves_alone(play: Play, unit: Unit) -> bool:
    """Whether an AFV may move by itself: without radio only if it passes a NTC.

    None is needed next to another such ENEMY AFV as its MPh begins, whether that one
    has moved by now or not.
    """
    # D14.23: the NTC, which nobody else needs.
    if not radioless(play, unit) or in_platoon(play, unit):
        return True
    passed = crew_check(play, unit, fact("to_move_without_radio"))
    if not passed:
        play.emit(Note(fact("has_no_radio", unit=unit.id)))
    return passed
