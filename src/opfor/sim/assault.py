"""SMOKE grenades and DC: what helps a stack over the last hexes."""

from collections.abc import Sequence

from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.choices.orders import MoveTo, PlaceCharge, Shelter, SmokeGrenade
from opfor.sim.arms import allowed
from opfor.sim.judgement import Assessment
from opfor.state.counters import SupportWeapon
from opfor.state.units import Unit

LIKELY = 3
"""Smoke Exponent from which an attempt is worth its MF: half of them succeed."""

EXPOSED = 0.3
"""Harm to be expected in a Location, from which on it is worth SMOKE."""


def grenades(
    judge: Assessment, units: Sequence[Unit], step: MoveTo | Shelter
) -> SmokeGrenade | None:
    """SMOKE into the Location that a stack is about to cross under fire."""
    if not isinstance(step, MoveTo) or not units[0].location:
        return None
    if judge.risk(step.to, moving=True) < EXPOSED:
        return None
    ids = tuple(unit.id for unit in units)
    for unit in units:
        squad = mmc(judge.view, unit)
        if squad is not None and squad.smoke >= LIKELY and not unit.did("smoke"):
            order = SmokeGrenade(unit.id, step.to, units=ids)
            if allowed(judge.view, judge.side, order):
                return order
    return None


def charge(judge: Assessment, units: Sequence[Unit]) -> PlaceCharge | None:
    """A DC into an ADJACENT Location with enemies it knows of, the most first."""
    view = judge.view
    own = {unit.id for unit in units}
    charges = [
        weapon
        for weapon in view.state.weapons.values()
        if weapon.owner in own and _is_charge(judge, weapon.counter)
    ]
    foes = sorted(judge.foes, key=lambda foe: (-foe.known, foe.place))
    for weapon in charges:
        for foe in foes:
            order = PlaceCharge(weapon.id, foe.place, tuple(u.id for u in units))
            if foe.known and allowed(view, judge.side, order):
                return order
    return None


def _is_charge(judge: Assessment, counter: str) -> bool:
    kind = judge.view.world.counter(counter)
    return isinstance(kind, SupportWeapon) and kind.kind == "DC"
