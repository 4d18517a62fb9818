"""Pictures of maps for pages, kept on disk: a board is drawn once for good."""

from typing import Literal

from msgspec import Struct

from opfor import __version__
from opfor.core.codec import digest
from opfor.core.disk_cache import keep, kept_path, read_kept
from opfor.state.world import World
from opfor.views.board import Marks, board_svg
from opfor.views.board.marks import FRAME
from opfor.views.board.style import sheet_style
from opfor.views.game_picture import edge_labels
from opfor.web.game.view import PREFIX

Theme = Literal["light", "dark"]

MOST_KEPT = 200
"""Pictures that are kept; the oldest goes first."""


class BoardShape(Struct, frozen=True, kw_only=True):
    """The map as a page needs it: names and centres of hexes, and its size.

    Args:
        id: the game it belongs to.
        digest: the fingerprint of the map.
        width, height: in pixels, without the frame around it.
        frame: how wide that is.
        hex: the width of a column and the height of a hex.
        names, labels: of each hex, in full and as said in play.
        centres, neighbours, levels: of each hex.
        edges: the sides of the map that are the FBE and the EBE, by those names.
    """

    id: str
    digest: str
    width: int
    height: int
    frame: float
    hex: tuple[float, ...]
    names: tuple[str, ...]
    labels: tuple[str, ...]
    centres: tuple[tuple[float, ...], ...]
    neighbours: tuple[tuple[int, ...], ...]
    levels: tuple[int, ...]
    edges: dict[str, str]


def board_shape(game: str, world: World) -> BoardShape:
    """The map of a game for its page."""
    grid, board_map = world.map.grid, world.map
    width, height = board_map.terrain.shape
    hexes = range(len(board_map))
    centres = (grid.centre(*grid.coordinates(hex_)) for hex_ in hexes)
    return BoardShape(
        id=game,
        digest=board_map.digest,
        width=int(width),
        height=int(height),
        frame=FRAME,
        hex=(grid.hex_width, grid.hex_height),
        names=tuple(map(board_map.name, hexes)),
        labels=tuple(map(board_map.label, hexes)),
        centres=tuple((round(x, 1), round(y, 1)) for x, y in centres),
        neighbours=board_map.neighbours,
        levels=tuple(len(world.ground.levels(hex_)) for hex_ in hexes),
        edges={name: world.compass.edges[name] for name in ("FBE", "EBE")},
    )


def board_picture(world: World, theme: Theme, *, grid: bool) -> str:
    """The map of a world as SVG, without counters, from the disk if it is there."""
    edges = world.compass.edges["FBE"]
    view = (__version__, sheet_style(theme, PREFIX), edges, theme, grid)
    path = kept_path("boards", digest(world.map.digest, view), ".svg")
    if found := read_kept(path):
        return found.decode(errors="replace")
    svg = _drawn(world, theme, grid=grid)
    keep(path, svg.encode(), most=MOST_KEPT)
    return svg


def _drawn(world: World, theme: Theme, *, grid: bool) -> str:
    svg = board_svg(
        world.map,
        world.ground.facts,
        marks=Marks(edges=edge_labels(world)),
        theme=theme,
        prefix=PREFIX,
    )
    if grid:
        return svg
    hidden = f".{PREFIX}-grid,.{PREFIX}-labels{{display:none}}</style>"
    return svg.replace("</style>", hidden, 1)
