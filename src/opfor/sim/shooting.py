"""Which attack is made, and whether one is worth its while."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice, takewhile
from typing import NamedTuple

from opfor.core.errors import OpforError
from opfor.rules.asl.a01_units import mmc
from opfor.rules.asl.a07_attack import Attack
from opfor.rules.asl.a07_odds import OUTCOMES, odds
from opfor.rules.asl.a07_plan import plan_attack
from opfor.rules.asl.a22_flamethrower import is_ft, plan_ft
from opfor.rules.asl.c03_plan import is_to_hit, plan_shot
from opfor.rules.asl.c03_to_hit import to_hit_odds
from opfor.rules.doing import Offer
from opfor.rules.orders import Fire
from opfor.rules.s01_terms import p_nmc
from opfor.sim.judgement import Judgement, arms_of, leadership_of, power
from opfor.state.units import LocationName, Unit

SHOTS = 60
"""Attacks that are looked at before one is chosen."""

CLOSELY, EXACTLY = 6, 2
"""Attacks, the best ones, whose p(NMC+) is worked out, and the odds for each unit."""

SEVERITY = dict(zip(OUTCOMES, (1.0, 0.7, 0.5, 0.15, 0.0), strict=True))
"""What becomes of a squad, in squads."""

BROKEN, LONE = 0.3, 0.5
"""What harm to broken units and to SMC counts for, against that to a squad."""

GOOD, FAIR, SOME = 5 / 12, 1 / 4, 1 / 12
"""p(NMC+) with which it stays to fire though it could move; gives away where it is,
or fires at what moves; fires at all."""

AT_LEAST_THE_RISK = 0.8
"""Who holds does not fire if it is worth less than that part of what is risked."""

HEAT = 0.8
"""p(NMC+) of a hit by ordnance, which is not looked at more closely."""

LANE = 1.5
"""What a Fire Lane counts for if many are still to come."""
MANY = 3


class Shot(NamedTuple):
    """An attack that could be made, and its p(NMC+)."""

    chance: float
    order: Fire


class Shooting:
    """The attacks of a side at a moment.

    Args:
        judge: how things look.
        offers: what is legal.
    """

    def __init__(self, judge: Judgement, offers: Iterable[Offer]) -> None:
        self._judge, self._look = judge, judge.look
        self._offers = offers

    def best(self, *, least: float) -> Fire | None:
        """The attack that harms most, of those with a p(NMC+) that is good enough."""
        good = [shot for shot in self._shots() if shot.chance >= self._bar(shot, least)]
        good.sort(key=lambda shot: -shot.chance)
        if len(good) < EXACTLY:
            return good[0].order if good else None
        harms = [(self._harm(shot), -n) for n, shot in enumerate(good[:EXACTLY])]
        return good[-max(harms)[1]].order

    def _shots(self) -> Iterator[Shot]:
        """Those that look best at first sight; fire at S? alone does nothing yet."""
        fires = (o.order for o in self._offers if isinstance(o.order, Fire))
        if self._judge.heavy:  # ordnance comes last, and `gunnery.py` has looked at it
            fires = takewhile(lambda o: not is_to_hit(self._look, o), fires)  # type: ignore[assignment] # orders too
        seen = self._judge.known_enemies | {at for at in self._moving() if at}
        orders = [o for o in islice(fires, SHOTS) if o.target in seen]
        rough = sorted((-self._roughly(o), nth) for nth, o in enumerate(orders))
        for _, nth in rough[:CLOSELY]:
            yield Shot(self._chance(orders[nth]), orders[nth])

    def _moving(self) -> set[LocationName]:
        return {unit.location for unit in self._look.state.movers()}

    def _roughly(self, order: Fire) -> float:
        """What an attack may do, by its FP at that range and who is there."""
        look, units = self._look, self._firers(order)
        hexes = max(look.world.range(unit.location, order.target) for unit in units)
        arms = arms_of(look, units)
        there = look.state.units_at(order.target)
        fit = sum(not (u.broken or u.side == self._judge.side) for u in there)
        led = leadership_of(look, (look.state.units[id_] for id_ in order.leaders))
        ordnance = is_to_hit(look, order)
        return (HEAT if ordnance else self._judge.harm(power(arms, hexes), led)) * (
            BROKEN + fit
        )

    def _bar(self, shot: Shot, least: float) -> float:
        """How good it must be: better if concealed, or if more is risked by staying."""
        units = self._firers(shot.order)
        if any(unit.concealed for unit in units):
            least = max(least, FAIR)
        if self._judge.holds and self._look.state.phase == "PFPh":
            risked = max((self._judge.risk(unit.location) for unit in units), default=0)
            least = max(least, min(GOOD, AT_LEAST_THE_RISK * risked))
        return least

    def _firers(self, order: Fire) -> list[Unit]:
        state = self._look.state
        owners = (
            state.weapons[id_].owner if id_ in state.weapons else id_
            for id_ in order.firers
        )
        return [state.units[id_] for id_ in dict.fromkeys(owners)]

    def _chance(self, order: Fire) -> float:
        if order.ammo in ("smoke", "WP"):
            return 0.0
        try:
            if is_to_hit(self._look, order):
                shot = plan_shot(self._look, self._judge.side, order)
                hit = max(to_hit_odds(shot).hit.values(), default=Fraction(0))
                return HEAT * float(hit)
            found = float(p_nmc(self._look, self._attack(order)))
        except OpforError:
            return 0.0
        return found * LANE if order.lane and self._many() else found * (not order.lane)

    def _attack(self, order: Fire) -> Attack:
        if is_ft(self._look, order):
            return plan_ft(self._look, self._judge.side, order)
        return plan_attack(self._look, self._judge.side, order)

    def _many(self) -> bool:
        """Whether many enemies have not moved yet."""
        state = self._look.state
        to_come = (
            unit
            for unit in state.units.values()
            if unit.side != self._judge.side and unit.location and not unit.hidden
            if not (unit.moved or unit.broken or unit.concealed)
        )
        return len(list(islice(to_come, MANY))) == MANY

    def _harm(self, shot: Shot) -> float:
        """The squads that an attack costs the enemy; of ordnance a rough figure."""
        if shot.order.lane or is_to_hit(self._look, shot.order):
            return shot.chance * SEVERITY["broken"]
        found = odds(self._look, self._attack(shot.order)).units
        return sum(
            self._value(id_) * sum(SEVERITY[what] * float(p) for what, p in of.items())
            for id_, of in found.items()
        )

    def _value(self, id_: str) -> float:
        unit = self._look.state.units[id_]
        value = BROKEN if unit.broken else 1.0
        return value if mmc(self._look, unit) or unit.concealed else value * LONE
