"""C7.7: what a To Kill DR does to a vehicle."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import replace

from opfor.core.modifier import total
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import ROLLS
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Fate, Hit, Kill, to_kill
from opfor.state.play import GameView
from opfor.state.units import Unit

DUD = 12
"""The Original TK DR that does nothing at all."""


@rule("C7.7", "AFV destruction", cites=("C7.34",))
def fate_of(view: GameView, kill: Kill, original: int) -> Fate:
    """What an Original To Kill DR does, by its margin to the Final TK#.

    An Original 12 is a dud. Where the results part hull and turret, a hull hit
    immobilizes and a turret hit shocks.
    """
    if original == DUD or not kill.possible:
        return "none"
    return fate_at(view, kill, original + total(kill.mods))


SAID: Mapping[Fate, str] = {
    "none": "no effect",
    "burn": "burns",
    "stun": "stunned",
}
"""Fates that are told by another word."""


def said(fate: Fate) -> str:
    """A fate as it is told."""
    return SAID.get(fate, fate)


def fate_at(view: GameView, kill: Kill, final: int) -> Fate:
    """What a Final DR does, duds left aside."""
    margin = _margin(final, kill.number)
    if not margin:
        return "none"
    found = (
        view.world.enemy.table("C7-destruction")
        .look_up(
            vehicle="AFV" if kill.armored else "unarmored",
            attack=kill.attack,
            margin=margin,
        )
        .result
    )
    if found == "immobilized or shock":
        return "shock" if kill.turret else "immobilized"
    return found  # type: ignore[no-any-return] # the table has only fates


def _margin(final: int, number: int) -> str:
    """Half, less, equal or over by 1; empty for more."""
    if final < number:
        return "half" if 2 * final <= number else "less"
    if final == number:
        return "equal"
    return "over by 1" if final == number + 1 else ""


def kill_odds(view: GameView, kill: Kill) -> Mapping[Fate, Fraction]:
    """The exact chance of each fate, over all 36 DR.

    Kept by all that fates follow from: a game rates some thousand attempts, few differ.
    """
    kept: dict[object, Mapping[Fate, Fraction]]
    kept = view.world.lasting("odds of kills", None, dict)
    key = (
        kill.number,
        total(kill.mods),
        kill.attack,
        kill.armored,
        kill.turret,
        kill.possible,
    )
    if key not in kept:
        kept[key] = _odds(view, kill)
    return kept[key]


def _odds(view: GameView, kill: Kill) -> Mapping[Fate, Fraction]:
    found: dict[Fate, Fraction] = {}
    for dice in ROLLS:
        fate = fate_of(view, kill, dice.total)
        found[fate] = found.get(fate, Fraction(0)) + Fraction(1, 36)
    return found


KILLS: tuple[Fate, ...] = ("burn", "eliminated")


def can_harm(view: GameView, hit: Hit, target: Unit) -> bool:
    """Whether some To Kill DR after a hit, on hull or turret, does anything."""
    for turret in (False, True):
        kill = to_kill(view, replace(hit, turret=turret), target)
        if kill_odds(view, kill).get("none", Fraction(0)) < 1:
            return True
    return False


def p_kill(view: GameView, kill: Kill) -> Fraction:
    """The chance that it eliminates the vehicle."""
    return sum(
        (kill_odds(view, kill).get(fate, Fraction(0)) for fate in KILLS), Fraction(0)
    )
