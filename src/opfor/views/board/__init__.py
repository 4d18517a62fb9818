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
    EdgeLabel,
    Highlight,
    Marks,
    Note,
    Ring,
    Thread,
    Vpo,
    thread_between,
)
from opfor.views.board.sheet import Sheet, sheet_of

__all__ = [
    "NO_MARKS",
    "Counter",
    "Crop",
    "EdgeLabel",
    "Highlight",
    "Marks",
    "Note",
    "Ring",
    "Sheet",
    "Thread",
    "Vpo",
    "board_layers",
    "board_svg",
    "game_layers",
    "sheet_of",
    "thread_between",
]
