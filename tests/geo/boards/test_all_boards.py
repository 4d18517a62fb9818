"""Every board beside the checkout yields all its facts."""

from opfor.geo.boards.board import Board
from opfor.geo.boards.vasl import board_names, read_board
from opfor.geo.ground import Ground, Location
from opfor.geo.hexside_features import OPPOSITE
from opfor.geo.map import Map, Placed
from opfor.geo.movement.infantry_cost import ALL, MF, NA, Moves
from opfor.geo.movement.paths import reach
from tests.geo.players_boards import BOARDS, shared_map
from tests.shared import needs_shared

ENDS = ("4A1", "24GG10")


def wrong_names(board: Board, ground: Ground) -> list[str]:
    """Half hexes whose coordinate is not one of the board's edges'."""
    grid = board.grid
    if grid.x0:
        return []
    half = {place for place in grid if ground.map.half_hex(grid.index(*place))}
    edges = {(c, r) for c, r in grid if c in (0, grid.cols - 1)}
    edges |= {(c, r) for c, r in grid if c % 2 == 1 and r in (0, grid.rows)}
    return [board.label(*place) for place in half ^ edges]


def faults(board: Board) -> list[str]:
    """What does not hold together in a board's facts."""
    ground = Ground(Map([Placed(board)]))
    moves = Moves(ground)
    joins = moves.joins
    open_ways = moves.cost < NA
    inner = joins.other >= 0
    mirrored = joins.road[joins.other, OPPOSITE] > 0
    checks = {
        "an unknown terrain code": (ground.chart.of_code[board.terrain] >= 0).all(),
        "half hexes": not wrong_names(board, ground),
        "a road from one side only": ((joins.road > 0) == mirrored)[inner].all(),
        "a way that costs nothing": (moves.cost[open_ways] >= MF).all(),
        "a way to nowhere": ((moves.to >= 0) == open_ways).all(),
        "an absurd cost": (moves.cost[open_ways & (moves.cost < ALL)] <= 40 * MF).all(),
        "a Location without ways": open_ways.any(axis=1).mean() > 0.7,
    }
    return [f"{board.name}: {fault}" for fault, fine in checks.items() if not fine]


@needs_shared
def test_every_board() -> None:
    """All 174 boards load and yield facts that hold together."""
    names = board_names(BOARDS)
    assert len(names) == 174
    found = [fault for name in names for fault in faults(read_board(BOARDS, name))]
    assert found == []


@needs_shared
def test_three_boards_hang_together() -> None:
    """On a map of three boards one can walk from the first to the last."""
    board_map = shared_map("04@0,0 33@0,1 24@0,2")
    moves = Moves(Ground(board_map))
    start, end = (moves.ground.number(Location(board_map.hex(h))) for h in ENDS)
    route = reach(moves, [start]).route(end)
    owners = {board_map.owner[moves.ground.locations[place].hex] for place in route}
    assert owners == {0, 1, 2}
    assert len(route) >= board_map.distance(*(board_map.hex(h) for h in ENDS))
