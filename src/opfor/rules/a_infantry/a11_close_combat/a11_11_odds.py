"""A11.11: the odds of a CC attack, its Kill Number, and what it can do."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from opfor.core.rule import rule
from opfor.state.play import GameView

RATIOS = ("1-8", "1-6", "1-4", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "6-1", "8-1")
TEN = Fraction(10)

Result = Literal["kill", "reduce", "none"]


class CloseCombatChances(Struct, frozen=True):
    """Of 36 DR, how many eliminate the defenders, and how many reduce one.

    Against a vehicle: eliminate it, and immobilize it; there a dr may follow.
    """

    kill: int | Fraction
    reduce: int | Fraction


@rule("A11.11", "CC odds and Kill Numbers")
def kill_number(view: GameView, odds: str, *, hand_to_hand: bool = False) -> int:
    """The Kill Number for some odds, on the line of CC or of Hand-to-Hand CC."""
    line = "HtH" if hand_to_hand else "CC"
    return int(view.world.enemy.table("A11").look_up(odds=odds, line=line).result)


def odds_of(attack: Fraction, defence: Fraction) -> str:
    """The odds of the table that a ratio of FP reaches: the next lower one listed."""
    ratio = attack / defence if defence else TEN + 1
    if ratio > TEN:
        return ">10-1"
    if ratio == TEN:
        return "10-1"
    listed = (text for text in reversed(RATIOS) if _ratio(text) <= ratio)
    return next(listed, "<1-8")


def _ratio(text: str) -> Fraction:
    left, right = text.split("-")
    return Fraction(int(left), int(right))


def result_of(final: int, kill: int) -> Result:
    """What a Final DR does: below the Kill Number all die, on it one is reduced."""
    return "kill" if final < kill else "reduce" if final == kill else "none"


def chances(kill: int, drm: int) -> CloseCombatChances:
    """The exact chances of an attack, in 36ths."""
    ways = [6 - abs(7 - original) for original in range(2, 13)]
    finals = {original + drm: ways[original - 2] for original in range(2, 13)}
    return CloseCombatChances(
        sum(n for final, n in finals.items() if final < kill), finals.get(kill, 0)
    )
