"""Roads, paths, railways and bridges, each in several strokes."""

from opfor.views.board.masks import closed, grown, shrunk
from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import group
from opfor.views.board.trace import rounded, shapes

ROADS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("runway", (69,)),
    ("dirt", (65, 112)),
    ("paved", (66,)),
    ("raised", (67,)),
)
"""Roads by their surface; a sunken road is a depression with a road for its bed."""
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
    if not sheet.holds((*surfaces, *PATHS)):
        return ""
    whole = rounded(shapes(sheet.mask(surfaces), soften=3), radius=6)
    casing = sheet.path(whole, "road-casing")
    found = [(name, codes) for name, codes in ROADS if sheet.holds(codes)]
    raised = _embankment(sheet) if sheet.holds((67,)) else ""
    bodies = [_road(sheet, name, codes) for name, codes in found]
    return group(sheet.css("roads"), _path(sheet), raised, casing, *bodies)


def rails(sheet: Sheet) -> str:
    """Railways: a bed of gravel with sleepers and a line along each side."""
    if not sheet.holds(RAILS):
        return ""
    mask = closed(sheet.mask(RAILS), 3)
    bed = rounded(shapes(mask, soften=3))
    return group(
        sheet.css("rails"), sheet.strokes("rail", bed, "rail-bed", "rail-sleepers")
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


def _embankment(sheet: Sheet) -> str:
    """The slopes beside an elevated road, hatched."""
    mask = grown(sheet.mask((67,)), round(3 * sheet.detail))
    data = rounded(shapes(mask, soften=4), radius=6)
    return sheet.strokes("bank", data, "bank", "bank-hachures", shadow=1.6)


def _path(sheet: Sheet) -> str:
    if not sheet.holds(PATHS):
        return ""
    data = rounded(shapes(sheet.mask(PATHS), soften=2))
    return sheet.strokes("track", data, "track-edge", "track")


def _bridge(sheet: Sheet, name: str, codes: tuple[int, ...]) -> str:
    data = rounded(shapes(sheet.mask(codes), soften=1), radius=2)
    return sheet.strokes(name, data, "bridge-edge", name, shadow=1.6)
