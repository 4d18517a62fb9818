"""What makes boards join in any order and turned around: they agree at the edges.

The convention is that of the printed geomorphic boards, so that ours join those too:
roads leave in the middle of the short edges and in columns I, Q and Y of the long
ones; certain half hexes are woods and all others open; edge hexes lie at level 0.
"""

from opfor.geo.boards.plan import BoardPlan, Hex, Side, label
from opfor.geo.hexes import SIDES, Grid, neighbour

STANDARD = Grid(33, 10)
"""The geomorphic board."""

WOODED_COLUMNS = (7, 9, 11, 13, 19, 21, 23, 25)
"""Columns of which the half hexes on the long edges are woods: H, J, L, N, T, …"""
WOODED_ROWS = (3, 6)
"""Rows of the short edges' half hexes that are woods: A4, A7, GG4, GG7."""

EDGE_WOODS: frozenset[Hex] = frozenset(
    [(col, row) for col in WOODED_COLUMNS for row in (0, STANDARD.rows)]
    + [(col, row) for col in (0, STANDARD.cols - 1) for row in WOODED_ROWS]
)

EXITS: dict[Side, Hex] = {
    (0, 4, 3): (1, 5),
    (32, 4, 3): (31, 5),
    **{(col, 0, 0): (col, 0) for col in (8, 16, 24)},
    **{(col, 9, 3): (col, 9) for col in (8, 16, 24)},
}
"""The hexsides where roads leave, and the first hex of the road."""


def half_hexes(grid: Grid) -> set[Hex]:
    """The hexes that the board's edge cuts."""
    return {
        (col, row)
        for col, row in grid
        if col in (0, grid.cols - 1) or (col & 1 and row in (0, grid.rows))
    }


def rim(grid: Grid) -> set[Hex]:
    """The hexes at the edge: half hexes, and whole ones with a hexside on it."""
    return half_hexes(grid) | {
        hex_
        for hex_ in grid
        if not all(grid.holds(*neighbour(*hex_, side)) for side in range(SIDES))
    }


def edge_problems(plan: BoardPlan) -> list[str]:
    """Why a board would not join others; empty if it joins them all."""
    if (plan.grid.cols, plan.grid.rows) != (STANDARD.cols, STANDARD.rows):
        return ["the board is not 33x10"]
    halves = half_hexes(plan.grid)
    return [
        *_half_hex_problems(plan, halves),
        *_line_problems(plan, halves),
        *(
            f"{label(h)} at the edge is not at level 0"
            for h in sorted(rim(plan.grid) & plan.levels.keys())
        ),
        *(
            f"{label(side[:2])}/{side[2]} on the edge has a {word}"
            for side, word in plan.sides.items()
            if not plan.grid.holds(*neighbour(*side)) or _between_halves(side, halves)
        ),
    ]


def _half_hex_problems(plan: BoardPlan, halves: set[Hex]) -> list[str]:
    built = {h for building in plan.buildings for h in building.hexes}
    problems = []
    for hex_ in sorted(halves):
        due = "woods" if hex_ in EDGE_WOODS else "open"
        found = plan.areas.get(hex_, "open")
        if found != due:
            problems.append(f"half hex {label(hex_)} is {found}, not {due}")
        if hex_ in built:
            problems.append(f"half hex {label(hex_)} has a building")
    return problems


def _line_problems(plan: BoardPlan, halves: set[Hex]) -> list[str]:
    problems, left = [], set()
    for line in plan.lines:
        for side in (line.start, line.end):
            if side is None or (
                plan.grid.holds(*neighbour(*side)) and side not in EXITS
            ):
                continue
            if line.kind in ("road", "paved road") and side in EXITS:
                left.add(side)
            else:
                place = f"{label(side[:2])}/{side[2]}"
                problems.append(f"a {line.kind} leaves the board at {place}")
        problems += [
            f"a {line.kind} runs through half hex {label(h)}"
            for h in line.hexes
            if h in halves
        ]
    problems += [
        f"no road leaves the board at {label(side[:2])}/{side[2]}"
        for side in EXITS
        if side not in left
    ]
    return problems


def _between_halves(side: Side, halves: set[Hex]) -> bool:
    return side[:2] in halves and neighbour(*side) in halves
