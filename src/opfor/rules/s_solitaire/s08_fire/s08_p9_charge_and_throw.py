"""S8.p9: what the ENEMY does with a DC: it places one, and seldom throws it.

A DC that is placed in the MPh goes off in the AFPh and harms no friend; whoever places
it stands the fire of the FRIENDLY side before that. Reading: D-345.
"""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a01_personnel.a01_24_units import us_number
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a23_demolition.a23_6_thrown import charge, plan_throw
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv
from opfor.rules.s_solitaire.s01_terms.s01_terms import (
    friend_places,
    friends_at,
    p_nmc,
)
from opfor.rules.s_solitaire.s01_terms.tem_of_targets import least_tem
from opfor.rules.s_solitaire.s09_movement.danger import fire_at
from opfor.state.in_progress import Move
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit, Weapon

PLACES = "S8.p9/charge"

COVER = 2
"""The TEM from which on a Target is worth a DC."""

MOST_FIRE = 16
"""The weight of fire, in FP, that whoever places a DC survives half of the time."""

WORTH = 2
"""How much more a thrown DC must do to the Target than to the thrower's Location."""


def carried(view: GameView, unit: Unit) -> Weapon | None:
    """The DC that a unit possesses."""
    weapons = view.state.weapons_of(unit.id)
    return next((weapon for weapon in weapons if charge(view, weapon)), None)


@rule(PLACES, "Where a DC is placed", cites=("A23.3", "S6.311", "S6.312", "S8.p9"))
def charge_targets(view: GameView, unit: Unit) -> list[LocationName]:
    """The ADJACENT Targets for which a unit leaves its Fire and places its DC.

    Those with an AFV or a TEM of 2 or more, if the fire possible at it lets it live
    half of the time. Good Order Infantry that has neither fired nor is pinned.
    """
    idle = unit.good_order and not (unit.fired or unit.pinned or unit.ti or unit.wave)
    if not idle or unit.vehicle or carried(view, unit) is None:
        return []
    if fire_at(view, unit.location, Move(units=(unit.id,))) > MOST_FIRE:
        return []
    return list(_worth(view, unit))


def _worth(view: GameView, unit: Unit) -> Iterator[LocationName]:
    for at in friend_places(view):
        if at == unit.location or view.world.range(unit.location, at) > 1:
            continue
        if not adjacent(view, unit.location, at):
            continue
        armored = any(afv(view, foe) for foe in view.state.units_at(at, "FRIENDLY"))
        if not armored and least_tem(view, [unit.location], at) < COVER:
            continue
        if not view.world.entry(unit.location, at).bar:
            yield at


@rule("S8.p9/throw", "When a DC is thrown", cites=("A23.6", "S8.p9"))
def worth_throwing(view: GameView, fire: Fire) -> Attack | None:
    """The attack of a thrown DC; None if it would do too much to its own side.

    The p(NMC+) times the US# of the Target must be twice that of its own Location.

    Errors:
        Illegal: it cannot be thrown there.
    """
    made = plan_throw(view, "ENEMY", fire)
    home = made.also
    if home is None:
        raise Illegal("A23.6", "it is thrown from a Location")
    there = us_number(view, friends_at(view, made.target))
    here = us_number(view, view.state.units_at(home.target, "ENEMY"))
    gain, loss = p_nmc(view, made) * there, p_nmc(view, home) * here
    return made if gain >= WORTH * loss else None
