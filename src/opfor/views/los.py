"""LOS as text: one sight in a line, and all pairs of a map in a table."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from opfor.core.errors import OpforError
from opfor.core.write_file import write_file
from opfor.geo.los.sight import Sight
from opfor.geo.map import Map
from opfor.geo.terrain import terrain_types

if TYPE_CHECKING:
    from opfor.geo.los.los import Los


def format_sight(board_map: Map, sight: Sight) -> str:
    """`clear 2`, or `blocked K5 woods`."""
    if sight.clear:
        return f"clear {sight.hindrance}"
    at = "" if sight.blocked_at is None else f"{board_map.label(sight.blocked_at)} "
    return f"blocked {at}{sight.blocked_by}"


def location_labels(los: "Los") -> list[str]:
    """Every Location as hex/level/Terrain, with underscores for spaces."""
    kinds = terrain_types()
    return [
        f"{los.map.label(hex_)}/{level}/"
        + kinds[int(los.facts.code[hex_])].name.replace(" ", "_")
        for hex_, level in los.locations
    ]


def write_all_pairs(los: "Los", path: Path) -> None:
    """Write every pair's LOS: a row a Location, `B` or the hindrance in each cell.

    Tab-separated; the cells stand in the order of the rows.

    Errors:
        OpforError: the file cannot be written.
    """
    words = np.array(["B", *map(str, range(10))])
    square = words[los.all_pairs().astype(np.int64) + 1]
    rows = zip(location_labels(los), square.tolist(), strict=True)
    lines = ("\t".join((label, *cells)) + "\n" for label, cells in rows)
    write_file(path, "".join(lines).encode())


def read_all_pairs(path: Path) -> tuple[list[str], NDArray[np.int8]]:
    """Read such a table back: the labels, and the square with -1 for `B`.

    Errors:
        OpforError: not such a table.
    """
    lines = path.read_text("utf-8").splitlines()
    labels = [line.partition("\t")[0] for line in lines]
    try:
        cells = [line.replace("B", "-1").split("\t")[1:] for line in lines]
        square = np.array(
            [[int(cell) for cell in row] for row in cells], np.int8
        ).reshape(len(lines), len(lines))
    except ValueError:
        raise OpforError(
            "this is no table of LOS", str(path), "write one with opfor los --all"
        ) from None
    return labels, square
