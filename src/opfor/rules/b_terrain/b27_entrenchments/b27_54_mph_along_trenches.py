"""B27.54/mph: moving along trenches of adjacent hexes without leaving them."""

from collections.abc import Iterator, Sequence

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.movement.infantry_cost import CostPart, EntryCost
from opfor.geo.terrain_chart import MF
from opfor.rules.b_terrain.b27_entrenchments.b27_2_entrenchments import occupied
from opfor.rules.b_terrain.b27_entrenchments.b27_54_connected_trenches import connected
from opfor.rules.b_terrain.b27_entrenchments.b27_p1_capacity import fits
from opfor.rules.choices.orders import MoveTo
from opfor.state.play import GameView
from opfor.state.units import Fortification, LocationName, Unit


@rule(
    "B27.54/mph",
    "Moving along connected trenches",
    cites=("B27.54", "B26.4", "B28.41"),
)
def trench_way(view: GameView, units: Sequence[Unit], order: MoveTo) -> EntryCost:
    """One MF from inside a trench to inside the next, whatever the terrain is.

    Wire and mines do not reach those in the trench (D-225). No part of a Dash, a
    Minimum Move or Bypass leads along it.

    Errors:
        Illegal: the units cannot do that.
    """
    start, to = units[0].location, order.to
    trench = view.state.fortifications.get(order.inside)
    if order.dash or order.minimum or order.bypass or order.overrun:
        raise Illegal("B27.54", "in a trench nobody Dashes, Bypasses or overruns")
    if trench is None or trench.kind != "trench" or trench.location != to:
        raise Illegal("B27.54", f"there is no trench {order.inside} in {to}")
    if not all(_entrenched(view, unit) for unit in units if not unit.guard):
        raise Illegal("B27.54", "they are not all inside a trench")
    if trench.hidden or not connected(view, start, to):
        raise Illegal("B27.54", f"no trench leads from {start} to {to}")
    if _held(view, trench, units[0]) or any(
        marker.kind == "blaze" for marker in view.state.markers_at(to)
    ):
        raise Illegal("B27.54", f"the enemy or a Blaze is in {to}")
    if not fits(view, trench, [unit for unit in units if not unit.guard]):
        raise Illegal("B27.p1", f"they do not fit into {trench.id}")
    number = view.world.ground.number(view.world.locate(to))
    return EntryCost(to=number, parts=(CostPart("connected trench", MF),))


def _entrenched(view: GameView, unit: Unit) -> bool:
    inside = occupied(view, unit)
    return inside is not None and inside.kind == "trench"


def _held(view: GameView, trench: Fortification, unit: Unit) -> bool:
    there = view.state.units_at(trench.location)
    enemies = (u for u in there if u.side != unit.side and not u.guard)
    return any(enemy.inside == trench.id for enemy in enemies)


def trenches_on(
    view: GameView, units: Sequence[Unit]
) -> Iterator[tuple[LocationName, str]]:
    """The next trenches of those that some units are in, by Location."""
    if not view.state.fortifications or not all(
        _entrenched(view, unit) for unit in units if not unit.guard
    ):
        return
    start = units[0].location
    for fort in view.state.fortifications.values():
        if fort.kind == "trench" and connected(view, start, fort.location):
            yield fort.location, fort.id
