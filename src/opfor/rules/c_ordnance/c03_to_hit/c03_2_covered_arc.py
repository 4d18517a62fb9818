"""C3.2: Covered Arcs.

A CA is named by a hexspine: spine n runs to corner n of the hex, which lies between
hexsides n-1 and n. The arc is all that lies between the two hex grains that leave by
those hexsides, the grains themselves included.
"""

from typing import NamedTuple

from opfor.core.rule import rule
from opfor.geo.edges import Edge
from opfor.geo.hexes import SIDES
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.state.play import GameView
from opfor.state.units import NO_CA, LocationName, Side
from opfor.state.world import World

Vector = tuple[int, int]
"""Columns to the right, and half hexes down, from one hex to another."""

SIDE_VECTORS: tuple[Vector, ...] = (
    (0, -2),
    (1, -1),
    (1, 1),
    (0, 2),
    (-1, 1),
    (-1, -1),
)
"""One step across each hexside."""


def vector(world: World, start: LocationName, end: LocationName) -> Vector:
    """The way from one Location's hex to another's."""
    across, down = world.point(start)
    to_across, to_down = world.point(end)
    return to_across - across, to_down - down


GRAINS: tuple[tuple[Vector, Vector], ...] = tuple(
    (SIDE_VECTORS[spine - 1], SIDE_VECTORS[spine]) for spine in range(SIDES)
)
"""The two grains of each CA: one step along each."""


def shares(spine: int, way: Vector) -> Vector:
    """A way as steps along the two grains of a CA; neither is negative within it.

    Doubled, so that they stay whole numbers.
    """
    # By Cramer's rule; any two grains next to each other have the determinant 2.
    (left, down), (right, below) = GRAINS[spine]
    x, y = way
    return x * below - y * right, left * y - down * x


def covers(spine: int, way: Vector) -> bool:
    """Whether a CA takes in a way; its own hex is always in it."""
    return min(shares(spine, way)) >= 0


def in_arc(world: World, start: LocationName, spine: int, end: LocationName) -> bool:
    """Whether a Location lies in the CA of a counter in another (C3.2)."""
    return covers(spine, vector(world, start, end))


def spine_name(world: World, at: LocationName, spine: int) -> str:
    """A hexspine by the hexes that it runs between: `EE7-FF6`.

    At the edge of the map by one of them and the edge, in its corner by its number.
    """
    around = world.map.neighbours[world.locate(at).hex]
    ends = [around[side % SIDES] for side in (spine - 1, spine)]
    if max(ends) < 0:
        return f"spine {spine}"
    return "-".join("edge" if end < 0 else world.map.name(end) for end in ends)


INWARD: dict[Edge, int] = {"left": 2, "right": 5, "top": 3, "bottom": 0}
"""The CA of what looks from the FBE straight into the map, by which side of it the FBE
is (D-304)."""


def inward(view: GameView, side: Side) -> int:
    """The CA of what comes onto the map, or is set up to look at the other side."""
    ahead = INWARD[view.state.mission.fbe]
    return ahead if side == "FRIENDLY" else (ahead + SIDES // 2) % SIDES


def now(view: GameView) -> str:
    """The phase that is on, as a Gun that turns in it notes it."""
    return f"{view.state.turn} {view.state.side} {view.state.phase}"


class GunTurn(NamedTuple):
    """How a Gun must turn to fire: its new CA, and by how many hexspines."""

    ca: int
    spines: int


@rule(
    "C3.2",
    "Covered Arc of a Gun",
    exc=("a SW and a Gun without a CA",),
)
def turn_to(
    view: GameView, piece: Ordnance, ca: int, start: LocationName, target: LocationName
) -> GunTurn:
    """The least turn of a Gun that brings a Location into its CA.

    Of two as short as each other the clockwise one.
    EXC: a SW, and a Gun whose CA was not chosen yet, need no turn.
    """
    if not (piece.gun or piece.mounted) or ca == NO_CA:
        return GunTurn(NO_CA, 0)
    return least_turn(view, ca, start, target)


def least_turn(
    view: GameView, ca: int, start: LocationName, target: LocationName
) -> GunTurn:
    """The least turn of a CA that brings a Location into it."""
    if ca == NO_CA:
        return GunTurn(NO_CA, 0)
    spines = [(ca + step) % SIDES for step in (0, 1, -1, 2, -2, 3)]
    for ahead in spines:
        if in_arc(view.world, start, ahead, target):
            off = (ahead - ca) % SIDES
            return GunTurn(ahead, min(off, SIDES - off))
    return GunTurn(ca, 0)
