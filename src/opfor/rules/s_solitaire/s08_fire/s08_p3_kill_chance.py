"""S8.p3, S9.34: shots of the ENEMY's ordnance at vehicles, and their chance to kill.

What S8 and the Attack Tables ask of an attack on Infantry, its p(NMC+), they ask here
of a shot at a vehicle: the chance that it eliminates it.
"""

from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import Share
from opfor.rules.a_infantry.a07_fire.attack import Attack, fp_attack
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import to_hit_odds
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Hit, Kill, to_kill
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import kill_odds, p_kill
from opfor.rules.c_ordnance.c13_light_at_weapons.c13_3_latw import pf_odds
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import Facing, afv
from opfor.rules.d_vehicles.d03_fire.d03_2_target_facing import facing
from opfor.state.play import GameView
from opfor.state.units import NO_CA, Unit

TURRET = Fraction(15, 36)
"""The chance that a hit is on the turret: the coloured die is the lower one."""


class ShotChances(NamedTuple):
    """A shot at a vehicle.

    Args:
        shot: the shot.
        kill: the chance that it eliminates the vehicle.
        effect: that it does anything to it.
        attack: the shot in the terms of other attacks, for who fires from where.
    """

    shot: ToHit
    kill: Fraction
    effect: Fraction
    attack: Attack


@rule("S8.p3/kill", "The chance of a shot to kill", cites=("C3.31", "C7.1", "C7.7"))
def chances(
    view: GameView, order: Fire, *, activated: bool = False
) -> ShotChances | None:
    """The chances of a shot at a vehicle; None if it is not chosen (S8.p9).

    Of a hit that is no CH, on hull or turret. Within a hex the side stands for all.
    A PF must be at hand first (C13.31).

    Args:
        view: the game.
        order: the shot.
        activated: it is the attack of what was just Activated (S5.3).

    Errors:
        Illegal: a rule forbids the shot.
    """
    shot = plan_shot(view, "ENEMY", order, activated=activated)
    if not_chosen(view, shot):
        return None
    hit = to_hit_odds(shot).hit.get(order.at, Fraction(0))
    unit = view.state.units[order.at]
    if not shot.piece.id:
        who = view.state.units[shot.unit]
        hit *= pf_odds(view, who, afv=afv(view, unit))
    parts = (
        (_kill(view, shot, unit, turret=True), TURRET),
        (_kill(view, shot, unit, turret=False), 1 - TURRET),
    )
    kill = sum((part * p_kill(view, one) for one, part in parts), Fraction(0))
    harm = sum((part * _harm(view, one) for one, part in parts), Fraction(0))
    return ShotChances(shot, hit * kill, hit * harm, _as_attack(view, shot, order))


def not_chosen(view: GameView, shot: ToHit) -> bool:
    """Whether it is Intensive Fire, which the ENEMY uses in Panic only (S6.212).

    Reading: D-896.
    """
    return shot.intensive and not view.state.units[shot.unit].panic


def _kill(view: GameView, shot: ToHit, unit: Unit, *, turret: bool) -> Kill:
    hexes = view.world.range(shot.start, shot.target)
    side: Facing = "side"
    if hexes and unit.vehicle and unit.vehicle.vca != NO_CA:
        side = facing(view, unit, shot.start, turret=turret)
    hit = Hit(piece=shot.piece, ammo=shot.ammo, hexes=hexes, side=side, turret=turret)
    return to_kill(view, hit, unit)


def _harm(view: GameView, kill: Kill) -> Fraction:
    return 1 - kill_odds(view, kill).get("none", Fraction(0))


def _as_attack(view: GameView, shot: ToHit, order: Fire) -> Attack:
    share = Share(shot.unit, shot.piece.name, Fraction(0), "HE", order.firers[0])
    made = fp_attack(
        view, "ENEMY", order.target, 0, source="HE", froms=(shot.start,), halved=False
    )
    return replace(made, shares=(share,))
