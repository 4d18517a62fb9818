"""A24.2: SMOKE in the way of fire."""

from opfor.core.rule import rule
from opfor.geo.los.sight import Veil
from opfor.state.play import GameView
from opfor.state.units import Marker, MarkerKind

SMOKE: tuple[MarkerKind, ...] = ("smoke", "WP", "blaze", "burning wreck")
"""Markers that hinder LOS; a Flame gives off no SMOKE (B25.15)."""


@rule("A24.2", "SMOKE as a LOS Hindrance", cites=("A6.7", "B25.2"))
def smoke(view: GameView) -> tuple[Veil, ...]:
    """What SMOKE is on the map: one veil for each hex that holds some.

    It hinders LOS into, out of, within and through its hex; several in one hex add
    up, to +3 at the most.
    Reading: D-073 in which levels, and when a higher unit sees over it.
    """
    return view.world.once(view.state, "smoke", lambda: _smoke(view))


def _smoke(view: GameView) -> tuple[Veil, ...]:
    drifting: dict[int, list[Marker]] = {}
    for marker in view.state.markers.values():
        if marker.kind in SMOKE and marker.location:
            hex_ = view.world.locate(marker.location).hex
            drifting.setdefault(hex_, []).append(marker)
    return tuple(_veil(view, hex_, found) for hex_, found in drifting.items())


def _veil(view: GameView, hex_: int, found: list[Marker]) -> Veil:
    drm = sum(_drm(marker) for marker in found)
    height = max(_height(view, marker) for marker in found)
    return Veil(hex_, min(MOST_IN_ONE, drm), height, in_end=True)


MOST_IN_ONE = 3
"""The most that the SMOKE of one Location hinders LOS, however much there is."""


BURNS = {"blaze": 3, "burning wreck": 2}
"""Hindrance of the SMOKE of a Blaze, and of a wreck that burns (B25.2)."""


LEVELS = 2
"""Levels that SMOKE fills; WP, and that of a burning building, fill twice as many."""


def _drm(marker: Marker) -> int:
    return BURNS.get(marker.kind, marker.hindrance)


def _height(view: GameView, marker: Marker) -> int:
    burning = marker.kind == "blaze" and view.world.in_building(marker.location)
    levels = 2 * LEVELS if marker.kind == "WP" or burning else LEVELS
    return levels + max(0, view.world.locate(marker.location).level)
