"""Roads, paths, railways and bridges, each in several strokes."""

import numpy as np

from opfor.views.board.masks import closed, grown, shrunk
from opfor.views.board.noise import inside
from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import group
from opfor.views.board.trace import Shape, jittered, rounded, shapes

ROADS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("runway", (69,)),
    ("dirt", (65, 112)),
    ("paved", (66,)),
)
"""Roads by their surface."""
RAISED = (67,)
SUNKEN = (68, 156)
BESIDE = 0.2
"""Share of its edge along a road from which a part is the road's bank."""
PATHS = (70,)
RAILS = (153, 154, 155)
BRIDGES: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("stonebridge", (82, 84)),
    ("woodbridge", (83, 85)),
    ("pontoon", (86, 87)),
)


def roads(sheet: Sheet) -> str:
    """Paths, then roads over one common casing so that junctions have no seam."""
    surfaces = [code for _, codes in ROADS for code in codes]
    if not sheet.holds((*surfaces, *PATHS, *RAISED)):
        return ""
    whole = rounded(shapes(sheet.mask(surfaces), soften=3), radius=6)
    casing = sheet.path(whole, "road-casing")
    found = [(name, codes) for name, codes in ROADS if sheet.holds(codes)]
    bodies = [_road(sheet, name, codes) for name, codes in found]
    return group(sheet.css("roads"), _path(sheet), _raised(sheet), casing, *bodies)


def rails(sheet: Sheet) -> str:
    """Railways: a bed of gravel, sleepers, two rails."""
    if not sheet.holds(RAILS):
        return ""
    mask = closed(sheet.mask(RAILS), 3)
    bed = sheet.path(rounded(shapes(mask, soften=3)), "rail-bed")
    track = shrunk(mask, round(4 * sheet.detail))
    line = rounded(shapes(track, soften=4))
    return group(
        sheet.css("rails"),
        bed,
        sheet.strokes("rail", line, "rail-sleepers", "rail-line"),
    )


def bridges(sheet: Sheet) -> str:
    """Bridges: what the planes hold of them, parapets or the whole deck."""
    return group(
        sheet.css("bridges"),
        *(_bridge(sheet, name, codes) for name, codes in BRIDGES if sheet.holds(codes)),
    )


def _road(sheet: Sheet, name: str, codes: tuple[int, ...]) -> str:
    mask = sheet.mask(codes)
    body = sheet.path(rounded(shapes(mask, soften=3), radius=6), f"{name}-road")
    core = shrunk(mask, round(3.4 * sheet.detail))
    light = rounded(shapes(core, soften=3, tolerance=0.9), radius=6)
    return body + sheet.path(light, f"{name}-light")


def sunken_roads(sheet: Sheet) -> str:
    """Sunken roads: banks beside a road, or, where no road is drawn, bank and bed."""
    if not sheet.holds(SUNKEN):
        return ""
    mask = sheet.mask(SUNKEN)
    banks, whole = _split(sheet, shapes(mask, soften=3, least=60))
    slopes = sheet.strokes("cutting", rounded(banks), "bank-foot", "cutting-hachures")
    sides = sheet.strokes("sunken", rounded(whole), "sunken-lip", "sunken-bank")
    bed = shrunk(mask, round(4 * sheet.detail))
    beds = _split(sheet, shapes(bed, soften=3, least=60))[1] if whole else []
    return group(
        sheet.css("sunken-roads"),
        slopes,
        sides,
        sheet.path(rounded(beds), "sunken-bed"),
    )


def _split(sheet: Sheet, parts: list[Shape]) -> tuple[list[Shape], list[Shape]]:
    """Parts that run along a road, and parts that are the road themselves."""
    road = grown(sheet.mask((65, 66, 112)), round(5 * sheet.detail))
    beside: list[Shape] = []
    alone: list[Shape] = []
    for part in parts:
        points = np.concatenate(jittered([part], 0.0)[0])
        touching = inside(road, points[:, 0], points[:, 1]).mean()
        (beside if touching > BESIDE else alone).append(part)
    return beside, alone


def _raised(sheet: Sheet) -> str:
    """Elevated roads: slopes beside a road, or slopes with the road on them."""
    if not sheet.holds(RAISED):
        return ""
    mask = sheet.mask(RAISED)
    banks, whole = _split(sheet, shapes(mask, soften=3, least=60))
    slopes = sheet.strokes("slope", rounded(banks), "bank", "bank-hachures", shadow=1.6)
    sides = sheet.strokes("raised", rounded(whole), "bank", "bank-hachures", shadow=2)
    top = shrunk(mask, round(3 * sheet.detail))
    tops = _split(sheet, shapes(top, soften=3, least=60))[1] if whole else []
    return slopes + sides + sheet.path(rounded(tops), "raised-road")


def _path(sheet: Sheet) -> str:
    if not sheet.holds(PATHS):
        return ""
    data = rounded(shapes(sheet.mask(PATHS), soften=2))
    return sheet.strokes("track", data, "track-edge", "track")


def _bridge(sheet: Sheet, name: str, codes: tuple[int, ...]) -> str:
    data = rounded(shapes(sheet.mask(codes), soften=1), radius=2)
    return sheet.strokes(name, data, "bridge-edge", name, shadow=1.6)
