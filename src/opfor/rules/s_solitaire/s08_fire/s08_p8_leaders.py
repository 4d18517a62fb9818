"""S8: ENEMY leaders direct and man weapons."""

from collections.abc import Iterable
from fractions import Fraction

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, smc
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import leads, modifier
from opfor.rules.choices.orders import Fire
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s08_fire.planned_attack import FAIR, place_of, planned
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


@rule("S8.p8", "Leaders direct and man weapons", cites=("A7.53", "S6.317", "S8.3"))
def directed(
    view: GameView, firers: tuple[str, ...], target: LocationName
) -> RatedAttack | None:
    """An attack of one Location, directed by its best leader who can direct.

    One with a positive modifier directs only where cowering would cost more.
    """
    order = Fire(firers, target)
    best = planned(view, order)
    for id_ in leaders_at(view, place_of(view, firers)):
        led = planned(view, Fire(firers, target, (id_,)))
        if better_led(view, led, best, (id_,)):
            return led
    return best


def better_led(
    view: GameView,
    led: RatedAttack | None,
    plain: RatedAttack | None,
    leaders: Iterable[str],
) -> bool:
    """Whether an attack is to be directed by some leaders, or had better by nobody.

    With the same chance it is, unless one of them has a positive modifier: cowering
    would still cost a column, and the use of the SW.
    """
    if led is None:
        return False
    least = plain.chance if plain else Fraction(0)
    if led.chance != least:
        return led.chance > least
    return all(modifier(view, view.state.units[id_]) <= 0 for id_ in leaders)


def mans(view: GameView, unit: Unit, shot: RatedAttack) -> bool:
    """Whether a unit fires the SW it possesses: a SMC seldom (S8.p8).

    Not where a MMC could man it, and alone only for a p(NMC+) of 1/4.
    """
    if smc(view, unit) is None:
        return True
    there = view.state.units_at(unit.location, unit.side)
    helped = any(mmc(view, other) and other.good_order for other in there)
    when = way(view, "S8.p8 SW")
    if when == "never":
        return False
    return not helped and (when == "any chance" or shot.chance >= FAIR)


def leaders_at(view: GameView, where: LocationName) -> list[str]:
    """The ENEMY leaders in a Location who could direct fire, the best first.

    In its PFPh not one who is to move (S6.3171): a Prep Fire counter would keep him.
    """
    found = [u for u in view.state.units_at(where, "ENEMY") if leads(view, u)]
    if view.state.phase == "PFPh":
        found = [unit for unit in found if unit.action != "Move"]
    return [unit.id for unit in sorted(found, key=lambda unit: modifier(view, unit))]
