"""A Location that may fire at a mover, and how good its chances must be."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, get_args

from msgspec import Struct

from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import Mode
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.s_solitaire.s08_fire.planned_attack import GOOD
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.state.play import GameView
from opfor.state.units import LocationName

QUARTER = Fraction(1, 4)


LEVELS: Mapping[str, tuple[Fraction, Fraction]] = MappingProxyType(
    {
        "eager": (QUARTER, Fraction(1, 6)),
        "steady": (GOOD, QUARTER),
        "cool": (Fraction(7, 12), GOOD),
    }
)
"""The discipline level, and the one a step lower, by the Mission's fire discipline."""


Part = Literal["ordnance", "vehicle MG", "others"]
"""What of a Location is weighed by itself: ordnance and the crews of Guns, the MG of
vehicles (D-882), and all others together."""

PARTS: tuple[Part, ...] = get_args(Part)
"""In the order in which those of one Location are asked (S8.p4)."""


class FiringLocation(Struct, frozen=True):
    """A Location, or what of it would fire in one way: first, SFF or FPF.

    Args:
        here: where it is.
        mode: how it would fire.
        units: who would.
        volley: the attack it would make.
        part: what of the Location fires.
    """

    here: LocationName
    mode: Mode
    units: tuple[str, ...]
    volley: RatedAttack
    part: Part = "others"


def best_chances(found: Iterable[FiringLocation]) -> dict[LocationName, Fraction]:
    """The best p(NMC+) of each Location, be it of its ordnance or of the others."""
    best: dict[LocationName, Fraction] = {}
    for post in found:
        best[post.here] = max(post.volley.chance, best.get(post.here, Fraction(0)))
    return best


def close(view: GameView, here: LocationName, target: LocationName) -> bool:
    """Line a: the mover is ADJACENT or in the same Location, in no Melee (S6.311)."""
    if any(unit.melee for unit in view.state.movers()):
        return False
    return here == target or adjacent(view, here, target)


def by_vpo(view: GameView, target: LocationName) -> bool:
    """Line e: the mover is in a VPO Location, or ADJACENT to one."""
    vpo = vpo_locations(view)
    return target in vpo or any(adjacent(view, target, at) for at in vpo)
