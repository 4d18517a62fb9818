"""Why the seasoned player orders what he does: what he goes by, in a few words."""

from collections.abc import Sequence

from opfor.core.errors import OpforError
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import is_to_hit, plan_shot
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import to_hit_odds
from opfor.rules.choices.orders import (
    Advance,
    CloseCombat,
    Command,
    EndMove,
    EndPhase,
    Fire,
    HoldFire,
    MoveTo,
    Rout,
)
from opfor.rules.s_solitaire.s01_terms.s01_terms import p_nmc
from opfor.sim.arms import squads
from opfor.sim.close_combat import in_combat
from opfor.sim.judgement import Assessment
from opfor.state.units import LocationName, Unit

LITTLE = 0.01
"""Squads below which a difference is not worth a word."""

SOME = 0.05
"""Squads below which a loss is not worth a figure."""

NO_SHOT = "no shot is good enough"

ENDS = {
    "RPh": "nothing is left to rally, repair or recover",
    "PFPh": NO_SHOT,
    "MPh": "no move gains enough",
    "DFPh": NO_SHOT,
    "AFPh": NO_SHOT,
    "RtPh": "nobody has to rout, or is safer elsewhere",
    "APh": "no advance gains anything",
    "CCPh": "no attack is left",
}
"""Why a phase is ended."""

HALTS = {
    "MPh": "no further step gains enough",
    "RtPh": "farther on no less is to be feared",
}
"""Why a stack or a vehicle goes no farther."""


def reason(judge: Assessment, order: Command, way: Sequence[LocationName] = ()) -> str:
    """Why an order is given, as far as it follows from fire, goals and odds.

    Args:
        judge: how things look to him.
        order: the order.
        way: where the stack that moves goes, from where it is to its end.

    Returns:
        A few words; empty for orders that speak for themselves.
    """
    said = ""
    match order:
        case EndPhase():
            said = ENDS.get(judge.view.state.phase, "")
        case EndMove():
            said = HALTS.get(judge.view.state.phase, "")
        case Rout():
            said = "least is to be feared that way"
        case CloseCombat():
            said = "of all attacks it should remove most"
        case HoldFire():
            said = NO_SHOT
        case MoveTo():
            said = _of_a_move(judge, order, way[1:] or (order.to,))
        case Advance():
            said = _of_an_advance(judge, order)
        case Fire():
            said = _of_fire(judge, order)
    return said


def _units(judge: Assessment, ids: Sequence[str]) -> list[Unit]:
    return [judge.view.state.units[id_] for id_ in ids]


def _of_a_move(judge: Assessment, order: MoveTo, way: Sequence[LocationName]) -> str:
    """Where it leads, and what fire on the way should cost."""
    units, end = _units(judge, order.units), way[-1]
    if any(unit.vehicle for unit in units):
        return ""
    on = way[way.index(order.to) :] if order.to in way else way
    safe = 1.0
    for place in on:
        safe *= 1 - min(1.0, judge.risk(place, moving=True))
    lost = (1 - safe) * squads(judge.view, units)
    further = f"on to {end}, " if end != order.to else ""
    return f"{further}{_goal(judge, units, end)}; {_cost(lost)} on the way"


def _cost(lost: float) -> str:
    """What fire should cost, in squads; not exacter than it is known."""
    if lost < SOME:
        return f"{'no' if lost < LITTLE else 'hardly any'} fire is to be feared"
    return f"fire should cost {lost:.1f} squads"


def _goal(judge: Assessment, units: Sequence[Unit], end: LocationName) -> str:
    """What men make for who end a move somewhere."""
    aims = judge.aims_of(units[0])
    if not any(mmc(judge.view, unit) for unit in units):
        there = judge.view.state.units_at(end)
        broken = [u for u in there if u.side == judge.side and u.broken]
        return "to rally men there" if broken else "to be with men he can lead"
    if not aims:
        return "to be better placed"
    goal = min(aims, key=lambda aim: judge.far(end, (aim,)))
    if end == goal:
        return f"to hold {goal}" if judge.holds else f"to take {goal}"
    hexes = judge.view.world.range(end, goal)
    why = "to hold" if judge.holds else "toward"
    return f"{why} {goal}, {hexes} hex{'es' * (hexes > 1)} from there"


def _of_an_advance(judge: Assessment, order: Advance) -> str:
    """CC and what it should gain, a goal, or a better place."""
    units, to = _units(judge, order.units), order.to
    here = units[0].location
    if to in judge.known_places:
        gain = in_combat(judge, units, to)
        last = judge.turns_left <= 1 and to in judge.goals
        return f"CC should gain {gain:+.1f} squads" + ", the last chance" * last
    aims = judge.aims_of(units[0])
    if to in aims:
        return f"to hold {to}" if judge.holds else f"to take {to}"
    if judge.risk(to) < judge.risk(here) - LITTLE:
        return "less fire is to be feared there"
    if aims and judge.far(to, aims) < judge.far(here, aims):
        return _goal(judge, units, to)
    return ""


def _of_fire(judge: Assessment, order: Fire) -> str:
    """Its p(NMC+), or the chance of a hit."""
    view = judge.view
    try:
        if is_to_hit(view, order):
            hits = to_hit_odds(plan_shot(view, judge.side, order)).hit.values()
            return f"hits with {float(max(hits, default=0)):.0%}"
        made = plan_attack(view, judge.side, order)
    except OpforError:  # FT, MOL, DC and First Fire are planned otherwise
        return ""
    chance = float(p_nmc(view, made))
    return f"p(NMC+) {chance:.0%}" if chance else ""
