"""What the facts of a map cost: terrain, joins, costs, a search for routes.

The board is one of our own, so the figures can be had anywhere.
"""

from collections.abc import Callable
from importlib.resources import as_file, files
from time import perf_counter

from opfor.geo.boards.text import read_text_board
from opfor.geo.ground import Ground
from opfor.geo.hexside_features import Joins
from opfor.geo.map import Map, Placed
from opfor.geo.movement.infantry_cost import Moves
from opfor.geo.movement.paths import reach

BOARD = "o5.txt"


def run() -> dict[str, float]:
    """The figures, each the best of a few runs; `three_boards_ms` is all facts."""
    with as_file(files("opfor.data") / "boards" / BOARD) as path:
        board = read_text_board(path)
    one = Map([Placed(board)])
    three = Map([Placed(board, row=row, turned=row == 1) for row in range(3)])
    ground = Ground(one)
    joins = Joins(ground.facts)
    moves = Moves(ground, joins)
    return {
        "ground_ms": _best(lambda: Ground(one)),
        "joins_ms": _best(lambda: Joins(ground.facts)),
        "moves_ms": _best(lambda: Moves(ground, joins)),
        "reach_ms": _best(lambda: reach(moves, [0])),
        "three_boards_ms": _best(lambda: Moves(Ground(three))),
        "cost_lookup_us": _best(lambda: [moves.cost[5, 3] for _ in range(1000)]),
    }


def _best(work: Callable[[], object], repeats: int = 5) -> float:
    """The milliseconds of the quickest run."""
    times = []
    for _ in range(repeats):
        begin = perf_counter()
        work()
        times.append(perf_counter() - begin)
    return 1e3 * min(times)
