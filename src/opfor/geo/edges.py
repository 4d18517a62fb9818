"""The map's edges and SASL's compass.

SASL calls the FRIENDLY Board Edge (FBE) west, wherever it lies; the ENEMY Board Edge
(EBE) opposite is east. Seen from the FBE, north is to the left. Hexes outside the
map are (column, row) coordinates of the same grid, which go on past its edge.
"""

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from opfor.core.errors import OpforError
from opfor.geo.ground import Ground
from opfor.geo.hexes import SIDES, distance, neighbour, parse_label
from opfor.geo.hexside_features import Joins, groups
from opfor.geo.map import Map

Coordinates = tuple[int, int]
Edge = Literal["top", "right", "bottom", "left"]
"""A side of the map as it is drawn."""

Quarter = Literal["FBE", "north", "EBE", "south"]
"""A side of the map as SASL names it."""

Heading = Literal["F", "F-N", "F-S", "B", "B-N", "B-S", "N", "S"]
"""A hexside by compass: F toward the FBE, B toward the EBE, N north, S south."""

EDGES: tuple[Edge, ...] = ("top", "right", "bottom", "left")
QUARTERS: tuple[Quarter, ...] = ("FBE", "north", "EBE", "south")

_LONG: tuple[Heading, ...] = ("F", "F-N", "B-N", "B", "B-S", "F-S")
"""Headings clockwise from the hexside that faces a FBE that hexrows run into."""

_SHORT: tuple[Heading, ...] = ("N", "B-N", "B-S", "S", "F-S", "F-N")
"""Headings clockwise from north, where hexrows run along the FBE."""

_FIRST = {"top": 0, "bottom": 3, "left": 0, "right": 3}
"""The hexside at which those headings start, by the FBE."""

WALLS = ("wall", "hedge", "bocage")
"""Hexside terrain behind which a unit may claim Wall Advantage."""


class Compass:
    """The map seen from the FRIENDLY side.

    Args:
        board_map: the map.
        fbe: the side of the map that is the FBE.

    Attributes:
        edges: the map's side of each quarter.
        long: hexrows run straight at the FBE (it lies along the boards' length).
        headings: the heading of each hexside, 0 to 5.
        sides: the hexside of each heading; a compass has six of the eight.
        from_fbe: hexes from the nearest whole hex outside along the FBE (4.11),
            shape (hexes,).
    """

    def __init__(self, board_map: Map, fbe: Edge) -> None:
        self.map = board_map
        self.fbe: Edge = fbe
        start = EDGES.index(fbe)
        self.edges: dict[Quarter, Edge] = {
            quarter: EDGES[(start + turn) % 4] for turn, quarter in enumerate(QUARTERS)
        }
        self.long = fbe in ("top", "bottom")
        clockwise = _LONG if self.long else _SHORT
        self.headings = tuple(
            clockwise[(side - _FIRST[fbe]) % SIDES] for side in range(SIDES)
        )
        self.sides: dict[Heading, int] = {
            heading: side for side, heading in enumerate(self.headings)
        }
        self.from_fbe = distances(board_map, fbe)
        self._along = {quarter: self._edge(quarter) for quarter in QUARTERS}

    def hexrow(self, hex_: int) -> int:
        """The place, from north to south, of the row in which a hex takes its turn.

        On a short FBE these are the rows of the Alternate Hex Grain (D-019).
        """
        grid = self.map.grid
        col, row = grid.coordinates(hex_)
        place, last = col, grid.cols - 1
        if not self.long:
            place, last = 2 * row + 1 - (col & 1), 2 * grid.rows
        return place if self.edges["north"] in ("left", "top") else last - place

    def along(self, quarter: Quarter) -> tuple[int, ...]:
        """The hexes along an edge of the map, half hexes too.

        In order from north to south, or from the FBE to the EBE.
        """
        return self._along[quarter]

    def _edge(self, quarter: Quarter) -> tuple[int, ...]:
        found = along(self.map, self.edges[quarter])
        first = self.edges["north" if quarter in ("FBE", "EBE") else "FBE"]
        return found if first in ("left", "top") else found[::-1]

    def nearest_outside(self, hex_: int) -> tuple[Coordinates, ...]:
        """The whole hexes outside along the FBE that are nearest to a hex."""
        place = self.map.grid.coordinates(hex_)
        gap = int(self.from_fbe[hex_])
        whole = outside(self.map, self.edges["FBE"])
        return tuple(o for o in whole if distance(place, o) == gap)


def outside(board_map: Map, edge: Edge) -> tuple[Coordinates, ...]:
    """The whole hexes just outside along an edge, as coordinates past the grid.

    Reading: half hexes belong to the map, so outside begins beyond them; on the
    short sides that is one hexrow beyond (4.11, D-012).
    """
    grid = board_map.grid
    if edge == "top":
        return tuple((col, -1) for col in range(grid.cols))
    if edge == "bottom":
        return tuple((col, grid.rows_in(col)) for col in range(grid.cols))
    col = -1 if edge == "left" else grid.cols
    return tuple((col, row) for row in range(grid.rows_in(col)))


def outside_name(board_map: Map, place: Coordinates) -> str:
    """The name that a hex outside has by its nearest board, such as 33U0."""
    grid = board_map.grid
    col = min(max(place[0], 0), grid.cols - 1)
    row = min(max(place[1], 0), grid.rows_in(col) - 1)
    placed, (own_col, own_row) = board_map.source(grid.index(col, row))
    turn = -1 if placed.turned else 1
    beyond = own_col + turn * (place[0] - col), own_row + turn * (place[1] - row)
    if beyond[0] + placed.board.first_col < 0:
        return f"beside {board_map.name(grid.index(col, row))}"
    return placed.board.short + placed.board.label(*beyond)


def along(board_map: Map, edge: Edge) -> tuple[int, ...]:
    """The hexes along an edge, half hexes too, from left to right or downwards."""
    grid = board_map.grid
    if edge in ("top", "bottom"):
        return tuple(
            grid.index(col, 0 if edge == "top" else grid.rows_in(col) - 1)
            for col in range(grid.cols)
        )
    col = 0 if edge == "left" else grid.cols - 1
    return tuple(grid.index(col, row) for row in range(grid.rows_in(col)))


def edge_crossed(board_map: Map, hex_: int, side: int) -> Edge | None:
    """The edge of the map that lies across a hexside; None within the map.

    At a corner too it is one: beyond the first and the last hexrow, which are half
    hexes, lie the left and the right edge, beyond the ends of the hexrows the others.
    """
    if board_map.neighbours[hex_][side] >= 0:
        return None
    col, row = neighbour(*board_map.grid.coordinates(hex_), side)
    if col < 0:
        return "left"
    if col >= board_map.grid.cols:
        return "right"
    return "top" if row < 0 else "bottom"


def distances(board_map: Map, edge: Edge) -> NDArray[np.int16]:
    """Hexes from each hex to the nearest whole hex outside along an edge."""
    places = np.array(list(board_map.grid))
    beyond = np.array(outside(board_map, edge))
    across = np.abs(places[:, None, 0] - beyond[None, :, 0])
    high = 2 * places[:, 1] - (places[:, 0] & 1)
    beyond_high = 2 * beyond[:, 1] - (beyond[:, 0] & 1)
    down = np.abs(high[:, None] - beyond_high[None])
    gap = across + np.maximum(0, (down - across) // 2)
    nearest: NDArray[np.int16] = gap.min(axis=1).astype(np.int16)
    return nearest


def printed(board_map: Map, hex_: int) -> tuple[str, int]:
    """The hexrow's letters and the coordinate printed in a hex: Q6 is ("Q", 6)."""
    placed, place = board_map.source(hex_)
    return parse_label(placed.board.label(*place))


def opposite(board_map: Map, edge: Edge, board: int, row: str | int) -> int:
    """The hex along an edge that an entering unit is placed beside (4.21, 4.22).

    Args:
        board_map: the map.
        edge: the side of the map.
        board: number of a board that lies along it, as in `Map.boards`.
        row: the hexrow's letters along a board's length, the coordinate along its
            width.

    Errors:
        OpforError: the board has no such hex along that edge.
    """
    entered = board_map.boards[board].board
    for hex_ in along(board_map, edge):
        place = board_map.place_on(hex_, board)
        if place and row in parse_label(entered.label(*place)):
            return hex_
    raise OpforError(
        f"board {entered.name} has no hex {row} along the {edge} of the map",
        do="name a hexrow or coordinate of that board's edge",
    )


def grain(board_map: Map, hex_: int, side: int) -> Iterator[int]:
    """The hexes of the Hex Grain from a hex across a hexside, to the map's edge."""
    while (hex_ := board_map.neighbours[hex_][side]) >= 0:
        yield hex_


def alternate_grain(
    board_map: Map, hex_: int, corner: int
) -> Iterator[tuple[int, ...]]:
    """The Alternate Hex Grain from a hex through one of its corners.

    By turns the hexes to both sides of a hexspine (those on the map) and the one hex
    at its end. Corner n lies between hexsides n - 1 and n.
    """
    place = board_map.grid.coordinates(hex_)
    before = (corner - 1) % SIDES
    while True:
        pair = [neighbour(*place, before), neighbour(*place, corner)]
        held = tuple(board_map.grid.index(*p) for p in pair if board_map.grid.holds(*p))
        place = neighbour(*pair[0], corner)
        if not held:
            return
        yield held
        if not board_map.grid.holds(*place):
            return
        yield (board_map.grid.index(*place),)


def sides_toward(place: Coordinates, other: Coordinates) -> tuple[int, ...]:
    """The hexsides of a hex that a line from its dot to another hex's dot leaves by.

    Two where the line runs exactly through a corner or along a hexspine.
    """
    dx = other[0] - place[0]
    down = (2 * other[1] - (other[0] & 1)) - (2 * place[1] - (place[0] & 1))
    if dx == 0 and down == 0:
        return ()
    steep = abs(down) - 3 * abs(dx)
    upright = 0 if down < 0 else 3
    slanted = _slanted(dx, down)
    if steep > 0:
        return (upright,)
    return (*slanted, upright) if steep == 0 else slanted


def _slanted(dx: int, down: int) -> tuple[int, ...]:
    if down == 0:
        return (1, 2) if dx > 0 else (4, 5)
    if dx > 0:
        return (1,) if down < 0 else (2,)
    return (5,) if down < 0 else (4,)


def walled_toward_fbe(ground: Ground, compass: Compass, hex_: int) -> bool:
    """Whether a wall, hedge or bocage of a hex faces the FBE (4.1e).

    That is, whether a line from any of the nearest whole hexes outside along the FBE
    to the hex crosses such a hexside of it.
    """
    place = ground.map.grid.coordinates(hex_)
    faced = {
        side
        for beyond in compass.nearest_outside(hex_)
        for side in sides_toward(place, beyond)
    }
    kinds = [ground.side(hex_, side) for side in sorted(faced)]
    return any(kind is not None and kind.name in WALLS for kind in kinds)


def growth_reaching(joins: Joins, hexes: tuple[int, ...]) -> NDArray[np.bool_]:
    """The woods/brush hexes connected to any of some hexes, such as the EBE's (4.1b).

    Returns flags of shape (hexes,); a woods/brush hex among them counts itself.
    """
    touched = joins.growth_of[list(hexes)]
    reaching: NDArray[np.bool_] = np.isin(joins.growth_of, touched[touched >= 0])
    return reaching


def rivers(ground: Ground, joins: Joins) -> NDArray[np.bool_]:
    """Which boards of a map are river mapboards, shape (boards,).

    Reading: D-065, a board with one stretch of water that reaches two of its sides.
    """
    water = ground.kind == ground.chart.number["water obstacle"]
    # Under a bridge the water goes on.
    water |= ground.beneath == ground.chart.number["water obstacle"]
    linked = water[:, None] & water[joins.other] & (joins.other >= 0)
    stretch = groups(linked, joins.other, water)
    boards = range(len(ground.map.boards))
    return np.array([_crossed(ground.map, number, stretch) for number in boards])


def _crossed(board_map: Map, number: int, stretch: NDArray[np.int32]) -> bool:
    """Whether one stretch of water reaches two sides of a board."""
    grid = board_map.boards[number].board.grid
    reached: dict[int, set[str]] = {}
    for col, row in grid:
        water = int(stretch[board_map.hex_of(number, (col, row))])
        if water >= 0:
            sides = {"left": col == 0, "right": col == grid.cols - 1}
            sides |= {"top": row == 0, "bottom": row == grid.rows_in(col) - 1}
            reached.setdefault(water, set()).update(s for s in sides if sides[s])
    return any(len(sides) > 1 for sides in reached.values())
