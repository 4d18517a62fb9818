"""Marks over the board: objectives, ringed hexes, ranges, words, edges, compass."""

from opfor.geo.hexes import SIDES
from opfor.views.board.glyphs import lettering, text_width
from opfor.views.board.hexsides import chained
from opfor.views.board.scene import (
    DrawnVpo,
    Edge,
    EdgeLabel,
    HexNote,
    Highlight,
    Marks,
    Ring,
)
from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import element, group, number
from opfor.views.board.trace import lines

FRAME = 30.0
"""Width of the frame that holds the edges' words, in pixels."""
STAR = "M0-6.5L1.7-2.2L6.2-2L2.7.9L3.9 5.3L0 2.8L-3.9 5.3L-2.7.9L-6.2-2L-1.7-2.2z"


def underlays(sheet: Sheet, marks: Marks) -> str:
    """Marks that lie below the counters."""
    return group(
        sheet.css("marks"),
        *(_ring(sheet, number_, ring) for number_, ring in enumerate(marks.rings)),
        *(_highlight(sheet, mark) for mark in marks.highlights),
        *(_vpo(sheet, mark) for mark in marks.vpo),
    )


def overlays(sheet: Sheet, marks: Marks) -> str:
    """Marks that lie above the counters."""
    return group(sheet.css("notes"), *(_note(sheet, note) for note in marks.notes))


def frame(sheet: Sheet, marks: Marks) -> str:
    """The frame around the board, if the marks need one."""
    margin = frame_width(marks)
    if not margin:
        return ""
    width, height = sheet.size
    across, down = width + 2 * margin, height + 2 * margin
    outside = f"M{-margin} {-margin}h{across}v{down}h{-across}z"
    inside = f"M0 0v{height}h{width}v{-height}z"
    return group(
        sheet.css("frame-layer"),
        sheet.path(outside + inside, "frame"),
        sheet.path(inside, "frame-line"),
        *(_edge(sheet, label) for label in marks.edges),
        _compass(sheet, marks.north),
    )


def frame_width(marks: Marks) -> float:
    """Pixels around the board that the marks need."""
    return FRAME if marks.edges or marks.north is not None else 0.0


def _centre(sheet: Sheet, hex_: int) -> tuple[float, float]:
    return sheet.grid.centre(*sheet.grid.coordinates(hex_))


def _highlight(sheet: Sheet, mark: Highlight) -> str:
    corners = sheet.grid.vertices(*sheet.grid.coordinates(mark.hex))
    data = lines([[*corners, corners[0]]]) + "z"
    return group(
        sheet.css("highlight"),
        sheet.path(data, "highlight-rim"),
        sheet.path(data, "highlight-line", f"highlight-{mark.kind}"),
        data_hex=sheet.map.name(mark.hex),
    )


def _ring(sheet: Sheet, number_: int, ring: Ring) -> str:
    """The outline of the hexes within a range."""
    within = set(sheet.map.within(ring.hex, ring.radius))
    edges: list[list[tuple[float, float]]] = []
    for hex_ in sorted(within):
        corners = sheet.grid.vertices(*sheet.grid.coordinates(hex_))
        edges.extend(
            [corners[side], corners[(side + 1) % SIDES]]
            for side in range(SIDES)
            if sheet.map.neighbours[hex_][side] not in within
        )
    data = lines(chained(edges))
    out = sheet.strokes(f"range{number_}", data, "range-rim", "range")
    top = min(within, key=lambda hex_: _centre(sheet, hex_)[::-1])
    x, y = _centre(sheet, top)
    text = ring.text or str(ring.radius)
    return out + _pill(sheet, x, max(y - sheet.grid.hex_height / 2, 8), text)


def _vpo(sheet: Sheet, mark: DrawnVpo) -> str:
    """A star on a disc (FRIENDLY), a square (ENEMY) or a lozenge (nobody's)."""
    x, y = _centre(sheet, mark.hex)
    width, height = sheet.size
    # In the lower left corner of the hex, where counters leave it room.
    x = min(max(x - sheet.grid.hex_width * 0.41, 12), width - 12)
    y = min(max(y + sheet.grid.hex_height * 0.33, 12), height - 12)
    shape = {
        "friendly": "M-10 0a10 10 0 1 1 20 0a10 10 0 1 1-20 0z",
        "enemy": "M-9-9h18v18h-18z",
        "none": "M0-12L12 0L0 12L-12 0z",
    }[mark.side]
    word = mark.text or {"friendly": "F", "enemy": "E", "none": ""}[mark.side]
    letters = lettering([(0, 15, word)], size=8)
    scale = 0.88 * sheet.detail
    return group(
        sheet.css("vpo"),
        element("title", f"VPO, {mark.side}"),
        sheet.path(shape, "vpo-back", f"side-{mark.side}"),
        sheet.path(STAR, "vpo-star"),
        sheet.path(letters, "vpo-halo"),
        sheet.path(letters, "vpo-text"),
        transform=f"translate({number(x)} {number(y)}) scale({number(scale)})",
        data_hex=sheet.map.name(mark.hex),
    )


def _note(sheet: Sheet, note: HexNote) -> str:
    x, y = _centre(sheet, note.hex)
    width, height = sheet.size
    half = text_width(note.text, size=10) / 2 + 4
    x, y = min(max(x, half), width - half), min(max(y, 8), height - 8)
    return _pill(sheet, x, y, note.text)


def _pill(sheet: Sheet, x: float, y: float, text: str) -> str:
    size = 10 * sheet.detail
    width = text_width(text, size=size) + 7
    back = element(
        "rect",
        class_=sheet.css("pill"),
        x=x - width / 2,
        y=y - 0.7 * size,
        width=width,
        height=1.4 * size,
        rx=0.5 * size,
    )
    return back + sheet.path(lettering([(x, y, text)], size=size), "pill-text")


def _edge(sheet: Sheet, label: EdgeLabel) -> str:
    """A word in the middle of an edge, between two bars of the side's colour."""
    width, height = sheet.size
    x, y, turn, length = _edge_place(label.edge, width, height)
    half = text_width(label.text, size=15) / 2 + 12
    bar = length / 2 - 14
    bars = f"M{-bar:.1f} 0H{-half:.1f}M{half:.1f} 0H{bar:.1f}" if bar > half else ""
    return group(
        sheet.css("edge"),
        sheet.path(bars, "edge-bar", f"edge-{label.side}"),
        sheet.path(lettering([(0, 0, label.text)], size=15), "edge-text"),
        transform=f"translate({number(x)} {number(y)}) rotate({turn})",
    )


def _edge_place(edge: Edge, width: int, height: int) -> tuple[float, float, int, int]:
    """Middle of an edge's strip of frame, how its words are turned, its length."""
    off = FRAME / 2
    places: dict[Edge, tuple[float, float, int, int]] = {
        "north": (width / 2, -off, 0, width),
        "south": (width / 2, height + off, 0, width),
        "west": (-off, height / 2, -90, height),
        "east": (width + off, height / 2, 90, height),
    }
    return places[edge]


def _compass(sheet: Sheet, north: float | None) -> str:
    """A needle in the frame's upper right corner."""
    if north is None:
        return ""
    width, _ = sheet.size
    off = FRAME / 2
    needle = (
        sheet.path("M0-12L4 3L0 1z", "needle-lit")
        + sheet.path("M0-12L-4 3L0 1z", "needle-dark")
        + sheet.path(lettering([(0, 8.5, "N")], size=9), "edge-text")
    )
    return group(
        sheet.css("compass"),
        element("title", "north"),
        element("g", needle, transform=f"rotate({number(north)})"),
        transform=f"translate({number(width + off)} {number(-off)})",
    )
