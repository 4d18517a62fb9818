"""A20.21: whether a unit has a way out, or must surrender."""

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.geo.movement.infantry_cost import ALL
from opfor.geo.movement.paths import FAR, Price
from opfor.rules.a_infantry.a10_morale.a10_5_rout import foes, must_rout
from opfor.rules.a_infantry.a10_morale.a10_51_rout_paths import (
    begin_or_continue,
    price,
    reached,
)
from opfor.rules.a_infantry.a10_morale.a10_53_interdiction import REFUGE, interdictors
from opfor.rules.b_terrain.b27_entrenchments.b27_2_entrenchments import refuges
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("A20.21/way", "A way out without Interdiction or Low Crawl")
def safe_way(view: GameView, unit: Unit) -> bool:
    """Whether a unit can rout without Interdiction or Low Crawl to where it may stay.

    To one of its goals; without any, to a Location that it would not have to leave.
    """
    among = foes(view, unit.side)
    move = begin_or_continue(view, unit, among)
    costs = unseen(view, unit, price(view, unit, among, move.seen))
    found = reached(view, unit, unit.location, move.allotment, costs)
    world = view.world
    number = world.ground.number
    if move.goals:
        return any(found.spent[number(world.locate(to))] < FAR for to in move.goals)
    ends = (world.names[end] for end in found.places())
    return any(
        not must_rout(view, replace(unit, location=to, inside=""), among=among)
        for to in ends
        if to != unit.location
    )


def unseen(view: GameView, unit: Unit, costs: Price) -> Price:
    """The same prices, but no way into a Location where the unit is Interdicted.

    An entrenchment or pillbox there with room for it saves it from that, for a MF to
    enter it and one to leave it (A10.51).
    """
    world = view.world
    known: dict[int, int | None] = {}

    def safe(here: int, way: int, there: int, quarters: int) -> int | None:
        if there not in known:
            at = world.name(world.ground.locations[there])
            hot = bool(interdictors(view, unit, at))
            way_round = REFUGE if refuges(view, unit, at) else None
            known[there] = way_round if hot else 0
        more = known[there]
        found = None if more is None else costs(here, way, there, quarters)
        return found if more is None or found in (None, ALL) else found + more

    return safe
