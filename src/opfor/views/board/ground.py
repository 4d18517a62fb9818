"""The ground: paper, levels, depressions, and the numbers of the levels."""

import numpy as np

from opfor.geo.hex_facts import codes_of
from opfor.views.board.glyphs import lettering
from opfor.views.board.masks import Mask, depth, shrunk
from opfor.views.board.noise import inside
from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import element, group
from opfor.views.board.trace import rounded, shapes

CUTS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("gully", (30, 104)),
    ("drystream", (31,)),
    ("stream", (32, 33, 34, 35)),
)
"""Depressions by how they are drawn."""

SPECK = 150.0
"""Square pixels below which a level or a cut is a speck around a centre dot."""
DEEPEST, HIGHEST = -3, 6
"""Levels that have a tone of their own."""


def ground(sheet: Sheet) -> str:
    """Paper and hills, each level in its own tone with a soft shadow below it."""
    level = ground_level(sheet)
    low, high = int(level.min()), int(level.max())
    width, height = sheet.size
    box = {"width": width, "height": height}
    base = element("rect", class_=sheet.css("ground", tone(low)), **box)
    steps = [_step(sheet, level >= n, n) for n in range(low + 1, high + 1)]
    paper = element("rect", class_=sheet.css("paper"), **box)
    return group(sheet.css("ground"), base, *steps, paper)


def ground_level(sheet: Sheet) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
    """The level of each pixel, with depressions filled to the ground around them."""
    sunk = codes_of("depression")[sheet.terrain]
    return np.asarray(sheet.elevation + sunk).astype(np.int8)


def tone(level: int) -> str:
    """The class of a level's tone."""
    level = min(max(level, DEEPEST), HIGHEST)
    return f"level{level}" if level >= 0 else f"level-m{-level}"


def _step(sheet: Sheet, mask: Mask, level: int) -> str:
    data = rounded(shapes(mask, soften=3, tolerance=0.9, least=SPECK), radius=7)
    name = "relief" + tone(level)
    return sheet.strokes(name, data, "contour " + tone(level), shadow=2.4)


def depressions(sheet: Sheet) -> str:
    """Gullies and streams: darker towards the bottom, shaded edges."""
    return group(
        sheet.css("depressions"),
        *(_cut(sheet, name, codes) for name, codes in CUTS if sheet.holds(codes)),
    )


def _cut(sheet: Sheet, name: str, codes: tuple[int, ...]) -> str:
    mask = sheet.mask(codes)
    bank = sheet.strokes(
        name, rounded(shapes(mask, least=SPECK)), f"{name}-lip", f"{name}-bank"
    )
    floor = shrunk(mask, round(2 * sheet.detail))
    inner = rounded(shapes(floor, soften=3, tolerance=1.0))
    bed = sheet.path(inner, f"{name}-bed")
    middle = shrunk(floor, round(2 * sheet.detail))
    line = rounded(shapes(middle, soften=3, tolerance=1.0))
    return bank + bed + sheet.path(line, f"{name}-line")


def level_numbers(sheet: Sheet) -> str:
    """The number of each level, in the deepest place of each part of it."""
    level = ground_level(sheet)
    found = [int(n) for n in np.unique(level)]
    if len(found) == 1:
        return ""
    places = []
    for number in found:
        if number != 0:
            text = str(number).replace("-", "\N{MINUS SIGN}")
            bare = (level == number) & (sheet.terrain == 0)
            spots = (_beside_dot(sheet, bare, *p) for p in _hearts(sheet, bare))
            places += [(x, y, text) for x, y in spots]
    data = lettering(places, size=11 * sheet.detail)
    return group(
        sheet.css("levels"),
        sheet.strokes("levelnumbers", data, "level-halo", "level-number"),
    )


def _beside_dot(sheet: Sheet, mask: Mask, x: float, y: float) -> tuple[float, float]:
    """The place moved beside its hex's dot, clear of the label, if that is inside."""
    hex_ = sheet.grid.at(x, y)
    if hex_ is None:
        return x, y
    cx, cy = sheet.grid.centre(*hex_)
    near = cx + 13 * sheet.detail, cy + 3 * sheet.detail
    there = inside(mask, np.array([near[0]]), np.array([near[1]]))
    return near if there.all() else (x, y)


def _hearts(sheet: Sheet, mask: Mask) -> list[tuple[float, float]]:
    """One place well inside each part of a mask that is worth a number."""
    step = 4
    deep = depth(mask[::step, ::step], 10)
    wide = np.argwhere(deep >= 4 * min(sheet.unit, 2))
    room = deep[wide[:, 0], wide[:, 1]]
    places = wide * step + 0.5
    hearts: list[tuple[float, float]] = []
    while len(places):
        x, y = places[room.argmax()].tolist()
        hearts.append((x, y))
        far = np.abs(places - (x, y)).sum(axis=1) > 5 * sheet.grid.hex_width
        places, room = places[far], room[far]
    return hearts
