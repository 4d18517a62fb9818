"""C1.57: a FFE as a LOS Hindrance."""

from opfor.core.rule import rule
from opfor.geo.los.sight import Veil
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import (
    HEAVY,
    blast_area,
    explosive,
    fires,
)
from opfor.state.play import GameView
from opfor.state.units import LocationName

HEIGHT = 2
"""Levels that it fills with dust."""


@rule("C1.57", "FFE as a LOS Hindrance", cites=("A6.7",))
def dust(view: GameView, a: LocationName, b: LocationName, clear: int) -> int:
    """What FFE of HE of 70mm or more add to the Hindrance of a LOS.

    Each +1 into, out of and through any of its hexes, two levels high, however many.

    Args:
        view: the game.
        a: one end of the LOS.
        b: the other one.
        clear: its Hindrance without anything that lies on the map for a time.
    """
    return sum(view.world.veiled(a, b, veils) != clear for veils in dusty(view))


def dusty(view: GameView) -> list[tuple[Veil, ...]]:
    """What hinders LOS, for each FFE that does."""
    return view.world.once(view.state, "FFE", lambda: _dusty(view))


def _dusty(view: GameView) -> list[tuple[Veil, ...]]:
    found = []
    for battery, mark in fires(view):
        if battery.calibre >= HEAVY and explosive(battery):
            area = blast_area(view, battery, mark.location)
            hexes = (view.world.locate(at).hex for at in area)
            found.append(tuple(Veil(h, 1, HEIGHT, "FFE", in_end=True) for h in hexes))
    return found
