"""S1: what Chapter S calls a Target, a Known Target, an IP, a HW.

The text of S.1 is not public; these are the project's readings of how the other rules
use the words. A Target is a FRIENDLY unit that an ENEMY unit could attack now: LOS,
range, and what its weapons allow, by the same check that an order of fire passes.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.asl.a01_units import known_to_other_side
from opfor.rules.asl.a06_los import sees
from opfor.rules.asl.a07_attack import Attack, against
from opfor.rules.asl.a07_ift import NO_EFFECT, Result, final_line, lines_of
from opfor.rules.asl.a07_plan import plan_attack
from opfor.rules.asl.a07_targets import attacked_units
from opfor.rules.asl.c03_plan import is_to_hit, plan_shot
from opfor.rules.orders import Fire
from opfor.rules.s08_antitank import all_shots
from opfor.state.play import Look
from opfor.state.units import FortificationKind, LocationName, Unit

FAR = 16
"""Hexes beyond which the ENEMY's Infantry looks for no Target (project)."""

IP: tuple[FortificationKind, ...] = ("foxhole", "trench", "pillbox")
"""Improved Positions (project: what gives TEM and has a stacking capacity)."""

NMC = Result("MC", 0)

DICE = tuple((a, b) for a in range(1, 7) for b in range(1, 7))


@rule("S1", "Target, Known Target, HW, IP, Attitude, FBE and EBE, Good Order")
def targets(look: Look, units: Iterable[Unit]) -> list[LocationName]:
    """The Locations with a Target of some ENEMY units, in the order of the units there.

    Reading: a concealed FRIENDLY unit is a Target, if not a Known one.
    """
    firers = list(units)
    places = dict.fromkeys(u.location for u in friends(look))
    return [at for at in places if any(can_attack(look, unit, at) for unit in firers)]


def friends(look: Look) -> list[Unit]:
    """The FRIENDLY units on the map that are neither prisoners nor hidden."""
    return [
        unit
        for unit in look.state.units.values()
        if unit.side == "FRIENDLY"
        and unit.location
        and not unit.guard
        and not unit.hidden
    ]


def has_target(look: Look, units: Iterable[Unit]) -> bool:
    """Whether some ENEMY units have a Target."""
    firers = list(units)
    places = dict.fromkeys(u.location for u in friends(look))
    return any(can_attack(look, unit, at) for at in places for unit in firers)


def known_targets(look: Look, units: Iterable[Unit]) -> list[LocationName]:
    """The Locations with a Known Target of some ENEMY units."""
    return [at for at in targets(look, units) if known_at(look, at)]


def known_at(look: Look, where: LocationName) -> list[Unit]:
    """The FRIENDLY units of a Location that are not concealed."""
    there = look.state.units_at(where, "FRIENDLY")
    return [u for u in there if known_to_other_side(u) and not u.guard]


def can_attack(look: Look, unit: Unit, where: LocationName) -> bool:
    """Whether a unit could attack a Location now, by any of its means."""
    near = look.world.range(unit.location, where) <= FAR
    if not near or not sees(look, unit.location, where):
        return False
    if any(could_fire(look, means, where) for means in means_of(look, unit)):
        return True
    return any(could_shoot(look, order) for order in all_shots(look, unit, where))


def could_fire(look: Look, firers: Sequence[str], where: LocationName) -> bool:
    """Whether some units and Weapons could attack a Location now, or shoot at it."""
    order = Fire(tuple(firers), where)
    if not is_to_hit(look, order):
        return attack_by(look, firers, where) is not None
    return could_shoot(look, order)


def could_shoot(look: Look, order: Fire) -> bool:
    """Whether a shot by the To Hit process may be made now."""
    try:
        plan_shot(look, "ENEMY", order)
    except Illegal:
        return False
    return True


def means_of(look: Look, unit: Unit) -> list[tuple[str, ...]]:
    """What a unit can fire with, each alone: itself, and each of its Weapons."""
    weapons = [(sw.id,) for sw in look.state.weapons_of(unit.id)]
    return [(unit.id,), *weapons]


def attack_by(
    look: Look,
    firers: Sequence[str],
    where: LocationName,
    leaders: Sequence[str] = (),
) -> Attack | None:
    """The attack that some units and Weapons could make now; None if they cannot."""
    order = Fire(tuple(firers), where, tuple(leaders))
    try:
        return plan_attack(look, "ENEMY", order)
    except Illegal:
        return None


def p_nmc(look: Look, attack: Attack) -> Fraction:
    """The chance that an attack scores a NMC or better on somebody in the Location."""
    return p_at_least(look, attack, NMC)


def p_at_least(look: Look, attack: Attack, least: Result) -> Fraction:
    """The chance that an attack has a result, or a worse one, for somebody there.

    Cowering is counted; what the Heat of Battle may bring is not.
    """
    worst, bad = worst_results(look, attack), least.severity
    hits = sum(worst[dice].severity >= bad for dice in DICE)
    return Fraction(hits, len(DICE))


def worst_results(look: Look, attack: Attack) -> dict[tuple[int, int], Result]:
    """The worst result that an attack has for somebody there, by its IFT DR."""
    # Most of those in a Location meet the same FP and DRM.
    aims = {
        (aim.fp, aim.drm): None
        for unit in attacked_units(look, attack)
        if (aim := against(look, attack, unit))
    }
    plain = _worst_by_sum(look, aims)
    doubles = _worst_by_sum(look, aims, attack.cowers) if attack.cowers else plain
    return {
        (one, two): (doubles if one == two else plain)[one + two] for one, two in DICE
    }


def _worst_by_sum(
    look: Look, aims: Iterable[tuple[Fraction, int]], shifted: int = 0
) -> dict[int, Result]:
    """The worst result that any of some FP and DRM have, by the Original DR."""
    found = dict.fromkeys(range(2, 13), NO_EFFECT)
    for fp, drm in aims:
        lines = lines_of(look, fp, shifted=shifted)
        for original, before in found.items():
            result = lines[final_line(original + drm)]
            if result.severity > before.severity:
                found[original] = result
    return found
