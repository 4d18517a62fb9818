"""Advances, close combat, and where broken units rout."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from opfor.rules.asl.a01_units import mmc
from opfor.rules.asl.a11_attack import evaluate, plan_combat, printed_fp
from opfor.rules.asl.a11_odds import chances, kill_number, odds_of
from opfor.rules.doing import Offer
from opfor.rules.orders import Advance, CloseCombat, Rout
from opfor.sim.judgement import Judgement, leadership_of, squads
from opfor.sim.marching import BETTER, ON_THE_AIM, March, stack_of
from opfor.state.units import LocationName, Unit

GOOD_ODDS = 0.15
"""Squads that a CC must be expected to gain for an advance into it."""

LAST_TURN = 0.5
"""What a goal is worth with the last chance to take it: more is risked for it."""

UNKNOWN_FP = Fraction(4)
"""FP of what is under a "?"."""

ON_BROKEN = -2
"""DRM of CC against broken units, about."""

REDUCED = 0.5
"""What reducing one enemy counts for, against eliminating all."""


def advance(judge: Judgement, offers: Iterable[Offer]) -> Advance | None:
    """The advance that gains most: into a better place, or into CC with good odds."""
    march, best = March(judge), None
    for offer in offers:
        order = offer.order
        if not isinstance(order, Advance) or judge.gunners & {*order.units}:
            continue
        if order.to and not order.inside:
            gain = _gain(judge, march, order)
            if gain > BETTER and (best is None or gain > best[0]):
                best = gain, order
    return best[1] if best else _take_cover(judge, offers)


def _take_cover(judge: Judgement, offers: Iterable[Offer]) -> Advance | None:
    """Back into an entrenchment of the Location, if somebody is outside of it."""
    units = judge.look.state.units
    for offer in offers:
        order = offer.order
        inside = isinstance(order, Advance) and order.inside
        if not isinstance(order, Advance) or not inside:
            continue
        if all(units[id_].location == order.to for id_ in order.units):
            return order
    return None


def _gain(judge: Judgement, march: March, order: Advance) -> float:
    look = judge.look
    units = [look.state.units[id_] for id_ in order.units]
    if order.to in judge.known_places:
        if not any(mmc(look, unit) for unit in units):
            return 0.0
        wanted = order.to in judge.goals
        urgent = LAST_TURN * (judge.turns_left <= 1) if wanted else 0.0
        won = in_combat(judge, units, order.to)
        return won + urgent if won + urgent >= GOOD_ODDS else 0.0
    stack = stack_of(look, units)
    return march.stay(order.to, stack) - march.stay(units[0].location, stack)


def in_combat(judge: Judgement, units: Sequence[Unit], place: LocationName) -> float:
    """The squads that one round of CC there should gain, less those lost."""
    look = judge.look
    foes = [
        unit
        for unit in look.state.units_at(place)
        if unit.side != judge.side and not (unit.hidden or unit.guard)
    ]
    known = [unit for unit in foes if not unit.concealed]
    unknown = len(foes) - len(known) + len(look.state.suspects_at(place))
    ours = _fp(judge, units)
    theirs = _fp(judge, known) + UNKNOWN_FP * unknown
    fit = [unit for unit in known if not unit.broken]
    back = _fp(judge, fit) + UNKNOWN_FP * unknown
    drm = ON_BROKEN if known and not fit and not unknown else 0
    won = _share(judge, ours, theirs, drm + leadership_of(look, units))
    lost = _share(judge, back, ours, 0) if back else 0.0
    prize = squads(look, known) + unknown + ON_THE_AIM * (place in judge.goals)
    return won * prize - lost * squads(look, units)


def _fp(judge: Judgement, units: Iterable[Unit]) -> Fraction:
    found = (Fraction(printed_fp(judge.look, unit)) for unit in units)
    return sum(found, Fraction(0))


def _share(judge: Judgement, attack: Fraction, defence: Fraction, drm: int) -> float:
    """How much of the other side an attack is expected to remove."""
    if not attack:
        return 0.0
    kill = kill_number(judge.look, odds_of(attack, defence))
    found = chances(kill, drm)
    return (found.kill + REDUCED * found.reduce) / 36


def combat(judge: Judgement, offers: Iterable[Offer]) -> CloseCombat | None:
    """The attack that removes most."""
    orders = [o.order for o in offers if isinstance(o.order, CloseCombat)]
    return max(orders, key=lambda order: _removed(judge, order), default=None)


def _removed(judge: Judgement, order: CloseCombat) -> float:
    made = evaluate(judge.look, plan_combat(judge.look, judge.side, order))
    if made is None or order.capture:
        return -1.0
    found = made.chances
    return found.kill * len(order.defenders) + REDUCED * found.reduce


def rout(judge: Judgement, offers: Iterable[Offer]) -> Rout | None:
    """The rout into the Location with least risk."""
    ways = [o.order for o in offers if isinstance(o.order, Rout)]
    return min(
        ways,
        key=lambda order: (judge.risk(order.to), order.low_crawl, order.to),
        default=None,
    )
