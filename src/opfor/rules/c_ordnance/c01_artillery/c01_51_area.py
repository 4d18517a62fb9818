"""C1.51: where a FFE lies.

Below the rules on LOS, which ask about it.
"""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.ground import Location
from opfor.state.artillery import FFE, Battery
from opfor.state.play import GameView
from opfor.state.units import LocationName, Marker

RADIUS = {"HE": 1, "smoke": 1, "WP": 1, "harassing": 2}
"""Hexes around the FFE's own that it takes in, by what it fires (C1.51, C1.72)."""

HEAVY = 70
"""Calibre in mm from which on HE hinders LOS (C1.57)."""


def mark_of(view: GameView, battery: Battery) -> Marker | None:
    """The SR or FFE of a battery; None if it has none on the map."""
    of = (m for m in view.state.markers.values() if m.of == battery.id)
    return next(of, None)


def needed_mark(view: GameView, battery: Battery) -> Marker:
    """The SR or FFE of a battery.

    Errors:
        Illegal: it has none on the map.
    """
    mark = mark_of(view, battery)
    if mark is None:
        raise Illegal("C1.3", f"{battery.id} has no SR or FFE on the map")
    return mark


def fires(view: GameView) -> list[tuple[Battery, Marker]]:
    """Every FFE on the map, with its battery."""
    state = view.state
    if not state.batteries:
        return []
    return [
        (state.batteries[mark.of], mark)
        for mark in state.markers.values()
        if mark.kind in FFE and mark.of in state.batteries
    ]


@rule("C1.51", "Blast area", cites=("C1.72",))
def blast_area(
    view: GameView, battery: Battery, centre: LocationName
) -> tuple[LocationName, ...]:
    """The hexes of a FFE: its own and the six around it; two hexes far if Harassing."""
    world, radius = view.world, RADIUS[battery.kind]
    ranges = world.ranges(centre)
    return tuple(
        world.name(Location(hex_)) for hex_, far in enumerate(ranges) if far <= radius
    )


def falls_on(view: GameView, where: LocationName) -> list[tuple[Battery, Marker]]:
    """The FFE whose blast area a Location is in."""
    return [
        (battery, mark)
        for battery, mark in fires(view)
        if view.world.range(mark.location, where) <= RADIUS[battery.kind]
    ]


def explosive(battery: Battery) -> bool:
    """Whether it fires HE, concentrated or Harassing, not SMOKE."""
    return battery.kind in ("HE", "harassing")
