"""A CC attack that has been resolved, and what comes of several."""

from collections.abc import Iterable

from msgspec import Struct, field

from opfor.core.dice import Rolled
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import Loss
from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import Combat
from opfor.state.units import Unit

TWO, TWELVE = 2, 12
"""Original DR after which units may infiltrate."""


class Fought(Struct, frozen=True):
    """A CC attack and its DR."""

    combat: Combat
    rolled: Rolled


class Outcome(Struct):
    """What the attacks of a CC have brought so far, which counts once all are done.

    Args:
        losses: the leaders who fell.
        heirs: what is left of units that were reduced, by their ids.
        victors: the unarmed units that eliminated an armed one, as they were.
    """

    losses: list[Loss] = field(default_factory=list)
    heirs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    victors: list[Unit] = field(default_factory=list)

    def left_of(self, ids: Iterable[str]) -> tuple[str, ...]:
        """These units, or what is left of those that were reduced."""
        found: tuple[str, ...] = ()
        for id_ in ids:
            heirs = self.heirs.get(id_, (id_,))
            found += heirs if id_ in heirs else self.left_of(heirs)
        return found
