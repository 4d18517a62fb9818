"""Which of the ways to fire is shown first: what a plan spends, and what it may do."""

from typing import NamedTuple

from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.a07_308_dr_at_vehicles import (
    UNHURT,
    crew_fates,
    vehicle_fates,
)
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import (
    is_to_hit,
    plan_shot,
)
from opfor.rules.c_ordnance.c03_to_hit.offers import ready
from opfor.rules.c_ordnance.c07_to_kill.to_kill_odds import vehicle_odds
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d00_8_collateral import vulnerable
from opfor.rules.orders.fire.a07_fire import special
from opfor.state.counters import Gun, SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import Side, Unit, Weapon


class Worth(NamedTuple):
    """By what ways to fire are compared.

    Args:
        spends: for how many reasons it is not ordered first.
        harm: the chance that fire at a vehicle does something to it, or to who is CE
            there; 0 of any other.
        vain: it can do nothing to it, nor to who is exposed aboard. What can do
            nothing on the IFT is not legal in the first place (A7.307).
    """

    spends: int = 0
    harm: float = 0.0
    vain: bool = False


def worth(view: GameView, side: Side, order: Fire) -> Worth:
    """What an attack is worth before others at the same Location."""
    if is_to_hit(view, order):
        found = _at_vehicle(view, side, order) if order.at else Worth()
    else:
        found = _at_vehicles_alone(view, side, order)
    return found._replace(spends=spends(view, side, order))


def spends(view: GameView, side: Side, order: Fire) -> int:
    """For how many reasons an attack is not what one orders first.

    It risks the Weapon, or who fires; it may use up what is rare; its Gun can fire no
    more. Shots at a vehicle are compared by their chances in place of their rarity.
    """
    risks = [order.mol, order.lane, order.snap, order.backblast, order.tracks]
    if not is_to_hit(view, order):
        return sum(risks) + bars_its_gun(view, side, order)
    shot = plan_shot(view, side, order)
    rare = not order.at and bool(shot.depletion or shot.smoke)
    return sum(risks) + shot.intensive + rare


def bars_its_gun(view: GameView, side: Side, order: Fire) -> bool:
    """Whether own FP are used while a Gun or a better MG can fire: barred (A7.351)."""
    return any(
        manned.unit.id in order.firers and _either(view, *manned)
        for manned in ready(view, side)
    )


def _either(view: GameView, unit: Unit, _piece: object, weapon: Weapon | None) -> bool:
    """Whether a crew or HS fires either that Gun, or MG, or its own lesser FP."""
    found = mmc(view, unit)
    if weapon is None or found is None or found.size == "squad" or unit.vehicle:
        return False
    held = view.world.counter(weapon.counter)
    better = isinstance(held, SupportWeapon) and held.fp > found.fp
    return isinstance(held, Gun) or better


def _at_vehicles_alone(view: GameView, side: Side, order: Fire) -> Worth:
    """What fire on the IFT may do where only vehicles are, to them or who is CE."""
    there = [unit for unit in view.state.units_at(order.target) if unit.side != side]
    if not there or any(unit.vehicle is None for unit in there):
        return Worth()
    if special(view, order):
        return Worth()
    attack = plan_attack(view, side, order)
    hulls = [1 - of.get("none", 0) for of in vehicle_fates(view, attack).values()]
    crews = [1 - of[UNHURT] for of in crew_fates(view, attack).values()]
    return Worth(harm=float(max([*hulls, *crews], default=0)))


def _at_vehicle(view: GameView, side: Side, order: Fire) -> Worth:
    """What a shot at a vehicle may do to it, and to who is exposed aboard."""
    fates = vehicle_odds(view, plan_shot(view, side, order)).fates
    harm = float(1 - fates["none"])
    exposed = not harm and vulnerable(view, view.state.units[order.at])
    return Worth(harm=harm, vain=not harm and not exposed)
