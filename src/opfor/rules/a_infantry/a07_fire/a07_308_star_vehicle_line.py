"""A7.308: the Star Vehicle line."""

from fractions import Fraction

from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_ift import chart
from opfor.state.play import GameView


@rule("A7.308", "Star Vehicle line")
def vehicle_kill_number(view: GameView, column: Fraction | int) -> int:
    """The Kill Number of a column against an unarmored vehicle; 0 without a column."""
    table = chart(view)
    at = table.place(Fraction(column))
    return table.vehicle[at] if at >= 0 else 0
