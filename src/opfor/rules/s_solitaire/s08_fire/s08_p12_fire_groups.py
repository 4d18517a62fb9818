"""S8: when the ENEMY forms a Fire Group."""

from collections.abc import Iterable, Sequence

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.choices.orders import Fire
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s08_fire.planned_attack import GOOD, planned
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p8_leaders import (
    better_led,
    leaders_at,
)
from opfor.state.play import GameView
from opfor.state.units import LocationName


@rule("S8.p12", "When a Fire Group is formed", cites=("A7.5", "A7.531", "S8.5"))
def fire_group(
    view: GameView,
    first: RatedAttack,
    others: Iterable[RatedAttack],
    *,
    wanted: bool = False,
) -> RatedAttack:
    """The attack with whoever had better join it: a FG of several Locations.

    Of the Locations that hang together ADJACENT, the next best joins as long as the
    p(NMC+) of the FG is greater than the chance that one of the separate attacks
    scores it. A leader directs in each Location, or none does.

    Args:
        view: the game.
        first: the attack of the Location that fires.
        others: what the others could do to the same Target by themselves.
        wanted: the row says FG: then the largest one is formed, unless a separate
            attack has 5/12.
    """
    # What is thrown, or fired by To Hit, is nobody's to join.
    when = way(view, "S8.p12 Fire Group")
    if when == "the row" and not wanted:
        return first
    wanted = wanted or when == "largest"
    able = (other for other in others if other.attack.froms)
    left = sorted(able, key=lambda other: -other.chance)
    best, apart, parts = first, 1 - first.chance, [first]
    whole = wanted and all(each.chance < GOOD for each in (first, *left))
    while (nearby := [o for o in left if _linked(view, parts, o)]) != []:
        grown = None
        for other in nearby:
            left.remove(other)
            grown = joined(view, [*parts, other])
            separate = 1 - apart * (1 - other.chance)
            better = best.chance if whole else separate
            if grown and (
                grown.chance > separate or (whole and grown.chance >= better)
            ):
                best, apart, parts = grown, 1 - separate, [*parts, other]
                break
    return best


def _linked(view: GameView, parts: Sequence[RatedAttack], other: RatedAttack) -> bool:
    here = other.attack.froms[0]
    places = [at for part in parts for at in part.attack.froms]
    return any(adjacent(view, at, here) for at in places)


def joined(view: GameView, parts: Sequence[RatedAttack]) -> RatedAttack | None:
    """The attack of several Locations together, directed in each or in none."""
    firers = tuple(thing for part in parts for thing in part.order.firers)
    places = [part.attack.froms[0] for part in parts]
    return together(view, firers, places, parts[0].order.target)


def together(
    view: GameView,
    firers: tuple[str, ...],
    places: Sequence[LocationName],
    target: LocationName,
) -> RatedAttack | None:
    """The attack of things of some Locations, directed in each or in none.

    As in one Location they direct also where that changes no chance, unless the worst
    of them, whose DRM counts, has a positive one (S8.p8, A7.531).
    """
    plain = planned(view, Fire(firers, target))
    best = [leaders_at(view, at)[:1] for at in places]
    if not all(best):
        return plain
    leaders = tuple(id_ for ids in best for id_ in ids)
    led = planned(view, Fire(firers, target, leaders))
    return led if better_led(view, led, plain, leaders) else plain
