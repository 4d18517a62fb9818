"""Advances and close combat."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import (
    evaluate,
    plan_combat,
    printed_fp,
)
from opfor.rules.a_infantry.a11_close_combat.a11_11_odds import (
    chances,
    kill_number,
    odds_of,
)
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import Advance, CloseCombat
from opfor.rules.orders.infantry.a03_7_advance import stacks
from opfor.sim.arms import allowed, leadership_of, squads
from opfor.sim.judgement import Assessment
from opfor.sim.movement import BETTER, MovingStack, SideMoves, stack_of
from opfor.state.units import LocationName, Unit

UNKNOWN_FP = Fraction(4)
"""FP of what is under a "?"."""

ON_BROKEN = -2
"""DRM of CC against broken units, about."""

REDUCED = 0.5
"""What reducing one enemy counts for, against eliminating all."""


def advance(judge: Assessment) -> Advance | None:
    """The advance that gains most: into a better place, or into CC with good odds.

    Without one, back into an entrenchment of the Location.
    """
    march = SideMoves(judge)
    units = [
        stack
        for stack in stacks(judge.view, judge.side)
        if not any(unit.id in judge.gunners for unit in stack)
    ]
    gains = [gain for stack in units for gain in _gains(judge, march, stack)]
    for _, to, ids in sorted(gains, key=lambda gain: -gain[0]):
        order = Advance(ids, to)
        if allowed(judge.view, judge.side, order):
            return order
    orders = (_into_cover(judge, stack) for stack in units)
    return next(filter(None, orders), None)


def _gains(
    judge: Assessment, march: SideMoves, units: Sequence[Unit]
) -> Iterator[tuple[float, LocationName, tuple[str, ...]]]:
    """What each advance of a stack gains, of those that gain something."""
    here, stack = units[0].location, stack_of(judge, units)
    stay = march.stay(here, stack)
    for to, _ in judge.plan.ways(here):
        if to in judge.known_places:
            gain = _by_combat(judge, stack, to)
        else:
            gain = march.stay(to, stack) - stay
        if gain > BETTER:
            yield gain, to, stack.ids


def _by_combat(judge: Assessment, stack: MovingStack, to: LocationName) -> float:
    """The squads that CC gains, if its odds are good."""
    if not stack.troops:
        return 0.0
    last = judge.turns_left <= 1 and to in judge.goals
    urgent = judge.temper.last * last
    won = in_combat(judge, stack.units, to) + urgent
    return won if won >= judge.temper.odds else 0.0


def _into_cover(judge: Assessment, units: Sequence[Unit]) -> Advance | None:
    """Into a fortification of the Location."""
    here, ids = units[0].location, tuple(unit.id for unit in units)
    orders = (
        Advance(ids, here, fort.id)
        for fort in judge.view.state.fortifications_at(here)
        if all(unit.inside != fort.id for unit in units)
    )
    legal = (order for order in orders if allowed(judge.view, judge.side, order))
    return next(legal, None)


def in_combat(judge: Assessment, units: Sequence[Unit], place: LocationName) -> float:
    """The squads that one round of CC there should gain, less those lost."""
    view = judge.view
    foes = [
        unit
        for unit in view.state.units_at(place)
        if unit.side != judge.side and not (unit.hidden or unit.guard)
    ]
    known = [unit for unit in foes if not unit.concealed]
    unknown = len(foes) - len(known) + len(view.state.suspects_at(place))
    ours = _fp(judge, units)
    theirs = _fp(judge, known) + UNKNOWN_FP * unknown
    fit = [unit for unit in known if not unit.broken]
    back = _fp(judge, fit) + UNKNOWN_FP * unknown
    drm = ON_BROKEN if known and not fit and not unknown else 0
    won = _share(judge, ours, theirs, drm + leadership_of(view, units))
    lost = _share(judge, back, ours, 0) if back else 0.0
    prize = squads(view, known) + unknown + judge.temper.taking * (place in judge.goals)
    return won * prize - lost * squads(view, units)


def _fp(judge: Assessment, units: Iterable[Unit]) -> Fraction:
    found = (Fraction(printed_fp(judge.view, unit)) for unit in units)
    return sum(found, Fraction(0))


def _share(judge: Assessment, attack: Fraction, defence: Fraction, drm: int) -> float:
    """How much of the other side an attack is expected to remove."""
    if not attack:
        return 0.0
    kill = kill_number(judge.view, odds_of(attack, defence))
    found = chances(kill, drm)
    return (found.kill + REDUCED * found.reduce) / 36


def combat(judge: Assessment, offers: Iterable[Offer]) -> CloseCombat | None:
    """The attack that removes most."""
    orders = [o.order for o in offers if isinstance(o.order, CloseCombat)]
    return max(orders, key=lambda order: _removed(judge, order), default=None)


def _removed(judge: Assessment, order: CloseCombat) -> float:
    made = evaluate(judge.view, plan_combat(judge.view, judge.side, order))
    if made is None or order.capture:
        return -1.0
    found = made.chances
    return found.kill * len(order.defenders) + REDUCED * found.reduce
