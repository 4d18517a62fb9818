"""The end of the player's MPh: who could still enter is told first."""

from collections.abc import Iterator
from contextlib import suppress

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.choices.orders import MoveTo
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, Unit
from opfor.views.text.words import counted


def still_offboard(view: GameView) -> str:
    """Who could still enter in this MPh (A2.5), if nobody has; else nothing."""
    state = view.state
    if state.phase != "MPh" or state.side != "FRIENDLY":
        return ""
    units = [each for each in state.units.values() if each.side == "FRIENDLY"]
    if any(each.location != OFFBOARD for each in units):
        return ""
    waiting = [each.id for each in units if _could_enter(view, each)]
    if not waiting:
        return ""
    told = counted(len(waiting), "unit", "units")
    return f"{told} could still enter: {', '.join(waiting)}; `end` again ends the MPh"


def _could_enter(view: GameView, unit: Unit) -> bool:
    """Whether some hex of the FBE can be entered by a unit alone."""
    return not unit.vehicle and any(_entries(view, unit))


def _entries(view: GameView, unit: Unit) -> Iterator[bool]:
    for to in view.world.exits(OFFBOARD):
        with suppress(Illegal):
            plan(view, MoveTo((unit.id,), to))
            yield True
