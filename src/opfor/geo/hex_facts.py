"""What the planes say about each hex: its terrain, level, hexsides.

Planes hold pixels; rules ask about hexes. A hex has the terrain of its centre dot,
with exceptions that printed boards need. Two are VASL's too, so that `code` is what
VASL says of the hex: Inherent terrain fills its hex though a road runs over the dot,
and a building that misses the dot but reaches a hexside's middle is the hex's
building all the same. Two more lead to `own`, by which rules go: a dot that reads
Open Ground in the midst of other terrain (the printed dot itself, a speck between
ears of grain) takes what lies around it, and a building that covers enough of a hex
is its building wherever it lies (D-050).
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from opfor.geo.hexes import HEX_HEIGHT, SIDES, Grid
from opfor.geo.map import KEPT, Map
from opfor.geo.terrain import Category, terrain_types

Codes = NDArray[np.uint8]
Points = NDArray[np.float64]

BUILDINGS: frozenset[Category] = frozenset({"building", "factory", "marketplace"})
"""The categories whose hexes have upper Locations."""

ROADS = (65, 66, 67, 68, 70, 112, 153)
"""Codes of roads, paths and rails: a line over a hex that has terrain of its own."""

ROWHOUSE_WALLS = (76, 77, 78, 79, 80)
"""Codes of category building that stand on hexsides."""

INHERENT_SHARE = 0.12
"""Share of a hex that Inherent terrain must cover to be the hex's terrain.

On printed boards what laps over covers 0.09 at most, the sparsest orchard 0.14.
"""

FILLED_SHARE = 0.25
"""Share of a hex from which on Inherent terrain is drawn as filling it.

Printed boards fill half the hex or more, or draw single trees or crags on 0.21.
"""

TWO_STOREYS = (41, 51)
"""Codes of two-storey houses, which have a stairwell in every hex (B23.22)."""

BUILDING_SHARE = 0.15
"""Share of a hex that a building beside the dot must cover to be the hex's own.

Boards that list all their building hexes list those of 0.18 and 0.21 too.
"""

DOT = 6
"""Pixels around the dot (of a 64.5 pixel hex) that outvote a bare dot."""

AROUND = 20
"""Pixels around the dot (of a 64.5 pixel hex) that show what a road runs through."""

DISC = 8
"""Samples from a dot to the rim of the disc around it."""

COVER_SHARE = 0.5
"""Share of the ground around a road's dot that makes the hex, say, a woods-road."""

BRIDGE_SHARE = 0.2
"""The same for a bridge, of which the road's own strip hides the middle."""


class HexFacts:
    """Facts of every hex of a map, as arrays indexed by hex number.

    Args:
        board_map: the map.

    Attributes:
        code: terrain code of each hex as VASL reads it, shape (hexes,).
        own: terrain code of each hex by which rules go, shape (hexes,).
        cover: the terrain that a road, path, depression or bridge over the dot runs
            through, 0 if mostly Open Ground; equal to `own` in other hexes.
        base: base level of each hex, shape (hexes,); below the ground around it in
            a depression.
        sparse: hexes of Inherent terrain that is drawn as single trees or crags,
            shape (hexes,).
        side: terrain code of each hexside, 0 where it holds none, shape (hexes, 6);
            the same from both hexes that share it.
        levels: Locations above ground level, shape (hexes,).
        depression: hexes whose dot lies in a depression, shape (hexes,).
        bridge: hexes that a bridge crosses; `base` is then the bridge's level.
        beneath: code of the depression or water under a bridge, 0 elsewhere.
        spans: bridges over a depression, which have a Location beneath, (hexes,).
        slope: slope hexsides, shape (hexes, 6).
    """

    def __init__(self, board_map: Map) -> None:
        self.map = board_map
        grid, terrain = board_map.grid, board_map.terrain
        dots = centres(grid)
        self.base = at(board_map.elevation, dots).astype(np.int8)
        inside = _side_codes(grid, terrain, dots)
        self.side = _hexsides(board_map, inside)
        self.code = at(terrain, dots).astype(np.uint8)
        owner = hex_plane(grid, *terrain.shape)
        whole = _pixels(grid, *terrain.shape)
        self.sparse = _fill_inherent(terrain, owner, whole, self.code)
        _adopt_buildings(inside, self.code)
        self.own = self.code.copy()
        _fill_bare_dots(self.own, _around(grid, terrain, dots, radius=DOT))
        _adopt_large_buildings(grid, terrain, owner, self.own)
        self.levels = _upper_levels()[self.own]
        around = _around(grid, terrain, dots, radius=AROUND)
        self.cover = _cover(self.own, around)
        self.bridge = _bridges(self.own, around)
        self.beneath = _beneath(self.bridge, around)
        self.spans = codes_of("depression")[self.beneath]
        self.depression = codes_of("depression")[self.own] | _sunken(
            self.own, self.cover
        )
        self.slope = _slopes(board_map)


@lru_cache(maxsize=KEPT)
def facts_of(board_map: Map) -> HexFacts:
    """The facts of a map; those of the last few maps are kept."""
    return HexFacts(board_map)


@lru_cache(maxsize=2)
def hex_plane(grid: Grid, width: int, height: int) -> NDArray[np.int32]:
    """The hex number of each pixel, shape (width, height): the nearest centre.

    Most boards share one grid, so the last planes are kept; they cannot be written.
    The nearest centre lies in one of the two columns around the pixel, of which one
    is even and one odd; so two candidates, each a column's and a row's share, decide.
    """
    x: Points = np.arange(width, dtype=np.float64) - grid.x0
    y: Points = np.arange(height, dtype=np.float64) - grid.y0
    even_x, even_y, plane = _candidates(grid, x, y, odd=0)
    if grid.cols > 1:
        odd_x, odd_y, odd = _candidates(grid, x, y, odd=1)
        nearer = (even_x - odd_x)[:, None] > (odd_y - even_y)[None, :]
        plane = np.where(nearer, odd, plane)
    plane.flags.writeable = False
    return plane


@lru_cache(maxsize=2)
def _pixels(grid: Grid, width: int, height: int) -> NDArray[np.int64]:
    """How many pixels of such a plane each hex has."""
    return np.bincount(hex_plane(grid, width, height).ravel(), minlength=grid.size)


def _candidates(
    grid: Grid, x: Points, y: Points, *, odd: int
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.int32]]:
    """For every pixel the nearest hex of the even or odd columns.

    Returns the squared distance along x, along y, and the hexes (width, height).
    """
    last = grid.cols - 1 - ((grid.cols - 1 - odd) & 1)
    col = np.rint((x / grid.hex_width - odd) / 2).astype(np.int32) * 2 + odd
    col = np.clip(col, odd, last)
    row = np.rint(y / grid.hex_height + odd / 2).astype(np.int32)
    row = np.clip(row, 0, grid.rows_in(odd) - 1)
    dx = (x - grid.hex_width * col).astype(np.float32)
    dy = (y - grid.hex_height * (row - odd / 2)).astype(np.float32)
    hexes = (col * grid.rows + col // 2)[:, None] + row[None, :]
    return dx * dx, dy * dy, hexes.astype(np.int32)


def codes_of(*categories: Category) -> NDArray[np.bool_]:
    """A look-up over all 256 codes: whether each is of one of the categories."""
    table = np.zeros(256, np.bool_)
    for code, terrain in terrain_types().items():
        table[code] = terrain.category in categories
    return table


def building_codes() -> NDArray[np.bool_]:
    """A look-up over all 256 codes: whether a hex of it is a building hex."""
    table = codes_of(*BUILDINGS)
    table[list(ROWHOUSE_WALLS)] = False
    return table


def centres(grid: Grid) -> Points:
    """The pixel of every hex's dot, shape (hexes, 2)."""
    return np.array([grid.centre(col, row) for col, row in grid])


def side_middles(grid: Grid) -> Points:
    """From a dot to the middle of each hexside, in pixels, shape (6, 2)."""
    middles = np.array([grid.side_midpoint(0, 0, side) for side in range(SIDES)])
    middles -= grid.centre(0, 0)
    return middles


def at(plane: NDArray[np.generic], points: Points) -> NDArray[np.generic]:
    """The plane's values at pixels (…, 2); a point past the edge reads the edge."""
    xy = np.trunc(points).astype(np.int32)
    x = np.clip(xy[..., 0], 0, plane.shape[0] - 1)
    y = np.clip(xy[..., 1], 0, plane.shape[1] - 1)
    return plane[x, y]


def _upper_levels() -> NDArray[np.int8]:
    """Locations above ground by code: none in single-storey houses and Factories.

    A building that tops at a half level has a Location for each full level (B23).
    """
    table = np.zeros(256, np.int8)
    for code, terrain in terrain_types().items():
        storeyed = terrain.category in ("building", "marketplace") and terrain.half
        table[code] = terrain.height if storeyed else 0
    return table


def _fill_bare_dots(dot: Codes, around: Codes) -> None:
    """Give a dot that reads Open Ground the terrain of most pixels around it.

    Not a depression's: there the dot's own level says that it is not in it.
    """
    sunk = codes_of("depression")
    for hex_ in np.flatnonzero(dot == 0):
        counts = np.bincount(around[hex_])
        most = int(counts.argmax())
        if not sunk[most] and 2 * counts[most] > around.shape[1]:
            dot[hex_] = most


def _fill_inherent(
    terrain: Codes, owner: NDArray[np.int32], whole: NDArray[np.int64], code: Codes
) -> NDArray[np.bool_]:
    """Give a hex the Inherent terrain that covers enough of it; say where it is sparse.

    On printed boards such terrain fills the hex but for a road or path, or is drawn
    as a few trees or crags around the dot, or laps over from the next hex; the share
    covered tells the three apart.
    """
    inherent = {code for code, kind in terrain_types().items() if kind.inherent}
    present = np.flatnonzero(np.bincount(terrain.ravel(), minlength=256))
    most = np.zeros(len(code))
    for kind in sorted(inherent.intersection(present.tolist())):
        share = np.bincount(owner[terrain == kind], minlength=len(code)) / whole
        fills = (share >= INHERENT_SHARE) & (share > most)
        code[fills], most[fills] = kind, share[fills]
    return (most > 0) & (most < FILLED_SHARE)


def _adopt_buildings(inside: Codes, code: Codes) -> None:
    """Make a hex a building hex if a building reaches the middle of a hexside."""
    building = building_codes()
    reach = building[inside]
    for hex_ in np.flatnonzero(reach.any(axis=1) & ~building[code]):
        code[hex_] = inside[hex_][reach[hex_]][0]


def _adopt_large_buildings(
    grid: Grid, terrain: Codes, owner: NDArray[np.int32], own: Codes
) -> None:
    """Make a hex a building hex if building covers enough of it (B23.1)."""
    building = building_codes()
    built = building[terrain]
    codes, hexes = terrain[built], owner[built]
    counts = np.bincount(hexes, minlength=len(own))
    enough = counts >= BUILDING_SHARE * grid.hex_width * grid.hex_height
    for hex_ in np.flatnonzero(enough & ~building[own]):
        own[hex_] = np.bincount(codes[hexes == hex_]).argmax()


def _hexsides(board_map: Map, inside: Codes) -> Codes:
    """Hexside terrain, seen from inside either hex."""
    on_side = codes_of("hexside")
    on_side[list(ROWHOUSE_WALLS)] = True
    own = np.where(on_side[inside], inside, 0).astype(np.uint8)
    around = np.array(board_map.neighbours)
    for side in range(SIDES):
        other = around[:, side]
        seen = np.where(other >= 0, own[other, (side + 3) % SIDES], 0)
        own[:, side] = np.where(own[:, side] == 0, seen, own[:, side])
    return own


def _side_codes(grid: Grid, terrain: Codes, dots: Points) -> Codes:
    """The terrain one pixel inside the middle of each hexside, (hexes, 6)."""
    middles = side_middles(grid)
    inward = middles * (1 - 1 / np.linalg.norm(middles, axis=1, keepdims=True))
    return at(terrain, dots[:, None] + inward).astype(np.uint8)


def _around(grid: Grid, terrain: Codes, dots: Points, *, radius: float) -> Codes:
    """The codes of pixels all around each dot, shape (hexes, pixels)."""
    radius *= grid.hex_height / HEX_HEIGHT
    line = np.linspace(-radius, radius, 2 * DISC + 1)
    disc = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    disc = disc[np.hypot(disc[:, 0], disc[:, 1]) <= radius]
    return at(terrain, dots[:, None] + disc).astype(np.uint8)


def _lines() -> NDArray[np.bool_]:
    """Codes that run as a line through a hex: roads, depressions, bridges."""
    table = codes_of("road", "depression", "bridge")
    table[list(ROADS)] = True
    return table


def _cover(code: Codes, around: Codes) -> Codes:
    """The commonest terrain beside the line over a dot, if it has the upper hand.

    Reading: B3 and B13 do not say how much woods makes a woods-road; half of what
    lies within 20 pixels of the dot agrees with the printed ones.
    """
    cover = code.copy()
    lines = _lines()
    lines[68] = False  # a sunken road beside the road's own strip is its terrain
    for hex_ in np.flatnonzero(_lines()[code]):
        beside = around[hex_][~lines[around[hex_]] & (around[hex_] != code[hex_])]
        counts = np.bincount(beside, minlength=1)
        best = int(counts.argmax())
        cover[hex_] = best if counts[best] > COVER_SHARE * len(beside) else 0
    return cover


def _bridges(code: Codes, around: Codes) -> NDArray[np.bool_]:
    bridge = codes_of("bridge")
    share: NDArray[np.float64] = bridge[around].mean(axis=1)
    return bridge[code] | (_lines()[code] & (share >= BRIDGE_SHARE))


def _beneath(bridge: NDArray[np.bool_], around: Codes) -> Codes:
    """What most of the ground around a bridge that bridges cross is."""
    spanned = codes_of("depression", "water")
    beneath = np.zeros(len(bridge), np.uint8)
    for hex_ in np.flatnonzero(bridge):
        found = around[hex_][spanned[around[hex_]]]
        beneath[hex_] = np.bincount(found, minlength=1).argmax()
    return beneath


def _sunken(code: Codes, cover: Codes) -> NDArray[np.bool_]:
    """Hexes whose road runs in a cutting drawn beside it."""
    sunken: NDArray[np.bool_] = (cover == 68) & _lines()[code]
    return sunken


def _slopes(board_map: Map) -> NDArray[np.bool_]:
    """Slope hexsides; those of a turned board turn with it."""
    slope = np.zeros((len(board_map), SIDES), np.bool_)
    listed = [{s.hex: s.sides for s in p.board.slopes} for p in board_map.boards]
    if not any(listed):
        return slope
    for hex_ in range(len(board_map)):
        placed, place = board_map.source(hex_)
        sides = listed[board_map.owner[hex_]].get(place, ())
        slope[hex_, [(s + 3 * placed.turned) % SIDES for s in sides]] = True
    return slope
