"""The LOS thread: each stretch by what LOS is there, in colour and in dashes."""

from opfor.views.board.glyphs import lettering
from opfor.views.board.scene import Point, Thread
from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import element, group
from opfor.views.board.trace import lines

RING = 5.5
"""Radius of the rings at the thread's ends, in pixels."""


def thread(sheet: Sheet, shown: Thread | None) -> str:
    """The thread with a ring at each end and a cross where LOS is blocked.

    Clear is a plain line, hindered a dashed one, blocked a dotted one, so that the
    colours only repeat what the dashes say.
    """
    if shown is None or len(shown.points) < 2:
        return ""
    stretches = list(zip(shown.points, shown.points[1:], shown.sights, strict=False))
    out = [sheet.path(lines([shown.points]), "thread-rim")]
    for start, end, sight in stretches:
        out.append(sheet.path(lines([(start, end)]), "thread", f"sight-{sight}"))
    blocks = [start for start, _, sight in stretches if sight == "blocked"]
    if blocks:
        out.append(_cross(sheet, blocks[0]))
    out.append(_ring(sheet, shown.points[0], "thread-from"))
    out.append(_ring(sheet, shown.points[-1], "thread-to"))
    return group(sheet.css("thread-layer"), *out, _notes(sheet, shown))


def _ring(sheet: Sheet, at: Point, name: str) -> str:
    size = {"cx": at[0], "cy": at[1], "r": RING * sheet.detail}
    rim = element("circle", class_=sheet.css("ring-rim"), **size)
    return rim + element("circle", class_=sheet.css("ring", name), **size)


def _cross(sheet: Sheet, at: Point) -> str:
    """A cross at the point that blocks."""
    x, y = at
    r = 5.5 * sheet.detail
    data = lines([((x - r, y - r), (x + r, y + r)), ((x - r, y + r), (x + r, y - r))])
    return sheet.strokes("block", data, "block-rim", "block-cross")


def _notes(sheet: Sheet, shown: Thread) -> str:
    size = 10 * sheet.detail
    places = [
        (x, y - 12 * sheet.detail, note)
        for (x, y), note in zip(shown.points, shown.notes, strict=False)
        if note
    ]
    data = lettering(places, size=size)
    return sheet.strokes("threadnotes", data, "note-halo", "note-text")
