"""S8: an attack that the ENEMY could make, and its chances."""

from fractions import Fraction

from msgspec import Struct

from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.choices.orders import Fire


class RatedAttack(Struct, frozen=True):
    """An attack that could be made now.

    Args:
        order: the order that makes it.
        attack: what it is on the IFT.
        chance: that it scores a NMC or better, p(NMC+).
        effect: that it scores anything at all.
        to_hit: the lowest Final TH DRM at which a shot of it may hit somebody there;
            none of an attack that needs no To Hit DR at Infantry.
    """

    order: Fire
    attack: Attack
    chance: Fraction
    effect: Fraction
    to_hit: int | None = None
