"""A7: the IFT or the IIFT, read cell for cell."""

from collections.abc import Mapping
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
    name = "IIFT" if view.state.mission.iift else "IFT"
    return chart_named(view.world, name)


def chart_named(world: World, name: str) -> FireTable:
    """The table of that name: "IFT" or "IIFT".

    Kept by the world itself, and gone with it: a world is some MB. Shifts on the IIFT
    read both tables in turn.
    """
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


def final_line(final: int) -> int:
    """The place among `lines_of` of a Final DR."""
    return min(HIGHEST, max(LOWEST, final)) - LOWEST
