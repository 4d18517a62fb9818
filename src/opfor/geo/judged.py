"""Terrain as the player judges it: a map with some of its hexes and hexsides repainted.

What is judged goes into the planes, so that LOS, movement, TEM and the picture all
follow from it as from anything that is drawn.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.geo.boards.board import Heights, Plane
from opfor.geo.boards.plan import Side
from opfor.geo.hex_facts import (
    ROADS,
    ROWHOUSE_WALLS,
    building_codes,
    codes_of,
    facts_of,
    hex_plane,
)
from opfor.geo.hexes import Grid
from opfor.geo.map import Map
from opfor.geo.raster.lines import HEXSIDE_HALF_WIDTHS, along_side, sweep
from opfor.geo.terrain import Category, terrain_types
from opfor.geo.terrain_chart import chart

NOTHING = "none"
"""The word for a hexside without terrain."""

HOUSE = 0.7
"""How far towards its hexsides a building fills a hex; the rest is Open Ground."""

CLEARED = 6
"""Pixels to either side of a hexside from which its terrain is taken away."""

LEVELS = range(-5, 16)
"""Levels that a hex can be given."""

_AREAS: tuple[Category, ...] = ("open", "woods", "water", "other", "building")


class JudgedGround(Struct, frozen=True):
    """What a hex is.

    Args:
        terrain: a code; below 0 the terrain stays.
        level: its Base Level; None as drawn.
    """

    terrain: int = -1
    level: int | None = None


@cache
def hex_words() -> Mapping[str, int]:
    """The terrain that a hex can be judged to be, by name, with its code."""
    return _words(*_AREAS)


@cache
def side_words() -> Mapping[str, int]:
    """The terrain that a hexside can be judged to hold; code 0 for none."""
    return {NOTHING: 0, **_words("hexside")}


def code_named(words: Mapping[str, int], name: str) -> int:
    """The code of terrain by its name; case and commas do not matter.

    Errors:
        OpforError: there is none of that name.
    """
    found = words.get(_plain(name))
    if found is None:
        do = did_you_mean(_plain(name), [*words]) or f"it is one of {', '.join(words)}"
        raise OpforError(f"{name[:40]!r} is no terrain for this", do=do)
    return found


def _words(*categories: Category) -> dict[str, int]:
    """Terrain types of some categories that the Terrain Chart has."""
    known = chart().of_code
    return {
        _plain(terrain.name): code
        for code, terrain in terrain_types().items()
        if terrain.category in categories and (known[code] >= 0 or code == 0)
        if code not in ROWHOUSE_WALLS
    }


def _plain(name: str) -> str:
    return re.sub(r"[\s,_-]+", " ", name).strip().casefold()


def judged_map(
    board_map: Map,
    hexes: Mapping[int, JudgedGround],
    sides: Mapping[tuple[int, int], int],
) -> Map:
    """The map with hexes and hexsides as judged.

    Roads, gullies, bridges and hexsides through a judged hex stay as drawn, but for a
    depression in a hex whose level is judged too.

    Args:
        board_map: as the boards have it.
        hexes: what hexes are, by number.
        sides: codes of what hexsides hold, 0 for nothing, by hex and hexside.
    """
    terrain, elevation = board_map.terrain.copy(), board_map.elevation.copy()
    owner = hex_plane(board_map.grid, *terrain.shape)
    for hex_, ground in hexes.items():
        _paint_hex(board_map.grid, terrain, elevation, owner, hex_, ground)
    for (hex_, side), code in sides.items():
        place = *board_map.grid.coordinates(hex_), side
        _clear_side(board_map, terrain, owner, place)
        if code:
            radius = HEXSIDE_HALF_WIDTHS.get(terrain_types()[code].name.lower(), 3)
            sweep(terrain, along_side(board_map.grid, place), code, radius=radius)
    return board_map.repainted(terrain, elevation)


def _paint_hex(
    grid: Grid,
    terrain: Plane,
    elevation: Heights,
    owner: NDArray[np.int32],
    hex_: int,
    ground: JudgedGround,
) -> None:
    x, y = grid.centre(*grid.coordinates(hex_))
    wide, high = round(grid.hex_width), round(grid.hex_height)
    here = np.s_[
        max(0, int(x) - wide) : int(x) + wide, max(0, int(y) - high) : int(y) + high
    ]
    mine = owner[here] == hex_
    codes, levels = terrain[here], elevation[here]
    stays = _lines(sunken=ground.level is None)[codes]
    if ground.level is not None:
        levels[mine] = ground.level
    if ground.terrain < 0:
        codes[mine & ~stays & codes_of("depression")[codes]] = 0
        return
    if not building_codes()[ground.terrain]:
        codes[mine & ~stays] = ground.terrain
        return
    codes[mine & ~stays] = 0
    xs = (np.arange(*_span(here[0], terrain.shape[0])) - x) / HOUSE + x
    ys = (np.arange(*_span(here[1], terrain.shape[1])) - y) / HOUSE + y
    house = _inside(hex_, owner, xs, ys)
    codes[mine & house] = ground.terrain


def _span(part: slice, size: int) -> tuple[int, int]:
    return part.start, min(part.stop, size)


def _inside(
    hex_: int,
    owner: NDArray[np.int32],
    xs: NDArray[Any],
    ys: NDArray[Any],
) -> NDArray[np.bool_]:
    """Which points of a raster are in the hex; beyond the map none is."""
    width, height = owner.shape
    fits = ((xs >= 0) & (xs < width))[:, None] & ((ys >= 0) & (ys < height))[None, :]
    columns = np.clip(xs, 0, width - 1).astype(np.int64)
    rows = np.clip(ys, 0, height - 1).astype(np.int64)
    found: NDArray[np.bool_] = fits & (owner[np.ix_(columns, rows)] == hex_)
    return found


def _lines(*, sunken: bool) -> NDArray[np.bool_]:
    """Codes that stay when a hex is judged: what runs through it, and its hexsides."""
    table = codes_of("road", "bridge", "hexside")
    table[[*ROADS, *ROWHOUSE_WALLS]] = True
    depressions = codes_of("depression")
    return table | depressions if sunken else table & ~depressions


def _clear_side(
    board_map: Map, terrain: Plane, owner: NDArray[np.int32], place: Side
) -> None:
    """Take the terrain of a hexside away; what grows in the hex takes its place."""
    strip = np.zeros(terrain.shape, np.uint8)
    sweep(strip, along_side(board_map.grid, place), 1, radius=CLEARED)
    on_side = codes_of("hexside")
    on_side[list(ROWHOUSE_WALLS)] = True
    here = (strip > 0) & on_side[terrain]
    grows = facts_of(board_map).own.copy()
    grows[~codes_of("woods", "other")[grows]] = 0
    terrain[here] = grows[owner[here]]
