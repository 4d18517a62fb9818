"""D7.1 in play: the attack of a vehicle upon those whom it overruns."""

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.rules.asl.a04_movement import settle
from opfor.rules.asl.d07_overrun import plan_overrun
from opfor.rules.firing import attack
from opfor.rules.reacting import react
from opfor.state.events import MoveChanged
from opfor.state.play import Play


def trample(play: Play) -> None:
    """Once nobody fires any more at a vehicle that overruns, it attacks."""
    move, window = play.state.move, play.state.window
    if move is None or not move.overrun or (window and window.asked):
        return
    unit = next((unit for unit in play.state.movers() if unit.vehicle), None)
    if unit is None:
        return
    play.emit(MoveChanged(replace(move, overrun=False)))
    play.emit(Note(f"{unit.id} overruns what is in {unit.location}"))
    attack(play, plan_overrun(play, unit))
    react(play, unit.id)
    settle(play)
