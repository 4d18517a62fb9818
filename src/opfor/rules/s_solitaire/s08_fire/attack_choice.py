"""The Target that a group chooses, and how it fires at it."""

from msgspec import Struct

from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import Target


class AttackChoice(Struct, frozen=True):
    """What a group fires at, and how.

    Args:
        target: the Target.
        group: the row wants a FG.
        spray: Spraying Fire, if it can be.
        close: at Point-Blank Targets only, and at any odds (S6.311).
        smoke: SMOKE in its place.
    """

    target: Target
    group: bool = False
    spray: bool = False
    close: bool = False
    smoke: Fire | None = None
