"""LOS: pairs in a batch, single calls, all pairs of a board, cold start, memory.

Boards are the player's (01; 04, 03 and y) from $OPFOR_BOARDS or ../shared/boards;
without them our own boards stand in.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np

from opfor.geo.boards.board import Board
from opfor.geo.boards.text import read_text_board
from opfor.geo.boards.vasl import read_board
from opfor.geo.hex_facts import HexFacts
from opfor.geo.los.los import Los
from opfor.geo.map import parse_map

CHECKOUT = Path(__file__).resolve().parents[1]
OWN = CHECKOUT / "src" / "opfor" / "data" / "boards"
PAIRS, CALLS, ROUNDS = 200_000, 50_000, 5

COLD = """
import sys
from time import perf_counter
sys.modules["coverage"] = None  # a player has none, and numba would load it
start = perf_counter()
from benchmarks.los import los_on, maps
los = los_on(maps()[0])
los.check(0, len(los) - 1)
print(perf_counter() - start)
"""


def run() -> dict[str, float]:
    """The figures, each the best of several rounds."""
    one, three = maps()
    single, joined = los_on(one), los_on(three)
    return {
        "batch_pairs_per_s": _batch(single),
        "batch_pairs_per_s_three_boards": _batch(joined),
        "single_calls_per_s": _calls(single),
        "all_pairs_board_s": _best(single.all_pairs),
        "map_ready_s": _best(lambda: los_on(one)),
        "cold_start_s": _cold(fresh=False),
        "cold_start_without_cache_s": _cold(fresh=True),
        "memory_mb": joined.nbytes / 2**20,
    }


def maps() -> tuple[str, str]:
    """A map of one board and one of three."""
    if _folder() is None:
        return "o1", "o1@0,0 o2@0,1 o3@0,2"
    return "01", "04@0,0 03@0,1 y@0,2"


def los_on(text: str) -> Los:
    """LOS on a map."""
    board_map = parse_map(text, _load)
    return Los(board_map, HexFacts(board_map))


def _folder() -> Path | None:
    named = os.environ.get("OPFOR_BOARDS")
    near = [folder / "shared" / "boards" for folder in CHECKOUT.parents]
    return next((p for p in ([Path(named)] if named else near) if p.is_dir()), None)


def _load(name: str) -> Board:
    folder = _folder()
    if folder is None:
        return read_text_board(OWN / f"{name}.txt")
    return read_board(folder, name)


def _best(job: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        job()
        times.append(perf_counter() - start)
    return min(times)


def _batch(los: Los) -> float:
    a, b = np.random.default_rng(1).integers(0, len(los), (2, PAIRS))
    los.pairs(a[:9], b[:9])
    return PAIRS / _best(lambda: los.pairs(a, b))


def _calls(los: Los) -> float:
    pairs = np.random.default_rng(2).integers(0, len(los), (CALLS, 2)).tolist()

    def job() -> None:
        check = los.check
        for a, b in pairs:
            check(a, b)

    job()
    return CALLS / _best(job)


def _cold(*, fresh: bool) -> float:
    """A new process up to its first answer, with numba's cache or without."""
    with tempfile.TemporaryDirectory() as empty:
        environment = dict(os.environ)
        if fresh:
            environment["NUMBA_CACHE_DIR"] = empty
        command = [sys.executable, "-c", COLD]
        done = subprocess.run(  # noqa: S603 - our own interpreter and code
            command, env=environment, cwd=CHECKOUT, capture_output=True, check=True
        )
    return float(done.stdout)
