"""S8: Spraying Fire of the ENEMY."""

from fractions import Fraction

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.choices.orders import Fire
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s08_fire.planned_attack import FAIR, place_of, planned
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import targets_of
from opfor.state.play import GameView
from opfor.state.units import LocationName

SPRAY_CHANCE = FAIR * 2 / 3
"""The p(NMC+) that each half of Spraying Fire needs: 1/6 (S8.p13)."""


@rule("S8.p13", "Spraying Fire", cites=("S6.311", "A7.34", "A9.5"))
def spraying(
    view: GameView, shot: RatedAttack, target: LocationName, *, close: bool = False
) -> RatedAttack | None:
    """The same attack sprayed at a second Target; None if that is not worth while.

    Each half needs a p(NMC+) of 1/6; of several the one with the greatest. Self
    Preservation uses it at Point-Blank Targets only, for any effect (S6.311).
    """
    when = way(view, "S8.p13 Spraying Fire")
    if when == "never":
        return None
    least = Fraction(0) if close or when == "any" else SPRAY_CHANCE
    here = place_of(view, shot.order.firers)
    found = []
    for other in targets_of(view, shot.order.firers):
        if other.where == target or (close and not adjacent(view, here, other.where)):
            continue
        wide = planned(view, replace(shot.order, second=other.where))
        if wide is None or wide.attack.also is None or not _worth(wide, least):
            continue
        half = planned(view, _swapped(wide.order))
        if half is not None and _worth(half, least):
            found.append((half.chance, wide))
    return max(found, key=lambda each: each[0], default=(0, None))[1]


def _worth(half: RatedAttack, least: Fraction) -> bool:
    return half.effect > 0 and half.chance >= least


def _swapped(fire: Fire) -> Fire:
    return replace(fire, target=fire.second, second=fire.target)
