"""A7: the exact chances of an attack on the IFT, by enumeration of its dice.

Every IFT DR with its cowering, every Random Selection, every MC and TC with the
leaders who may or may not be there to help any more, and what the loss of a leader
does. Heat of Battle counts as the MC that was passed with it, a failed ELR as broken.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Literal, NamedTuple

from msgspec import Struct

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_23_morale_level import morale_level
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc, smc
from opfor.rules.a_infantry.a07_fire.a07_7_encirclement import as_encircled
from opfor.rules.a_infantry.a07_fire.a07_37_incremental_ift import lines_of
from opfor.rules.a_infantry.a07_fire.a07_ift import NO_EFFECT, IftResult, final_line
from opfor.rules.a_infantry.a07_fire.attack import Attack, against
from opfor.rules.a_infantry.a07_fire.targets import attacked_units
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import by_leadership
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import (
    leads,
    modifier,
    together,
    unbreakable,
    unpinnable,
)
from opfor.rules.a_infantry.a17_wounds import MORTAL
from opfor.state.counters import MMC
from opfor.state.play import GameView
from opfor.state.units import Unit

Outcome = Literal["eliminated", "reduced", "broken", "pinned", "unhurt"]
OUTCOMES: tuple[Outcome, ...] = ("eliminated", "reduced", "broken", "pinned", "unhurt")
"""What becomes of a unit, the worst first; reduced ones may be broken, too."""

ONE, FACES = Fraction(1), 6
WORST_DR, ROLLS = 12, 36


WHOLE: Literal[0] = 0
LESS: Literal[1] = 1
NOTHING: Literal[2] = 2
STRIPED: Literal[3] = 3
"""What is left of a unit: a HS or a wounded man is less, a striped squad is G1.12's."""


class Fate(NamedTuple):
    """What has become of a unit: what is left of it, and its condition."""

    steps: Literal[0, 1, 2, 3] = WHOLE
    state: Literal["well", "pinned", "broken"] = "well"


GONE = Fate(NOTHING, "broken")
Chances = Mapping[Fate, Fraction]


class Odds(Struct, frozen=True):
    """The chances of an attack.

    Args:
        results: how likely each result is, in the column without concealment.
        units: for each unit attacked how likely each outcome is.
    """

    results: Mapping[str, Fraction]
    units: Mapping[str, Mapping[Outcome, Fraction]]


class Body(NamedTuple):
    """A target as its checks see it.

    Args:
        unit: the unit.
        level: its Morale Level by what is left of it.
        breaks, pins: whether it can.
        survives: the chance to survive a Casualty Reduction, by what is left.
        strips: what a break leaves of one that loses steps instead (G1.12).
    """

    unit: Unit
    level: tuple[int, ...]
    breaks: bool
    pins: bool
    survives: tuple[Fraction, ...]
    strips: Mapping[int, Literal[1, 3]]


@rule("A7.3/odds", "Chances of an attack", cites=("A7.9", "A10.2", "G1.12"))
def odds(view: GameView, attack: Attack) -> Odds:
    """What an attack does to each unit that it attacks, as exact fractions.

    Of Spraying Fire the first Location only; `attack.also` has odds of its own.
    """
    view = as_encircled(view, attack)
    there = [unit for unit in attacked_units(view, attack) if not unit.vehicle]
    bodies = [_body(view, unit) for unit in there]
    drops = {0, attack.cowers}
    cells = [_cells(view, attack, body.unit, drops) for body in bodies]
    plain = _cells(view, attack, _example(attack), drops)
    units: dict[str, dict[Fate, Fraction]] = {body.unit.id: {} for body in bodies}
    told: dict[str, Fraction] = {}
    ways: Counter[tuple[IftResult, ...]] = Counter()
    rolls = _rolls(twice=attack.twice)
    for (total_, doubles), number in rolls.items():
        at = total_, attack.cowers if doubles else 0
        ways[tuple(of[at] for of in cells)] += number
        name = str(plain[at])
        told[name] = told.get(name, Fraction(0)) + Fraction(number, rolls.total())
    for results, number in ways.items():
        for id_, chances in _spread(view, bodies, results).items():
            _add(units[id_], chances, Fraction(number, rolls.total()))
    return Odds(told, {id_: _outcomes(chances) for id_, chances in units.items()})


def _rolls(*, twice: bool) -> Counter[tuple[int, bool]]:
    """In how many ways each DR may fall, doubles apart; of two DR the lower one."""
    once = [
        (one + two, one == two) for one, two in product(range(1, FACES + 1), repeat=2)
    ]
    if not twice:
        return Counter(once)
    return Counter(min(pair) for pair in product(once, repeat=2))


def _cells(
    view: GameView, attack: Attack, unit: Unit, drops: Iterable[int]
) -> dict[tuple[int, int], IftResult]:
    """What each Original DR means for a unit, by the columns that cowering costs."""
    aim = against(view, attack, unit)
    found = {}
    for shifted in drops:
        lines = lines_of(view, aim.fp, shifted=shifted)
        for original in range(2, WORST_DR + 1):
            found[original, shifted] = lines[final_line(original + aim.drm)]
    return found


def _example(attack: Attack) -> Unit:
    """Anybody unconcealed and in no shelter, whom the plain DRM count for."""
    return Unit(id="", side=attack.side, counter="", location=attack.target)


def _outcomes(chances: Chances) -> dict[Outcome, Fraction]:
    found: dict[Outcome, Fraction] = dict.fromkeys(OUTCOMES, Fraction(0))
    for fate, chance in chances.items():
        found[_outcome(fate)] += chance
    return found


def _outcome(fate: Fate) -> Outcome:
    if fate.steps:
        return "eliminated" if fate == GONE else "reduced"
    return "unhurt" if fate.state == "well" else fate.state


def _add(into: dict[Fate, Fraction], chances: Chances, weight: Fraction) -> None:
    for fate, chance in chances.items():
        into[fate] = into.get(fate, Fraction(0)) + chance * weight


def _then(chances: Chances, more: Callable[[Fate], Chances]) -> Chances:
    """What follows from each fate, weighted."""
    found: dict[Fate, Fraction] = {}
    for fate, chance in chances.items():
        _add(found, more(fate), chance)
    return found


# -- one unit ----------------------------------------------------------------------


def _body(view: GameView, unit: Unit) -> Body:
    level, found = morale_level(view, unit), mmc(view, unit)
    less, once, again = level, Fraction(0), Fraction(0)
    if found is not None and (smaller := _smaller(view, found)):
        once = ONE
        less = level + _printed(smaller, unit) - _printed(found, unit)
    elif (man := smc(view, unit)) is not None:
        again = Fraction(0) if man.kind == "hero" else Fraction(MORTAL - 2, FACES)
        once = again if unit.wounded else Fraction(MORTAL - 1, FACES)
        less = level - (not unit.wounded)
    return Body(
        unit,
        (level, less, 0, level),
        not unbreakable(view, unit),
        not unpinnable(view, unit),
        (once, again, Fraction(0), once),
        _strips(found),
    )


def _strips(found: MMC | None) -> Mapping[int, Literal[1, 3]]:
    """What a break makes of a Japanese squad or crew, whole and striped (G1.12)."""
    if found is None or not found.reduced:
        return {}
    if found.size == "squad" and found.reduced != found.half_squad:
        return {WHOLE: STRIPED, STRIPED: LESS}
    return {WHOLE: LESS}


def _smaller(view: GameView, found: MMC) -> MMC | None:
    name = found.half_squad if found.size == "squad" else found.reduced
    if not name:
        return None
    piece = view.world.counter_of(found.nation, name)
    return piece if isinstance(piece, MMC) else None


def _printed(found: MMC, unit: Unit) -> int:
    return found.morale if not unit.broken or found.broken is None else found.broken


def _reduced(body: Body, fate: Fate, state: Literal["", "broken"] = "") -> Chances:
    """Casualty Reduction (A7.302), and what state it leaves the unit in."""
    if fate == GONE:
        return {fate: ONE}
    lives = body.survives[fate.steps]
    after = Fate(LESS, state or fate.state)
    return {f: p for f, p in ((after, lives), (GONE, ONE - lives)) if p}


def _broken_by(body: Body, fate: Fate) -> Chances:
    """It breaks or loses a step, or is reduced if it cannot."""
    if fate.steps in body.strips and fate.state != "broken":
        return {Fate(body.strips[fate.steps], fate.state): ONE}
    if body.breaks and fate.state != "broken":
        return {Fate(fate.steps, "broken"): ONE}
    return _reduced(body, fate)


def _pinned(body: Body, fate: Fate) -> Fate:
    hit = body.pins and fate.state == "well" and not body.unit.pinned
    return Fate(fate.steps, "pinned") if hit else fate


def _checked(body: Body, fate: Fate, drm: int) -> Chances:
    """A MC with a DRM: passed, passed and pinned, or failed; an Original 12 apart."""
    if fate == GONE:
        return {fate: ONE}
    found: dict[Fate, Fraction] = {}
    level = body.level[fate.steps]
    passed = _ways_up_to(level - drm - 1)
    pinned = _ways_up_to(level - drm) - passed
    for after, ways in (
        ({fate: ONE}, passed),
        ({_pinned(body, fate): ONE}, pinned),
        (_broken_by(body, fate), ROLLS - 1 - passed - pinned),
        (_fated(body, fate), 1),
    ):
        if ways:
            _add(found, after, Fraction(ways, ROLLS))
    return found


def _ways_up_to(most: int) -> int:
    """Of the 36 ways that a DR may fall, those up to a sum, an Original 12 apart."""
    return sum(FACES - abs(dr - 7) for dr in range(2, min(WORST_DR, most + 1)))


def _fated(body: Body, fate: Fate) -> Chances:
    """Original 12: the broken die, the others are reduced and break (A10.31)."""
    if fate.state == "broken" or body.unit.broken:
        return {GONE: ONE}
    return _reduced(body, fate, "broken" if body.breaks else "")


def _tested(body: Body, fate: Fate, drm: int) -> Chances:
    """A TC that pins who fails it."""
    if fate.state == "broken":
        return {fate: ONE}
    level = body.level[fate.steps]
    sure = level - drm >= WORST_DR
    passes = Fraction(_ways_up_to(level - drm) + sure, ROLLS)
    found: dict[Fate, Fraction] = {}
    _add(found, {fate: ONE}, passes)
    _add(found, {_pinned(body, fate): ONE}, ONE - passes)
    return found


def selected(number: int, of: int) -> Fraction:
    """The chance of one among some to be selected by Random Selection, ties included.

    He is unless `number` others have a higher dr; if all would be, nobody rolls.
    """
    if of <= number:
        return ONE
    found = Fraction(0)
    for die in range(1, FACES + 1):
        higher = Fraction(FACES - die, FACES)
        for above in range(number):
            ways = comb(of - 1, above)
            found += ways * higher**above * (1 - higher) ** (of - 1 - above) / FACES
    return found


# -- all of a Location -------------------------------------------------------------


def _spread(
    view: GameView, bodies: Sequence[Body], results: tuple[IftResult, ...]
) -> dict[str, Chances]:
    """What results, one for each unit, make of the units."""
    found: dict[str, Chances] = {body.unit.id: {Fate(): ONE} for body in bodies}
    for result in dict.fromkeys(results):
        if result != NO_EFFECT:
            those = [b for b, own in zip(bodies, results, strict=True) if own == result]
            found |= _suffered(view, those, result)
    return found


def _suffered(
    view: GameView, bodies: Sequence[Body], result: IftResult
) -> dict[str, Chances]:
    hit = selected(result.number if result.kind == "KIA" else 1, len(bodies))
    start: dict[str, Chances] = {}
    for body in bodies:
        chances: Chances = {Fate(): ONE}
        if result.kind == "KIA":
            lost: dict[Fate, Fraction] = {}
            _add(lost, {GONE: ONE}, hit)
            _add(lost, _broken_by(body, Fate()), ONE - hit)
            chances = lost
        elif result.kind == "K":
            less: dict[Fate, Fraction] = {}
            _add(less, _reduced(body, Fate()), hit)
            _add(less, {Fate(): ONE}, ONE - hit)
            chances = less
        start[body.unit.id] = chances
    return _with_leaders(view, bodies, start, result)


def _with_leaders(
    view: GameView,
    bodies: Sequence[Body],
    start: Mapping[str, Chances],
    result: IftResult,
) -> dict[str, Chances]:
    """The checks in order, for every way in which the leaders' own may end."""
    order = by_leadership(view, [body.unit.id for body in bodies])
    of = {body.unit.id: body for body in bodies}
    here = {body.unit.location for body in bodies}
    others = [
        unit
        for unit in view.state.units.values()
        if unit.location in here and unit.id not in of and leads(view, unit)
    ]
    chiefs = [of[id_] for id_ in order if leader(view, of[id_].unit)]
    rest = [of[id_] for id_ in order if not leader(view, of[id_].unit)]
    found: dict[str, dict[Fate, Fraction]] = {id_: {} for id_ in order}
    for weight, fates in _courses(view, chiefs, start, result, others):
        fit = [*others, *(b.unit for b, f in fates if f == Fate() and _able(view, b))]
        lost = [(b, f) for b, f in fates if _is_loss(b, f)]
        for body, fate in fates:
            felt = [(b, f) for b, f in lost if b is not body]
            _add(found[body.unit.id], _bereft(view, body, fate, felt, fit), weight)
        for body in rest:
            drm = result.number + _help(view, body.unit, fit)
            own = _then(
                start[body.unit.id],
                lambda f: _check(body, f, result, drm),  # noqa: B023
            )
            all_ = _then(own, lambda f: _bereft(view, body, f, lost, fit))  # noqa: B023
            _add(found[body.unit.id], all_, weight)
    return dict(found)


def _courses(
    view: GameView,
    chiefs: Sequence[Body],
    start: Mapping[str, Chances],
    result: IftResult,
    others: Sequence[Unit],
) -> Iterable[tuple[Fraction, list[tuple[Body, Fate]]]]:
    """Every way in which the leaders' checks may end, with its chance."""
    courses: list[tuple[Fraction, list[tuple[Body, Fate]]]] = [(ONE, [])]
    for nth, body in enumerate(chiefs):
        longer = []
        for weight, fates in courses:
            fit = [*others, *(b.unit for b, f in fates if f == Fate())]
            fit += [b.unit for b in chiefs[nth + 1 :]]
            fit = [u for u in fit if leads(view, u)]
            drm = result.number + _help(view, body.unit, fit)
            own = _then(
                start[body.unit.id],
                lambda f: _check(body, f, result, drm),  # noqa: B023
            )
            longer += [(weight * p, [*fates, (body, f)]) for f, p in own.items()]
        courses = longer
    return courses


def _check(body: Body, fate: Fate, result: IftResult, drm: int) -> Chances:
    match result.kind:
        case "MC" | "K":
            return _checked(body, fate, drm)
        case "PTC":
            return _tested(body, fate, drm) if not body.unit.broken else {fate: ONE}
    return {fate: ONE}


def _able(view: GameView, body: Body) -> bool:
    return leads(view, body.unit)


def _help(view: GameView, unit: Unit, fit: Sequence[Unit]) -> int:
    """The DRM of the best leader left, not of the unit itself (A10.7)."""
    return min(
        (
            modifier(view, man)
            for man in fit
            if man.id != unit.id and man.side == unit.side and together(view, unit, man)
        ),
        default=0,
    )


def _is_loss(body: Body, fate: Fate) -> bool:
    return fate.state == "broken" and not body.unit.broken


def _bereft(
    view: GameView,
    body: Body,
    fate: Fate,
    lost: Sequence[tuple[Body, Fate]],
    fit: Sequence[Unit],
) -> Chances:
    """LLMC and LLTC for the leaders who are gone or have broken (A10.2)."""
    chances: Chances = {fate: ONE}
    for man, how in lost:
        near = man.unit.side == body.unit.side and together(view, body.unit, man.unit)
        if not near or body.unit.broken or body.unit.unarmed:
            continue
        drm = -min(0, modifier(view, man.unit)) + _help(view, body.unit, fit)
        after = _checked if how == GONE else _tested

        def felt(now: Fate, man: Body = man, drm: int = drm) -> Chances:
            level = body.level[now.steps]
            if now.state == "broken" or level >= man.level[0]:
                return {now: ONE}
            return after(body, now, drm)  # noqa: B023

        chances = _then(chances, felt)
    return chances
