"""S8.p19 and D5.341: ENEMY vehicles that get away, from fire or under Recall."""

from collections.abc import Iterable
from fractions import Fraction

from opfor.core.rule import rule
from opfor.rules.asl.a08_first_fire import target_of_window
from opfor.rules.asl.c07_kill import p_kill
from opfor.rules.asl.d02_attempt import attempts
from opfor.rules.ordering import order
from opfor.rules.recalling import due
from opfor.rules.s08_groups import things_of, volley
from opfor.rules.s09_arms import kills
from opfor.state.play import Look, Play
from opfor.state.units import Unit

DEADLY = Fraction(1, 4)
"""The chance of a kill from which on a unit endangers a vehicle."""


@rule(
    "S8.p19", "Vehicles under attack: Motion", cites=("D2.401", "S8.p14", "S8.p3/kill")
)
def tries_motion(play: Play) -> bool:
    """MPh: a Stopped vehicle tries for Motion as its killer comes into sight.

    If a hit by what has come would kill it with 1/4 or more, and it cannot destroy
    that by a shot with 1/4.
    Reading: D-346.
    """
    for attempt in attempts(play):
        unit = play.state.units[attempt.unit]
        if unit.side != "ENEMY" or not endangered(play, unit, play.state.movers()):
            continue
        if not answers(play, unit):
            order(play, "ENEMY", attempt)
            return True
    return False


def endangered(look: Look, unit: Unit, by: Iterable[Unit]) -> bool:
    """Whether a hit by one of some units would kill a vehicle with 1/4 or more."""
    return any(
        p_kill(look, kill) >= DEADLY
        for one in by
        if one.good_order
        for kill in kills(look, one, one.location, unit)
    )


def answers(look: Look, unit: Unit) -> bool:
    """Whether a vehicle can itself destroy what moves, with a chance of 1/4."""
    shot = volley(look, things_of(look, [unit]), target_of_window(look))
    return shot is not None and bool(shot.order.at) and shot.chance >= DEADLY


@rule("S9.1/recall", "Vehicles under Recall go home", cites=("D5.341/mph", "S6.1"))
def goes_home(play: Play) -> bool:
    """MPh: a vehicle under Recall takes its next step off the map, before all others.

    It makes no Action DR (S6.1).
    """
    homeward = due(play, "ENEMY")
    if homeward is None or play.state.course is not None:
        return False
    order(play, "ENEMY", homeward)
    return True
