"""Crowns of trees and bushes."""

from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import element, number
from opfor.views.board.trace import dots

PARTS = (("shade", 2.0, 1.8, 0.1), ("body", 2.0, 0, 0), ("lit", 1.25, 0, -0.24))
"""Discs of a crown: class, width in radii, more width in pixels, shift in radii."""
GLINT = ("glint", 0.5, 0, -0.38)
"""The spot of light on a crown that is large enough to have one."""
SMALL = 3.2
"""Radius up to which a crown has no glint, in pixels."""


def crowns(
    sheet: Sheet,
    name: str,
    points: list[tuple[float, float]],
    radius: float,
    style: str,
) -> str:
    """Tree crowns as discs of one path: shade, body, lit side, glint."""
    if not points:
        return ""
    href = f"#{sheet.id(name)}"
    out = [element("defs", element("path", id=sheet.id(name), d=dots(points)))]
    parts = PARTS if radius <= SMALL * sheet.detail else (*PARTS, GLINT)
    for part, wide, more, shift in parts:
        width = wide * radius + more * min(1.0, radius / SMALL)
        place = None if not shift else number(shift * radius)
        css = sheet.css("dots", f"{style}-{part}")
        out.append(
            element("use", href=href, class_=css, x=place, y=place, stroke_width=width)
        )
    return "".join(out)
