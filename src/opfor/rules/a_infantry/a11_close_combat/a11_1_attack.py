"""A11.1: what a CC attack is: who may make it, its FP and its odds."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_to_other_side, piece
from opfor.rules.a_infantry.a03_9_phases import attacked_in_cc, other
from opfor.rules.a_infantry.a11_close_combat.a11_5_vehicles import (
    Foe,
    against_vehicle,
    cc_fp,
    ccv,
    check_against,
    foe_of,
    joint_ccv,
    may_use_atmm,
)
from opfor.rules.a_infantry.a11_close_combat.a11_11_odds import (
    CloseCombatChances,
    chances,
    kill_number,
    odds_of,
)
from opfor.rules.a_infantry.a11_close_combat.a11_53_fate_of_a_vehicle import (
    vehicle_chances,
)
from opfor.rules.a_infantry.a11_close_combat.a11_p1_drm import drm, fights
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import prisoners
from opfor.rules.a_infantry.a20_prisoners.a20_55_escape import may_escape
from opfor.rules.c_ordnance.c13_light_at_weapons.c13_7_atmm import atmm_ways
from opfor.rules.choices.orders import CloseCombat
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv
from opfor.state.counters import MMC
from opfor.state.in_progress import (
    CloseCombatAttack,
)
from opfor.state.play import GameView
from opfor.state.units import (
    LocationName,
    Side,
    Unit,
)

HALF_FP = Fraction(1, 2)


class Combat(Struct, frozen=True):
    """One attack in CC.

    Args:
        clash: who attacks whom, and how: of those declared who still do.
        attack, defence: FP of the two.
        odds: the odds of the table; empty against a vehicle.
        kill: the Kill Number; against a vehicle the CCV.
        mods: the DRM.
        chances: its exact chances.
        foe: whom it is against.
    """

    clash: CloseCombatAttack
    attack: Fraction
    defence: Fraction
    odds: str
    kill: int
    mods: tuple[Mod, ...]
    chances: CloseCombatChances
    foe: Foe = "Personnel"


# -- who ---------------------------------------------------------------------------


@rule(
    "A11.1",
    "Who attacks in CC",
    exc=("neither broken units nor those that withdraw",),
    cites=("A11.12", "A20.55"),
)
def may_attack(view: GameView, unit: Unit) -> None:
    """A unit attacks once in a CCPh, whatever else it did in the Player Turn.

    EXC: a broken unit does not, nor one that withdraws, nor a prisoner who may not
    try to escape. One in Panic does only if it is attacked (S6.213): as ATTACKER once
    the DEFENDER has declared, when nobody else does (D-433).

    Errors:
        Illegal: it may not.
    """
    if unit.vehicle and not cc_fp(view, unit):
        raise Illegal("A11.52", f"{unit.id} has nothing to use in CC")
    if within(view, unit):
        raise Illegal("D6.1", f"{unit.id} is aboard {unit.aboard}")
    if unit.broken:
        raise Illegal("A11.1", f"{unit.id} is broken")
    if unit.did("attacked"):
        raise Illegal("A11.12", f"{unit.id} has attacked in this phase")
    if unit.did("withdrawing"):
        raise Illegal("A11.2", f"{unit.id} withdraws")
    if unit.guard and not may_escape(view, unit):
        raise Illegal("A20.55", f"{unit.id} is a prisoner")
    if unit.panic and not attacked_in_cc(view.state, unit):
        raise Illegal("S6.213", f"{unit.id} is in Panic, and nobody attacks it")
    if not unit.panic and unit.side in view.state.done:
        raise Illegal("A11.12", f"the {unit.side} has declared its attacks")


@rule(
    "A11.12",
    "CC attacks in a Location",
    exc=("the Guard alone is attacked by those who escape",),
    cites=("A11.14", "A20.22", "J2.31"),
)
def plan_combat(view: GameView, side: Side, order: CloseCombat) -> CloseCombatAttack:
    """The attack that an order means: each unit attacks and is attacked but once.

    EXC: prisoners attack no one but their Guard.

    Errors:
        Illegal: they cannot.
    """
    ours = _named(view, order.attackers, side)
    theirs = _named(view, order.defenders, other(side))
    places = {unit.location for unit in (*ours, *theirs)}
    if len(places) > 1:
        raise Illegal("A11.1", "they are not in one Location")
    # A11.12: each attacks but once
    for unit in ours:
        may_attack(view, unit)
    # A20.55: prisoners attack their Guard
    guards = {unit.guard for unit in ours if unit.guard}
    if guards and {unit.id for unit in theirs} != guards:
        raise Illegal("A20.55", "prisoners attack their Guard")
    # A11.12: each is attacked but once
    for unit in theirs:
        _may_be_attacked(view, unit)
    # A11.5: one vehicle, alone
    check_against(view, ours, theirs)
    _may_choose(view, ours, theirs, order)
    return CloseCombatAttack(
        side=side,
        location=ours[0].location,
        attackers=order.attackers,
        defenders=order.defenders,
        capture=order.capture,
        hand_to_hand=order.hand_to_hand,
        atmm=order.atmm,
        escape=bool(guards),
    )


def _named(view: GameView, ids: Sequence[str], side: Side) -> list[Unit]:
    units = [view.state.units.get(id_) for id_ in ids]
    found = [unit for unit in units if unit and unit.side == side and unit.location]
    if not found or len(found) < len(units) or len({*ids}) < len(ids):
        raise Illegal("A11.1", f"those are not units of the {side}")
    return found


def within(view: GameView, unit: Unit) -> bool:
    """Whether it is behind armor as a Passenger, where CC does not reach (D6.1)."""
    carrier = view.state.units.get(unit.aboard)
    return carrier is not None and not unit.rides and afv(view, carrier)


def _may_be_attacked(view: GameView, unit: Unit) -> None:
    if unit.guard or unit.hidden or within(view, unit):
        raise Illegal("A11.1", f"{unit.id} cannot be attacked")
    if unit.did("defended") and not unit.vehicle:
        raise Illegal("A11.12", f"{unit.id} is attacked already")


def _may_choose(
    view: GameView, ours: Sequence[Unit], theirs: Sequence[Unit], order: CloseCombat
) -> None:
    """Whether a capture, Hand-to-Hand CC or an ATMM is for these units."""
    if any(unit.vehicle for unit in (*ours, *theirs)) and (
        order.capture or order.hand_to_hand
    ):
        raise Illegal("A11.5", "vehicles neither capture nor are captured so")
    if order.atmm and not theirs[0].vehicle:
        raise Illegal("C13.7", "an ATMM is for a vehicle")
    if order.atmm:
        may_use_atmm(view, ours[0])
    if order.capture and any(u.unarmed or u.berserk for u in ours):
        raise Illegal("A20.22", "unarmed and berserk units capture nobody")
    if order.hand_to_hand and not any(fights(view, unit) for unit in ours):
        raise Illegal("J2.31", "these do not fight hand to hand")


# -- FP ----------------------------------------------------------------------------


@rule("A11.13", "FP in CC", cites=("A11.14", "A12.15", "A20.5", "A7.8"))
def attack_fp(view: GameView, unit: Unit, defenders: Sequence[Unit]) -> Fraction:
    """What a unit attacks with.

    Half if it is pinned, half if it is a Guard, half if a defender is concealed.
    """
    fp = cc_fp(view, unit) if unit.vehicle else Fraction(printed_fp(view, unit))
    held = [prisoner.id for prisoner in prisoners(view, unit.id)]
    # A7.8: pinned
    if unit.pinned:
        fp *= HALF_FP
    # A20.5: a Guard
    if held:
        fp *= HALF_FP
    # A12.15: against what is concealed
    if any(not known_to_other_side(enemy) for enemy in defenders):
        fp *= HALF_FP
    return fp


def printed_fp(view: GameView, unit: Unit) -> int:
    """A unit's FP in CC, broken or not: a SMC or an unarmed unit has one (A11.14)."""
    found = piece(view, unit)
    armed_mmc = isinstance(found, MMC) and not (unit.unarmed or unit.guard)
    return found.fp if isinstance(found, MMC) and armed_mmc else 1


def evaluate(view: GameView, clash: CloseCombatAttack) -> Combat | None:
    """An attack as things stand; None if nobody is left to make it, or to suffer it."""
    ours, theirs = _still_in_it(view, clash)
    if not ours or not theirs:
        return None
    clash = _of_those(clash, ours, theirs)
    if theirs[0].vehicle:
        return _on_vehicle(view, ours, theirs[0], clash)
    # A11.13: FP
    attack = sum((attack_fp(view, unit, theirs) for unit in ours), Fraction(0))
    if not attack:
        return None
    own = ccv if ours[0].vehicle else printed_fp
    defence = Fraction(sum(own(view, unit) for unit in theirs))
    # A11.11: odds and Kill Number
    odds = odds_of(attack, defence)
    fist = clash.hand_to_hand or _at_close_quarters(view, clash.location)
    kill = kill_number(view, odds, hand_to_hand=fist)
    mods = drm(view, ours, theirs, clash, hand_to_hand=fist)
    return Combat(
        clash=clash,
        attack=attack,
        defence=defence,
        odds=odds,
        kill=kill,
        mods=tuple(mods),
        chances=chances(kill, total(mods)),
    )


def _still_in_it(
    view: GameView, clash: CloseCombatAttack
) -> tuple[list[Unit], list[Unit]]:
    """Who of an attack as declared still attacks, and who is still attacked.

    Who has been captured since does neither.
    """
    units = view.state.units
    ours = [units[id_] for id_ in clash.attackers if id_ in units]
    theirs = [units[id_] for id_ in clash.defenders if id_ in units]
    ours = [u for u in ours if u.location == clash.location and not u.broken]
    ours = [u for u in ours if clash.escape or not u.guard]
    theirs = [u for u in theirs if u.location == clash.location and not u.guard]
    return ours, theirs


def _of_those(
    clash: CloseCombatAttack, ours: Sequence[Unit], theirs: Sequence[Unit]
) -> CloseCombatAttack:
    """An attack as it is made by and on some units; an ATMM is gone with its unit."""
    return replace(
        clash,
        attackers=tuple(unit.id for unit in ours),
        defenders=tuple(unit.id for unit in theirs),
        atmm=clash.atmm and ours[0].id == clash.attackers[0],
    )


def _on_vehicle(
    view: GameView, ours: Sequence[Unit], target: Unit, clash: CloseCombatAttack
) -> Combat:
    """An attack on a vehicle: its chances count the ATMM check that comes first."""
    mods = [*drm(view, ours, [target], clash), *against_vehicle(view, target)]
    foe, kill = foe_of(view, target), joint_ccv(view, ours, target)
    ways = atmm_ways(view, ours[0], target) if clash.atmm else ((0, 0),)
    return Combat(
        clash=clash,
        attack=Fraction(kill),
        defence=Fraction(0),
        odds="",
        kill=kill,
        mods=tuple(mods),
        chances=vehicle_chances(view, foe, kill, total(mods), ways),
        foe=foe,
    )


def _at_close_quarters(view: GameView, location: LocationName) -> bool:
    """Whether the other side has chosen Hand-to-Hand CC there, which binds both."""
    here = (c for c in view.state.clashes if c.location == location)
    return any(clash.hand_to_hand for clash in here)
