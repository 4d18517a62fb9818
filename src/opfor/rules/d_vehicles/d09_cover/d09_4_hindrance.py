"""D9.4: AFV and wrecks in the way of LOS.

Apart from D1, since LOS is asked for before anything is known of vehicles.
Reading: D-365.
"""

from collections.abc import Iterable, Iterator

from opfor.core.rule import rule
from opfor.geo.los.sight import Veil
from opfor.state.counters import Vehicle
from opfor.state.play import GameView
from opfor.state.units import LocationName, Phase, Unit, VehicleState
from opfor.state.world import World

HINDERS = 1
"""What an AFV or wreck hinders LOS by."""

LATER: tuple[Phase, ...] = ("RtPh", "APh", "CCPh")
"""The phases in which what has moved and Stopped covers again."""


def at_rest(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle covers now: not if Case J would count against a shot at it.

    In Motion it never does; once it has moved and Stopped it does after the AFPh.
    """
    state = unit.vehicle or VehicleState()
    return not state.motion and (not state.entered or view.state.phase in LATER)


@rule(
    "D9.4",
    "AFV and wrecks in the way of LOS",
    exc=("one in Bypass", "one that firer or target does not see"),
    cites=("D9.3", "D10.3", "A6.7"),
)
def in_the_way(view: GameView, a: LocationName, b: LocationName) -> list[Veil]:
    """What AFV at rest and wrecks hinder a LOS at their own level: +1 for each hex.

    Not in the hexes at its ends; a burning wreck hinders by its smoke alone (B25.2).
    EXC: one that is in Bypass does not (D-365).
    EXC: nor one that is out of sight of either end; whoever calls looks for that.
    """
    world, hulks = view.world, hulks_at(view)
    if not hulks:
        return []
    kept: dict[tuple[LocationName, LocationName], list[Veil]]
    kept = world.lasting("hulks in the way", hulks, dict)
    if (a, b) not in kept:
        kept[a, b] = _between(world, a, b, hulks)
    return kept[a, b]


def _between(
    world: World, a: LocationName, b: LocationName, hulks: Iterable[LocationName]
) -> list[Veil]:
    """Those of some hulks that a LOS could pass over; by the map alone."""
    level = world.height(a)
    if world.height(b) != level:
        return []
    reach = world.range(a, b)
    near = (
        at
        for at in hulks
        if 0 < world.range(a, at) < reach
        and world.range(a, at) + world.range(at, b) <= reach + 1
        and world.height(at) == level
    )
    return [
        Veil(world.locate(at).hex, HINDERS, height=1, name="AFV or wreck")
        for at in sorted(near)
    ]


def hulks_at(view: GameView) -> frozenset[LocationName]:
    """Where AFV and wrecks stand that hinder LOS."""
    return view.world.once(view.state, "hulks", lambda: frozenset(_standing(view)))


def _standing(view: GameView) -> Iterator[LocationName]:
    for unit in view.state.units.values():
        if unit.vehicle is None or not unit.location or unit.vehicle.bypass:
            continue
        if unit.concealed or unit.hidden:
            continue
        piece = view.world.counter(unit.counter)
        armored = isinstance(piece, Vehicle) and not piece.unarmored
        if armored and at_rest(view, unit):
            yield unit.location
    for marker in view.state.markers.values():
        if marker.kind == "wreck" and not marker.sides:
            yield marker.location
