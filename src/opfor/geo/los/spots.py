"""The numbers that LOS gives to the Locations of a map, and LOS from a former time.

Apart from `los.py`, whose compiler takes a second to load.
"""

import zlib
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from opfor.core.codec import digest
from opfor.core.disk_cache import keep, kept_path, read_kept
from opfor.core.errors import OpforError
from opfor.geo.boards.cache import geo_code
from opfor.geo.hex_facts import HexFacts
from opfor.geo.los.sight import Conditions
from opfor.geo.map import Map

SHIPPED = Path(__file__).parents[2] / "data" / "los"
"""LOS of the maps of the Missions that come with opfor; a checkout has none (D-795)."""

MOST_KEPT = 20
"""The LOS of so many maps is kept."""

MOST_SPOTS = 6_000
"""LOS between more Locations than these is not kept."""


class Spots:
    """Every Location of a map by number; beneath bridges those in a depression.

    Args:
        board_map: the map.
        facts: its hexes.

    Attributes:
        places: (hex, level) of each, by hex, then upwards, shape (Locations, 2).
        first: the number of each hex's Location at ground level.
    """

    def __init__(self, board_map: Map, facts: HexFacts) -> None:
        self.map = board_map
        self.levels = facts.levels
        self.lowest = np.where(facts.spans, -1, 0)
        counts = facts.levels.astype(np.int64) + 1 - self.lowest
        self.first = np.cumsum(counts) - counts - self.lowest
        hexes = np.repeat(np.arange(len(counts)), counts)
        levels = np.arange(len(hexes)) - self.first[hexes]
        self.places = np.stack((hexes, levels), axis=1).astype(np.int32)

    @cached_property
    def locations(self) -> tuple[tuple[int, int], ...]:
        """Every Location as (hex, level), by hex, then upwards."""
        return tuple((int(hex_), int(level)) for hex_, level in self.places)

    def __len__(self) -> int:
        """The number of Locations."""
        return len(self.places)

    def holds(self, hex_: int, level: int) -> bool:
        """Whether a hex has a Location at that level; beneath bridges see above."""
        return bool(self.lowest[hex_] <= level <= self.levels[hex_])

    def index(self, hex_: int, level: int = 0) -> int:
        """The number of a Location.

        Errors:
            OpforError: the hex has no such level.
        """
        if not self.holds(hex_, level):
            raise OpforError(
                f"{self.map.label(hex_)} has no level {level}",
                do=f"its levels run from {self.lowest[hex_]} to {self.levels[hex_]}",
            )
        return int(self.first[hex_]) + level


def known_sights(spots: Spots, conditions: Conditions) -> NDArray[np.int8] | None:
    """LOS between every two Locations, if it was all worked out once, or is shipped."""
    path = _path(spots, conditions)
    for data in map(read_kept, (path, SHIPPED / path.name)):
        found = _unpacked(data or b"", len(spots))
        if found is not None:
            return found
    return None


def keep_sights(spots: Spots, conditions: Conditions, rows: NDArray[np.int8]) -> None:
    """Keep LOS between every two Locations for another time."""
    keep(_path(spots, conditions), _packed(rows), most=MOST_KEPT)


def ship_sights(
    spots: Spots, conditions: Conditions, rows: NDArray[np.int8], folder: Path
) -> None:
    """Write LOS between every two Locations for those who install opfor."""
    (folder / _path(spots, conditions).name).write_bytes(_packed(rows))


def _packed(rows: NDArray[np.int8]) -> bytes:
    """Each pair once, for LOS is reciprocal."""
    return zlib.compress(rows[np.triu_indices(len(rows))].tobytes())


def _unpacked(data: bytes, count: int) -> NDArray[np.int8] | None:
    try:
        flat = np.frombuffer(zlib.decompress(data), np.int8)
    except zlib.error:
        return None
    pairs = np.triu_indices(count)
    if len(flat) != len(pairs[0]):
        return None
    rows = np.empty((count, count), np.int8)
    rows[pairs] = rows.T[pairs] = flat
    return rows


def _path(spots: Spots, conditions: Conditions) -> Path:
    key = digest(spots.map.digest, conditions, geo_code())
    return kept_path("los", key, ".z")
