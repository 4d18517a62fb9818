"""From what LOS says to a thread that shows it."""

from typing import TYPE_CHECKING

from opfor.geo.map import Map
from opfor.geo.terrain import terrain_types
from opfor.views.board.scene import DrawnThread, Point, Sight

if TYPE_CHECKING:
    from opfor.geo.los import los

STEPS = 400
"""Pieces in which the way to a hex is looked for; 33 hexes are some 1,800 pixels."""


def thread_of(
    board_map: Map, viewer: int, target: int, sight: "los.Sight"
) -> DrawnThread:
    """The thread between two hexes as `Los.explain` judges it.

    It is hindered from the first thing that hinders, and blocked from what blocks;
    each such place bears its cause as a note.

    Args:
        board_map: the map.
        viewer: hex number at one end.
        target: hex number at the other.
        sight: what LOS between them is.
    """
    ends = [_dot(board_map, hex_) for hex_ in (viewer, target)]
    marks: list[tuple[float, Sight, str]] = [
        (
            _entry(board_map, ends, found.hex),
            "hindered",
            f"+{found.drm} {found.terrain}",
        )
        for found in sight.hindrances
    ]
    if not sight.clear:
        # Too many hindrances block without a place of their own: the last one's.
        last = marks[-1][0] if marks else 0.0
        at = sight.blocked_at
        share = last if at is None else _entry(board_map, ends, at)
        marks.append((share, "blocked", sight.blocked_by))
    marks.sort(key=lambda mark: mark[0])
    points, sights, notes = [ends[0]], list[Sight](["clear"]), [""]
    for share, kind, note in marks:
        if "blocked" in sights:
            break
        points.append(_between(ends, share))
        sights.append(kind)
        notes.append(note)
    return DrawnThread(
        points=(*points, ends[1]), sights=tuple(sights), notes=(*notes, "")
    )


def _dot(board_map: Map, hex_: int) -> Point:
    return board_map.grid.centre(*board_map.grid.coordinates(hex_))


def _entry(board_map: Map, ends: list[Point], hex_: int) -> float:
    """The share of the thread at which it meets what stands in a hex.

    That is the first thing in the hex that can hinder or block; for bare ground, the
    hex's own edge; for a hex that the thread misses, where it comes closest.
    """
    wanted = board_map.grid.coordinates(hex_)
    shares = [step / STEPS for step in range(STEPS + 1)]
    inside = [s for s in shares if board_map.grid.at(*_between(ends, s)) == wanted]
    standing = (s for s in inside if _stands(board_map, _between(ends, s)))
    return next(standing, inside[0] if inside else _closest(board_map, ends, hex_))


def _stands(board_map: Map, at: Point) -> bool:
    """Whether something is depicted at a point that LOS can meet."""
    width, height = board_map.terrain.shape
    x, y = min(max(int(at[0]), 0), width - 1), min(max(int(at[1]), 0), height - 1)
    terrain = terrain_types()[int(board_map.terrain[x, y])]
    return terrain.los != "none" or terrain.lower != "none"


def _closest(board_map: Map, ends: list[Point], hex_: int) -> float:
    x, y = _dot(board_map, hex_)
    (ax, ay), (bx, by) = ends
    length = max((bx - ax) ** 2 + (by - ay) ** 2, 1e-9)
    share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
    return min(max(share, 0.0), 1.0)


def _between(ends: list[Point], share: float) -> Point:
    (ax, ay), (bx, by) = ends
    return ax + (bx - ax) * share, ay + (by - ay) * share
