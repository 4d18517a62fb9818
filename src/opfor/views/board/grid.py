"""The hex grid: thin lines, centre dots, coordinates."""

import numpy as np

from opfor.geo.hexes import SIDES
from opfor.views.board.glyphs import lettering, text_width
from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import group
from opfor.views.board.trace import dots, lines

LABEL = 7.6
"""Type size of the coordinates on an ordinary board, in pixels."""


def grid_lines(sheet: Sheet) -> str:
    """Every hexside once, and a dot in every hex."""
    runs = []
    for hex_, (col, row) in enumerate(sheet.grid):
        corners = sheet.grid.vertices(col, row)
        runs.append(corners[:4])
        runs.extend(
            [corners[side], corners[(side + 1) % SIDES]]
            for side in range(3, SIDES)
            if sheet.map.neighbours[hex_][side] < 0
        )
    centres = dots(sheet.grid.centre(col, row) for col, row in sheet.grid)
    return group(
        sheet.css("grid"),
        sheet.path(lines(runs), "hexes"),
        sheet.strokes("centres", centres, "dots dot-rim", "dots dot"),
    )


def coordinates(sheet: Sheet) -> str:
    """The name of every hex along its top, or wherever the picture shows it."""
    size = LABEL * sheet.detail
    places = []
    for hex_, (col, row) in enumerate(sheet.grid):
        x, y = sheet.grid.centre(col, row)
        label = sheet.map.name(hex_).removeprefix(sheet.map.board_at(hex_).short)
        places.append((*_label_at(sheet, x, y, size, len(label)), label))
    data = lettering(places, size=size)
    return group(
        sheet.css("labels"),
        sheet.strokes("coordinates", data, "label-halo", "label"),
    )


def board_names(sheet: Sheet) -> str:
    """On a map of several boards, each one's name at both of its ends.

    Coordinates repeat from board to board, so a hex is said with its board: 16Q6.
    """
    if len(sheet.map.boards) == 1:
        return ""
    size = 24 * sheet.detail
    places = []
    for number, placed in enumerate(sheet.map.boards):
        hexes = [h for h, owner in enumerate(sheet.map.owner) if owner == number]
        centres = np.array(
            [sheet.grid.centre(*sheet.grid.coordinates(h)) for h in hexes]
        )
        (left, top), (right, bottom) = centres.min(axis=0), centres.max(axis=0)
        inset = text_width(placed.board.short, size=size) / 2 + 0.35 * size
        middle = (top + bottom) / 2
        places += [
            (x, middle, placed.board.short) for x in (left + inset, right - inset)
        ]
    data = lettering(places, size=size)
    return group(
        sheet.css("boardnames"),
        sheet.strokes("boardname", data, "boardname-halo", "boardname"),
    )


def _label_at(
    sheet: Sheet, x: float, y: float, size: float, letters: int
) -> tuple[float, float]:
    width, height = sheet.size
    top = y - sheet.grid.hex_height / 2 + size
    if top < size * 0.7:
        top = y + sheet.grid.hex_height * 0.24
    half = letters * size * 0.34 + 1
    return min(max(x, half), width - half), min(top, height - size * 0.7)
