"""The whole picture: board layers below, game layers above, one SVG.

The board's part depends on nothing but the map and the theme and costs nearly all of
the time; a page that redraws often keeps it and adds new `game_layers`.
"""

from collections.abc import Sequence

from opfor.core.errors import OpforError
from opfor.geo.hex_facts import HexFacts
from opfor.geo.map import Map
from opfor.views.board.buildings import buildings, storeys
from opfor.views.board.counters import counters as counter_layer
from opfor.views.board.grid import board_names, coordinates, grid_lines
from opfor.views.board.ground import depressions, ground, level_numbers
from opfor.views.board.hexsides import hexsides
from opfor.views.board.marks import frame, frame_width, overlays, underlays
from opfor.views.board.patches import patches
from opfor.views.board.roads import bridges, rails, roads, sunken_roads
from opfor.views.board.scene import Counter, DrawnThread, Marks, Theme
from opfor.views.board.sheet import Sheet, sheet_of
from opfor.views.board.style import patterns, style
from opfor.views.board.svg import element, group, number, text_of
from opfor.views.board.threads import thread as thread_layer
from opfor.views.board.vegetation import fields, groves, woods
from opfor.views.board.water import water

Crop = tuple[float, float, float, float]
"""Left, top, width and height of a part of the map, in its pixels."""
NO_MARKS = Marks()
"""The picture without any marks."""

TERRAIN = (
    water,
    depressions,
    patches,
    fields,
    groves,
    woods,
    sunken_roads,
    rails,
    roads,
    bridges,
    buildings,
)
"""What draws terrain, from the lowest layer to the highest."""


def board_svg(  # noqa: PLR0913 - one picture, every choice given by its name
    board_map: Map,
    facts: HexFacts,
    *,
    counters: Sequence[Counter] = (),
    thread: DrawnThread | None = None,
    marks: Marks = NO_MARKS,
    theme: Theme = "light",
    scale: float = 1.0,
    crop: Crop | None = None,
    prefix: str = "ob",
    ground: bool = True,
) -> str:
    """Draw a map, and what lies on it, as one self-contained SVG.

    The same arguments give the same bytes. No script, font, image or link is in it.

    Args:
        board_map: the map.
        facts: what the planes say about its hexes.
        counters: the counters; those of a hex form a stack, the first lowest.
        thread: a LOS thread.
        marks: objectives, highlights, ranges, words, edges, compass.
        theme: colours for a light or a dark page.
        scale: picture pixels for each map pixel.
        crop: the part of the map to show; all of it if left out.
        prefix: what every id and class begins with; give each picture of a page its
            own.
        ground: the board is drawn; else what lies on it alone, to be laid over it.

    Errors:
        OpforError: the scale or the crop makes no picture, or a counter or mark lies
            off the map.
    """
    _check(board_map, counters, marks, scale, crop)
    sheet = sheet_of(board_map, facts, prefix)
    margin = frame_width(marks)
    width, height = sheet.size
    left, top, across, down = crop or (
        -margin,
        -margin,
        width + 2 * margin,
        height + 2 * margin,
    )
    names = " ".join(placed.board.name for placed in board_map.boards)
    return element(
        "svg",
        element("title", text_of(f"Board {names}")),
        style(theme, prefix, sheet.detail),
        patterns(prefix, sheet.detail),
        group(sheet.css("board"), board_layers(sheet)) if ground else "",
        game_layers(sheet, counters=counters, thread=thread, marks=marks),
        xmlns="http://www.w3.org/2000/svg",
        class_=sheet.css("picture", theme),
        width=across * scale,
        height=down * scale,
        viewBox=" ".join(number(v) for v in (left, top, across, down)),
        role="img",
    )


def board_layers(sheet: Sheet, under_names: str = "") -> str:
    """Everything that is printed on the board, from the ground to the coordinates.

    Args:
        sheet: what is drawn on.
        under_names: what lies on the board, but hides no coordinates.
    """
    return (
        ground(sheet)
        + group(sheet.css("terrain"), *(draw(sheet) for draw in TERRAIN))
        + grid_lines(sheet)
        + hexsides(sheet)
        + level_numbers(sheet)
        + storeys(sheet)
        + under_names
        + coordinates(sheet)
        + board_names(sheet)
    )


def game_layers(
    sheet: Sheet,
    *,
    counters: Sequence[Counter] = (),
    thread: DrawnThread | None = None,
    marks: Marks = NO_MARKS,
) -> str:
    """Everything that a game puts on the board."""
    return group(
        sheet.css("game"),
        underlays(sheet, marks),
        counter_layer(sheet, counters),
        thread_layer(sheet, thread, counters),
        overlays(sheet, marks),
        frame(sheet, marks),
    )


def _check(
    board_map: Map,
    counters: Sequence[Counter],
    marks: Marks,
    scale: float,
    crop: Crop | None,
) -> None:
    if not 0.05 <= scale <= 20:
        raise OpforError(f"a picture's scale cannot be {scale}", do="give 0.05 to 20")
    if crop is not None and min(crop[2:]) <= 0:
        raise OpforError(f"the part {crop} of the map is empty")
    hexes = [counter.hex for counter in counters]
    for group_ in (marks.vpo, marks.highlights, marks.rings, marks.notes):
        hexes += [mark.hex for mark in group_]
    for hex_ in hexes:
        if not 0 <= hex_ < len(board_map):
            raise OpforError(f"hex number {hex_} lies off the map")
