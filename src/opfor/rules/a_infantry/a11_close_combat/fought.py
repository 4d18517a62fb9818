"""A CC attack that has been resolved."""

from msgspec import Struct

from opfor.core.dice import Rolled
from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import Combat

TWO, TWELVE = 2, 12
"""Original DR after which units may infiltrate."""


class Fought(Struct, frozen=True):
    """A CC attack and its DR."""

    combat: Combat
    rolled: Rolled
