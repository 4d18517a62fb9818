"""C1.22: Radio Contact that is lost."""

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import mark_of
from opfor.rules.c_ordnance.c01_artillery.this_phase import note_step
from opfor.state.artillery import FFE, Battery, Spot
from opfor.state.events import MarkerRemoved
from opfor.state.play import Play


@rule("C1.22", "Loss of Radio Contact", cites=("C1.2",))
def lose_contact(play: Play, battery: Battery, step: Spot) -> None:
    """Without contact there is no Battery Access, and a SR is gone; a FFE goes on."""
    mark = mark_of(play, battery)
    gone = mark is None or mark.kind not in FFE
    if mark is not None and gone:
        play.emit(MarkerRemoved(mark.id, fact("no_radio_contact")))
    access = battery.access and not gone
    what = fact("out_of_contact")
    note_step(play, battery, step, what, contact=False, access=access)
