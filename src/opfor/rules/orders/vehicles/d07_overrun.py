"""D7.1, D7.2 in play: a vehicle that overruns, or passes, enemy Infantry."""

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import end_move_if_done
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.d_vehicles.d07_overrun.d07_1_overrun import (
    overrun_of_wreck,
    plan_overrun,
)
from opfor.rules.orders.fire.a07_3_attacks import attack
from opfor.rules.orders.vehicles.d07_21_reaction_fire import react
from opfor.state.events import MoveChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

Bearing = tuple[Unit, Attack] | None
"""A vehicle whose OVR is yet to come, and the attack that is left of it as a wreck."""


def bearing_down(view: GameView) -> Bearing:
    """The vehicle whose OVR is declared and not yet resolved."""
    move = view.state.move
    movers = view.state.movers() if move and move.overrun else []
    unit = next((unit for unit in movers if unit.vehicle), None)
    return (unit, overrun_of_wreck(view, unit)) if unit else None


def crash(play: Play, bearing: Bearing) -> None:
    """The OVR of a vehicle that the other side's fire has destroyed."""
    if bearing is None or bearing[0].id in play.state.units:
        return
    unit, made = bearing
    play.emit(Note(fact("wreck_runs_into", unit=unit.id, at=unit.location)))
    attack(play, made)


def trample(play: Play) -> None:
    """Once nobody fires any more at a vehicle that overruns, it attacks.

    After that, or where it only passes Infantry, CC Reaction Fire follows.
    """
    move, window = play.state.move, play.state.window
    if move is None or (window and window.asked):
        return
    if not (move.overrun or move.beside):
        return
    unit = next((unit for unit in play.state.movers() if unit.vehicle), None)
    if unit is None:
        return
    # D7.1: the OVR comes after all Defensive First Fire at it
    play.emit(MoveChanged(replace(move, overrun=False, beside=False)))
    if move.overrun:
        play.emit(Note(fact("overruns_what_is_in", unit=unit.id, at=unit.location)))
        attack(play, plan_overrun(play, unit))
    # D7.21: CC Reaction Fire of those who survive it
    react(play, unit.id)
    end_move_if_done(play)
