"""A7.37: the column of the IFT or IIFT that an attack uses."""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction

from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_ift import (
    NO_COLUMN,
    NO_EFFECT,
    IftResult,
    chart,
    chart_named,
    final_line,
)
from opfor.state.play import GameView


@rule("A7.37", "Incremental Infantry Fire Table")
def column_of(view: GameView, fp: Fraction, *, shifted: int = 0) -> Fraction:
    """The column of a FP total, so many columns to the left; 0 if there is none.

    FP between two columns use the lower one. The IIFT, an option of the Mission, has
    more columns; a shift there is one of the IFT, from its column for that FP.
    Reading: D-080.
    """
    table = chart(view)
    if shifted:
        table = chart_named(view.world, "IFT")
    halves = 2 * fp.numerator // fp.denominator
    at = bisect_right(table.bounds, halves) - 1 - shifted
    return table.columns[at] if at >= 0 else NO_COLUMN


def lines_of(view: GameView, fp: Fraction, *, shifted: int = 0) -> Sequence[IftResult]:
    """The results of a FP total for the Final DR from LOWEST to HIGHEST, all at once.

    For odds, which need every one of them: the same as `read_ift` in its `column_of`.
    """
    table = chart(view)
    at = table.place(column_of(view, fp, shifted=shifted))
    return [row[at] if at >= 0 else NO_EFFECT for row in table.rows]


def reaching(
    view: GameView, fp: Fraction, drm: int, least: IftResult, *, shifted: int = 0
) -> frozenset[int]:
    """The Original DR that have a result, or a worse one, with a FP total and a DRM.

    Kept for each column: there are few, and odds are asked for all the time.
    """
    column = column_of(view, fp, shifted=shifted)
    key = column.numerator, column.denominator, drm, least
    name = "columns of the IIFT" if view.state.mission.iift else "columns of the IFT"
    known: dict[object, frozenset[int]] = view.world.lasting(name, None, dict)
    if key not in known:
        lines = lines_of(view, fp, shifted=shifted)
        known[key] = frozenset(
            original
            for original in range(2, 13)
            if lines[final_line(original + drm)].severity >= least.severity
        )
    return known[key]
