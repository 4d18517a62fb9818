"""Which attack is made, and whether one is worth its while."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import islice, takewhile
from typing import NamedTuple

from opfor.core.errors import OpforError
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.attack import Attack, against
from opfor.rules.a_infantry.a07_fire.targets import attacked_units
from opfor.rules.a_infantry.a22_ft_and_mol.a22_1_flamethrower import is_ft, plan_ft
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import is_to_hit, plan_shot
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import to_hit_odds
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s01_terms.s01_terms import p_nmc
from opfor.sim.arms import arms_of, leadership_of, power
from opfor.sim.judgement import Assessment
from opfor.state.units import LocationName, Unit

SHOTS = 80
"""Attacks that are looked at before one is chosen."""

CLOSELY, TRIES = 6, 15
"""Attacks, the best ones, whose p(NMC+) is worked out, and how many are tried for it,
since a rule may forbid some."""

BROKEN, LONE = 0.3, 0.5
"""What harm to broken units and to SMC counts for, against that to a squad."""

GOOD, FAIR, SOME = 5 / 12, 1 / 4, 1 / 12
"""p(NMC+) with which it stays to fire though it could move; gives away where it is,
or fires at what moves; fires at all."""

AT_LEAST_THE_RISK = 0.8
"""Who holds does not fire if it is worth less than that part of what is risked."""

HEAT = 0.8
"""p(NMC+) of a hit by ordnance, which is not looked at more closely."""

WORTH_OF_A_SHOT = 0.5
"""What hurting somebody with ordnance or a Fire Lane is worth, in squads."""

LANE = 1.5
"""What a Fire Lane counts for if many are still to come."""
MANY = 3


class PossibleShot(NamedTuple):
    """An attack that could be made, and its p(NMC+)."""

    chance: float
    order: Fire


class Shooting:
    """The attacks of a side at a moment.

    Args:
        judge: how things look.
        orders: what makes sense; a rule may yet forbid some.
    """

    def __init__(self, judge: Assessment, orders: Iterable[Fire]) -> None:
        self._judge, self._view = judge, judge.view
        self._orders = orders

    def best(self, *, least: float) -> Fire | None:
        """The attack that harms most, of those with a p(NMC+) that is good enough."""
        good = [shot for shot in self._shots() if shot.chance >= self._bar(shot, least)]
        if len(good) < 2:
            return good[0].order if good else None
        return max(good, key=lambda shot: (self._harm(shot), shot.chance)).order

    def _shots(self) -> list[PossibleShot]:
        """Those that look best at first sight; fire at S? alone does nothing yet."""
        fires = self._orders
        if self._judge.heavy:  # ordnance comes last, and `ordnance.py` has looked at it
            fires = takewhile(lambda order: not is_to_hit(self._view, order), fires)
        seen = self._judge.known_enemies | {at for at in self._moving() if at}
        orders = islice((o for o in fires if o.target in seen), SHOTS)
        rough = [(-self._roughly(o), nth, o) for nth, o in enumerate(orders)]
        found: list[PossibleShot] = []
        for _, _, order in sorted(rough, key=lambda each: each[:2])[:TRIES]:
            if (chance := self._chance(order)) is not None:
                found.append(PossibleShot(chance, order))
            if len(found) == CLOSELY:
                break
        return found

    def _moving(self) -> set[LocationName]:
        return {unit.location for unit in self._view.state.movers()}

    def _roughly(self, order: Fire) -> float:
        """What an attack may do, by its FP at that range and who is there."""
        view, units = self._view, self._firers(order)
        hexes = max(view.world.range(unit.location, order.target) for unit in units)
        arms = arms_of(view, units)
        there = view.state.units_at(order.target)
        fit = sum(not (u.broken or u.side == self._judge.side) for u in there)
        led = leadership_of(view, (view.state.units[id_] for id_ in order.leaders))
        ordnance = is_to_hit(view, order)
        return (HEAT if ordnance else self._judge.harm(power(arms, hexes), led)) * (
            BROKEN + fit
        )

    def _bar(self, shot: PossibleShot, least: float) -> float:
        """How good it must be: better if concealed, or if more is risked by staying."""
        units = self._firers(shot.order)
        if any(unit.concealed for unit in units):
            least = max(least, FAIR)
        if self._judge.holds and self._view.state.phase == "PFPh":
            risked = max((self._judge.risk(unit.location) for unit in units), default=0)
            least = max(least, min(GOOD, AT_LEAST_THE_RISK * risked))
        return least

    def _firers(self, order: Fire) -> list[Unit]:
        state = self._view.state
        owners = (
            state.weapons[id_].owner if id_ in state.weapons else id_
            for id_ in order.firers
        )
        return [state.units[id_] for id_ in dict.fromkeys(owners)]

    def _chance(self, order: Fire) -> float | None:
        """Its p(NMC+), or what counts for it; None if a rule forbids it."""
        if order.ammo in ("smoke", "WP"):
            return None
        try:
            if is_to_hit(self._view, order):
                shot = plan_shot(self._view, self._judge.side, order)
                hit = max(to_hit_odds(shot).hit.values(), default=Fraction(0))
                return HEAT * float(hit)
            found = float(p_nmc(self._view, self._attack(order)))
        except OpforError:
            return None
        return found * LANE if order.lane and self._many() else found * (not order.lane)

    def _attack(self, order: Fire) -> Attack:
        if is_ft(self._view, order):
            return plan_ft(self._view, self._judge.side, order)
        return plan_attack(self._view, self._judge.side, order)

    def _many(self) -> bool:
        """Whether many enemies have not moved yet."""
        state = self._view.state
        to_come = (
            unit
            for unit in state.units.values()
            if unit.side != self._judge.side and unit.location and not unit.hidden
            if not (unit.moved or unit.broken or unit.concealed)
        )
        return len(list(islice(to_come, MANY))) == MANY

    def _harm(self, shot: PossibleShot) -> float:
        """The squads that an attack costs the enemy, about."""
        if shot.order.lane or is_to_hit(self._view, shot.order):
            return shot.chance * WORTH_OF_A_SHOT
        attack = self._attack(shot.order)
        both = (attack, attack.also) if attack.also else (attack,)
        return sum(self._harm_of(each) for each in both)

    def _harm_of(self, attack: Attack) -> float:
        view, found = self._view, 0.0
        for unit in attacked_units(view, attack):
            aim = against(view, attack, unit)
            harm = self._judge.harm(float(aim.fp), aim.drm)
            found += self._value(unit) * harm
        return found

    def _value(self, unit: Unit) -> float:
        if unit.side == self._judge.side:
            return -1.0
        value = BROKEN if unit.broken else 1.0
        return value if mmc(self._view, unit) or unit.concealed else value * LONE
