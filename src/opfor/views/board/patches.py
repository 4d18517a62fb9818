"""Ground covers drawn one way: a tint with a soft edge, and a texture strewn on it."""

from collections.abc import Callable

import msgspec
import numpy as np

from opfor.views.board.crowns import crowns
from opfor.views.board.masks import closed, shrunk
from opfor.views.board.noise import ScatteredSpots, scattered
from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import group
from opfor.views.board.trace import (
    Shape,
    dots,
    jittered,
    pair,
    rounded,
    shapes,
    straight,
)


class CoverPatch(msgspec.Struct, frozen=True):
    """A ground cover.

    Args:
        name: its class.
        codes: the terrain codes drawn so.
        texture: what is strewn over it, a key of TEXTURES.
        spacing: pixels between two of these.
        soften: rounds of blur for its edge; Inherent terrain, whose planes hold whole
            hexes, needs more to lose its corners.
        close: half the width of gaps in the planes that belong to it.
    """

    name: str
    codes: tuple[int, ...]
    texture: str
    spacing: float = 9.0
    soften: int = 3
    close: int = 0


RAGGED = 6
"""Softening of Inherent terrain; its edge is made uneven besides."""
BUSHES = (1.7, 2.4, 3.1)
"""Radii of bushes, in pixels."""
PATCHES = (
    CoverPatch("snow", (3, 4, 5), "specks", 16),
    CoverPatch("mud", (6, 7), "specks", 9),
    CoverPatch("ford", (12,), "waves", 12),
    CoverPatch("marsh", (14,), "tufts", 13),
    CoverPatch("sand", (107, 143, 144, 145, 146), "specks", 9),
    CoverPatch("dune", (108,), "specks", 6),
    CoverPatch("scrub", (100, 121), "stipple", 15, close=4),
    CoverPatch("hammada", (101, 120), "stones", 14, close=4),
    CoverPatch("dier", (102, 103), "specks", 8),
    CoverPatch("hillock", (105, 106), "specks", 12, soften=RAGGED),
    CoverPatch("reef", (147, 148), "stones", 11),
    CoverPatch("brush", (25,), "stipple", 7.5),
    CoverPatch("lumberyard", (29,), "none"),
    CoverPatch("crags", (26,), "boulders", 13, soften=RAGGED),
    CoverPatch("debris", (27,), "stones", 12, soften=RAGGED),
    CoverPatch("graveyard", (28,), "crosses", 14, soften=RAGGED),
    CoverPatch("stonerubble", (90, 190, 191, 192, 193), "boulders", 10, soften=RAGGED),
    CoverPatch(
        "woodrubble", (91, 131, 194, 195, 196, 197), "boulders", 10, soften=RAGGED
    ),
    CoverPatch("shellholes", (15,), "craters", 8.5, close=2),
    CoverPatch("works", (20, 21, 22, 23, 111, 139), "none"),
    CoverPatch("mouth", (95, 96, 97), "none"),
    CoverPatch("rooftop", (2,), "none", soften=0),
)


def patches(sheet: Sheet) -> str:
    """Every ground cover that occurs."""
    found = (_patch(sheet, patch) for patch in PATCHES if sheet.holds(patch.codes))
    return group(sheet.css("patches"), *found)


def _patch(sheet: Sheet, patch: CoverPatch) -> str:
    mask = sheet.mask(patch.codes)
    if patch.close:
        mask = closed(mask, round(patch.close * sheet.detail))
    parts = shapes(mask, soften=patch.soften, tolerance=0.9)
    if patch.soften == RAGGED:
        parts = jittered(parts, 3.2 * sheet.detail)
    floor = sheet.path(rounded(parts, radius=6), patch.name, f"{patch.name}-floor")
    if patch.texture == "none":
        return group(sheet.css(patch.name), floor)
    inner = shrunk(mask, 2)
    spots = scattered(inner, patch.spacing * sheet.detail, seed=patch.codes[0])
    strewn = TEXTURES[patch.texture](sheet, patch.name, spots)
    return group(sheet.css(patch.name), floor, strewn)


def _stipple(sheet: Sheet, name: str, spots: ScatteredSpots) -> str:
    """Bushes of three sizes, lit from above."""
    out = []
    size = (spots.luck * len(BUSHES)).astype(np.int64)
    for kind, radius in enumerate(BUSHES):
        points = spots.where(size == kind).points()
        css = f"{name}-bush{kind}"
        out.append(crowns(sheet, css, points, radius * sheet.detail, name))
    return "".join(out)


def _specks(sheet: Sheet, name: str, spots: ScatteredSpots) -> str:
    """Fine grains."""
    return sheet.path(dots(spots.points()), "dots", f"{name}-speck")


def _craters(sheet: Sheet, name: str, spots: ScatteredSpots) -> str:
    """Holes: a rim of thrown earth, a dark bottom."""
    data = dots(spots.points())
    parts = (f"dots {name}-{part}" for part in ("rim", "wall", "hole"))
    return sheet.strokes(f"{name}-holes", data, *parts)


def _stroked(mark: str) -> Callable[[Sheet, str, ScatteredSpots], str]:
    """A texture of one small stroked figure, given as relative path data."""

    def draw(sheet: Sheet, name: str, spots: ScatteredSpots) -> str:
        data = "".join(
            f"M{pair(round(10 * x), round(10 * y))}{mark}" for x, y in spots.points()
        )
        return sheet.strokes(f"{name}-marks", data, f"{name}-under", f"{name}-mark")

    return draw


def _stones(sheet: Sheet, name: str, spots: ScatteredSpots) -> str:
    """Loose stones, small."""
    return _scree(sheet, name, spots, 2.4)


def _boulders(sheet: Sheet, name: str, spots: ScatteredSpots) -> str:
    """Stones as large as the spacing allows."""
    return _scree(sheet, name, spots, 5.6)


def _scree(sheet: Sheet, name: str, spots: ScatteredSpots, size: float) -> str:
    """Five-cornered stones in two tones, over their own shadow."""
    out = []
    for kind, chosen in enumerate((spots.luck < 0.55, spots.luck >= 0.55)):
        some = spots.where(chosen)
        parts = [
            _stone(x, y, size * sheet.detail, luck)
            for (x, y), luck in zip(some.points(), some.luck.tolist(), strict=True)
        ]
        data = "".join(f"{part}" for part in parts)
        out.append(sheet.path(data, f"{name}-stone{kind}"))
    return "".join(out)


def _stone(x: float, y: float, size: float, luck: float) -> str:
    turn = luck * 37.0
    radius = size * (0.55 + 0.45 * ((luck * 7.3) % 1.0))
    angles = turn + np.array([0.0, 1.1, 2.6, 3.7, 5.2])
    reach = radius * (0.8 + 0.2 * np.cos(angles * 3 + turn))
    ring = np.stack([x + reach * np.cos(angles), y + 0.8 * reach * np.sin(angles)], 1)
    shape: Shape = [ring]
    return straight([shape])


TEXTURES: dict[str, Callable[[Sheet, str, ScatteredSpots], str]] = {
    "stipple": _stipple,
    "specks": _specks,
    "stones": _stones,
    "boulders": _boulders,
    "craters": _craters,
    "tufts": _stroked("m-3 0l-1.5-4m4.5 4v-6m3 6l1.5-4"),
    "waves": _stroked("q2-2 4 0t4 0"),
    "crosses": _stroked("v7m-2.4-4.9h4.8"),
}
