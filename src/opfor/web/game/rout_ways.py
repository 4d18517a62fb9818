"""What each rout leads to: its end, the cover there, and what Interdicts it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from opfor.core.errors import Illegal
from opfor.ports.session import Session
from opfor.rules.a_infantry.a10_morale.a10_5_rout import cover
from opfor.rules.choices.orders import EndMove, Rout
from opfor.state.units import LocationName, Side, Unit
from opfor.views.text.names import plain

if TYPE_CHECKING:
    from opfor.sim.judgement import Assessment
    from opfor.sim.rout import RoutWay


def rout_warnings(session: Session, side: Side, units: set[str]) -> Mapping[Rout, str]:
    """Where each step of a rout is Interdicted, there or farther on; else nothing."""
    from opfor.sim.rout import each_rout  # noqa: PLC0415 - no start waits for it

    judge = _judge(session, side)
    found: dict[Rout, str] = {}
    for id_ in sorted(units):
        for order, way in each_rout(judge, judge.view.state.units[id_]).items():
            if way.under:
                found[order] = _warning(session, way)
    return found


def whole_routs(session: Session, side: Side, unit: Unit) -> list[dict[str, Any]]:
    """Every rout of a unit as a whole, that with least to be feared first.

    Each has the Locations that it enters, its end, whether there is cover, what
    Interdicts it on the way, and its orders: a step each, then the end of the move.
    """
    from opfor.sim.rout import rout_ends  # noqa: PLC0415 - no start waits for it

    try:
        found = rout_ends(_judge(session, side), unit)
    except Illegal:
        return []
    ways = [(end, way) for end, way in found.items() if way.ways]
    return [_told(session, *each) for each in sorted(ways, key=lambda e: e[1].loss)]


def _judge(session: Session, side: Side) -> "Assessment":
    from opfor.sim.ground_plan import GroundPlan  # noqa: PLC0415
    from opfor.sim.judgement import Assessment  # noqa: PLC0415

    return Assessment(session.play, side, GroundPlan(session.world))


def _told(session: Session, end: LocationName, way: "RoutWay") -> dict[str, Any]:
    world = session.world
    at = world.locate(end)
    kind = world.ground.terrain(at)
    orders = [msgspec.to_builtins(order) for order in (*way.ways, EndMove())]
    return {
        "orders": orders,
        "route": [order.to for order in way.ways],
        "hex": at.hex,
        "at": plain(world.map, end),
        "terrain": kind.name,
        "cover": cover(session.play, end),
        "crawl": any(order.low_crawl for order in way.ways),
        "warning": _warning(session, way) if way.under else "",
        "under": [world.locate(place).hex for place in way.under],
    }


def _warning(session: Session, way: "RoutWay") -> str:
    places = ", ".join(dict.fromkeys(way.under))
    told = f"Interdiction in {places}: a NMC in each Location"
    return plain(session.world.map, told)
