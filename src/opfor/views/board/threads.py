"""The LOS thread: each stretch by what LOS is there, in colour and in dashes."""

from collections.abc import Sequence
from itertools import pairwise

from opfor.views.board.counters import SIZE, stack_place
from opfor.views.board.glyphs import lettering
from opfor.views.board.scene import Counter, DrawnThread, Point
from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import element, group
from opfor.views.board.trace import lines

RING = 5.5
"""Radius of the ring at an end without counters, in pixels."""
AROUND = 0.75 * SIZE
"""Radius of the ring around the counters at an end."""


def thread(sheet: Sheet, shown: DrawnThread | None, counters: Sequence[Counter]) -> str:
    """The thread with a ring at each end and a cross where LOS is blocked.

    Clear is a plain line, hindered a dashed one, blocked a dotted one, so that the
    colours only repeat what the dashes say. Counters at an end are ringed, and the
    line stops at the ring so as not to hide them.
    """
    if shown is None or len(shown.points) < 2:
        return ""
    points = list(shown.points)
    rings = [_ring_at(sheet, points[end], counters) for end in (0, -1)]
    points[0] = _leaving(points[0], points[1], *rings[0])
    points[-1] = _leaving(points[-1], points[-2], *rings[1])
    stretches = list(zip(pairwise(points), shown.sights, strict=False))
    out = [sheet.path(lines([points]), "thread-rim")]
    for ends, sight in stretches:
        out.append(sheet.path(lines([ends]), "thread", f"sight-{sight}"))
    blocks = [ends[0] for ends, sight in stretches if sight == "blocked"]
    if blocks:
        out.append(_cross(sheet, blocks[0]))
    out.append(_ring(sheet, *rings[0], "thread-from"))
    out.append(_ring(sheet, *rings[1], "thread-to"))
    return group(sheet.css("thread-layer"), *out, _notes(sheet, shown))


def _ring_at(
    sheet: Sheet, end: Point, counters: Sequence[Counter]
) -> tuple[Point, float]:
    """Centre and radius of an end's ring: around its counters, if it has any."""
    place = sheet.grid.at(*end)
    hex_ = None if place is None else sheet.grid.index(*place)
    height = sum(counter.hex == hex_ for counter in counters)
    if hex_ is None or not height:
        return end, RING * sheet.detail
    return stack_place(sheet, hex_, height), AROUND * sheet.detail


def _leaving(start: Point, end: Point, centre: Point, radius: float) -> Point:
    """Where a line leaves a circle; its start if it does not leave it."""
    (ax, ay), (cx, cy) = start, centre
    dx, dy = end[0] - ax, end[1] - ay
    a, b = dx * dx + dy * dy, (ax - cx) * dx + (ay - cy) * dy
    c = (ax - cx) ** 2 + (ay - cy) ** 2 - radius**2
    if c >= 0 or a == 0 or (end[0] - cx) ** 2 + (end[1] - cy) ** 2 <= radius**2:
        return start
    share = (-b + (b * b - a * c) ** 0.5) / a
    return ax + dx * share, ay + dy * share


def _ring(sheet: Sheet, at: Point, radius: float, name: str) -> str:
    size = {"cx": at[0], "cy": at[1], "r": radius}
    rim = element("circle", class_=sheet.css("ring-rim"), **size)
    return rim + element("circle", class_=sheet.css("ring", name), **size)


def _cross(sheet: Sheet, at: Point) -> str:
    """A cross at the point that blocks."""
    x, y = at
    r = 5.5 * sheet.detail
    data = lines([((x - r, y - r), (x + r, y + r)), ((x - r, y + r), (x + r, y - r))])
    return sheet.strokes("block", data, "block-rim", "block-cross")


def _notes(sheet: Sheet, shown: DrawnThread) -> str:
    size = 10 * sheet.detail
    said = [pair for pair in zip(shown.points, shown.notes, strict=False) if pair[1]]
    # Above and below the line by turns, so that near ones do not run together.
    places = [
        (x, y + (12 if turn % 2 else -12) * sheet.detail, note)
        for turn, ((x, y), note) in enumerate(said)
    ]
    data = lettering(places, size=size)
    return sheet.strokes("threadnotes", data, "note-halo", "note-text")
