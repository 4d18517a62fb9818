"""Text boards as they were drawn before: each is drawn once for good."""

import zlib
from functools import cache
from pathlib import Path

import numpy as np

from opfor.core.codec import digest
from opfor.core.disk_cache import digest_of, keep, kept_path, read_kept
from opfor.geo.boards.board import Board
from opfor.geo.boards.plan import BoardPlan
from opfor.geo.raster.raster import Planes, board_of, draw_planes, size_of

MOST_KEPT = 64
"""So many drawn boards are kept, 0.1 MB each."""


def drawn(plan: BoardPlan, text: str) -> Board:
    """The board of a plan, from the disk if it was drawn before.

    Args:
        plan: what is drawn.
        text: what the plan was read from.
    """
    path = kept_path("drawn", digest(text, geo_code()), ".z")
    if found := _planes(read_kept(path), size_of(plan)):
        return board_of(plan, found)
    terrain, elevation = planes = draw_planes(plan)
    data = zlib.compress(terrain.tobytes() + elevation.tobytes(), 1)
    keep(path, data, most=MOST_KEPT)
    return board_of(plan, planes)


def _planes(data: bytes | None, size: tuple[int, int]) -> Planes | None:
    try:
        flat = np.frombuffer(zlib.decompress(data or b""), np.uint8)
        terrain, elevation = flat.reshape(2, *size)
    except (zlib.error, ValueError):
        return None
    return terrain, elevation.view(np.int8)


@cache
def geo_code() -> str:
    """A fingerprint of the code and the terrain that all of a board follows from."""
    geo = Path(__file__).parents[1]
    terrain = geo.parent / "data" / "terrain.toml"
    return digest_of(sorted((*geo.rglob("*.py"), terrain)), beneath=geo.parent)
