"""D8.3: the order to free a bogged vehicle."""

from collections.abc import Iterator

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.vehicle_orders import Unbog
from opfor.rules.d_vehicles.d02_movement.d02_1_allotment import move_of
from opfor.rules.d_vehicles.d02_movement.spending import (
    after_spending,
    begin_or_continue,
    unit_of,
)
from opfor.rules.d_vehicles.d08_bog.d08_3_freeing import free, may_free
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.vehicles.d02_spend_mp import drivers, sets_out, spend_mp
from opfor.rules.orders.verbs import VEHICLE, Verb
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit


def offer_unbog(view: GameView, side: Side) -> Iterator[Offer]:
    """Each bogged vehicle whose crew could free it."""
    for unit in drivers(view, side):
        if may_try(view, unit):
            label = f"{unit.id} tries to get free"
            yield Offer(Unbog(unit.id), label, (unit.location,))


def may_try(view: GameView, unit: Unit) -> bool:
    """Whether the crew of a bogged vehicle could free it, and has not tried yet."""
    return may_free(unit) and move_of(view, unit) is None


def check_unbog(view: GameView, side: Side, order: Unbog) -> Unit:
    """The bogged vehicle; Illegal if it is none, or has moved."""
    unit = unit_of(view, side, order.unit)
    if not may_try(view, unit):
        raise Illegal("D8.3", f"{unit.id} is not bogged, or has tried already")
    return unit


def do_unbog(play: Play, side: Side, order: Unbog) -> None:
    """Try to get free; the MP that it takes are spent where it is."""
    unit = check_unbog(play, side, order)
    # D14.23: without a radio it takes a NTC
    if not sets_out(play, unit):
        return
    # D8.3: the DR says how many MP it takes
    used = free(play, play.state.units[unit.id])
    unit = play.state.units[unit.id]
    move = begin_or_continue(play, unit)
    used = min(used, move.allotment)
    spend_mp(play, unit, after_spending(play, unit, used), fact("tries_to_get_free"))


UNBOG = OrderKind(
    order=Unbog,
    rule="D8.3",
    when=(When("MPh", ATTACKER, 200),),
    offer=offer_unbog,
    check=check_unbog,
    do=do_unbog,
    label="Unbog",
    verbs={"unbog": Verb((VEHICLE,), "try to free a bogged vehicle")},
    listed=480,
)
