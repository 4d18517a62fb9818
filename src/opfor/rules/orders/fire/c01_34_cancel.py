"""C1.34: the order to cancel."""

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import mark_of
from opfor.rules.c_ordnance.c01_artillery.this_phase import note_step
from opfor.rules.choices.orders import Radio
from opfor.rules.orders.fire.oba_orders import spend_battery
from opfor.state.artillery import Battery
from opfor.state.events import MarkerRemoved
from opfor.state.play import GameView, Play


def check_cancel(view: GameView, battery: Battery, _order: Radio) -> None:
    """Raise Illegal if there is no mission to cancel."""
    if mark_of(view, battery) is None and not battery.access:
        raise Illegal("C1.34", f"{battery.id} has no mission")


@rule("C1.34", "Cancel", cites=("C1.21",))
def cancel(play: Play, battery: Battery) -> None:
    """The mission is over: SR or FFE and Battery Access are gone."""
    mark = mark_of(play, battery)
    if mark is not None:
        play.emit(MarkerRemoved(mark.id, fact("cancelled")))
    note_step(play, battery, "cancel", fact("cancels"), access=False)
    spend_battery(play, play.state.batteries[battery.id])
