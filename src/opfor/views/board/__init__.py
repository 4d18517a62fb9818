"""Pictures of maps and of what lies on them, as SVG."""

from opfor.views.board.picture import (
    NO_MARKS,
    Crop,
    board_layers,
    board_svg,
    game_layers,
)
from opfor.views.board.scene import (
    Counter,
    DrawnThread,
    DrawnVpo,
    EdgeLabel,
    HexNote,
    Highlight,
    Marks,
    Ring,
)
from opfor.views.board.sheet import Sheet, sheet_of
from opfor.views.board.sightline import thread_of
from opfor.views.board.style import patterns, style

__all__ = [
    "NO_MARKS",
    "Counter",
    "Crop",
    "DrawnThread",
    "DrawnVpo",
    "EdgeLabel",
    "HexNote",
    "Highlight",
    "Marks",
    "Ring",
    "Sheet",
    "board_layers",
    "board_svg",
    "game_layers",
    "patterns",
    "sheet_of",
    "style",
    "thread_of",
]
