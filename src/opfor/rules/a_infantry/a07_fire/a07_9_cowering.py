"""A7.9: fire that doubles weaken."""

from typing import Literal

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a07_fire.fire_group import FireGroup
from opfor.rules.a_infantry.a19_unit_substitution.a19_3_inexperienced import (
    inexperienced,
)
from opfor.state.counters import MMC
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule(
    "A7.9",
    "Cowering",
    exc=("directed fire", "SMC, berserk and Fanatic units, steady nations"),
    cites=("A19.33", "A25.44", "A25.7"),
)
def cowering(view: GameView, group: FireGroup) -> int:
    """Columns to the left that Original doubles cost a group that nobody directs.

    One; two if Inexperienced Personnel takes part.
    EXC: directed fire; SMC, berserk and Fanatic units and some nations' troops, if
    there is nobody else in the group.
    """
    found = [columns_lost(view, unit) for unit in group.units]
    return max(found, default=0)


def columns_lost(view: GameView, unit: Unit) -> int:
    """The columns by which a unit cowers: 0, 1, or 2 if Inexperienced."""
    found = mmc(view, unit)
    if found is None or unit.berserk or unit.fanatic or steadfast(view, found):
        return 0
    return 2 if inexperienced(view, unit) else 1


def steadfast(view: GameView, piece: MMC) -> bool:
    """Whether its nation's troops of that class never cower (A25.44, A25.7)."""
    who: Literal["all", "below first line", "conscripts"]
    who = view.world.national(piece.nation, "cowers")
    if who == "conscripts":
        return piece.quality != "conscript"
    return who == "below first line" and piece.quality in ("elite", "first")
