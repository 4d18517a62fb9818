"""C1.58: a FFE:C ends."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c01_artillery.c01_5_ffe import firing_side
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import mark_of
from opfor.rules.orders.fire.oba_orders import spend_battery
from opfor.state.artillery import Battery
from opfor.state.events import BatteryChanged, MarkerRemoved
from opfor.state.play import GameView, Play
from opfor.state.units import Marker


def _own(view: GameView) -> Sequence[tuple[Battery, Marker]]:
    """The batteries with a SR or FFE whose side's fire phase it is."""
    side = firing_side(view)
    found = ((b, mark_of(view, b)) for b in view.state.batteries.values())
    return [(b, mark) for b, mark in found if mark is not None and b.side == side]


@rule("C1.58/end", "FFE:C ends", cites=("C1.58",))
def begins(play: Play) -> None:
    """As its owner's fire phase begins FFE:C is gone, and the mission with it."""
    for battery, mark in _own(play):
        if mark.kind == "FFE:C":
            play.emit(MarkerRemoved(mark.id, fact("the_mission_is_over")))
            done = replace(battery, access=False)
            play.emit(BatteryChanged(done, fact("its_mission_is_over")))
            spend_battery(play, done)
