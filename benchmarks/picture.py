"""What a picture costs: the SVG of a board, its PNG, and a change of the game on it.

The board is one of our own, so the figures can be had anywhere.
"""

from collections.abc import Callable
from importlib.resources import as_file, files
from time import perf_counter

from opfor.geo.boards.text import read_text_board
from opfor.geo.hex_facts import HexFacts
from opfor.geo.map import Map, Placed
from opfor.views.board import Counter, board_svg, game_layers, sheet_of
from opfor.views.png import to_png

BOARD = "o5.txt"
"""Hills, woods, water: the dearest of our boards to draw."""


def run() -> dict[str, float]:
    """The figures, each the best of a few runs."""
    with as_file(files("opfor.data") / "boards" / BOARD) as path:
        board_map = Map([Placed(read_text_board(path))])
    facts = HexFacts(board_map)
    sheet = sheet_of(board_map, facts, "ob")
    shown = [
        Counter(hex=hex_, kind="squad", nation="german", text="4-6-7")
        for hex_ in range(0, len(board_map), 5)
    ]
    svg = board_svg(board_map, facts)
    return {
        "board_svg_s": _best(lambda: board_svg(board_map, facts)),
        "board_svg_kb": len(svg.encode()) / 1000,
        "board_png_s": _best(lambda: to_png(svg)),
        "game_layers_ms": 1e3 * _best(lambda: game_layers(sheet, counters=shown)),
    }


def _best(work: Callable[[], object], repeats: int = 3) -> float:
    """The seconds of the quickest run."""
    times = []
    for _ in range(repeats):
        begin = perf_counter()
        work()
        times.append(perf_counter() - begin)
    return min(times)
