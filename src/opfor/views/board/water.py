"""Standing and running water at ground level."""

from opfor.views.board.masks import shrunk
from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import group
from opfor.views.board.trace import rounded, shapes

WATERS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("water", (8, 10, 13, 140)),
    ("shallows", (9, 11, 141, 142)),
)


def water(sheet: Sheet) -> str:
    """Water: a shore, a shallow rim, a deeper middle with ripples."""
    return group(
        sheet.css("waters"),
        *(_water(sheet, name, codes) for name, codes in WATERS if sheet.holds(codes)),
    )


def _water(sheet: Sheet, name: str, codes: tuple[int, ...]) -> str:
    mask = sheet.mask(codes)
    data = rounded(shapes(mask, soften=3, tolerance=0.9), radius=6)
    rim = sheet.strokes(name, data, "shore", f"{name}-rim")
    deep = shrunk(mask, round(5 * sheet.detail))
    middle = rounded(shapes(deep, soften=6, tolerance=1.2), radius=8)
    return rim + sheet.strokes(f"{name}2", middle, f"{name}-deep", "ripples")
