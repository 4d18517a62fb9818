"""Commands in own words: rows that a pack has, and what the player was asked."""

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.core.table import Row, Span, Table
from opfor.state.nations import Nation
from opfor.state.state import State

ROW = 6
"""The DR of the first row that a pack has."""


def commanded(nation: Nation, table: str, *rows: tuple[str, ...]) -> Nation:
    """A nation with rows over those of a Command table, from DR 6 on."""
    old = nation.table(table)
    new = tuple(
        Row(on=Span(ROW + n, ROW + n), result=row, source="player", index=100 + n)
        for n, row in enumerate(rows)
    )
    whole = Table(id=old.id, title=old.title, key=old.key, rows=(*old.rows, *new))
    return replace(nation, tables={**nation.tables, table: whole})


def questions(played: Game[State]) -> list[str]:
    """What the player was asked of a Command, in words."""
    asked = (str(entry.asked.request.purpose) for entry in played.journal)
    return [purpose for purpose in asked if "by its Command" in purpose]
