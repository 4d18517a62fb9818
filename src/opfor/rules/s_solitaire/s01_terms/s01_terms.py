"""S1: what Chapter S calls a Target, a Known Target, an IP, a HW.

The text of S.1 is not public; these are the project's readings of how the other rules
use the words. A Target is a FRIENDLY unit that an ENEMY unit could attack now: LOS,
range, and what its weapons allow, by the same check that an order of fire passes.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_to_other_side
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.a07_37_incremental_ift import reaching
from opfor.rules.a_infantry.a07_fire.a07_ift import IftResult
from opfor.rules.a_infantry.a07_fire.attack import Attack, against
from opfor.rules.a_infantry.a07_fire.targets import attacked_units
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import unpinnable
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import ordnance
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import is_to_hit, plan_shot
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import fires_into
from opfor.rules.s_solitaire.s01_terms.ranges import FAR
from opfor.rules.s_solitaire.s08_fire.s08_p3_infantry_pf_atr_and_mg import all_shots
from opfor.state.play import GameView
from opfor.state.units import FortificationKind, LocationName, Unit

IP: tuple[FortificationKind, ...] = ("foxhole", "trench", "pillbox")
"""Improved Positions (project: what gives TEM and has a stacking capacity)."""

NMC = IftResult("MC", 0)
PTC = IftResult("PTC")

WAYS = MappingProxyType({roll: 6 - abs(roll - 7) for roll in range(2, 13)})
"""Ways to roll each DR with two dice."""


@rule("S1", "Target, Known Target, HW, IP, Attitude, FBE and EBE, Good Order")
def targets(view: GameView, units: Iterable[Unit]) -> list[LocationName]:
    """The Locations with a Target of some ENEMY units, in the order of the units there.

    Reading: a concealed FRIENDLY unit is a Target, if not a Known one.
    """
    firers = list(units)
    places = friend_places(view)
    return [at for at in places if any(can_attack(view, unit, at) for unit in firers)]


def friends(view: GameView) -> list[Unit]:
    """The FRIENDLY units on the map that are neither prisoners nor hidden."""

    def found() -> list[Unit]:
        return [
            unit
            for unit in view.state.units.values()
            if unit.side == "FRIENDLY"
            and unit.location
            and not unit.guard
            and not unit.hidden
        ]

    return view.world.once(view.state, "friends", found)


def friend_places(view: GameView) -> tuple[LocationName, ...]:
    """Where they are, each Location once, in the order of the units."""

    def found() -> tuple[LocationName, ...]:
        return tuple(dict.fromkeys(unit.location for unit in friends(view)))

    return view.world.once(view.state, "friend places", found)


def friends_at(view: GameView, where: LocationName) -> list[Unit]:
    """Those of them in a Location."""
    there = view.state.units_at(where, "FRIENDLY")
    return [unit for unit in there if not (unit.guard or unit.hidden)]


def has_target(view: GameView, units: Iterable[Unit]) -> bool:
    """Whether some ENEMY units have a Target."""
    firers = list(units)
    places = friend_places(view)
    return any(can_attack(view, unit, at) for at in places for unit in firers)


def known_targets(view: GameView, units: Iterable[Unit]) -> list[LocationName]:
    """The Locations with a Known Target of some ENEMY units."""
    return [at for at in targets(view, units) if known_at(view, at)]


def known_at(view: GameView, where: LocationName) -> list[Unit]:
    """The FRIENDLY units of a Location that are not concealed."""
    there = view.state.units_at(where, "FRIENDLY")
    return [u for u in there if known_to_other_side(u) and not u.guard]


def looks_at(view: GameView, unit: Unit, where: LocationName) -> bool:
    """Whether a unit looks for Targets so far away: with ordnance, as far as it sees.

    Reading: D-531.
    """
    if view.world.range(unit.location, where) <= FAR:
        return True
    return any(ordnance(view, arm) for arm in view.state.weapons_of(unit.id))


def can_attack(view: GameView, unit: Unit, where: LocationName) -> bool:
    """Whether a unit could attack a Location now, by any of its means."""
    if not looks_at(view, unit, where) or not fires_into(view, unit, where):
        return False
    if any(could_fire(view, means, where) for means in means_of(view, unit)):
        return True
    return any(could_shoot(view, order) for order in all_shots(view, unit, where))


def could_fire(view: GameView, firers: Sequence[str], where: LocationName) -> bool:
    """Whether some units and Weapons could attack a Location now, or shoot at it."""
    order = Fire(tuple(firers), where)
    if not is_to_hit(view, order):
        return attack_by(view, firers, where) is not None
    return could_shoot(view, order)


def could_shoot(view: GameView, order: Fire) -> bool:
    """Whether a shot by the To Hit process may be made now."""
    try:
        plan_shot(view, "ENEMY", order)
    except Illegal:
        return False
    return True


def means_of(view: GameView, unit: Unit) -> list[tuple[str, ...]]:
    """What a unit can fire with, each alone: itself, and each of its Weapons."""
    weapons = [(sw.id,) for sw in view.state.weapons_of(unit.id)]
    return [(unit.id,), *weapons]


def attack_by(
    view: GameView,
    firers: Sequence[str],
    where: LocationName,
    leaders: Sequence[str] = (),
) -> Attack | None:
    """The attack that some units and Weapons could make now; None if they cannot."""
    order = Fire(tuple(firers), where, tuple(leaders))
    try:
        return plan_attack(view, "ENEMY", order)
    except Illegal:
        return None


def p_nmc(view: GameView, attack: Attack) -> Fraction:
    """The chance that an attack scores a NMC or better on somebody in the Location."""
    return p_at_least(view, attack, NMC)


def p_at_least(view: GameView, attack: Attack, least: IftResult) -> Fraction:
    """The chance that an attack has a result, or a worse one, for somebody there.

    Cowering is counted; what the Heat of Battle may bring is not.
    """
    return _p_of(view, attack, dict.fromkeys(_aims(view, attack), least))


def chance_and_effect(view: GameView, attack: Attack) -> tuple[Fraction, Fraction]:
    """The chance of a NMC or worse for somebody there, and that of any effect at all.

    A PTC is an effect on whom it may pin, or whose "?" it takes; not on who is broken.
    """
    aims = _aims(view, attack)
    effects = {
        aim: PTC if any(_feels_a_ptc(view, unit) for unit in units) else NMC
        for aim, units in aims.items()
    }
    return (
        _p_of(view, attack, dict.fromkeys(aims, NMC)),
        _p_of(view, attack, effects),
    )


def _feels_a_ptc(view: GameView, unit: Unit) -> bool:
    """Whether a PTC may do anything to a unit (A7.305, A12.14)."""
    if unit.vehicle or unit.concealed:
        return True
    return not (unit.pinned or unpinnable(view, unit))


Aim = tuple[Fraction, int]
"""The FP and the sum of the DRM that some units of a Location meet."""


def _aims(view: GameView, attack: Attack) -> dict[Aim, list[Unit]]:
    """The units attacked by what they meet: most of a Location meet the same.

    Prisoners, who are hit with their Guard, are nobody's aim (D-859).
    """
    found: dict[Aim, list[Unit]] = {}
    for unit in attacked_units(view, attack):
        if unit.guard:
            continue
        aim = against(view, attack, unit)
        found.setdefault((aim.fp, aim.drm), []).append(unit)
    return found


def _p_of(view: GameView, attack: Attack, aims: Mapping[Aim, IftResult]) -> Fraction:
    """The chance that one of some aims has the result it names, or a worse one."""
    return Fraction(_ways(view, aims, attack.cowers), 36)


def _ways(view: GameView, aims: Mapping[Aim, IftResult], cowers: int) -> int:
    """The rolls of 36 that have its result for any of some FP and DRM."""
    plain = _reached(view, aims)
    doubles = _reached(view, aims, shifted=cowers) if cowers else plain
    ways = sum(WAYS[original] for original in plain)
    if doubles is plain:
        return ways
    even = (2, 4, 6, 8, 10, 12)  # each of them is rolled by doubles in one way
    return ways + sum((sum_ in doubles) - (sum_ in plain) for sum_ in even)


def _reached(
    view: GameView, aims: Mapping[Aim, IftResult], *, shifted: int = 0
) -> set[int]:
    """The Original DR on which one of some FP and DRM has its result or a worse."""
    found: set[int] = set()
    for (fp, drm), least in aims.items():
        found |= reaching(view, fp, drm, least, shifted=shifted)
    return found
