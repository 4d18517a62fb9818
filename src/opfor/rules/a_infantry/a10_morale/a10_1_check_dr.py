"""A10.1: the DR of a MC or TC, without what follows from it."""

from collections.abc import Sequence

from msgspec import Struct

from opfor.core.dice import Rolled, dice_roll
from opfor.core.event import Note
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_23_morale_level import morale_level
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import best_leader, leadership
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.a_infantry.a14_snipers.a14_1_sniper_alert import alert_sniper
from opfor.state.play import Play
from opfor.state.units import Unit

FATE = 12
"""The Original DR that no MC passes (A10.31)."""

HEAT = 2
"""The Original DR that brings Heat of Battle (A15.1)."""


class Check(Struct, frozen=True):
    """A MC or TC as it fell.

    Args:
        unit: the id of the unit that made it.
        rolled: the DR with its DRM.
        level: the Morale Level that it had to meet.
        task: it was a TC.
    """

    unit: str
    rolled: Rolled
    level: int
    task: bool = False

    @property
    def passed(self) -> bool:
        """Final DR not above the Morale Level; an Original 12 fails every MC."""
        if self.rolled.original == FATE and not self.task:
            return False
        return self.margin <= 0

    @property
    def margin(self) -> int:
        """By how much it was failed; what the ELR is compared with (A19.1)."""
        return self.rolled.final - self.level


def _purpose(unit: Unit, level: int, cause: Fact | None, *, task: bool) -> Fact:
    """What the DR is for."""
    because = fact("because_of", cause=cause) if cause else ""
    check = "TC" if task else "MC"
    return fact("check_of", check=check, unit=unit.id, level=level, because=because)


@rule("A10.1", "Morale Checks and Task Checks", cites=("A10.7", "A12.14", "A14.1"))
def make_check(
    play: Play,
    unit: Unit,
    drm: Sequence[Mod] = (),
    *,
    task: bool = False,
    cause: Fact | None = None,
    dice: tuple[int, ...] = (),
) -> Check:
    """Roll a MC or TC: the DRM given, and the leadership in its Location.

    An Original DR that equals the other side's SAN alerts its Sniper. `dice` that have
    fallen already, as those of FPF (A8.31), count in place of a DR and alert nobody.
    Reading: D-825 a leader whose DRM counts loses his "?", if he is seen.
    """
    # A10.7: leadership in its Location
    mods = [*drm, *leadership(play, unit)]
    # A12.14: the leader whose DRM it is
    value, by = best_leader(play, unit)
    if by and value:
        lose_by(play, by.id, "other action")
    level = morale_level(play, unit)
    purpose = _purpose(unit, level, cause, task=task)
    # A8.31: the DR of its FPF counts, and alerts nobody
    if dice:
        rolled = Rolled(dice, tuple(mods))
        play.emit(
            Note(fact("by_the_dr_of_its_fire", check=purpose, rolled=str(rolled)))
        )
        return Check(unit.id, rolled, level, task)
    # A10.1: the DR
    rolled = dice_roll(play, purpose, mods, side=unit.side)
    # A14.1: an Original DR equal to the SAN
    alert_sniper(play, unit.side, rolled)
    return Check(unit.id, rolled, level, task)
