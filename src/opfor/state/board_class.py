"""The class of a board on table {A9}, measured from what is drawn on it.

Boards that neither we nor a player has marked by hand get their class this way; it
counts for the AC drm (S5.1) and for placement (S4.12, S4.13).
"""

from collections.abc import Callable, Mapping

import numpy as np

from opfor.core.errors import OpforError
from opfor.core.table import Table
from opfor.geo.ground import Ground
from opfor.geo.hexside_features import joins_of
from opfor.geo.map import Map, alone

WHOLE = 346
"""Hexes of a whole geomorphic board, half hexes included."""

RUBBLE = ("wooden rubble", "stone rubble")
GROWTH = ("woods", "light woods", "brush")
FIELDS = ("grain", "orchard", "vineyard", "olive grove")


def board_marks(board_map: Map, table: Table) -> dict[str, str]:
    """The mark of each board by name: v, c, w, or empty."""
    return {
        placed.board.name: _mark(alone(placed.board), table)
        for placed in board_map.boards
    }


def _mark(board: Map, table: Table) -> str:
    """The mark of the first line of the table that a board alone reaches."""
    ground = Ground(board)
    scale = WHOLE / len(board)
    for row in table.rows:
        of = row.result["of"]
        if of not in MEASURES:
            known = ", ".join(MEASURES)
            raise OpforError(f"{of!r} cannot be measured", row.place, f"write {known}")
        count = MEASURES[of](ground) * scale
        if row.result.get("least", 0) <= count <= row.result.get("most", WHOLE):
            return str(row.result.get("mark", ""))
    return ""


def _count(ground: Ground, names: tuple[str, ...]) -> int:
    """Hexes whose terrain, or what a road leads through there, has such a name."""
    numbers = [ground.chart.number[name] for name in names]
    return int(np.isin(ground.beside, numbers).sum())


def _built(ground: Ground) -> int:
    return int(ground.building.sum()) + _count(ground, RUBBLE)


def _cover(ground: Ground) -> int:
    return _built(ground) + _count(ground, GROWTH) + _hills(ground)


def _hills(ground: Ground) -> int:
    return int((ground.facts.base > 0).sum())


MEASURES: Mapping[str, Callable[[Ground], int]] = {
    "building or rubble hexes": _built,
    "separate buildings": lambda ground: len(joins_of(ground.facts).buildings),
    "hexes above level 0": _hills,
    "woods or brush hexes": lambda ground: _count(ground, GROWTH),
    "grain, orchard, vineyard or olive hexes": lambda ground: _count(ground, FIELDS),
    "building, woods or hill hexes": _cover,
    "any hexes": lambda ground: ground.map.grid.size,
}
