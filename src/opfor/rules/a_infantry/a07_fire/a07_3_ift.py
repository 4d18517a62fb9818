"""A7 and A7.37: the IFT and the IIFT, read cell for cell."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.core.rule import rule
from opfor.state.play import GameView
from opfor.state.world import World

LOWEST, HIGHEST = 0, 15
"""Final DR of the first and the last line; lower and higher ones read them too."""

NO_COLUMN = Fraction(0)
"""The column of an attack that is too weak for any."""


class IftResult(Struct, frozen=True, order=True):
    """A result of the IFT.

    Args:
        kind: KIA, K, MC, PTC, or none at all.
        number: units eliminated by KIA, what K and MC add to the MC; NMC is 0.
    """

    kind: Literal["none", "PTC", "MC", "K", "KIA"] = "none"
    number: int = 0

    @property
    def severity(self) -> tuple[int, int]:
        """The greater, the worse for the target."""
        return WORSE[self.kind], self.number

    def __str__(self) -> str:
        match self.kind:
            case "none" | "PTC":
                return "no effect" if self.kind == "none" else "PTC"
            case "MC":
                return f"{self.number}MC" if self.number else "NMC"
            case "K":
                return f"K/{self.number}"
            case "KIA":
                return f"{self.number}KIA"


WORSE = MappingProxyType({"none": 0, "PTC": 1, "MC": 2, "K": 3, "KIA": 4})
NO_EFFECT = IftResult()


class FireTable(Struct, frozen=True):
    """A fire table ready to be read.

    Args:
        columns: the least FP of each.
        rows: the results of each line, from LOWEST to HIGHEST.
        vehicle: the Kill Number of the Star Vehicle line of each column.
        places: the place of each column, by its FP.
        bounds: the columns once more, in halves of a FP, as whole numbers.
    """

    columns: tuple[Fraction, ...]
    rows: tuple[tuple[IftResult, ...], ...]
    vehicle: tuple[int, ...]
    places: Mapping[Fraction, int]
    bounds: tuple[int, ...] = ()

    def place(self, column: Fraction) -> int:
        """The place of a column, counted from the left; -1 for none."""
        if column == NO_COLUMN:
            return -1
        found = self.places.get(column)
        if found is None:
            raise OpforError(f"{column} is no column of this table", "A7")
        return found


def chart(view: GameView) -> FireTable:
    """The table that this game is played with."""
    world, name = view.world, "IIFT" if view.state.mission.iift else "IFT"
    return _kept_chart(world, name)


def _kept_chart(world: World, name: str) -> FireTable:
    # Kept by the world itself, and gone with it: a world is some MB. Shifts on the
    # IIFT read both tables in turn.
    return world.lasting(name, None, lambda: _chart(world, name))


def _chart(world: World, name: str) -> FireTable:
    table, heads = world.enemy.table(name), world.enemy.table("IFT-columns")
    lines = range(LOWEST, HIGHEST + 1)
    rows = [
        tuple(map(read_cell, table.look_up(line, date=world.date).result))
        for line in lines
    ]
    columns = tuple(Fraction(fp) for fp in heads.look_up(chart=name, line="FP").result)
    vehicle = heads.look_up(chart=name, line="vehicle").result
    places = {column: at for at, column in enumerate(columns)}
    bounds = tuple(int(2 * column) for column in columns)
    return FireTable(
        columns, tuple(rows), tuple(vehicle), MappingProxyType(places), bounds
    )


def read_cell(text: str) -> IftResult:
    """The result that a cell means: "2MC", "K/3", "1KIA", "PTC", "-"."""
    if text == "-":
        return NO_EFFECT
    if text == "PTC":
        return IftResult("PTC")
    if text.startswith("K/"):
        return IftResult("K", int(text[2:]))
    if text.endswith("KIA"):
        return IftResult("KIA", int(text[:-3]))
    return IftResult("MC", 0 if text == "NMC" else int(text[:-2]))


@rule("A7", "The Infantry Fire Table")
def read_ift(view: GameView, column: Fraction | int, final: int) -> IftResult:
    """The result of a Final DR in a column.

    Args:
        view: the game.
        column: the FP that heads it; 0 for none.
        final: the Final DR.

    Errors:
        OpforError: there is no such column.
    """
    table = chart(view)
    at = table.place(Fraction(column))
    if at < 0:
        return NO_EFFECT
    return table.rows[final_line(final)][at]


@rule("A7.37", "Incremental Infantry Fire Table")
def column_of(view: GameView, fp: Fraction, *, shifted: int = 0) -> Fraction:
    """The column of a FP total, so many columns to the left; 0 if there is none.

    FP between two columns use the lower one. The IIFT, an option of the Mission, has
    more columns; a shift there is one of the IFT, from its column for that FP.
    Reading: D-080.
    """
    table = chart(view)
    if shifted:
        table = _kept_chart(view.world, "IFT")
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


def final_line(final: int) -> int:
    """The place among `lines_of` of a Final DR."""
    return min(HIGHEST, max(LOWEST, final)) - LOWEST
