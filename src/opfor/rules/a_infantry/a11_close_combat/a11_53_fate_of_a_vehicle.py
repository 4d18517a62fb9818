"""A11.53: the fate of a vehicle by the DR of a CC attack, and the chances of it."""

from collections.abc import Sequence
from fractions import Fraction

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a11_close_combat.a11_5_vehicles import (
    TRIES,
    Foe,
)
from opfor.rules.a_infantry.a11_close_combat.a11_11_odds import CloseCombatChances
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import ROLLS
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Fate, Kill
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import fate_at
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit


@rule("A11.53", "Results of CC on a vehicle", cites=("C7.7",))
def cc_fate(view: GameView, foe: Foe, value: int, final: int) -> Fate:
    """Less than the CCV eliminates, just as much immobilizes, half of it burns."""
    number = (Mod("CCV", value, "A11.51"),)
    kill = Kill(numbers=number, attack="CC", armored=foe == "AFV")
    return fate_at(view, kill, final)


def lucky(play: Play, target: Unit, side: Side) -> Fate:
    """The dr after an Original 2 that did nothing by itself."""
    rolled = die_roll(
        play, fact("original_in_cc_on", number=LUCKY, target=target.id), side=side
    )
    return LUCK.get(rolled.final, "none")


LUCKY = 2
"""The Original DR that may harm a vehicle whatever the Final one says."""


LUCK: dict[int, Fate] = {1: "burn", 2: "eliminated", 3: "immobilized"}
"""What the dr after it brings; nothing on any other."""


def vehicle_chances(
    view: GameView, foe: Foe, value: int, drm: int, ways: Sequence[tuple[int, int]]
) -> CloseCombatChances:
    """The exact chances to eliminate and to immobilize a vehicle, in 36ths.

    Args:
        view: the game.
        foe: what it is.
        value: the CCV.
        drm: all DRM.
        ways: what an ATMM check may change, each as likely: DRM and CCV.
    """
    kill = reduce = Fraction(0)
    for more, less in ways:
        for dice in ROLLS:
            fate = cc_fate(view, foe, value + less, dice.total + drm + more)
            luck = fate == "none" and dice.total == LUCKY
            kill += Fraction(2, TRIES) if luck else fate in ("burn", "eliminated")
            reduce += Fraction(1, TRIES) if luck else fate == "immobilized"
    return CloseCombatChances(kill / len(ways), reduce / len(ways))
