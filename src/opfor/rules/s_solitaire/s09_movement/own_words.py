"""S9.22: a clause of a Move Command in own words: the player says what it means."""

from collections.abc import Sequence

from opfor.core.ask import Option
from opfor.rules.choices.discretion import ask_policy
from opfor.rules.s_solitaire.s09_movement.command_manners import (
    MoveScope,
    by_route,
    free,
    steps,
)
from opfor.rules.s_solitaire.s09_movement.movers import ALLOTMENT, Mover
from opfor.rules.s_solitaire.s09_movement.s09_2_route import distance, within_reach
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName

PASS_OVER = Option("pass over", "it cannot be fulfilled: the next clause decides")
STAY = Option("stay", "it stays where it is")
OPPORTUNITY = Option("Opportunity Fire", "it stays, marked for Opportunity Fire")
ASSAULT = Option("Assault Move", "it goes one Location by Assault Movement")
FULL = Option("full MF", "it goes by the safest route")
DOUBLE = Option("Double Time", "it goes by Double Time")

DOUBLED = ALLOTMENT * 3 // 2
"""Quarters of MF by Double Time, its leader apart."""


def meant(play: Play, mover: Mover, words: str) -> MoveScope | None:
    """What a clause in own words has a mover do; None: it cannot be fulfilled.

    Reading: D-630, the player says how and where; what S9.26 prohibits is not offered.
    """
    to = {
        ASSAULT: steps(play, mover),
        FULL: _reached(play, mover),
        DOUBLE: _doubled(play, mover),
    }
    how = ask_policy(
        play,
        policy="S9.22 own words",
        purpose=f"{mover.name} moves by its Command, {words!r}: what does it do?",
        options=[PASS_OVER, STAY, OPPORTUNITY, *(each for each in to if to[each])],
    )
    if how == PASS_OVER.key:
        return None
    if how in (STAY.key, OPPORTUNITY.key):
        return MoveScope(how="stay", opportunity=how == OPPORTUNITY.key)
    places = next(to[each] for each in to if each.key == how)
    end = _where(play, mover, words, places)
    if how == ASSAULT.key:
        return MoveScope(how="one hex", ends=(end,))
    return by_route("safest", double=how == DOUBLE.key)(play, mover, [end])


def _reached(view: GameView, mover: Mover) -> list[LocationName]:
    return [to for to in within_reach(view, mover) if free(view, mover, to)]


def _doubled(view: GameView, mover: Mover) -> list[LocationName]:
    """Where Double Time may lead; a S? and who has not that far to go do without."""
    if mover.suspect or not mover.location:
        return []
    far = ((to, distance(view, mover, to)) for to in view.world.names)
    near = [to for to, spent in far if 0 < spent <= DOUBLED]
    return [to for to in near if free(view, mover, to)]


def _where(
    play: Play, mover: Mover, words: str, places: Sequence[LocationName]
) -> LocationName:
    said = ask_policy(
        play,
        policy="S9.22 own words",
        purpose=f"{mover.name} moves by its Command, {words!r}: where to?",
        options=[Option(to, to, (to,)) for to in places],
    )
    return LocationName(said)
