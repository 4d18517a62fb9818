"""S9.332: an AFV without radio that moves by itself."""

from opfor.core.dice import dice_roll
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d05_crews.d05_1_morale_of_the_crew import crew_morale
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
    roll = dice_roll(play, fact("ntc_to_move_by_itself", unit=unit.id))
    passed = roll.final <= crew_morale(play, unit)
    if not passed:
        play.emit(Note(fact("has_no_radio", unit=unit.id)))
    return passed
