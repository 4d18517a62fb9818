"""VASL's own LOS answers, to compare with; read from beside the checkout."""

import gzip
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from opfor.geo.boards.vasl import read_board
from opfor.geo.hex_facts import HexFacts
from opfor.geo.los.los import Los
from opfor.geo.map import Map, Placed
from tests.shared import SHARED

BOARDS = ("01", "03", "04", "06", "09", "16", "18", "24", "y")
ERROR = -2


class Agreement(NamedTuple):
    """Shares of pairs in which ours and VASL's answers agree."""

    all: float
    clear: float
    hindrance: float


@cache
def los_of(name: str) -> Los:
    """LOS on one board of the player's."""
    board_map = Map([Placed(read_board(SHARED / "boards", name))])
    return Los(board_map, HexFacts(board_map))


def reference(name: str) -> tuple[list[tuple[str, int]], NDArray[np.int8]]:
    """VASL's Locations and answers, without Rooftops and Cellars."""
    rows, cells = [], []
    with gzip.open(SHARED / "los" / f"bd{name}.los.tsv.gz", "rt") as file:
        for line in file:
            label, *answers = line.rstrip("\n").split("\t")
            rows.append(label.split("/", 2))
            cells.append("\t".join(answers))
    text = "\t".join(cells).replace("B", "-1").replace("E", str(ERROR))
    square = np.fromstring(text, np.int8, sep="\t").reshape(len(rows), len(rows))
    keep = [i for i, row in enumerate(rows) if row[2] not in ("Rooftop", "Cellar")]
    places = [(rows[i][0], int(rows[i][1])) for i in keep]
    return places, square[np.ix_(keep, keep)]


def agreement(name: str) -> Agreement:
    """How far ours and VASL's answers agree on a board.

    Pairs on which VASL errs, or contradicts itself, do not count.
    """
    los = los_of(name)
    places, theirs = reference(name)
    numbers = [los.index(los.map.hex(hex_), level) for hex_, level in places]
    others = {spot for spot in los.locations if spot[1] >= 0}
    if not others <= {los.locations[number] for number in numbers}:
        raise AssertionError(f"the Locations of board {name} differ")
    ours = los.all_pairs()[np.ix_(numbers, numbers)]
    valid = (theirs != ERROR) & (theirs.T != ERROR)
    valid &= (theirs < 0) == (theirs.T < 0)
    clear = valid & (theirs >= 0)
    same = (theirs < 0) == (ours < 0)
    both = clear & (ours >= 0)
    return Agreement(
        float(same[valid].mean()),
        float(same[clear].mean()),
        float((theirs == ours)[both].mean()),
    )
