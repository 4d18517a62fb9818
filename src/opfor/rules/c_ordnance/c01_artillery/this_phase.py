"""C1: what an observer has done with his battery in this phase."""

from msgspec.structs import replace

from opfor.core.fact import Fact
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import now
from opfor.state.artillery import Battery, Spot
from opfor.state.events import BatteryChanged
from opfor.state.play import GameView, Play


def acts(view: GameView, battery: Battery) -> tuple[Spot, ...]:
    """What was done with a battery in the phase that is on."""
    return battery.acted if battery.when == now(view) else ()


def note_step(
    play: Play, battery: Battery, step: Spot, what: Fact, **fields: object
) -> None:
    """Note what was done with a battery in this phase, and how it changed."""
    acted = (*acts(play, battery), step)
    new = replace(battery, when=now(play), acted=acted, **fields)
    play.emit(BatteryChanged(new, what))
